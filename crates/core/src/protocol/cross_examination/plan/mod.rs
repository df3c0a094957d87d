//! Cross-examination of plans. On a circuit this is the gate check of query complexity (Thm 6 of
//! the 2026 paper).
//!
//! Alice writes a bit for every step. The judge reads the bit of the disputed step and the bits
//! that this step reads, one by one, and asks the oracle at most one question.

mod board;
mod mistake;
pub(crate) mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use rules::{CrossExamination, CrossExaminationInstance};

type Seen<'a> = crate::rules::View<'a, CrossExamination>;
