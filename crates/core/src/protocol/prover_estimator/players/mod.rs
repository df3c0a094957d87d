//! The strategies of prover-estimator debate: estimators, provers, and the list of both.

pub mod estimator;
pub mod prover;
pub(crate) mod registry;
