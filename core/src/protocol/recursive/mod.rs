//! Recursive debate (PROTOCOLS §6): one prover argues for a claim and names subclaims that
//! suffice; the other disputes one of them; and so on down to a leaf, which the judge decides.
//!
//! It is where the obfuscated arguments problem is met: a Bob who cannot tell which of q subclaims
//! is false finds it with probability q^-depth.

pub mod players;
mod rules;
pub mod solve;
mod state;
mod view;
mod words;

pub use state::{Phase, RecursiveDebate, RecursiveError, RecursiveInstance, Step};
