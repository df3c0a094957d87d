//! Circuit walks in files.

use serde::{Deserialize, Serialize};

use super::{CircuitWalk, CircuitWalkInstance};
use crate::forms::YamlError;
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm};

/// A circuit walk has no parameters. Alice always claims that the output is 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CircuitWalkFile {}

impl ProtocolForm for CircuitWalkFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let circuit = subject.machine.circuit()?;
        OpenedDebate::new(CircuitWalk::new(CircuitWalkInstance { circuit }), subject)
    }

    fn claimed(&self) -> Option<bool> {
        Some(false)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        if output { Err(ALWAYS_0) } else { Ok(()) }
    }
}

/// The error for a file that lets Alice claim 1.
pub(crate) const ALWAYS_0: &str = "in this protocol Alice always claims 0";
