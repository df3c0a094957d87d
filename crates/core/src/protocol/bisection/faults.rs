//! What keeps such a debate from being played at all, in words.

use crate::machine::Step;

/// Why a computation cannot be bisected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BisectionError {
    /// A stochastic oracle.
    #[error(
        "the oracle is unsure at step {0}: bisection needs every probability to be 0 or 1; use the \
         stochastic protocol instead"
    )]
    Unsure(Step),
    /// A machine whose states all accept, or none.
    #[error("{}", no_such_output(*.0))]
    NoSuchOutput(bool),
}

/// No state of a machine accepts, or none rejects.
pub(crate) fn no_such_output(claim: bool) -> String {
    let (accepts, how) = match claim {
        true => ("accepts", "`accept:`"),
        false => ("rejects", "`reject:`, or give a graph a vertex that is not reached"),
    };
    format!("no state of the machine {accepts}: name one with {how}")
}
