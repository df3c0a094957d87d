//! Everything exact that can be said about a stochastic debate, for `elenchus solve`.

use rayon::prelude::*;
use serde::Serialize;

use super::amplify::{Amplified, amplify};
use super::lipschitz::lipschitz;
use crate::machine::Step;
use crate::strategy::stochastic::values::{Players, Solved, Solver, SolverError};
use crate::strategy::stochastic::{Alice, Bob};

/// The exact analysis of one debate.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// P[output = 1].
    pub truth: f64,
    /// P[Alice wins] for each pair of players.
    pub values: Vec<Value>,
    /// How much the output moves when answers move.
    pub lipschitz: LipschitzReport,
    /// Every bound that the theorem and the Lean cost file give, with this debate's numbers.
    pub bounds: Vec<Bound>,
    /// Expected oracle queries, both being honest.
    pub costs: Costs,
    /// What Thm 6.2 promises here, and whether it may.
    pub guarantee: Guarantee,
    /// Independent repetitions and a majority of their outcomes, both being honest.
    pub amplified: Vec<Amplified>,
    /// What was not computed, and why.
    pub left_out: Vec<String>,
}

/// The value of one pair.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Alice's strategy.
    pub alice: String,
    /// Bob's strategy.
    pub bob: String,
    /// P[Alice wins].
    pub value: f64,
}

/// The Lipschitz constants; see [`super::Lipschitz`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LipschitzReport {
    /// Δ(ε)/ε as ε goes to 0.
    pub local: f64,
    /// The largest Δ(ε)/ε over (0, 1].
    pub worst: f64,
    /// Where that is; 0 for the limit.
    pub worst_at: f64,
    /// The K that the scenario states.
    pub stated: f64,
}

/// A bound with this debate's numbers in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// What it bounds, and whose it is.
    pub name: String,
    /// The bound.
    pub limit: f64,
    /// This debate's number.
    pub value: f64,
    /// Whether the number keeps the bound.
    pub holds: bool,
}

/// One party's expected oracle queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Expected queries when both are honest.
    pub expected: f64,
    /// The most an honest party makes.
    pub most: f64,
}

/// Everybody's costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// Alice.
    pub alice: Cost,
    /// Bob.
    pub bob: Cost,
    /// The judge.
    pub judge: Cost,
}

/// What the theorem promises for this plan, K and T.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guarantee {
    /// Whether every hypothesis holds.
    pub holds: bool,
    /// The promise in words, or why there is none.
    pub words: String,
}

/// The players whose values are reported, besides the scenario's own.
fn built_in(solver: &Solver) -> (Vec<Alice>, Vec<Bob>) {
    let plan = solver.unrolled().plan();
    let last_ask = plan.asks().last().unwrap_or(plan.output());
    let alices = vec![
        Alice::Honest,
        Alice::Exact,
        Alice::Shift(0.02),
        Alice::Drift(0.1),
        Alice::LateLie(last_ask),
        Alice::Optimal,
    ];
    let bobs = vec![
        Bob::Honest,
        Bob::Never,
        Bob::AbortAt(Step::new(1)),
        Bob::WhenLosing(crate::strategy::stochastic::DEFAULT_LEVEL),
        Bob::Lazy(0.1),
        Bob::Optimal,
    ];
    (alices, bobs)
}

/// Analyses a debate: every built-in pair, and the players in `more`.
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
            Ok(solved) => values.push(Value { alice, bob, value: solved.value }),
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
    let asks = solver.unrolled().plan().asks().count() as f64;
    let costs = Costs {
        alice: Cost { expected: honest.alice_queries, most: asks * constants.alice as f64 },
        bob: Cost { expected: honest.bob_queries, most: asks * constants.bob.count as f64 },
        judge: Cost { expected: honest.judge_queries, most: constants.judge.count as f64 },
    };
    let mut bounds = vec![
        at_most("Lipschitz constant: largest Δ(ε)/ε ≤ K", stated, k.worst),
        at_most(
            "Alice's queries (Lean cost bound)",
            constants.lean_alice_bound(),
            costs.alice.most,
        ),
        at_most("Bob's queries (Lean cost bound)", constants.lean_bob_bound(), costs.bob.most),
        at_most(
            "judge's queries (Lean cost bound)",
            constants.lean_judge_bound(),
            costs.judge.most,
        ),
    ];
    if honest.truth >= 2.0 / 3.0
        && let Some(value) = find(Alice::Honest, Bob::Optimal)
    {
        bounds.push(Bound {
            name: "completeness (Thm 6.2): honest Alice wins at least 3/5 against every Bob".into(),
            limit: 0.6,
            value,
            holds: value >= 0.6,
        });
    }
    if honest.truth <= 1.0 / 3.0
        && let Some(value) = find(Alice::Optimal, Bob::Honest)
    {
        bounds.push(at_most(
            "soundness (Thm 6.2): every Alice wins at most 2/5 against honest Bob",
            0.4,
            value,
        ));
    }
    let guarantee = guarantee(constants.set.is_proved(), honest.truth, stated, k.worst);
    let amplified =
        [3, 9, 27].into_iter().map(|n| amplify(&honest, n)).collect::<Result<_, _>>()?;
    Ok(Report {
        truth: honest.truth,
        values,
        lipschitz: LipschitzReport { local: k.local, worst: k.worst, worst_at: k.at, stated },
        bounds,
        costs,
        guarantee,
        amplified,
        left_out,
    })
}

fn at_most(name: &str, limit: f64, value: f64) -> Bound {
    Bound { name: name.to_owned(), limit, value, holds: value <= limit * (1.0 + 1e-12) }
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
        assert!(!report.guarantee.holds);
        assert!(report.guarantee.words.starts_with("K = 1 is too small: 2."), "{report:?}");
        assert!(!report.bounds[0].holds);
    }

    #[test]
    fn with_a_true_k_every_bound_holds() {
        for (yes, right) in [(0.9, true), (0.1, false)] {
            let solver = Solver::new(&votes(3, yes, Op::Majority), lean(2.0, 4)).unwrap();
            let report = report(&solver, &[]).unwrap();
            assert!(report.guarantee.holds, "{}", report.guarantee.words);
            assert!(report.bounds.iter().all(|bound| bound.holds), "{:?}", report.bounds);
            assert_eq!(report.bounds.len(), 5);
            assert_eq!(report.truth > 0.5, right);
            assert!(report.left_out.is_empty(), "{:?}", report.left_out);
        }
    }

    #[test]
    fn the_json_has_the_agreed_names() {
        let solver = Solver::new(&votes(3, 0.75, Op::Majority), lean(1.5, 4)).unwrap();
        let json = serde_json::to_value(report(&solver, &[]).unwrap()).unwrap();
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
        assert!(json["costs"]["judge"]["expected"].is_number());
    }
}
