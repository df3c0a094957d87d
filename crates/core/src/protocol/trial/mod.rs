//! The end of bisection and cross-examination with a deterministic oracle: one step is on trial.
//! The judge checks that step, may ask the oracle the step's question, and rules.

mod judges;
mod rules;
mod view;
pub(crate) mod words;

pub(crate) use judges::trusting;
pub use rules::{Trial, TrialProtocol, TrialStage};
pub(crate) use rules::{limits, next, run};
