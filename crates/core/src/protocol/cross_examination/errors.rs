//! The reasons why a computation cannot be cross-examined.

use crate::machine::Step;
use crate::protocol::bisection::no_such_output;

/// The reason why a computation cannot be cross-examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExaminationError {
    /// The oracle of the computation is random at this step.
    #[error(
        "the oracle is random at step {0}, but cross-examination needs probabilities of 0 or 1. Use \
         the stochastic protocol instead"
    )]
    Unsure(Step),
    /// No state of the machine has the claimed output.
    #[error("{}", no_such_output(*.0))]
    NoSuchOutput(bool),
}
