//! Recursive debate over a claim tree (2025 paper, section 7).

mod errors;
mod form;
mod guess_luck;
mod players;
mod rules;
mod solve;
mod view;
mod words;
mod world_class;

pub use errors::RecursiveError;
pub use form::{AnswerFile, RecursiveDebateFile};
pub use rules::{DiscussedClaim, Phase, RecursiveDebate, RecursiveInstance};

type Seen<'a> = crate::rules::View<'a, RecursiveDebate>;
