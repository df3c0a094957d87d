//! The list of all protocols, with their names in files.

use serde::{Deserialize, Serialize};

use crate::forms::Located;
use crate::protocol::bisection::BisectionFile;
use crate::protocol::circuit_walk::CircuitWalkFile;
use crate::protocol::consultancy::ConsultancyFile;
use crate::protocol::cross_examination::{CrossExaminationFile, GateCheckFile};
use crate::protocol::direct_judge::DirectJudgeFile;
use crate::protocol::form::ProtocolForm;
use crate::protocol::prover_estimator::ProverEstimatorFile;
use crate::protocol::quantified::QuantifiedDebateFile;
use crate::protocol::recursive::RecursiveDebateFile;
use crate::protocol::stochastic::StochasticFile;
use crate::protocol::twins::TwinsFile;

macro_rules! protocols {
    ($( $(#[$doc:meta])* $name:ident($file:ty) = $word:literal, )*) => {
        /// A protocol with its parameters. The macro call has one line for each protocol.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum ProtocolFile { $( $(#[$doc])* #[serde(rename = $word)] $name($file), )* }

        impl ProtocolFile {
            /// The names of all protocols.
            pub const NAMES: &'static [&'static str] = &[$($word),*];

            /// The protocol's name.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$name(_) => $word, )* }
            }

            /// The parameters of the protocol.
            pub fn form(&self) -> &dyn ProtocolForm {
                match self { $( Self::$name(form) => form, )* }
            }

            /// The parameters of the protocol, as a mutable reference.
            pub fn form_mut(&mut self) -> &mut dyn ProtocolForm {
                match self { $( Self::$name(form) => form, )* }
            }
        }
    };
}

protocols! {
    /// Cross-examination of a deterministic computation (2024 paper, Fig. 1).
    CrossExamination(CrossExaminationFile) = "cross-examination",
    /// Bisection of a computation's configurations (2024 paper, Fig. 4).
    Bisection(BisectionFile) = "bisection",
    /// Debate with a stochastic oracle (2024 paper, Fig. 2).
    Stochastic(Located<StochasticFile>) = "stochastic",
    /// Recursive debate over a claim tree (2025 paper, section 7).
    RecursiveDebate(RecursiveDebateFile) = "recursive-debate",
    /// Prover-estimator debate over a claim tree (2025 paper, Fig. 2).
    ProverEstimator(ProverEstimatorFile) = "prover-estimator",
    /// The gate check of a circuit (2026 paper, Thm 6).
    GateCheck(GateCheckFile) = "gate-check",
    /// The walk down a circuit (2026 paper, Thm 5).
    CircuitWalk(CircuitWalkFile) = "circuit-walk",
    /// Two provers choose bits in turn, and a verifier decides (2026 paper, Def. 1 and Lemma 8).
    Quantified(QuantifiedDebateFile) = "quantified",
    /// A game that shows the lower bound on the judge's reads (2026 paper, Cor. 4 and Thm 13).
    Twins(TwinsFile) = "twins",
    /// A judge who only reads the input. There are no provers.
    DirectJudge(DirectJudgeFile) = "direct-judge",
    /// One prover argues, and a judge rules.
    Consultancy(ConsultancyFile) = "consultancy",
}
