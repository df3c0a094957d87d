//! What keeps a computation from being cross-examined at all.

use std::error::Error;
use std::fmt;

use crate::machine::Step;

/// Why a computation cannot be cross-examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unexaminable {
    /// Its oracle is unsure at this step.
    Unsure(Step),
    /// No state of the machine has the output that is claimed.
    NoSuchOutput(bool),
}

impl fmt::Display for Unexaminable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsure(step) => write!(
                f,
                "the oracle is unsure at step {step}: cross-examination needs every probability to \
                 be 0 or 1; use the stochastic protocol instead"
            ),
            Self::NoSuchOutput(claim) => crate::protocol::bisection::no_such_output(claim, f),
        }
    }
}

impl Error for Unexaminable {}
