//! The exact probability that Alice wins, for any pair of players, by backward induction over a
//! plan's situations. Players who look ahead need these values as much as analysis does.

mod choices;
mod fixed;
mod question;
mod rounds;
mod solver;

#[cfg(test)]
pub(crate) mod testing;

pub use super::profile::StrategyProfile;
pub use choices::{ContinuationValues, FEAR, HOPE, StatingRule, TRUTH, VALUE, better_bit};
pub use question::{BobsAnswer, Checker};
pub use solver::{PairSolution, Solver, SolverError};
