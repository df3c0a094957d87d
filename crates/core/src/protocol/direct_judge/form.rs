//! Direct judges as a file writes them.

use serde::{Deserialize, Serialize};

use super::{DirectJudge, DirectJudgeInstance};
use crate::forms::BitFile;
use crate::forms::Fault;
use crate::protocol::form::{Form, Opened, Subject, claimed_by_key};
use crate::rules::Seat;

/// The parameters of a direct judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct DirectJudgeFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: BitFile,
    /// How many input bits the judge may read; all of them if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<u32>,
}

impl Default for DirectJudgeFile {
    fn default() -> Self {
        Self { claim: BitFile(true), reads: None }
    }
}

impl Form for DirectJudgeFile {
    fn plays(&self, seat: Seat) -> bool {
        seat == Seat::Judge
    }

    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let (circuit, claim) = (subject.machine.circuit()?, self.claim.0);
        let inputs = circuit.inputs();
        let reads = self.reads.map_or(inputs, |reads| reads as usize);
        if reads > inputs {
            return Err(subject.wrong(format!(
                "there are {inputs} input bits, so `reads` is at most {inputs}, not {reads}; left \
                 out, it is all of them"
            )));
        }
        let steps = circuit.size();
        let debate = DirectJudge::new(DirectJudgeInstance { circuit, claim, reads });
        Ok(Opened::new(debate, subject)?.with_steps(steps))
    }

    claimed_by_key!();
}
