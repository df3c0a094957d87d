//! Players of a prover-estimator debate (PROTOCOLS §7): estimators, provers, and their list.

pub mod estimator;
pub mod habits;
pub mod prover;
pub(crate) mod roster;
