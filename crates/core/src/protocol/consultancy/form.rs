//! The parameters of a consultancy in a file.

use serde::{Deserialize, Serialize};

use super::{Consultancy, ConsultancyInstance};
use crate::forms::{BitFile, YamlError, is_default};
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm, claimed_by_key};
use crate::rules::Seat;

/// The parameters of a consultancy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ConsultancyFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: BitFile,
    /// The number of input bits that Alice may show the judge. All of them by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<u32>,
    /// The number of further bits that the judge may read itself.
    #[serde(skip_serializing_if = "is_default")]
    pub reads: u32,
}

impl Default for ConsultancyFile {
    fn default() -> Self {
        Self { claim: BitFile(true), shows: None, reads: 0 }
    }
}

impl ProtocolForm for ConsultancyFile {
    fn plays(&self, seat: Seat) -> bool {
        seat != Seat::Bob
    }

    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let (circuit, claim) = (subject.machine.circuit()?, self.claim.0);
        let inputs = circuit.inputs();
        let most = |what: &str, given: u32| {
            match given as usize {
            given if given > inputs => Err(subject.wrong(format!(
                "`{what}` is {given}, but there are only {inputs} input bits. Write at most {inputs}"
            ))),
            given => Ok(given),
        }
        };
        let shows = self.shows.map_or(Ok(inputs), |shows| most("shows", shows))?;
        let reads = most("reads", self.reads)?;
        let steps = circuit.size();
        let setup = ConsultancyInstance { circuit, claim, shows, reads };
        Ok(OpenedDebate::new(Consultancy::new(setup), subject)?.with_steps(steps))
    }

    claimed_by_key!();
}
