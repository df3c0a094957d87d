//! The circuit walk (Thm 5 of the 2026 paper, after Karchmer and Wigderson).
//!
//! Alice says f(x) = 0, Bob f(x) = 1. From the output of the circuit in normal form down: at ∧
//! Alice points at a wire that she says is 0, at ∨ Bob at one that he says is 1. At a literal the
//! judge reads that input, and it decides. The pointers are the transcript: the judge pays for each
//! that it reads, the t-th being cell "step t", 0 for the first wire and 1 for the second.

mod form;
pub mod players;
mod rules;
mod view;
mod words;

pub(crate) use form::ALWAYS_0;
pub use form::CircuitWalkFile;
pub use rules::{CircuitWalk, CircuitWalkInstance, Phase};
pub(in crate::protocol) use rules::{by_inputs, verify};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, CircuitWalk>;
