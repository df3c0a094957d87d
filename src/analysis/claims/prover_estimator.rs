//! What can be said of a prover-estimator debate from its start: exact payoffs of every built-in
//! pair, stability, the guarantee, what was learned, and who leads best.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::json;

use super::{Payoff, least_paid, payoff, transformed};
use crate::analysis::{Analysed, Bound, Paid, Report, Section, Value, Worth};
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, Knowledge, StabilityTable, Truths, default_ratio};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::most_brittle;
use crate::rules::{Cost, Position, Seat};
use crate::strategy::estimator::{Estimator, Learned};
use crate::strategy::prover::{Hunter, Prover, TooLarge};

/// Worlds times claims that are looked at, and worlds.
const MOST_WORK: usize = 4_000_000;
const MOST_AVERAGED: usize = 4096;
/// Worlds drawn where there are too many to list.
const SAMPLED: usize = 256;
/// Draws looked at for one pair, over all worlds.
const MOST_BRANCHES: usize = 4_000_000;

/// The worlds that payoffs are averaged over.
struct Averaged {
    worlds: Vec<(f64, Arc<Truths>)>,
    exact: bool,
}

impl Averaged {
    fn over(debate: &ProverEstimator) -> Self {
        let case = &debate.setup().case;
        let tree = case.tree();
        let most = (MOST_WORK / tree.len()).clamp(1, MOST_AVERAGED);
        let list = case.worlds().list(most);
        let exact = list.is_some();
        let list = list.unwrap_or_else(|| {
            let draws = most.min(SAMPLED);
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let weight = 1.0 / draws as f64;
            (0..draws).map(|_| (weight, case.worlds().draw(&mut rng))).collect()
        });
        let worlds = list.into_iter().map(|(w, leaves)| (w, Arc::new(tree.truths(&leaves))));
        Self { worlds: worlds.collect(), exact }
    }

    fn average(
        &self,
        of: impl Fn(&Arc<Truths>) -> Result<Payoff, TooLarge>,
    ) -> Result<Payoff, TooLarge> {
        let each: Result<Vec<(f64, Payoff)>, TooLarge> =
            self.worlds.iter().map(|(weight, truths)| Ok((*weight, of(truths)?))).collect();
        Ok(Payoff::average(each?))
    }
}

/// An Alice of the table.
#[derive(Clone, Debug)]
enum Row {
    Fixed(Prover),
    Hunter,
    BlindHunter,
}

fn rows() -> Vec<(&'static str, Row)> {
    vec![
        ("honest", Row::Fixed(Prover::Honest)),
        ("obfuscator", Row::Fixed(Prover::Obfuscator { towards: Arc::from([]) })),
        ("hunter", Row::Hunter),
        ("blind-hunter", Row::BlindHunter),
    ]
}

/// The Bobs of the table, and why one is missing.
fn columns(debate: &ProverEstimator) -> (Vec<(String, Estimator)>, Option<String>) {
    let p = Probability::clamped;
    let mut bobs = vec![
        ("calibrated".to_owned(), Estimator::Calibrated),
        ("informed".into(), Estimator::Informed),
        ("independent:1".into(), Estimator::Independent { false_parts: 1.0, root: None }),
        ("constant:0.5".into(), Estimator::Constant(p(0.5))),
        ("shading:0.1".into(), Estimator::Shading(p(0.1))),
        ("lazy".into(), Estimator::Constant(p(1.0))),
    ];
    match Learned::new(&debate.setup().case, 0.05) {
        Ok(learned) => {
            bobs.push(("learned:0.05".into(), Estimator::Learned(Arc::new(learned))));
            (bobs, None)
        }
        Err(why) => (bobs, Some(format!("a learned estimator: {why}"))),
    }
}

impl Analysed for ProverEstimator {
    fn worth() -> Worth {
        Worth::Payoff
    }

