//! The plans of the check values.

use super::{Players, Solver};
use crate::chance::Probability;
use crate::machine::plan::families;
pub use crate::machine::testing::forked;
use crate::machine::{Op, Plan};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::{Alice, Bob};
use crate::protocol::stochastic::{Coin, ConstantSet, Constants, Lipschitz, StochasticInstance};

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
    Stochastic::new(StochasticInstance {
        plan,
        constants,
        coin: Coin::Nature,
        departures: Default::default(),
        oracles: Default::default(),
    })
}

/// Alice and Bob as they are written.
pub fn players(solver: &Solver, [alice, bob]: [&str; 2]) -> Players {
    let debate = debate(solver.unrolled().plan().clone(), 1.0);
    Players {
        alice: Alice::written(&debate, alice).unwrap(),
        bob: Bob::written(&debate, bob).unwrap(),
    }
}
