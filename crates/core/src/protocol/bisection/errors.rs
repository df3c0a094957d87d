//! The reasons why a computation cannot be bisected.

use crate::machine::Step;

/// The reason why a computation cannot be bisected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BisectionError {
    /// The oracle is random at this step.
    #[error(
        "the oracle is random at step {0}, but bisection needs probabilities of 0 or 1. Use the \
         stochastic protocol instead"
    )]
    Unsure(Step),
    /// All states of the machine accept, or none does.
    #[error("{}", no_such_output(*.0))]
    NoSuchOutput(bool),
}

/// The error for a machine without an accepting state, or without a rejecting one.
pub(crate) fn no_such_output(claim: bool) -> String {
    let (accepts, how) = match claim {
        true => ("accepts", "`accept:`"),
        false => ("rejects", "`reject:`, or add an unreachable vertex to a graph"),
    };
    format!("no state of the machine {accepts}. Name one with {how}")
}
