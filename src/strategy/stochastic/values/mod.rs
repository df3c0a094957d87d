//! Looking ahead: the exact probability that Alice wins, for any pair of players, by backward
//! induction over a plan's situations (PROTOCOLS §4).
//!
//! Players who do their best need these values as much as analysis does, so they live here.

mod round;
mod solver;
mod stated;

#[cfg(test)]
pub(crate) mod testing;

pub use round::Outcome;
pub use solver::{Players, Solved, Solver, SolverError};
pub use stated::{Answer, Checker, exactly};
