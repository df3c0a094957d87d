//! What can be said of a prover-estimator debate from its start: exact payoffs of every built-in
//! pair, stability, the guarantee, what was learned, and who leads best.

use super::Drawings;
use super::averaged::Averaged;
use super::guarantee::{Guaranteed, guarantee, promised, ratio_from, stability};
use super::payoff::{At, from_round};
use super::payoff_table::{MOST_BRANCHES, Row, averages, columns, rows};
use super::soundness::sides;
use super::{Payoff, open_finding, payoff, transformed};
use crate::analysis::game_tree::{Walk, cast, if_exact};
use crate::analysis::{
    Analysed, Evaluation, Paid, Promise, Report, Section, Unsolved, Value, Worth, walked,
};
use crate::debate::SeatPlan;
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::{ProverEstimator, Sight};
use crate::rules::{Cost, Position, Seat};
use crate::strategy::estimator::Estimator;
use crate::strategy::prover::{Hunter, Prover, TooLarge};
use crate::strategy::prover_estimator::minds;
use crate::work::{Stopped, Token};
use rayon::prelude::*;
use serde_json::json;
use std::sync::Arc;

impl Analysed for ProverEstimator {
    fn worth() -> Worth {
        Worth::Payoff
    }

    fn most(&self) -> f64 {
        self.setup().stakes.ratio.most(self.depth())
    }

