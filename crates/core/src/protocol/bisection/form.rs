//! Bisections as a file writes them.

use serde::{Deserialize, Serialize};

use super::{Bisection, BisectionInstance};
use crate::forms::{BitFile, Fault, Oracle};
use crate::protocol::form::{Form, Opened, Subject, claimed_by_key};

/// The parameters of a bisection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BisectionFile {
    /// The output that Alice claims: 1 (the machine accepts; the plan's last bit is 1) or 0.
    pub claim: BitFile,
}

impl Default for BisectionFile {
    fn default() -> Self {
        Self { claim: BitFile(true) }
    }
}

impl Form for BisectionFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let debate = Bisection::new(BisectionInstance {
            computation: subject.machine.computation()?,
            claim: self.claim.0,
            judge_is_oracle: subject.oracle == Oracle::Judge,
        });
        Opened::new(debate.map_err(|e| subject.machine.wrong(e.to_string()))?, subject)
    }

    claimed_by_key!();
}
