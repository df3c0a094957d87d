//! Players that are programs.

pub mod estimator;
pub mod prover;
