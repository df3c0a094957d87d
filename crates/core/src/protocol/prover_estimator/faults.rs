//! What keeps such a debate from being played at all, in words.

use std::sync::Arc;

use crate::machine::claims::{Misfit, NotAnEpsilon};
use crate::protocol::claims::Undrawable;

/// Why a debate cannot be held so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProverEstimatorError {
    /// ε is senseless.
    #[error(transparent)]
    Epsilon(#[from] NotAnEpsilon),
    /// r is senseless.
    #[error(transparent)]
    Ratio(#[from] NotARatio),
    /// No ratio was given, and the theorem gives none.
    #[error(
        "claim `{claim}` is brittle (ρ = {rho:.3}, at least 1): Thm 6.1 gives no ratio there. Give \
         a `ratio` of your own, or the `rho` to be withstood"
    )]
    Brittle {
        /// The first most brittle claim.
        claim: Arc<str>,
        /// Its ρ.
        rho: f64,
    },
    /// No ratio was given, and there are too many worlds to find the default.
    #[error(
        "there are too many worlds to find the default ratio: give a `ratio` of your own, or the \
         `rho` to be withstood"
    )]
    Unknown,
    /// A ρ that no tree is to be withstood with.
    #[error("ρ = {0} makes no sense: write a number from 0 to below 1, such as 0.28")]
    Rho(f64),
    /// An argument that comes out otherwise than its claim.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] Undrawable),
}

/// Why a number is not a reward ratio.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the reward ratio {0} makes no sense: write a number above 0 and up to 1,000,000")]
pub struct NotARatio(pub f64);
