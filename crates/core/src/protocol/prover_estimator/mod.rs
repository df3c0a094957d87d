//! Prover-estimator debate (Brown-Cohen, Irving, Piliouras 2025, Fig. 2).
//!
//! Alice argues for her answer; Bob says how likely each subclaim is, as answers are drawn by his
//! own numbers; Alice says which of his numbers are off and picks where to go on; the judge decides
//! one leaf and sees nothing else.

mod faults;
mod form;
pub mod players;
mod reward;
mod rules;
mod setup;
mod setup_cache;
pub mod solve;
mod view;
mod words;

pub use faults::{NotARatio, ProverEstimatorError};
pub use form::ProverEstimatorFile;
pub use reward::{Ratio, direction};
pub use rules::{Phase, ProverEstimator, Round};
pub use setup::{ProverEstimatorInstance, RatioSource, StabilitySurvey, Stakes, Stated};
pub use setup_cache::SetupResults;

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, ProverEstimator>;
