//! Errors that keep a twins game from starting.

use crate::text::number::count;
use crate::work::Cancelled;

/// The largest number of inputs of the function, because twins are drawn from its truth table.
pub const MOST_INPUTS: usize = 20;

/// The largest number of gates that are evaluated for the truth table. One evaluation handles 64 inputs at once.
pub const MOST_EVALUATIONS: u64 = 1 << 28;

/// The largest number of rounds of one game.
pub const MOST_ROUNDS: u32 = 10_000;

/// The reason why a twins game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwinsError {
    /// The function has too many inputs to list all pairs of twins.
    #[error(
        "the function has {0} inputs, but a twins game allows at most {most}. Use a smaller function",
        most = MOST_INPUTS
    )]
    TooManyInputs(usize),
    /// The truth table takes too long.
    #[error(
        "a truth table of {inputs} inputs takes too long for a circuit of {gates} gates. Use at \
         most {most} gates, or fewer inputs"
    )]
    TooManyGates {
        /// The number of inputs.
        inputs: usize,
        /// The number of gates.
        gates: usize,
        /// The largest number of gates for these inputs.
        most: u64,
    },
    /// The function is constant.
    #[error(
        "the function is constant, so it has no twins. Use a function that depends on an input"
    )]
    Constant,
    /// The number of rounds is out of range.
    #[error("`rounds` is {0}. Write a number from 1 to {most}", most = count(MOST_ROUNDS.into()))]
    Rounds(u32),
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

/// A game that is too large for the search of the best judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this game is too large for the search of the best judge: it has {pairs} pairs of twins, {cells} \
     bits to read and {reads} reads. Use fewer reads or a smaller function"
)]
pub struct TwinsTooLarge {
    /// The number of bits of the transcript and of x.
    pub cells: usize,
    /// The judge's budget.
    pub reads: usize,
    /// The number of pairs of twins.
    pub pairs: u64,
}
