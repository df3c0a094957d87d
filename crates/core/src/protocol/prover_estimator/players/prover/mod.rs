//! The Alices of prover-estimator debate. Their moves follow from the case, the actual world and
//! Bob's numbers.

mod best_response;
mod fixed;
mod moments;
pub(in crate::protocol::prover_estimator) mod round_draws;
mod too_large;

pub use crate::protocol::prover_estimator::RewardParams;
pub use best_response::{BestResponseProver, ProverKnowledge, SearchState, named};
pub use fixed::{ProverStrategy, RecursionChoice, furthest};
pub use moments::Moments;
pub use round_draws::DrawCache;
pub use too_large::{MOST_HISTORY, ResponseTooLarge};
