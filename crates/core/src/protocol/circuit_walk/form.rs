//! Circuit walks as a file writes them.

use serde::{Deserialize, Serialize};

use super::{CircuitWalk, CircuitWalkInstance};
use crate::forms::Fault;
use crate::protocol::form::{Form, Opened, Subject};

/// A circuit walk has no parameters: Alice claims that the output is 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CircuitWalkFile {}

impl Form for CircuitWalkFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let circuit = subject.machine.circuit()?;
        Opened::new(CircuitWalk::new(CircuitWalkInstance { circuit }), subject)
    }

    fn claimed(&self) -> Option<bool> {
        Some(false)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        if output { Err(ALWAYS_0) } else { Ok(()) }
    }
}

/// Where the claim is always that the output is 0.
pub(crate) const ALWAYS_0: &str = "Alice claims 0: it decides either way";
