//! What a cross-examination is about.

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
