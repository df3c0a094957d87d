//! The plans and debates of the unit tests.

use super::{Solver, StrategyProfile};
use crate::chance::Probability;
use crate::machine::plan::families;
pub use crate::machine::testing::forked;
use crate::machine::{Op, Plan};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::{
    Coin, ConstantSet, Constants, ExplicitConstants, LipschitzBound, StochasticInstance,
};

pub fn p(x: f64) -> Probability {
    Probability::new(x).unwrap()
}

pub fn lean(k: f64, steps: usize) -> Constants {
    Constants::new(ConstantSet::Lean, LipschitzBound::new(k).unwrap(), steps as u64).unwrap()
}

pub fn votes(n: usize, yes: f64, gate: Op) -> Plan {
    families::votes("Is it so?", n, p(yes), gate).unwrap()
}

/// A debate over a plan with the Lean constants for this K.
pub fn debate(plan: Plan, k: f64) -> Stochastic {
    let constants = lean(k, plan.len());
    with(plan, constants, Coin::Nature)
}

/// A debate with explicit constants, small enough for a walk of the game tree. The arrays hold the
/// sample counts of Alice, Bob and the judge, and the tolerances of Bob and the judge.
pub fn small(
    plan: Plan,
    [alice, bob, judge]: [u64; 3],
    [bob_tolerance, judge_tolerance]: [f64; 2],
    coin: Coin,
) -> Stochastic {
    let explicit = ExplicitConstants { alice, bob, bob_tolerance, judge, judge_tolerance };
    let (k, steps) = (LipschitzBound::new(1.0).unwrap(), plan.len() as u64);
    let constants = Constants::new(ConstantSet::Explicit(explicit), k, steps).unwrap();
    with(plan, constants, coin)
}

fn with(plan: Plan, constants: Constants, coin: Coin) -> Stochastic {
    let (departures, oracles) = (Default::default(), Default::default());
    Stochastic::new(StochasticInstance { plan, constants, coin, departures, oracles })
}

/// The players with these written names.
pub fn players(solver: &Solver, written: [&str; 2]) -> StrategyProfile {
    let debate = debate(solver.unrolled().plan().clone(), 1.0);
    StrategyProfile::written(&debate, written).unwrap()
}
