//! Upper bounds on the costs of a stochastic debate (2024 paper, Def. 4.1 and Thm 6.2; `Cost.lean`).

use serde::Serialize;

use crate::analysis::{Bound, BoundStatus, Section};
use crate::fact;
use crate::machine::{Plan, location_bits};
use crate::protocol::stochastic::{ConstantSet, Constants, ProtocolVariant};
use crate::rules::Seat;
use crate::text::number::count;

/// The three costs of a doubly efficient debate (Def. 4.1). A step of the machine, a question and a
/// bit that is read count one each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EfficiencyTriple {
    /// The questions and machine steps of the slower honest prover.
    pub prover_time: u64,
    /// The judge's questions, and the bits that it reads of the transcript, the inputs and the
    /// location.
    pub verifier_time: u64,
    /// The judge's questions.
    pub queries: u64,
}

/// The largest number of bits that a step reads.
fn most_read(plan: &Plan) -> u64 {
    plan.steps().map(|step| plan.relevant(step).len()).max().unwrap_or_default() as u64
}

impl EfficiencyTriple {
    /// The costs of a plan with these constants.
    pub fn of(plan: &Plan, constants: &Constants) -> Self {
        let (asks, all) = (plan.asks().count() as u64, plan.len() as u64);
        let draws = constants.alice.max(constants.bob.count);
        let queries = constants.judge.count;
        Self {
            prover_time: asks.saturating_mul(draws).saturating_add(all),
            verifier_time: queries + location_bits(plan.len()) + most_read(plan),
            queries,
        }
    }

    /// The costs, for the report.
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

/// The samples of honest players in a debate with this many rounds that ask.
fn drawn(rounds: u64, constants: &Constants) -> [f64; 3] {
    let [alice, bob] = [constants.alice, constants.bob.count].map(|n| rounds as f64 * n as f64);
    [alice, bob, constants.judge.count as f64]
}

/// The largest number of oracle queries of Alice, Bob and the judge. For the Lean constants these
/// are the limits of `Cost.lean`. For others, the provers draw in each of T rounds and the judge on
/// one number.
pub fn query_limits(constants: &Constants) -> [f64; 3] {
    match constants.set {
        ConstantSet::Lean => constants.lean_bounds(),
        _ => drawn(constants.steps, constants),
    }
}

/// The costs beside the bounds of Thm 6.2, for any constants.
pub fn cost_bounds(plan: &Plan, constants: &Constants, departures: ProtocolVariant) -> Vec<Bound> {
    let at_most = |name: String, limit: f64, value: f64| Bound {
        name,
        limit,
        value,
        standing: match departures.without_theorem() {
            Some(why) => BoundStatus::DoesNotApply(why.into()),
            None => BoundStatus::tested(value <= limit * (1.0 + 1e-12)),
        },
    };
    let source = match constants.set {
        ConstantSet::Lean => "Lean Cost",
        _ => "Thm 6.2",
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
        "the judge's transcript and input bits (Thm 6.2: l log T for l read)".into(),
        // A plan of one step has no location, but the judge still reads its bits.
        (read * location.max(1.0)).max(1.0),
        read.max(1.0),
    ));
    bounds.push(at_most(
        format!("a prover's time: questions and T steps of log T each ({source})"),
        limits[0].max(limits[1]) + all as f64 * location.max(1.0),
        EfficiencyTriple::of(plan, constants).prover_time as f64,
    ));
    bounds
}
