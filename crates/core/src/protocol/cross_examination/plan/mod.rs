//! Plans, cross-examined. On a circuit this is the gate check of query complexity
//! (Thm 6 of the 2026 paper).
//!
//! Alice writes a bit for every step. The judge reads the bit of the step on trial and the bits that
//! it reads, one by one, and puts at most one question to the oracle.

mod board;
mod mistake;
pub(crate) mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use rules::{CrossExamination, CrossExaminationInstance};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, CrossExamination>;
