//! Bisection in time T and space S (Brown-Cohen et al. 2024, Fig. 4, Thm 5.1).
//!
//! Alice claims that a computation goes from its start to a configuration that she names, with the
//! output that she claims. Each round she names the configuration at the middle of the disputed
//! interval and Bob says which half is wrong, until one step is left, which the judge checks. What
//! has not the shape of a configuration is refused when it is named, so that every configuration
//! on the table is well formed.

mod faults;
mod form;
pub mod players;
mod round;
mod rules;
mod solve;
mod view;
mod words;

pub use faults::BisectionError;
pub(crate) use faults::no_such_output;
pub use form::BisectionFile;
pub use round::{Round, Span};
pub use rules::{Bisection, BisectionInstance, rounds_for};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Bisection>;