    fn report(&self) -> Result<Report, String> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        let tree = case.tree();
        let averaged = Averaged::over(self);
        let (bobs, unlearned) = columns(self);
        let pairs: Vec<(&str, Row, &(String, Estimator))> = rows()
            .into_iter()
            .flat_map(|(name, row)| bobs.iter().map(move |bob| (name, row.clone(), bob)))
            .collect();
        let branches = (MOST_BRANCHES / averaged.worlds.len().max(1)).max(20_000);
        let found: Vec<Result<Payoff, TooLarge>> = pairs
            .par_iter()
            .map(|(_, row, (_, bob))| match row {
                Row::Fixed(alice) => {
                    averaged.average(|truths| payoff(case, stakes, alice, bob, truths, branches))
                }
                Row::Hunter if *case.alice() == Knowledge::Everything => {
                    let hunter = Hunter::new(case, stakes, bob).within(branches);
                    averaged.average(|truths| {
                        let (paid, right) = hunter.knowing(truths)?;
                        Ok(Payoff::in_world(paid, right))
                    })
                }
                Row::Hunter | Row::BlindHunter => {
                    let hunter = Hunter::new(case, stakes, bob).within(MOST_BRANCHES);
                    let (paid, right) = hunter.blind()?;
                    Ok(Payoff { paid, by_world: paid.mean * paid.mean, right })
                }
            })
            .collect();
        let mut values = Vec::new();
        let mut rights = Vec::new();
        let mut missing: Vec<String> = unlearned.into_iter().collect();
        for ((alice, _, (bob, _)), result) in pairs.iter().zip(found) {
            match result {
                Ok(paid) => {
                    values.push(Value {
                        alice: (*alice).into(),
                        bob: bob.clone(),
                        value: paid.value(),
                        sd: Some(paid.sd()),
                    });
                    rights.push(paid);
                }
                Err(why) => missing.push(format!("{alice} against {bob}: {why}")),
            }
        }
        let (bounds, guarantee) = self.guarantee();
        let (stability, stability_lines) = self.stability();
        let mut sections = vec![
            Section { title: "stability".into(), lines: stability_lines },
            Section { title: "the guarantee".into(), lines: guarantee },
            Section { title: "averages".into(), lines: averages(&values, &rights, &averaged) },
            Section { title: "leader and follower (Thm 6.2)".into(), lines: leaders(&values) },
        ];
        let learned = bobs.iter().find_map(|(_, bob)| match bob {
            Estimator::Learned(learned) => Some(Arc::clone(learned)),
            _ => None,
        });
        if let Some(learned) = &learned {
            sections.push(Section {
                title: format!("learning to within {} (Lemma A.3)", learned.delta()),
                lines: learned.rounds().iter().map(|round| {
                    let what = match round.depth {
                        None => "the root's probability".to_owned(),
                        Some(depth) => format!("{} arguments at depth {depth}", round.arguments),
                    };
                    format!(
                        "{what}, {} outcomes: {} steps of at most {}; remaining advantage {:.4}",
                        round.outcomes, round.steps, round.bound, round.advantage
                    )
                }).collect(),
            });
        }
        if let Some(found) = transformed(case.worlds(), stakes.epsilon, 1000) {
            sections.push(evidence_section(&found));
        }
        if !missing.is_empty() {
            sections.push(Section { title: "not computed".into(), lines: missing });
        }
        let mut more = serde_json::Map::new();
        more.insert("stability".into(), json!(stability));
        more.insert("epsilon".into(), json!(stakes.epsilon.get()));
        more.insert("ratio".into(), json!(stakes.ratio.get()));
        more.insert(
            "worlds".into(),
            json!({
                "averaged": averaged.worlds.len(), "exact": averaged.exact
            }),
        );
        more.insert(
            "right".into(),
            values
                .iter()
                .zip(&rights)
                .map(|(value, paid)| {
                    json!({
                        "alice": value.alice, "bob": value.bob, "rate": paid.right,
                        "sd_of_worlds": paid.sd_of_worlds()
                    })
                })
                .collect(),
        );
        if let Some(learned) = &learned {
            let rounds = learned.rounds().iter().map(|round| {
                json!({
                    "depth": round.depth, "outcomes": round.outcomes, "steps": round.steps,
                    "bound": round.bound, "advantage": round.advantage
                })
            });
            more.insert("learned".into(), rounds.collect());
        }
        let truth =
            case.actual().map(|leaves| tree.truth_of(ClaimId::ROOT, &mut |at| leaves.at(at)));
        Ok(Report {
            truth: Some(
                truth.map_or(case.worlds().chance(ClaimId::ROOT), |truth| {
                    f64::from(u8::from(truth))
                }),
            ),
            values,
            bounds,
            costs: vec![Paid {
                seat: Seat::Judge.word(),
                cost: Cost::Oracle.key(),
                expected: 1.0,
                limit: self.ledger().of(Seat::Judge).limit(Cost::Oracle).map(|most| most as f64),
            }],
            sections,
            more,
        })
    }
}

