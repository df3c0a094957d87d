//! The judge alone, which debates are measured against: nobody argues. The judge reads bits of x, each
//! for a query, up to a budget, and rules whether f(x) is what Alice claims.

mod form;
pub(super) mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use form::DirectJudgeFile;
pub use rules::{DirectJudge, DirectJudgeInstance, Phase};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, DirectJudge>;
