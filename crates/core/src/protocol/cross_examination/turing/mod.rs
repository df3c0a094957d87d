//! Cross-examination of Turing machines.
//!
//! Alice writes the machine's whole transcript. For each step, the transcript has the symbol that
//! the step wrote, and the state and the head position after the step. It also has a pointer: the
//! step that last wrote the tape cell that this step read. Bob points at one step. If the step's
//! pointer skipped a later writer of the tape cell, he can also point at this writer. The judge is
//! shown only the cells that are needed to check the point.

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

type Seen<'a> = crate::rules::View<'a, Tableau>;
