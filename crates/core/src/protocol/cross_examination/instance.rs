//! The subject of a cross-examination.

/// The subject of a cross-examination.
#[derive(Clone, Debug)]
pub struct ExaminationInstance<M> {
    /// The computation. Its oracle is deterministic.
    pub machine: M,
    /// The output that Alice claims. The output of a plan is its last bit. The output of a machine
    /// is 1 if the machine accepts.
    pub claim: bool,
    /// True if a copy of Alice that does not know Bob's choice answers the judge from the
    /// transcript (cross-examination). Without copies, she answers each read when it comes.
    pub copies: bool,
    /// True if the judge is the oracle. If the disputed step asks a question, the judge's answer is
    /// the ruling.
    pub judge_is_oracle: bool,
}
