//! Quantified debates in files.

use serde::{Deserialize, Serialize};

use super::{Quantified, QuantifiedInstance, Verifier};
use crate::forms::YamlError;
use crate::protocol::circuit_walk::ALWAYS_0;
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm};

/// The parameters of a quantified debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuantifiedDebateFile {
    /// The way in which the judge finds the value of the verifier.
    pub verifier: Verifier,
}

impl ProtocolForm for QuantifiedDebateFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let debate = Quantified::new(QuantifiedInstance {
            game: subject.machine.quantified()?,
            verifier: self.verifier,
        });
        let bits = debate.game().turns().len();
        Ok(OpenedDebate::new(debate, subject)?.with_steps(bits))
    }

    fn claimed(&self) -> Option<bool> {
        Some(false)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        if output { Err(ALWAYS_0) } else { Ok(()) }
    }
}
