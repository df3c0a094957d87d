//! The exact probability that Alice wins, for any pair of players that the solver knows, by
//! backward induction over a plan's situations. The analysis uses these values, and so do players
//! who look ahead.

mod choices;
mod fixed;
mod mixture;
mod question;
mod rounds;
mod solver;
mod variant;

#[cfg(test)]
pub(crate) mod testing;

pub use super::profile::StrategyProfile;
pub use choices::{ContinuationValues, FEAR, HOPE, StatingRule, TRUTH, VALUE, better_bit};
pub use question::{BobsAnswer, Checker};
pub use solver::{PairSolution, Solver, SolverError};
pub use variant::VariantChoice;
