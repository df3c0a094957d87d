//! Errors that keep a prover-estimator debate from starting.

use std::sync::Arc;

use crate::machine::claims::{ArgumentMismatch, NotAnEpsilon};
use crate::protocol::claims::WorldDrawError;

/// The reason why a prover-estimator debate cannot start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProverEstimatorError {
    /// ε is out of range.
    #[error(transparent)]
    Epsilon(#[from] NotAnEpsilon),
    /// r is out of range.
    #[error(transparent)]
    Ratio(#[from] RatioError),
    /// The scenario gives no ratio, and the theorem gives no ratio either.
    #[error(
        "claim `{claim}` is unstable (ρ = {rho:.3}, at least 1), so Thm 6.1 gives no reward ratio. \
         Set `ratio`, or set `rho` to a number below 1"
    )]
    Brittle {
        /// The first of the claims with the largest ρ.
        claim: Arc<str>,
        /// The ρ of this claim.
        rho: f64,
    },
    /// The scenario gives no ratio, and there are too many worlds to compute the default.
    #[error(
        "there are too many worlds to compute the default reward ratio. Set `ratio`, or set `rho` to \
         a number below 1"
    )]
    Unknown,
    /// ρ is out of range.
    #[error("`rho` is {0}. Write a number from 0 to below 1, such as 0.28")]
    Rho(f64),
    /// An argument disagrees with its claim.
    #[error(transparent)]
    Misfit(#[from] ArgumentMismatch),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] WorldDrawError),
}

/// The reason why a number is not a reward ratio.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the reward ratio is {0}. Write a number above 0 and at most 1,000,000")]
pub struct RatioError(pub f64);
