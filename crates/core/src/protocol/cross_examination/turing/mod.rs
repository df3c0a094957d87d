//! Cross-examination of Turing machines.
//!
//! Alice writes the machine's whole transcript. Each step has the symbol that it wrote, the state
//! and the head position after it, and the step that last wrote the cell that it read. Bob points
//! at one step, or at a step and a later writer of its cell that the step's pointer skipped. The
//! judge is shown only the cells that check this.

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

/// The debate as one viewer sees it.
type Seen<'a> = crate::rules::View<'a, Tableau>;
