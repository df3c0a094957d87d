//! Everything exact that can be said about a stochastic debate, for `elenchus solve`.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::amplify::{Amplified, amplify};
use crate::analysis::{Bound, Paid, Report, Section, Standing, Value};
use crate::machine::Step;
use crate::machine::plan::lipschitz;
use crate::protocol::stochastic::ConstantSet;
use crate::rules::{Cost, Seat};
use crate::strategy::stochastic::values::{Players, Solved, Solver, SolverError};
use crate::strategy::stochastic::{Alice, Bob, DEFAULT_LEVEL};

/// What the theorem promises for this plan, K and T.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guarantee {
    /// Whether every hypothesis holds.
    pub holds: bool,
    /// The promise in words, or why there is none.
    pub words: String,
}

/// Past so many situations only the pairs that matter most are reported.
const WIDE: usize = 1_000_000;

/// The players whose values are reported, besides the scenario's own.
fn built_in(solver: &Solver) -> (Vec<Alice>, Vec<Bob>) {
    let plan = solver.unrolled().plan();
    let last_ask = plan.asks().last().unwrap_or(plan.output());
    if solver.unrolled().situations() > WIDE {
        let alices = vec![Alice::Honest, Alice::Shift(0.02), Alice::Optimal, Alice::BestResponse];
        return (alices, vec![Bob::Honest, Bob::Never, Bob::Optimal, Bob::BestResponse]);
    }
    let alices = vec![
        Alice::Honest,
        Alice::Exact,
        Alice::Shift(0.02),
        Alice::Drift(0.1),
        Alice::LateLie(last_ask),
        Alice::Optimal,
        Alice::BestResponse,
    ];
    let bobs = vec![
        Bob::Honest,
        Bob::Never,
        Bob::AbortAt(Step::new(1)),
        Bob::WhenLosing(DEFAULT_LEVEL),
        Bob::Lazy(0.1),
        Bob::Optimal,
        Bob::BestResponse,
    ];
    (alices, bobs)
}

/// Analyses a debate: every built-in pair, and the players in `more`.
///
/// # Errors
/// If even the honest pair is out of reach.
pub fn report(solver: &Solver, more: &[Players]) -> Result<Report, SolverError> {
    let (mut alices, mut bobs) = built_in(solver);
    for players in more {
        if !alices.contains(&players.alice) {
            alices.push(players.alice);
        }
        if !bobs.contains(&players.bob) {
            bobs.push(players.bob);
        }
    }
    let honest = solver.solve(Players::HONEST)?;
    let pairs: Vec<Players> = alices
        .iter()
        .flat_map(|&alice| bobs.iter().map(move |&bob| Players { alice, bob }))
        .collect();
    let solved: Vec<Result<Solved, SolverError>> =
        pairs.par_iter().map(|&players| solver.solve(players)).collect();
    let mut values = Vec::new();
    let mut left_out = Vec::new();
    for (players, solved) in pairs.iter().zip(&solved) {
        let (alice, bob) = (players.alice.to_string(), players.bob.to_string());
        match solved {
            Ok(solved) => values.push(Value { alice, bob, value: solved.value, sd: None }),
            Err(error) => left_out.push(format!("{alice} v {bob}: {error}")),
        }
    }
    let find = |alice: Alice, bob: Bob| {
        let at = pairs.iter().position(|p| *p == Players { alice, bob })?;
        solved[at].ok().map(|s| s.value)
    };
    let k = lipschitz(solver.unrolled());
    let constants = solver.constants();
    let stated = constants.k.get();
    let bounds = bounds(solver, &honest, k.worst, find);
    let guarantee = guarantee(constants.set.is_proved(), honest.truth, stated, k.worst);
    let amplified: Vec<Amplified> =
        [3, 9, 27].into_iter().map(|n| amplify(&honest, n)).collect::<Result<_, _>>()?;
    let mut sections = vec![
        Section { title: "guarantee".into(), lines: vec![guarantee.words.clone()] },
        Section {
            title: "Lipschitz constants".into(),
            lines: vec![
                format!("{:.6} as ε goes to 0", k.local),
                format!("{:.6} at worst, for ε = {:.4}", k.worst, k.at),
                format!("{stated} stated as K"),
            ],
        },
        Section {
            title: "repeated, by majority of the outcomes (both honest)".into(),
            lines: amplified
                .iter()
                .map(|a| {
                    format!(
                        "{} debates: Alice wins {:.6}; queries {:.0} / {:.0} / {:.0}",
                        a.repetitions, a.value, a.alice_queries, a.bob_queries, a.judge_queries
                    )
                })
                .collect(),
        },
    ];
    if !left_out.is_empty() {
        sections.push(Section { title: "left out".into(), lines: left_out.clone() });
    }
    let mut more = serde_json::Map::new();
    more.insert(
        "lipschitz".into(),
        json!({ "local": k.local, "worst": k.worst, "worst_at": k.at, "stated": stated }),
    );
    more.insert("guarantee".into(), json!(guarantee));
    more.insert("amplified".into(), json!(amplified));
    more.insert("left_out".into(), json!(left_out));
    Ok(Report {
        truth: Some(honest.truth),
        values,
        bounds,
        costs: costs(solver, &honest),
        sections,
        more,
    })
}

/// The most oracle queries of Alice, Bob and the judge: what the Lean cost file allows, where its
/// constants are used; else what honest players make when nobody aborts.
fn limits(solver: &Solver) -> [f64; 3] {
    let constants = solver.constants();
    if constants.set == ConstantSet::Lean {
        return [
            constants.lean_alice_bound(),
            constants.lean_bob_bound(),
            constants.lean_judge_bound(),
        ];
    }
    most(solver)
}

