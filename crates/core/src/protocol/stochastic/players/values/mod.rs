//! Looking ahead: the exact probability that Alice wins, for any pair of players, by backward
//! induction over a plan's situations.
//!
//! Players who do their best need these values as much as analysis does, so they live here.

mod ahead;
mod fixed;
mod question;
mod rounds;
mod solver;

#[cfg(test)]
pub(crate) mod testing;

pub use super::kinds::Players;
pub use ahead::{Ahead, Needs};
pub use question::{BobsAnswer, Checker, RoundOutcome, exactly};
pub use solver::{Solved, Solver, SolverError};