impl ProverEstimator {
    /// The guarantee with this debate's numbers, and the least that a search over Bobs finds.
    fn guarantee(&self) -> (Vec<Bound>, Vec<String>) {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        let epsilon = stakes.epsilon.get();
        let promise = 1.0 - epsilon;
        let mut lines = Vec::new();
        let mut bounds = Vec::new();
        let worst = most_brittle(case, stakes.epsilon);
        let protected = match worst {
            None => {
                lines.push("there are too many worlds to find the largest ρ".into());
                false
            }
            Some((rho, claim)) => match default_ratio(stakes.epsilon, rho) {
                None => {
                    lines.push(format!(
                        "claim {} has ρ = {rho:.4}: no ratio protects an honest Alice there",
                        case.tree().name(claim)
                    ));
                    false
                }
                Some(default) => {
                    lines.push(format!(
                        "largest ρ = {rho:.4}; default ratio 1 + 2/(ε(1 − ρ)) = {default:.4}, here \
                         r = {:.4}",
                        stakes.ratio.get()
                    ));
                    stakes.ratio.get() >= default - 1e-9
                }
            },
        };
        let knows = *case.alice() == Knowledge::Everything;
        if protected && knows {
            lines.push(format!(
                "an honest Alice is paid at least 1 − ε = {promise} on average by every Bob"
            ));
        } else {
            lines.push("the guarantee's hypotheses do not hold here".into());
        }
        // The search is about one world: the actual one, or the likeliest.
        let leaves = case.actual().cloned().or_else(|| {
            let worlds = case.worlds().list(MOST_AVERAGED)?;
            worlds.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|world| world.1)
        });
        if let Some(leaves) = leaves {
            let truths = case.tree().truths(&leaves);
            match least_paid(case, stakes, &truths) {
                Ok(least) => {
                    let which =
                        if case.actual().is_some() { "" } else { " in the likeliest world" };
                    lines.push(format!(
                        "least an all-knowing honest Alice is paid{which}, over Bobs with {} errors \
                         to choose from at each estimate: {:.6}, by one who begins with {:.3}",
                        least.levels, least.value, least.first
                    ));
                    bounds.push(Bound {
                        name: "honest Alice is paid at least 1 − ε (Thm 6.1)".into(),
                        limit: promise,
                        value: least.value,
                        holds: least.value >= promise - 1e-9,
                    });
                }
                Err(why) => lines.push(format!("no search over Bobs: {why}")),
            }
        }
        (bounds, lines)
    }

    /// ρ of every claim: in the actual world, or the largest in any world.
    fn stability(&self) -> (Vec<serde_json::Value>, Vec<String>) {
        const MOST_CLAIMS_SHOWN: usize = 1000;
        let setup = self.setup();
        let (case, epsilon) = (&setup.case, setup.stakes.epsilon);
        let tree = case.tree();
        let worlds = match case.actual() {
            Some(actual) => Some(vec![actual.clone()]),
            None => {
                let most = MOST_WORK / tree.len().max(1);
                case.worlds().list(most).map(|all| all.into_iter().map(|w| w.1).collect())
            }
        };
        let all_true = || (0..tree.leaf_count()).map(|_| true).collect();
        let known = worlds.is_some();
        let worlds = worlds.unwrap_or_else(|| vec![all_true()]);
        let truths: Vec<Truths> = worlds.iter().map(|leaves| tree.truths(leaves)).collect();
        let mut table = StabilityTable::new(epsilon);
        let mut claims: Vec<(ClaimId, usize, f64, bool)> = Vec::new();
        for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)).take(MOST_CLAIMS_SHOWN) {
            let mut worst: Option<(usize, f64, bool)> = None;
            for truths in &truths {
                if let Some((which, s)) = table.steadiest(tree, claim, |c| truths.of(c))
                    && worst.is_none_or(|worst| s.rho > worst.1)
                {
                    worst = Some((which, s.rho, s.downwards));
                }
            }
            claims.extend(worst.map(|(which, rho, down)| (claim, which, rho, down)));
        }
        let json = claims.iter().map(|(claim, which, rho, down)| {
            json!({
                "claim": &*tree.name(*claim), "rho": rho, "argument": which + 1,
                "worst": if *down { "lower" } else { "higher" }
            })
        });
        let json = json.collect();
        let when = match (known, case.actual()) {
            (_, Some(_)) => "in this world",
            (true, None) => "in the worst world",
            (false, None) => "were all leaves true",
        };
        claims.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        let mut lines: Vec<String> = claims
            .iter()
            .take(12)
            .filter_map(|(claim, which, rho, down)| {
                let argument = tree.argument(*claim, *which)?;
                Some(format!(
                    "{}: ρ = {rho:.4} {when} ({} of {}), worst with every number {} {}; {}",
                    tree.name(*claim),
                    argument.rule,
                    argument.parts.len(),
                    epsilon.get(),
                    if *down { "lower" } else { "higher" },
                    if *rho < 1.0 { "stable" } else { "brittle" },
                ))
            })
            .collect();
        let shown = lines.len();
        for (claim, which, ..) in claims.iter().take(12) {
            for (other, argument) in tree.arguments(*claim).enumerate() {
                if other != *which {
                    let worst = truths.iter().map(|truths| {
                        let answers = argument.parts.iter().map(|part| truths.of(part));
                        argument.rule.stability(answers, epsilon).rho
                    });
                    lines.push(format!(
                        "{}: its other argument, {} of {}, has ρ = {:.4}",
                        tree.name(*claim),
                        argument.rule,
                        argument.parts.len(),
                        worst.fold(0.0, f64::max),
                    ));
                }
            }
        }
        if claims.len() > shown {
            lines.push(format!("{} more claims, none with a larger ρ", claims.len() - shown));
        }
        if lines.is_empty() {
            lines.push("a leaf alone has ρ = 0".into());
        }
        (json, lines)
    }
}