/// What honest players draw over a whole debate.
fn most(solver: &Solver) -> [f64; 3] {
    let constants = solver.constants();
    let asks = solver.unrolled().plan().asks().count() as f64;
    [asks * constants.alice as f64, asks * constants.bob.count as f64, constants.judge.count as f64]
}

/// Expected oracle queries when both are honest.
fn costs(solver: &Solver, honest: &Solved) -> Vec<Paid> {
    let expected = [honest.alice_queries, honest.bob_queries, honest.judge_queries];
    let all = Seat::ALL.into_iter().zip(expected).zip(limits(solver));
    all.map(|((seat, expected), limit)| Paid {
        seat: seat.word(),
        cost: Cost::Oracle.key(),
        expected,
        limit: Some(limit),
    })
    .collect()
}

fn bounds(
    solver: &Solver,
    honest: &Solved,
    worst: f64,
    find: impl Fn(Alice, Bob) -> Option<f64>,
) -> Vec<Bound> {
    let constants = solver.constants();
    let mut bounds =
        vec![at_most("largest Δ(ε)/ε is at most K (Def. 6.1)", constants.k.get(), worst)];
    if constants.set == ConstantSet::Lean {
        let all = Seat::ALL.into_iter().zip(most(solver)).zip(limits(solver));
        bounds.extend(all.map(|((seat, most), limit)| {
            at_most(&format!("{}'s oracle queries (Lean Cost)", seat.name()), limit, most)
        }));
    }
    if honest.truth >= 2.0 / 3.0
        && let Some(value) = find(Alice::Honest, Bob::BestResponse)
    {
        bounds.push(Bound {
            name: "completeness: honest Alice wins at least 3/5 against every Bob (Thm 6.2)".into(),
            limit: 0.6,
            value,
            standing: Standing::tested(value >= 0.6),
        });
    }
    if honest.truth <= 1.0 / 3.0
        && let Some(value) = find(Alice::BestResponse, Bob::Honest)
    {
        let name = "soundness: every Alice wins at most 2/5 against honest Bob (Thm 6.2)";
        bounds.push(at_most(name, 0.4, value));
    }
    bounds
}

fn at_most(name: &str, limit: f64, value: f64) -> Bound {
    Bound {
        name: name.to_owned(),
        limit,
        value,
        standing: Standing::tested(value <= limit * (1.0 + 1e-12)),
    }
}

/// Whether Thm 6.2 speaks of this plan with this K, and what it says.
fn guarantee(proved: bool, truth: f64, stated: f64, worst: f64) -> Guarantee {
    let no = |words: String| Guarantee { holds: false, words };
    if !proved {
        return no("these constants are not the theorem's: it promises nothing".to_owned());
    }
    if worst > stated * (1.0 + 1e-9) {
        return no(format!("K = {stated} is too small: {worst:.2} measured"));
    }
    if truth >= 2.0 / 3.0 {
        let words = "the claim is right: honest Alice wins at least 3 in 5 against every Bob";
        Guarantee { holds: true, words: words.to_owned() }
    } else if truth <= 1.0 / 3.0 {
        let words = "the claim is wrong: every Alice wins at most 2 in 5 against honest Bob";
        Guarantee { holds: true, words: words.to_owned() }
    } else {
        no(format!("the output is 1 with probability {truth:.3}, between 1/3 and 2/3: no promise"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::strategy::stochastic::values::testing::{forked, lean, votes};

    #[test]
    fn an_understated_k_fails_the_hypothesis_and_says_by_how_much() {
        let report = report(&Solver::new(&forked(), lean(1.0, 4)).unwrap(), &[]).unwrap();
        let json = report.to_json();
        assert_eq!(json["guarantee"]["holds"], false);
        let words = json["guarantee"]["words"].as_str().unwrap();
        assert!(words.starts_with("K = 1 is too small: 2."), "{words}");
        assert!(!report.bounds[0].holds());
    }

    #[test]
    fn with_a_true_k_every_bound_holds() {
        for (yes, right) in [(0.9, true), (0.1, false)] {
            let solver = Solver::new(&votes(3, yes, Op::Majority), lean(2.0, 4)).unwrap();
            let report = report(&solver, &[]).unwrap();
            assert_eq!(report.more["guarantee"]["holds"], true, "{:?}", report.sections);
            assert!(report.bounds.iter().all(|bound| bound.holds()), "{:?}", report.bounds);
            assert_eq!(report.bounds.len(), 5);
            assert_eq!(report.truth.unwrap() > 0.5, right);
            assert_eq!(report.more["left_out"], serde_json::json!([]));
        }
    }

    #[test]
    fn the_json_has_the_agreed_names() {
        let solver = Solver::new(&votes(3, 0.75, Op::Majority), lean(1.5, 4)).unwrap();
        let json = report(&solver, &[]).unwrap().to_json();
        assert!((json["truth"].as_f64().unwrap() - 0.84375).abs() < 1e-12);
        let honest = json["values"]
            .as_array()
            .unwrap()
            .iter()
            .find(|v| v["alice"] == "honest" && v["bob"] == "honest")
            .unwrap();
        assert!((honest["value"].as_f64().unwrap() - 0.84375).abs() < 1e-6);
        assert!(json["lipschitz"]["local"].is_number() && json["lipschitz"]["worst"].is_number());
        for field in ["name", "limit", "value", "holds"] {
            assert!(!json["bounds"][0][field].is_null());
        }
        assert!(json["costs"]["judge"]["oracle_queries"]["expected"].is_number());
    }
}
