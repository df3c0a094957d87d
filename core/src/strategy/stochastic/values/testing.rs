//! The plans of the check values (PROTOCOLS §4).

use super::{Players, Solver};
use crate::chance::Probability;
use crate::machine::plan::families;
use crate::machine::{Ask, Op, Plan, PlanBuilder, Source};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::{Coin, ConstantSet, Constants, Lipschitz, StochasticInstance};
use crate::strategy::stochastic::{Alice, Bob};

pub fn p(x: f64) -> Probability {
    Probability::new(x).unwrap()
}

pub fn lean(k: f64, steps: usize) -> Constants {
    Constants::new(ConstantSet::Lean, Lipschitz::new(k).unwrap(), steps as u64).unwrap()
}

pub fn votes(n: usize, yes: f64, gate: Op) -> Plan {
    families::votes("Is it so?", n, p(yes), gate).unwrap()
}

/// s1 = ask 0.6; s2 = ask (s1: 0→0.2, 1→0.9); s3 = s1 and s2; s4 = ask (s3: 0→0.1, 1→0.8).
pub fn forked() -> Plan {
    let mut plan = PlanBuilder::over([]);
    let s1 = plan.ask(Ask::constant("first?", p(0.6)), &[]).unwrap();
    let by = |zero, one| Ask { question: "then?".into(), yes: [p(zero), p(one)].into() };
    let s2 = plan.ask(by(0.2, 0.9), &[Source::step(s1)]).unwrap();
    let s3 = plan.step(Op::And, &[Source::step(s1), Source::step(s2)]).unwrap();
    plan.ask(by(0.1, 0.8), &[Source::step(s3)]).unwrap();
    plan.finish().unwrap()
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
        words: "So it is.".into(),
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
