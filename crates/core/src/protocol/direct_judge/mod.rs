//! The direct judge, a baseline for debate: nobody argues. The judge reads bits of x, up to a
//! budget, and rules whether f(x) is what Alice claims.

mod form;
pub(super) mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use form::DirectJudgeFile;
pub use rules::{DirectJudge, DirectJudgeInstance, Phase};

type Seen<'a> = crate::rules::View<'a, DirectJudge>;
