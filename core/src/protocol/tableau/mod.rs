//! Cross-examination of a Turing machine (PROTOCOLS §2; Brown-Cohen et al. 2024, Fig. 1, Thm 5.3).
//!
//! Alice writes the machine's whole transcript: for every step what it wrote, the state and the
//! head it left, and which step last wrote what it read. Bob points at one step, or at a step and
//! a later writer of its cell that the step's pointer skipped. The judge is shown the neighbourhood
//! that checks that, and nothing else.

mod menu;
pub mod players;
mod rules;
pub mod solve;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub(crate) use state::{Neighbours, Phase};
pub use state::{NoSuchOutput, Point, Tableau, TableauInstance, ending_as_claimed};
