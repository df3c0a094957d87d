//! The parameters of a direct judge in a file.

use serde::{Deserialize, Serialize};

use super::{DirectJudge, DirectJudgeInstance};
use crate::forms::BitFile;
use crate::forms::YamlError;
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm, claimed_by_key};
use crate::rules::Seat;

/// The parameters of a direct judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct DirectJudgeFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: BitFile,
    /// The number of input bits that the judge may read. All of them by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<u32>,
}

impl Default for DirectJudgeFile {
    fn default() -> Self {
        Self { claim: BitFile(true), reads: None }
    }
}

impl ProtocolForm for DirectJudgeFile {
    fn plays(&self, seat: Seat) -> bool {
        seat == Seat::Judge
    }

    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let (circuit, claim) = (subject.machine.circuit()?, self.claim.0);
        let inputs = circuit.inputs();
        let reads = self.reads.map_or(inputs, |reads| reads as usize);
        if reads > inputs {
            return Err(subject.wrong(format!(
                "`reads` is {reads}, but there are only {inputs} input bits. Write at most \
                 {inputs}, or leave it out to allow all reads"
            )));
        }
        let steps = circuit.size();
        let debate = DirectJudge::new(DirectJudgeInstance { circuit, claim, reads });
        Ok(OpenedDebate::new(debate, subject)?.with_steps(steps))
    }

    claimed_by_key!();
}
