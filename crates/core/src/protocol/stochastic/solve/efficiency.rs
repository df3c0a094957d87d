//! Upper bounds on the costs of a stochastic debate (2024 paper, Def. 4.1 and Thm 6.2; `Cost.lean`).

use serde::Serialize;

use crate::analysis::{Bound, BoundStatus, Section};
use crate::fact;
use crate::machine::{Plan, location_bits};
use crate::protocol::stochastic::{ConstantSet, Constants, ProtocolVariant};
use crate::rules::Seat;
use crate::text::Limit;
use crate::text::number::count;

/// The three costs of a doubly efficient debate (Def. 4.1). A step of the machine, a question to
/// the oracle and a bit that is read each cost 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EfficiencyTriple {
    /// The number of questions and machine steps of the slower honest prover.
    pub prover_time: u64,
    /// The number of the judge's questions, plus the number of bits that the judge reads of the
    /// transcript, the inputs and the location.
    pub verifier_time: u64,
    /// The number of the judge's questions.
    pub queries: u64,
}

fn most_read(plan: &Plan) -> u64 {
    plan.steps().map(|step| plan.relevant(step).len()).max().unwrap_or_default() as u64
}

impl EfficiencyTriple {
    /// The costs of a plan with these constants.
    pub fn new(plan: &Plan, constants: &Constants) -> Self {
        let (asks, all) = (plan.asks().count() as u64, plan.len() as u64);
        let draws = constants.alice.max(constants.bob.count);
        let queries = constants.judge.count;
        Self {
            prover_time: asks.saturating_mul(draws).saturating_add(all),
            verifier_time: queries + location_bits(plan.len()) + most_read(plan),
            queries,
        }
    }

    /// The three costs as a section of the report.
    pub fn section(&self) -> Section {
        let Self { prover_time, verifier_time, queries } = *self;
        let facts = vec![
            fact!("prover-time": "an honest prover's time: {time} questions and steps",
                time = prover_time => count(prover_time)),
            fact!("judge-time": "the judge's time: at most {time} questions and bits",
                time = verifier_time => count(verifier_time)),
            fact!("judge-asks": "the judge's questions: at most {queries}",
                queries = queries => count(queries)),
        ];
        Section::new("the whole debate (Def. 4.1)", facts)
    }
}

/// The number of samples that honest Alice, honest Bob and the judge draw, if this many rounds ask
/// a question.
fn drawn(rounds: u64, constants: &Constants) -> [f64; 3] {
    let [alice, bob] = [constants.alice, constants.bob.count].map(|n| rounds as f64 * n as f64);
    [alice, bob, constants.judge.count as f64]
}

/// Upper bounds on the number of oracle queries of Alice, Bob and the judge. For the Lean
/// constants, these are the limits of `Cost.lean`. For other constants, each prover draws in all T
/// rounds, and the judge draws once.
pub fn query_limits(constants: &Constants) -> [f64; 3] {
    match constants.set {
        ConstantSet::Lean => constants.lean_bounds(),
        _ => drawn(constants.steps, constants),
    }
}

/// The costs of a debate, each with its bound from Thm 6.2. This works for any constants.
pub fn cost_bounds(plan: &Plan, constants: &Constants, departures: ProtocolVariant) -> Vec<Bound> {
    let at_most = |name: String, limit: f64, value: f64| Bound {
        name,
        limit: Limit::at_most(limit),
        value,
        standing: match departures.without_theorem() {
            Some(why) => BoundStatus::DoesNotApply(why.into()),
            None => BoundStatus::tested(value <= limit * (1.0 + 1e-12)),
        },
    };
    // The Lean theorem bounds only the queries. No theorem is about constants outside these two
    // sets.
    let (source, of_time) = match constants.set {
        ConstantSet::Lean => ("Lean Cost", "Thm 6.2"),
        ConstantSet::Paper => ("Thm 6.2", "Thm 6.2"),
        _ => ("by the rules", "by the rules"),
    };
    let (all, read) = (plan.len(), most_read(plan) as f64);
    let (limits, queries) = (query_limits(constants), drawn(plan.asks().count() as u64, constants));
    let of_seat = |(seat, (limit, most)): (Seat, (f64, f64))| {
        at_most(format!("{}'s oracle queries ({source})", seat.name()), limit, most)
    };
    let mut bounds: Vec<Bound> =
        Seat::ALL.into_iter().zip(limits.into_iter().zip(queries)).map(of_seat).collect();
    let location = (all as f64).log2().ceil();
    bounds.push(at_most(
        "the judge's location bits (Thm 6.2: log T)".into(),
        location,
        location_bits(all) as f64,
    ));
    bounds.push(at_most(
        "the judge's transcript and input bits (Thm 6.2: l log T if the judge reads l bits)".into(),
        // A plan of one step needs no location, but the judge still reads bits.
        (read * location.max(1.0)).max(1.0),
        read.max(1.0),
    ));
    bounds.push(at_most(
        format!("a prover's time: questions and T steps of log T each ({of_time})"),
        limits[0].max(limits[1]) + all as f64 * location.max(1.0),
        EfficiencyTriple::new(plan, constants).prover_time as f64,
    ));
    bounds
}
