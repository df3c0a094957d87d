//! Protocols and their parameters as a file writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A protocol with its parameters. Each protocol is one line here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolFile {
    /// Cross-examination of a deterministic computation (2024 paper, Fig. 1).
    CrossExamination(CrossExaminationFile),
    /// Bisection of a computation's configurations (2024 paper, Fig. 4).
    Bisection(BisectionFile),
}

/// The parameters of a cross-examination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CrossExaminationFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: u8,
    /// Whether an independent copy of Alice wrote the transcript. Without copies she answers each
    /// of the judge's reads afresh, knowing which step is checked.
    pub copies: bool,
}

/// The parameters of a bisection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BisectionFile {
    /// The output that Alice claims: 1 (the machine accepts; the plan's last bit is 1) or 0.
    pub claim: u8,
}

impl Default for BisectionFile {
    fn default() -> Self {
        Self { claim: 1 }
    }
}

impl Default for CrossExaminationFile {
    fn default() -> Self {
        Self { claim: 1, copies: true }
    }
}

impl ProtocolFile {
    /// The protocol's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::CrossExamination(_) => "cross-examination",
            Self::Bisection(_) => "bisection",
        }
    }
}
