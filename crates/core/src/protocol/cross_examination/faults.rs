//! What keeps a computation from being cross-examined at all.

use crate::machine::Step;
use crate::protocol::bisection::no_such_output;

/// Why a computation cannot be cross-examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexaminable {
    /// Its oracle is unsure at this step.
    #[error(
        "the oracle is unsure at step {0}: cross-examination needs every probability to be 0 or 1; \
         use the stochastic protocol instead"
    )]
    Unsure(Step),
    /// No state of the machine has the output that is claimed.
    #[error("{}", no_such_output(*.0))]
    NoSuchOutput(bool),
}
