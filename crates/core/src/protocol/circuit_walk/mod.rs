//! The circuit walk (Thm 5 of the 2026 paper, after Karchmer and Wigderson).
//!
//! Alice says f(x) = 0, and Bob says f(x) = 1. The walk goes down from the output of the circuit in
//! normal form. At ∧ Alice points at a wire that she says is 0. At ∨ Bob points at a wire that he
//! says is 1. At a literal the judge reads the input of the literal, and this input decides the
//! debate. The pointers are the transcript. The t-th pointer is the cell "step t". Its value is 0
//! for the first wire and 1 for the second. The judge pays for each pointer that is read.

mod form;
pub mod players;
mod rules;
mod view;
mod words;

pub(crate) use form::ALWAYS_0;
pub use form::CircuitWalkFile;
pub use rules::{CircuitWalk, CircuitWalkInstance, Phase};
pub(in crate::protocol) use rules::{by_inputs, verify};

type Seen<'a> = crate::rules::View<'a, CircuitWalk>;
