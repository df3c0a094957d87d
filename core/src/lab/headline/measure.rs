//! Which headlines there are.

use super::{
    Measured, Unmeasured, doubly_efficient, prover_estimator, query_complexity, soundness,
    stochastic,
};
use crate::work::Token;

/// Which headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headline {
    /// Provers work as long as the computation is; the judge asks once (2024 paper, Thm 5.3).
    DoublyEfficient,
    /// Provers draw K² log T votes a step, the judge K² in all (2024 paper, Thm 6.2).
    Stochastic,
    /// Honest Alice is paid 1 − ε where arguments are stable (2025 paper, Thm 6.1), and what an
    /// obfuscator gets with the estimator and without him.
    ProverEstimator,
    /// What prover-estimator debate pays a wrong Alice by how leaves depend on each other and by r,
    /// where neither player knows the world (2025 paper, Thm 6.1, its soundness).
    Soundness,
    /// The judge reads log2 of the circuit's size (2026 paper, Thm 6).
    QueryComplexity,
}

impl Headline {
    /// Measures it, leaving out what is larger than `most`: steps, gates, or subclaims. The token
    /// counts rows; rows that were measured before it was stopped are kept.
    ///
    /// # Errors
    /// If a debate could not be played.
    pub fn measure(self, most: u64, token: &Token) -> Result<Measured, Unmeasured> {
        match self {
            Self::DoublyEfficient => doubly_efficient::measure(most, token),
            Self::Stochastic => stochastic::measure(most, token),
            Self::ProverEstimator => prover_estimator::measure(most, token),
            Self::Soundness => soundness::measure(most, token),
            Self::QueryComplexity => query_complexity::measure(most, token),
        }
    }
}
