//! Chance: probabilities, the laws that nature draws from, their tails, and nature itself.
//!
//! Nothing in this room knows what a debate is.

mod binomial;
mod fall;
mod inversion;
mod law;
#[cfg(test)]
mod log_binomial;
mod nature;
mod probability;
mod tables;

pub use binomial::{Binomial, MOST_TRIALS, TooManyTrials};
pub use fall::Fall;
pub use inversion::{Inversion, unit};
pub use law::{Law, LawError, MOST_OUTCOMES, Z};
#[cfg(test)]
use log_binomial::{ln_at_least, ln_probability};
pub use nature::Nature;
pub use probability::{NotAProbability, Probability};
pub use tables::Tables;
