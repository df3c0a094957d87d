//! Players of a prover-estimator debate: estimators, provers, and their list.

pub mod estimator;
pub mod prover;
pub(crate) mod roster;
