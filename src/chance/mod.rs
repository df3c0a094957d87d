//! Chance: probabilities, the laws that nature draws from, their tails, and nature itself.
//!
//! Nothing in this room knows what a debate is.

mod probability;

pub use probability::{NotAProbability, Probability};
