//! Bobs of prover-estimator debate: how an estimator arrives at its probabilities.
//!
//! Pure functions: what an estimator states follows from the case, what it knows of the world and
//! the answers drawn so far, which are its [`Mind`].

mod against;
mod asked;
mod best_bob;
mod fixed;
mod indistinguishable;
mod learned;

pub use asked::PartAsked;
pub use best_bob::{BestResponse, MOST_WORLDS};
pub use fixed::{Estimator, Mind};
pub use indistinguishable::{Fit, Inputs, fit, onto_simplex, over_all_tests, step_bound};
pub use learned::{CannotLearn, Learned, LearnedRound, MOST_JOINT};
