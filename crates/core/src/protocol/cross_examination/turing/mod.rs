//! Turing machines, cross-examined.
//!
//! Alice writes the machine's whole transcript: for every step what it wrote, the state and the head
//! it left, and which step last wrote what it read. Bob points at one step, or at a step and a later
//! writer of its cell that the step's pointer skipped. The judge is shown the neighbourhood that
//! checks that, and nothing else.

mod board;
mod mistake;
mod players;
mod rules;
mod solve;
mod tapes;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use rules::{Tableau, TableauInstance};
pub(crate) use solve::halts;

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Tableau>;