/// Payoffs with what they vary by, and how often Alice answers rightly.
fn averages(values: &[Value], paid: &[Payoff], averaged: &Averaged) -> Vec<String> {
    let mut lines = vec![match (averaged.worlds.len(), averaged.exact) {
        (1, _) => "one world, exactly over all draws".to_owned(),
        (n, true) => format!("exactly over all draws and all {n} worlds"),
        (n, false) => format!("exactly over all draws, in {n} worlds drawn at random"),
    }];
    lines.extend(values.iter().zip(paid).map(|(value, paid)| {
        format!(
            "{} against {}: right {:.1} %; mean payoff varies from world to world by {:.4}",
            value.alice,
            value.bob,
            100.0 * paid.right,
            paid.sd_of_worlds()
        )
    }));
    lines
}

/// For each Alice the Bob who pays her least, and which Alice that leaves best off.
fn leaders(values: &[Value]) -> Vec<String> {
    let mut alices: Vec<&str> = values.iter().map(|value| value.alice.as_str()).collect();
    alices.dedup();
    // A hunter's row is a best response to each Bob in turn, not one Alice who leads.
    alices.retain(|alice| !alice.contains("hunter"));
    let mut best: Option<(&str, f64)> = None;
    let mut lines = Vec::new();
    for alice in alices {
        let own = values.iter().filter(|value| value.alice == alice);
        let Some(least) = own.min_by(|a, b| a.value.total_cmp(&b.value)) else { continue };
        lines.push(format!("{alice}: {} pays her least, {:.4}", least.bob, least.value));
        if best.is_none_or(|(_, value)| least.value > value) {
            best = Some((alice, least.value));
        }
    }
    if let Some((alice, value)) = best {
        lines.push(format!("the Alice who leads best is {alice}, with {value:.4}"));
    }
    lines
}

