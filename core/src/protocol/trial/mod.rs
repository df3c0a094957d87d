//! One step on trial: how bisection and both cross-examinations end, the oracle being sure.

mod rules;
pub(crate) mod words;

pub(crate) use rules::{Trial, limits, run};
