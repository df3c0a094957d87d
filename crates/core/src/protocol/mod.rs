//! The rules of each protocol: who moves when, what a move costs, who wins. Files, screens and the code that runs the
//! players are in other modules.

pub mod bisection;
pub mod circuit_walk;
pub mod claims;
pub mod consultancy;
pub mod cross_examination;
pub mod direct_judge;
pub mod form;
pub mod prover_estimator;
pub mod quantified;
pub mod query;
pub mod recursive;
pub mod stochastic;
pub(crate) mod trial;
pub mod twins;
pub mod witness;

pub use bisection::Bisection;
pub use circuit_walk::CircuitWalk;
pub use consultancy::Consultancy;
pub use cross_examination::{CrossExamination, Tableau};
pub use direct_judge::DirectJudge;
pub use prover_estimator::ProverEstimator;
pub use quantified::Quantified;
pub use recursive::RecursiveDebate;
pub use stochastic::Stochastic;
pub use twins::Twins;