fn evidence_section(found: &super::Transformed) -> Section {
    let (pieces, right, correlation) = found.law;
    let law = |name: &str, law: &super::RhoLaw| {
        let [least, low, middle, high, nine, most] = law.quantiles;
        format!(
            "{name}: ρ from {least:.4} to {most:.4} (quartiles {low:.4}, {middle:.4}, {high:.4}; 9 \
             in 10 below {nine:.4}); below 1 in {:.1} % of {} worlds; root true in {:.1} %",
            100.0 * law.stable,
            law.worlds,
            100.0 * law.root
        )
    };
    let mut lines = vec![
        format!("{pieces} pieces of evidence a fact, each right with probability {right}"),
        format!("before, over the facts themselves: ρ = {:.4}", found.before),
        law("after, pieces independent", &found.independent),
    ];
    if let Some(correlated) = &found.correlated {
        let name = format!("after, pieces alike with probability {correlation}");
        lines.push(law(&name, correlated));
    }
    Section { title: "the stable transform (Def. 8.2)".into(), lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::game_tree::{Walk, cast};
    use crate::machine::Bits;
    use crate::machine::claims::{Case, ClaimTree, Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::{Setup, Stakes};

    fn debate(case: Case, ratio: f64) -> ProverEstimator {
        let stakes = Stakes::new(&case, 0.1, Some(ratio)).unwrap();
        ProverEstimator::new(Setup { case, stakes, words: "x".into() }).unwrap()
    }

    fn walked(debate: &ProverEstimator, alice: &str, bob: &str) -> f64 {
        let cast = cast(debate, [alice, bob, "honest"]).unwrap();
        Walk::new(&cast, 2_000_000).value(debate).unwrap()
    }

    fn solved(debate: &ProverEstimator, alice: &Prover, bob: &Estimator) -> f64 {
        let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
        let of = |truths: &Arc<Truths>| payoff(case, stakes, alice, bob, truths, 1_000_000);
        Averaged::over(debate).average(of).unwrap().value()
    }

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    fn cases() -> Vec<Case> {
        let of = |rule, width, depth| uniform("x", rule, width, depth).unwrap();
        let certain = |tree: &ClaimTree, leaves: &str| {
            Case::drawn(Worlds::certain(tree, leaves.parse::<Bits>().unwrap()).unwrap())
        };
        let all = of(Rule::ALL, 3, 1);
        let majority = of(Rule::MAJORITY, 3, 1);
        vec![
            certain(&of(Rule::ALL, 2, 0), "1"),
            certain(&majority, "110"),
            certain(&of(Rule::ANY, 2, 2), "0001"),
            Case::drawn(Worlds::one_false(&all)),
            Case::drawn(Worlds::one_false(&of(Rule::ALL, 2, 2)))
                .known_to(Knowledge::Everything, Knowledge::Nothing),
            Case::drawn(Worlds::independent(&majority, &[p(0.3), p(0.9), p(0.5)]).unwrap())
                .known_to(Knowledge::root(), Knowledge::root()),
        ]
    }

    #[test]
    fn the_solver_agrees_with_a_walk_through_the_rules() {
        let obfuscator = Prover::Obfuscator { towards: Arc::from([]) };
        let bobs = [
            ("calibrated", Estimator::Calibrated),
            ("informed", Estimator::Informed),
            ("independent:1", Estimator::Independent { false_parts: 1.0, root: None }),
            ("constant:0.7", Estimator::Constant(p(0.7))),
            ("shading:0.15", Estimator::Shading(p(0.15))),
        ];
        for (n, case) in cases().into_iter().enumerate() {
            let debate = debate(case, 3.0);
            for (alice, prover) in [("honest", &Prover::Honest), ("obfuscator", &obfuscator)] {
                for (bob, estimator) in &bobs {
                    let (a, b) = (walked(&debate, alice, bob), solved(&debate, prover, estimator));
                    assert!((a - b).abs() < 1e-9, "case {n}, {alice} against {bob}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn a_hunter_at_the_table_is_paid_what_the_solver_promises() {
        for (n, case) in cases().into_iter().enumerate() {
            let debate = debate(case, 3.0);
            let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
            let hunter = Hunter::new(case, stakes, &Estimator::Calibrated);
            let blind = hunter.blind().unwrap().0.mean;
            let found = walked(&debate, "blind-hunter", "calibrated");
            assert!((found - blind).abs() < 1e-9, "case {n}, blind: {found} {blind}");
            if *case.alice() == Knowledge::Everything {
                let of = |truths: &Arc<Truths>| {
                    hunter.knowing(truths).map(|(paid, right)| Payoff::in_world(paid, right))
                };
                let knowing = Averaged::over(&debate).average(of).unwrap().value();
                let found = walked(&debate, "hunter", "calibrated");
                assert!((found - knowing).abs() < 1e-9, "case {n}, knowing: {found} {knowing}");
            }
        }
    }

    #[test]
    fn a_hunter_learns_the_world_from_a_bob_who_shows_it() {
        // Bob knows which leaf is false and shades by 0.2: whoever listens knows it too.
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree))
            .known_to(Knowledge::root(), Knowledge::Everything);
        let debate = debate(case, 3.0);
        let bob = Estimator::Shading(p(0.2));
        let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
        let blind = Hunter::new(case, stakes, &bob).blind().unwrap().0.mean;
        let truths = Averaged::over(&debate).worlds[0].1.clone();
        let knowing = Hunter::new(case, stakes, &bob).knowing(&truths).unwrap().0.mean;
        assert!((blind - knowing).abs() < 1e-9, "{blind} {knowing}");
        let found = walked(&debate, "hunter-of-shading:0.2", "shading:0.2");
        assert!((found - blind).abs() < 1e-9, "{found} {blind}");
    }

    #[test]
    fn the_report_has_what_programs_look_for() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
        let stakes = Stakes::new(&case, 0.1, None).unwrap();
        assert!((stakes.ratio.get() - 28.777_777_777_8).abs() < 1e-9);
        let debate = ProverEstimator::new(Setup { case, stakes, words: "x".into() }).unwrap();
        let report = debate.report().unwrap();
        let json = report.to_json();
        assert!((json["stability"][0]["rho"].as_f64().unwrap() - 0.28).abs() < 1e-12);
        assert_eq!(json["stability"][0]["claim"], "root");
        assert!(json["values"][0]["sd"].is_number() && json["values"][0]["alice"] == "honest");
        let guarantee = report.bounds.iter().find(|bound| bound.name.contains("1 − ε")).unwrap();
        assert!(guarantee.holds && (guarantee.value - 0.9).abs() < 1e-9);
        // Whoever leads best is honest.
        let leaders = report.sections.iter().find(|s| s.title.contains("leader")).unwrap();
        assert!(leaders.lines.last().unwrap().contains("is honest"), "{leaders:?}");
    }
}
