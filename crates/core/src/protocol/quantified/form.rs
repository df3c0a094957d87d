//! Quantified debates as a file writes them.

use serde::{Deserialize, Serialize};

use super::{Quantified, QuantifiedInstance, Verifier};
use crate::forms::Fault;
use crate::protocol::circuit_walk::ALWAYS_0;
use crate::protocol::form::{Form, Opened, Subject};

/// The parameters of a quantified debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuantifiedDebateFile {
    /// How the verifier's verdict is found.
    pub verifier: Verifier,
}

impl Form for QuantifiedDebateFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let debate = Quantified::new(QuantifiedInstance {
            game: subject.machine.quantified()?,
            verifier: self.verifier,
        });
        let bits = debate.game().turns().len();
        Ok(Opened::new(debate, subject)?.with_steps(bits))
    }

    fn claimed(&self) -> Option<bool> {
        Some(false)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        if output { Err(ALWAYS_0) } else { Ok(()) }
    }
}
