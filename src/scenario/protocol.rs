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
    /// Bisection of a computation's configurations (2024 paper, Fig. 4).
    Bisection(BisectionFile),
    /// Recursive debate over a claim tree (2025 paper, section 7).
    RecursiveDebate(RecursiveDebateFile),
    /// Prover-estimator debate over a claim tree (2025 paper, Fig. 2).
    ProverEstimator(ProverEstimatorFile),
    /// The gate check of a circuit (2026 paper, Thm 6).
    GateCheck(GateCheckFile),
    /// The walk down a circuit (2026 paper, Thm 5).
    CircuitWalk(CircuitWalkFile),
    /// Bits in turn, and a verifier (2026 paper, Def. 1 and Lemma 8).
    Quantified(QuantifiedDebateFile),
    /// The lower bound, played (2026 paper, Cor. 4 and Thm 13).
    Twins(TwinsFile),
}

/// The parameters of a recursive debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RecursiveDebateFile {
    /// The answer to the root that Alice defends: yes (the default) or no, or free if she chooses.
    pub answer: AnswerFile,
}

/// An answer that a scenario sets, or leaves to Alice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerFile {
    /// The claim is true.
    #[default]
    Yes,
    /// The claim is false.
    No,
    /// Alice chooses.
    Free,
}

/// The parameters of a prover-estimator debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProverEstimatorFile {
    /// ε, the error in each probability that an honest Alice lets pass: above 0 and below 1.
    pub epsilon: f64,
    /// r, by which rewards grow from round to round. Left out, it is 1 + 2/(ε(1 − ρ)), which
    /// protects an honest Alice where every claim is stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
}

impl Default for ProverEstimatorFile {
    fn default() -> Self {
        Self { epsilon: 0.1, ratio: None }
    }
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
            Self::RecursiveDebate(_) => "recursive-debate",
            Self::ProverEstimator(_) => "prover-estimator",
            Self::GateCheck(_) => "gate-check",
            Self::CircuitWalk(_) => "circuit-walk",
            Self::Quantified(_) => "quantified",
            Self::Twins(_) => "twins",
        }
    }
}
