//! Chance: probabilities, distributions with their tails, and seeded randomness.
//!
//! Nothing in this module knows about debates.

mod binomial;
mod binomial_tables;
mod distribution;
mod inversion;
#[cfg(test)]
mod log_binomial;
mod nature;
mod outcome;
mod probability;

pub use binomial::{Binomial, MOST_TRIALS, TooManyTrials};
pub use binomial_tables::BinomialTables;
pub use distribution::{Distribution, DistributionError, MOST_OUTCOMES, Z};
pub use inversion::{InversionSampler, unit};
#[cfg(test)]
use log_binomial::{ln_at_least, ln_probability};
pub use nature::{Nature, NatureKey, seed_in_series};
pub use outcome::ChanceOutcome;
pub use probability::{NotAProbability, Probability};
