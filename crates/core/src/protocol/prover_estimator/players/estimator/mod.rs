//! The Bobs of prover-estimator debate. Bob's numbers follow from the case, from his knowledge of
//! the world, and from his [`EstimatorMemory`] of the answers drawn so far.

mod asked_subclaim;
mod best_response;
mod fixed;
mod indistinguishable;
mod learn_against;
mod learned;

pub use asked_subclaim::AskedSubclaim;
pub use best_response::{BestResponseEstimator, MOST_WORLDS};
pub use fixed::{EstimatorMemory, EstimatorStrategy};
pub use indistinguishable::{
    LearnedFit, TrainingInputs, fit, onto_simplex, over_all_tests, step_bound,
};
pub use learned::{LearnedEstimates, LearnedRound, LearningError, MOST_JOINT};
