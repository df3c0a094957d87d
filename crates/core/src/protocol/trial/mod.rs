//! One step on trial: how bisection and cross-examination end, the oracle being sure. The judge
//! checks that step by what it reads and is shown, may put the step's question to the oracle, and
//! rules.

mod judges;
mod rules;
mod view;
pub(crate) mod words;

pub(crate) use judges::trusting;
pub use rules::{Trial, TrialStage, Tried};
pub(crate) use rules::{limits, next, run};
