//! The rules of each protocol.

pub mod prover_estimator;
