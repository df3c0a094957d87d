//! Bisection in time T and space S (Brown-Cohen et al. 2024, Fig. 4, Thm 5.1).
//!
//! Alice names a last configuration that has the claimed output, and claims that the computation
//! leads to it. In each round she names the configuration at the middle of the disputed interval,
//! and Bob says which half is wrong. When one step is left, the judge checks it. The rules refuse a
//! malformed configuration at once, so every named configuration is well formed.

mod errors;
mod form;
pub mod players;
mod round;
mod rules;
mod solve;
mod view;
mod words;

pub use errors::BisectionError;
pub(crate) use errors::no_such_output;
pub use form::BisectionFile;
pub use round::{BisectionRound, StepInterval};
pub use rules::{Bisection, BisectionInstance, rounds_for};

type Seen<'a> = crate::rules::View<'a, Bisection>;
