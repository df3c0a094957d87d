//! What keeps such a debate from being played at all, in words.

use crate::text::number::count;
use crate::work::Stopped;

/// Twins are drawn from the whole truth table.
pub const MOST_INPUTS: usize = 20;

/// More rounds than this in one debate are refused.
pub const MOST_ROUNDS: u32 = 10_000;

/// Why the lower bound cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwinsError {
    /// Too many inputs to list all pairs.
    #[error("twins are drawn from all inputs: at most {most} of them, not {0}", most = MOST_INPUTS)]
    TooManyInputs(usize),
    /// A constant function.
    #[error("the function depends on no input, so that no two inputs are twins")]
    Constant,
    /// No rounds.
    #[error("play 1 to {most} rounds, not {0}", most = count(MOST_ROUNDS.into()))]
    Rounds(u32),
    /// The work was stopped before that was known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A game whose best judge is not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the best judge is found for smaller games: {pairs} pairs of twins with {cells} bits to read, \
     {reads} at a time, are too many to look through"
)]
pub struct TooLarge {
    /// The bits of the transcript and of x.
    pub cells: usize,
    /// The judge's budget.
    pub reads: usize,
    /// The pairs of twins.
    pub pairs: u64,
}
