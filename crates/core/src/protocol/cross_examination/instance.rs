//! What a cross-examination is about.

use crate::machine::Step;
use crate::protocol::bisection::no_such_output;

/// What a cross-examination is about.
#[derive(Clone, Debug)]
pub struct ExaminationInstance<M> {
    /// The computation. Its oracle is deterministic.
    pub machine: M,
    /// The output that Alice claims: a plan's last bit, or whether a machine accepts.
    pub claim: bool,
    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript
    /// (cross-examination). Without copies she says afresh what the judge reads of it.
    pub copies: bool,
    /// Whether the judge is the oracle: if the step on trial asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

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
