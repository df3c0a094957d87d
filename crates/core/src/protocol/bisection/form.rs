//! Bisections in files.

use serde::{Deserialize, Serialize};

use super::{Bisection, BisectionInstance};
use crate::forms::{BitFile, OracleSource, YamlError};
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm, claimed_by_key};

/// The parameters of a bisection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BisectionFile {
    /// The output that Alice claims: 1 or 0. It is 1 if the machine accepts, or if the plan's last
    /// bit is 1.
    pub claim: BitFile,
}

impl Default for BisectionFile {
    fn default() -> Self {
        Self { claim: BitFile(true) }
    }
}

impl ProtocolForm for BisectionFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let debate = Bisection::new(BisectionInstance {
            computation: subject.machine.computation()?,
            claim: self.claim.0,
            judge_is_oracle: subject.oracle == OracleSource::Judge,
        });
        OpenedDebate::new(debate.map_err(|e| subject.machine.wrong(e.to_string()))?, subject)
    }

    claimed_by_key!();
}
