//! The Bobs of prover-estimator debate. The numbers of a Bob follow from the case, his knowledge of
//! the world, and the answers drawn so far, which form his [`EstimatorMemory`].

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
