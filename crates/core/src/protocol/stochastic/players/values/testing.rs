//! The plans of the check values.

use super::{Players, Solver};
use crate::chance::Probability;
use crate::machine::plan::families;
pub use crate::machine::testing::forked;
use crate::machine::{Op, Plan};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::{Alice, Bob};
use crate::protocol::stochastic::{
    Coin, ConstantSet, Constants, Explicit, Lipschitz, StochasticInstance,
};

pub fn p(x: f64) -> Probability {
    Probability::new(x).unwrap()
}

pub fn lean(k: f64, steps: usize) -> Constants {
    Constants::new(ConstantSet::Lean, Lipschitz::new(k).unwrap(), steps as u64).unwrap()
}

pub fn votes(n: usize, yes: f64, gate: Op) -> Plan {
    families::votes("Is it so?", n, p(yes), gate).unwrap()
}

/// A debate over a plan, with the Lean constants for this K.
pub fn debate(plan: Plan, k: f64) -> Stochastic {
    let constants = lean(k, plan.len());
    with(plan, constants, Coin::Nature)
}

/// A debate with so few samples that a walk goes through them: how many Alice, Bob and the judge draw,
/// and how far off is too far for Bob and for the judge.
pub fn small(
    plan: Plan,
    [alice, bob, judge]: [u64; 3],
    [bob_tolerance, judge_tolerance]: [f64; 2],
    coin: Coin,
) -> Stochastic {
    let explicit = Explicit { alice, bob, bob_tolerance, judge, judge_tolerance };
    let (k, steps) = (Lipschitz::new(1.0).unwrap(), plan.len() as u64);
    let constants = Constants::new(ConstantSet::Explicit(explicit), k, steps).unwrap();
    with(plan, constants, coin)
}

fn with(plan: Plan, constants: Constants, coin: Coin) -> Stochastic {
    let (departures, oracles) = (Default::default(), Default::default());
    Stochastic::new(StochasticInstance { plan, constants, coin, departures, oracles })
}

/// Alice and Bob as they are written.
pub fn players(solver: &Solver, [alice, bob]: [&str; 2]) -> Players {
    let debate = debate(solver.unrolled().plan().clone(), 1.0);
    Players {
        alice: Alice::written(&debate, alice).unwrap(),
        bob: Bob::written(&debate, bob).unwrap(),
    }
}
