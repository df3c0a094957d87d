//! Players of a stochastic debate.

mod alice;
mod bob;
mod insight;
mod kinds;
mod roster;
pub mod values;

pub use insight::Insight;
pub use kinds::{Alice, Bob, DEFAULT_LEVEL, Players, shifted};
