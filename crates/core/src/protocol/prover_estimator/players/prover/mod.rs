//! Alices of prover-estimator debate.
//!
//! Pure functions of the case, the actual world and what Bob stated. The hunter, who looks ahead,
//! has a file of her own.

pub(in crate::protocol::prover_estimator) mod drawn;
mod fixed;
mod hunter;
mod moments;

pub use crate::protocol::prover_estimator::Stakes;
pub use drawn::Drawings;
pub use fixed::{Picks, Prover};
pub use hunter::{Hunt, Hunter, MOST_HISTORY, Scene, TooLarge};
pub use moments::Moments;