    /// The rules are walked to the start of the next round; the solver knows what follows.
    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        let Ok(cast) = cast(self, ["honest"; 3]) else { return Ok(None) };
        let leaf = |debate: &Self| at_a_round(debate, token);
        let honest = Walk::new(&cast, 50_000, token).with_leaf(&leaf).value(self);
        Ok(if_exact(honest)?.map(|honest| Evaluation { honest, best_alice: None, best_bob: None }))
    }

    /// By what is paid over all that can be drawn, where both players are known to the solver; else
    /// by a walk.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<f64> {
        self.exact_payoff(seats, token).or_else(|| walked(self, seats, token))
    }

    fn promise(&self, [alice, _, judge]: [&str; 3], _: &Token) -> Result<Option<Promise>, Stopped> {
        let honest = alice == "honest" && judge == "honest";
        Ok(if honest { promised(self) } else { None })
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        let tree = case.tree();
        let truth =
            case.actual().map(|leaves| tree.truth_of(ClaimId::ROOT, &mut |at| leaves.at(at)));
        let chance = case.worlds().chance(ClaimId::ROOT);
        report.truth = Some(truth.map_or(chance, |truth| f64::from(u8::from(truth))));
        report.costs = vec![Paid {
            seat: Seat::Judge.word(),
            cost: Cost::Oracle.key(),
            expected: 1.0,
            limit: self.ledger().of(Seat::Judge).limit(Cost::Oracle).map(|most| most as f64),
        }];
        let averaged = Averaged::over(self);
        let (bobs, unlearned) = columns(self, token)?;
        let pairs: Vec<(&str, Row, &(String, Estimator))> = rows()
            .into_iter()
            .flat_map(|(name, row)| bobs.iter().map(move |bob| (name, row.clone(), bob)))
            .collect();
        let branches = (MOST_BRANCHES / averaged.worlds.len().max(1)).max(20_000);
        token.report(0, pairs.len() as u64);
        let find = |(_, row, (_, bob)): &(&str, Row, &(String, Estimator))| {
            let found = match row {
                Row::Fixed(alice) => {
                    let within = (branches, &Drawings::default());
                    averaged
                        .average(|truths| payoff(case, stakes, alice, bob, truths, within, token))
                }
                Row::Hunter if *case.alice() == Knowledge::Everything => {
                    let hunter = Hunter::new(case, stakes, bob).within(branches).under(token);
                    averaged.average(|truths| {
                        let (paid, right) = hunter.knowing(truths)?;
                        Ok(Payoff::in_world(paid, right))
                    })
                }
                Row::Hunter | Row::BlindHunter => {
                    let hunter = Hunter::new(case, stakes, bob).within(MOST_BRANCHES).under(token);
                    let told = matches!(row, Row::Hunter);
                    let looked = if told { hunter.told() } else { hunter.blind() };
                    // Of one who looks ahead without knowing the world only the average is found.
                    let one = averaged.worlds.len() == 1;
                    looked.map(|(paid, right)| Payoff {
                        paid,
                        by_world: one.then(|| paid.mean * paid.mean),
                        right,
                    })
                }
            };
            token.advance(1);
            found
        };
        let found: Vec<Result<Payoff, TooLarge>> = pairs.par_iter().map(find).collect();
        let values = &mut report.values;
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
                Err(TooLarge::Stopped(_)) => {}
                Err(why) => missing.push(format!("{alice} against {bob}: {why}")),
            }
        }
        token.check()?;
        let values = &report.values;
        let (stability, stability_lines) = stability(self, token)?;
        let Guaranteed { bounds, lines: guarantee, unmet } = guarantee(self, token)?;
        report.bounds = bounds;
        let mut sides = sides(self, &averaged, &bobs, (values, &rights), branches, token)?;
        let leaders = match unmet {
            None => "leader and follower (Thm 6.2)",
            Some(why) => {
                sides.leaders.push(format!("Thm 6.2 promises nothing here: {why}"));
                "leader and follower"
            }
        };
        let sections = &mut report.sections;
        sections.extend([
            Section { title: "stability".into(), lines: stability_lines },
            Section { title: "the guarantee".into(), lines: guarantee },
            Section {
                title: "averages over worlds, as in the table above".into(),
                lines: averages(values, &rights, &averaged),
            },
            Section { title: "soundness beside completeness (Thm 6.1)".into(), lines: sides.both },
            Section { title: leaders.into(), lines: sides.leaders },
        ]);
        let finding = open_finding(case, stakes);
        if let Some(finding) = &finding {
            let title = "open finding: a wrong and ignorant Alice is paid".into();
            sections.push(Section { title, lines: finding.lines() });
        }
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
                        "{what}, {} outcomes: {} steps of at most {}; remaining advantage {:.4} \
                         over the tests, {:.4} over all tests in [−1, 1]",
                        round.outcomes, round.steps, round.bound, round.advantage, round.over_all
                    )
                }).collect(),
            });
        }
        if let Some(found) = transformed(case.worlds(), stakes.epsilon, 1000, token)? {
            sections.push(evidence_section(&found));
        }
        if !missing.is_empty() {
            sections.push(Section { title: "not computed".into(), lines: missing });
        }
        let more = &mut report.more;
        more.insert("stability".into(), json!(stability));
        more.insert("epsilon".into(), json!(stakes.epsilon.get()));
        more.insert("ratio".into(), json!(stakes.ratio.get()));
        more.insert("ratio_from".into(), json!(ratio_from(stakes.source)));
        more.insert("soundness".into(), sides.json);
        if let Some(finding) = &finding {
            more.insert("open_finding".into(), json!(finding));
        }
        let own = match case.actual() {
            Some(_) if case.worlds().only().is_none() => {
                "; those of the scenario's own world, where debates are played, stand apart"
            }
            _ => "",
        };
        more.insert("values_are".into(), json!(format!("{}{own}", averaged.words())));
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
        let here = self.in_this_world(&bobs, branches.max(200_000), token)?;
        if let Some(here) = &here {
            more.insert("this_world".into(), json!(here));
            let line = |value: &Value| {
                let sd = value.sd.unwrap_or_default();
                format!("{} against {}: {:.4} (sd {sd:.4})", value.alice, value.bob, value.value)
            };
            sections.push(Section {
                title: "values in the scenario's own world, where debates are played".into(),
                lines: here.iter().map(line).collect(),
            });
        }
        if let Some(learned) = &learned {
            let rounds = learned.rounds().iter().map(|round| {
                json!({
                    "depth": round.depth, "outcomes": round.outcomes, "steps": round.steps,
                    "bound": round.bound, "advantage": round.advantage,
                    "advantage_of_any_test": round.over_all
                })
            });
            more.insert("learned".into(), rounds.collect());
        }
        Ok(())
    }
}

