//! Players of the stochastic debate (PROTOCOLS §4).

mod kinds;
pub mod values;

pub use kinds::{Alice, Bob, DEFAULT_LEVEL, UnknownPlayer};
