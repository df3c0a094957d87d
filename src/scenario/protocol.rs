//! Protocols and their parameters as a file writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::query::{CircuitWalkFile, GateCheckFile, QuantifiedDebateFile, TwinsFile};

/// A protocol with its parameters. Each protocol is one line here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolFile {
    /// Cross-examination of a deterministic computation (2024 paper, Fig. 1).
    CrossExamination(CrossExaminationFile),
    /// The gate check of a circuit (2026 paper, Thm 6).
    GateCheck(GateCheckFile),
    /// The walk down a circuit (2026 paper, Thm 5).
    CircuitWalk(CircuitWalkFile),
    /// Bits in turn, and a verifier (2026 paper, Def. 1 and Lemma 8).
    Quantified(QuantifiedDebateFile),
    /// The lower bound, played (2026 paper, Cor. 4 and Thm 13).
    Twins(TwinsFile),
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
            Self::GateCheck(_) => "gate-check",
            Self::CircuitWalk(_) => "circuit-walk",
            Self::Quantified(_) => "quantified",
            Self::Twins(_) => "twins",
        }
    }
}
