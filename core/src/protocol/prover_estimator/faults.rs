//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::prover_estimator::{NotARatio, ProverEstimatorError};

impl fmt::Display for ProverEstimatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epsilon(error) => error.fmt(f),
            Self::Ratio(error) => error.fmt(f),
            Self::Brittle { claim, rho } => write!(
                f,
                "claim `{claim}` is brittle (ρ = {rho:.3}, at least 1): Thm 6.1 gives no ratio \
                 there. Give a `ratio` of your own, or the `rho` to be withstood"
            ),
            Self::Unknown => f.write_str(
                "there are too many worlds to find the default ratio: give a `ratio` of your own, \
                 or the `rho` to be withstood",
            ),
            Self::Rho(rho) => write!(
                f,
                "ρ = {rho} makes no sense: write a number from 0 to below 1, such as 0.28"
            ),
            Self::Misfit(error) => error.fmt(f),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl Error for ProverEstimatorError {}

impl fmt::Display for NotARatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.0;
        write!(
            f,
            "the reward ratio {ratio} makes no sense: write a number above 0 and up to 1,000,000"
        )
    }
}

impl Error for NotARatio {}
