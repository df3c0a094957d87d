//! Alices of prover-estimator debate.
//!
//! Pure functions of the case, the actual world and what Bob stated. The hunter, who looks ahead,
//! has a file of her own.

pub(in crate::protocol::prover_estimator) mod drawn;
mod fixed;
mod hunter;
mod moments;
mod too_large;

pub use crate::protocol::prover_estimator::Stakes;
pub use drawn::Drawings;
pub use fixed::{Picks, Prover, furthest};
pub use hunter::{Hunt, Hunter, Scene};
pub use moments::Moments;
pub use too_large::{MOST_HISTORY, TooLarge};
