//! Prover-estimator debate (Brown-Cohen, Irving, Piliouras 2025, Fig. 2).
//!
//! Alice answers a question and argues for her answer. Bob states a probability for each subclaim,
//! and nature draws answers with his probabilities. Alice says which of his numbers are wrong and
//! picks the next subclaim. The judge decides one leaf and sees nothing else.

mod errors;
mod form;
pub mod players;
mod reward;
mod rules;
mod setup;
mod setup_cache;
pub mod solve;
mod view;
mod words;

pub use errors::{ProverEstimatorError, RatioError};
pub use form::ProverEstimatorFile;
pub use reward::{RewardRatio, direction};
pub use rules::{EstimateRound, Phase, ProverEstimator};
pub use setup::{ProverEstimatorInstance, RatioSource, RewardParams, StabilitySurvey, StatedRatio};
pub use setup_cache::SetupCache;

type Seen<'a> = crate::rules::View<'a, ProverEstimator>;