/// What Alice is paid if both are honest from the start of this round on; none elsewhere.
fn at_a_round(debate: &ProverEstimator, token: &Token) -> Result<Option<f64>, Stopped> {
    let sight = Sight::new(debate, Seat::Bob, token);
    let rounds = sight.rounds();
    let Some(round) = rounds.last().filter(|round| round.said.is_none()) else { return Ok(None) };
    let bob = Estimator::Informed;
    let (Some(mind), Some(truths), Some(answer)) =
        (minds(&bob, sight, &rounds).into_iter().next(), sight.truths(), sight.answer())
    else {
        return Ok(None);
    };
    let at = At { claim: round.claim, round: rounds.len() - 1, stated: round.stated, mind };
    let setup = debate.setup();
    let given = (&setup.case, setup.stakes);
    match from_round(given, (&Prover::Honest, &bob), truths, answer, at, token) {
        Ok(onward) => Ok(Some(debate.paid() + onward)),
        Err(TooLarge::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

fn evidence_section(found: &super::Transformed) -> Section {
    let (pieces, right, correlation) = found.law;
    let law = |name: &str, law: &super::RhoLaw| {
        let [least, low, middle, high, nine, most] = law.quantiles;
        format!(
            "{name}: ρ from {least:.4} to {most:.4} (quartiles {low:.4}, {middle:.4}, {high:.4}; 9 \
             in 10 at most {nine:.4}); below 1 in {:.1} % of {} worlds; root true in {:.1} %",
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
    use crate::analysis::game_tree::honest_value;
    use crate::chance::Probability;
    use crate::machine::Bits;
    use crate::machine::claims::Truths;
    use crate::machine::claims::{Case, ClaimTree, Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::{ProverEstimatorInstance, Stakes, Stated};
    use crate::rules::{Rules, Turn};
    use crate::strategy::strategy;

    fn debate(case: Case, ratio: f64) -> ProverEstimator {
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        ProverEstimator::new(ProverEstimatorInstance { case, stakes, words: "x".into() }).unwrap()
    }

    fn walked(debate: &ProverEstimator, alice: &str, bob: &str) -> f64 {
        let cast = cast(debate, [alice, bob, "honest"]).unwrap();
        Walk::new(&cast, 2_000_000, &Token::default()).value(debate).unwrap()
    }

    fn solved(debate: &ProverEstimator, alice: &Prover, bob: &Estimator) -> f64 {
        let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
        let drawings = Drawings::default();
        let of = |truths: &Arc<Truths>| {
            payoff(case, stakes, alice, bob, truths, (1_000_000, &drawings), &Token::default())
        };
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
    fn the_evaluation_agrees_with_a_walk_at_every_move() {
        for case in cases() {
            let mut debate = debate(case, 3.0);
            let nature = crate::chance::Nature::new(4);
            for place in 0..200 {
                let (quick, slow) = (
                    debate.evaluate(&Token::default()).unwrap().unwrap().honest,
                    honest_value(&debate, &Token::default()).unwrap(),
                );
                assert!((quick - slow.unwrap()).abs() < 1e-9, "move {place}");
                let mv = match debate.turn() {
                    Turn::Over(_) => break,
                    Turn::Reveal { mv, .. } => mv,
                    Turn::Draw { law, .. } => {
                        crate::rules::Move::Falls(nature.draw(&law, place, 0))
                    }
                    Turn::Ask(seat) => {
                        let name = if seat == Seat::Bob { "random" } else { "honest" };
                        let player = strategy(&debate, seat, name, &Default::default()).unwrap();
                        let choice = player.choose(Sight::new(&debate, seat, &Token::default()));
                        choice.draw(&mut nature.rng(place, 1)).unwrap()
                    }
                };
                debate.play(&mv).unwrap();
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
    fn payoffs_in_the_scenarios_own_world_are_those_of_its_debates() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let law = Worlds::independent(&tree, &[p(0.6); 3]).unwrap();
        let debate = debate(Case::drawn(law).in_world("110".parse().unwrap()), 3.0);
        let token = Token::default();
        let (bobs, _) = columns(&debate, &token).unwrap();
        let found = debate.in_this_world(&bobs, 100_000, &token).unwrap().unwrap();
        for value in found.iter().filter(|value| value.alice == "honest") {
            let walked = walked(&debate, "honest", &value.bob);
            assert!((value.value - walked).abs() < 1e-9, "{value:?} {walked}");
        }
        assert!(found.len() > 10);
    }

    #[test]
    fn the_report_has_what_programs_look_for() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
        let stakes = Stakes::new(&case, 0.1, Stated::Nothing).unwrap();
        assert!((stakes.ratio.get() - 28.777_777_777_8).abs() < 1e-9);
        let debate =
            ProverEstimator::new(ProverEstimatorInstance { case, stakes, words: "x".into() })
                .unwrap();
        let report = debate.reported(&Token::default()).unwrap();
        let json = report.to_json();
        assert!((json["stability"][0]["rho"].as_f64().unwrap() - 0.28).abs() < 1e-12);
        assert_eq!(json["stability"][0]["claim"], "root");
        assert!(json["values"][0]["sd"].is_number() && json["values"][0]["alice"] == "honest");
        let guarantee = report.bounds.iter().find(|bound| bound.name.contains("1 − ε")).unwrap();
        assert!(guarantee.holds() && (guarantee.value - 0.9).abs() < 1e-9);
        // Nobody is paid more by the Bob who answers them best than an honest Alice.
        let leaders = report.sections.iter().find(|s| s.title.contains("leader")).unwrap();
        assert!(leaders.lines.last().unwrap().contains(" honest is paid most"), "{leaders:?}");
    }
}
