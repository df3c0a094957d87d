//! Recursive debate over a claim tree (2025 paper, section 7).

mod faults;
mod form;
mod luck;
mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use faults::RecursiveError;
pub use form::{AnswerFile, RecursiveDebateFile};
pub use rules::{Phase, RecursiveDebate, RecursiveInstance, Step};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, RecursiveDebate>;
