//! What a stochastic debate costs at most (2024 paper, Def. 4.1 and Thm 6.2; `Cost.lean`).

use serde::Serialize;

use crate::analysis::{Bound, Fact, Standing};
use crate::fact;
use crate::machine::Plan;
use crate::machine::location_bits;
use crate::protocol::stochastic::{ConstantSet, Constants, Departures};
use crate::rules::Seat;
use crate::text::number::count;

/// What makes a debate doubly efficient (Def. 4.1): how long the slower honest prover works, how
/// long the judge does, and how often the judge asks the oracle. Steps of the machine, questions
/// and bits read count one each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Triple {
    /// The slower honest prover's questions and machine steps.
    pub prover_time: u64,
    /// The judge's questions and bits read, of the transcript, the inputs and the location.
    pub verifier_time: u64,
    /// The judge's questions.
    pub queries: u64,
}

/// The most bits that a step reads.
fn most_read(plan: &Plan) -> u64 {
    plan.steps().map(|step| plan.relevant(step).len()).max().unwrap_or_default() as u64
}

/// The triple of Def. 4.1.
pub fn triple(plan: &Plan, constants: &Constants) -> Triple {
    let (asks, all) = (plan.asks().count() as u64, plan.len() as u64);
    let draws = constants.alice.max(constants.bob.count);
    let queries = constants.judge.count;
    Triple {
        prover_time: asks.saturating_mul(draws).saturating_add(all),
        verifier_time: queries + location_bits(all as usize) + most_read(plan),
        queries,
    }
}

impl Triple {
    /// What was found.
    pub fn facts(&self) -> Vec<Fact> {
        let Self { prover_time, verifier_time, queries } = *self;
        vec![
            fact!("prover-time": "an honest prover's time: {time} questions and steps",
                time = prover_time => count(prover_time)),
            fact!("judge-time": "the judge's time: {time} questions and bits at most",
                time = verifier_time => count(verifier_time)),
            fact!("judge-asks": "the judge's questions: {queries} at most",
                queries = queries => count(queries)),
        ]
    }
}

/// What honest players draw over a debate with so many rounds that ask.
fn drawn(rounds: u64, constants: &Constants) -> [f64; 3] {
    let rounds = rounds as f64;
    [
        rounds * constants.alice as f64,
        rounds * constants.bob.count as f64,
        constants.judge.count as f64,
    ]
}

/// The most oracle queries of Alice, Bob and the judge: what `Cost.lean` allows, where its
/// constants are used; else samples in every one of T rounds, and on one number.
pub fn query_limits(constants: &Constants) -> [f64; 3] {
    match constants.set {
        ConstantSet::Lean => constants.lean_bounds(),
        _ => drawn(constants.steps, constants),
    }
}

/// The costs of Thm 6.2 beside their bounds, whatever the constants.
pub fn cost_bounds(plan: &Plan, constants: &Constants, departures: Departures) -> Vec<Bound> {
    let at_most = |name: String, limit: f64, value: f64| Bound {
        name,
        limit,
        value,
        standing: match departures.without_theorem() {
            Some(why) => Standing::DoesNotApply(why.into()),
            None => Standing::tested(value <= limit * (1.0 + 1e-12)),
        },
    };
    let source = match constants.set {
        ConstantSet::Lean => "Lean Cost",
        _ => "Thm 6.2",
    };
    let all = plan.len();
    let asks = plan.asks().count() as u64;
    let (limits, queries) = (query_limits(constants), drawn(asks, constants));
    let mut bounds: Vec<Bound> = Seat::ALL
        .into_iter()
        .zip(limits.into_iter().zip(queries))
        .map(|(seat, (limit, most))| {
            at_most(format!("{}'s oracle queries ({source})", seat.name()), limit, most)
        })
        .collect();
    let read = most_read(plan) as f64;
    let location = (all as f64).log2().ceil();
    bounds.push(at_most(
        "the judge's location bits (Thm 6.2: log T)".into(),
        location,
        location_bits(all) as f64,
    ));
    bounds.push(at_most(
        "the judge's transcript and input bits (Thm 6.2: l log T for l read)".into(),
        // With one step there is nothing to locate, and what it reads is read all the same.
        (read * location.max(1.0)).max(1.0),
        read.max(1.0),
    ));
    bounds.push(at_most(
        format!("a prover's time: questions and T steps of log T each ({source})"),
        limits[0].max(limits[1]) + all as f64 * location.max(1.0),
        triple(plan, constants).prover_time as f64,
    ));
    bounds
}
