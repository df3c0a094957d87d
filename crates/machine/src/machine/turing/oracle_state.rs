//! A state in which a machine asks the oracle about its tape.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Instruction, State, Symbol};
use crate::chance::Probability;

/// The oracle is shown at most this many cells.
pub const LONGEST_WORD: u32 = 64;

/// In this state the machine shows the oracle the head's cell and those to its right, and goes
/// on by the answer. How likely each answer is to be yes is a table; of a deterministic oracle it is 0
/// or 1 everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleState {
    pub(super) state: State,
    pub(super) reads: u32,
    pub(super) question: Option<Arc<str>>,
    /// Answers by word, blanks at the word's end dropped.
    pub(super) answers: BTreeMap<Vec<Symbol>, Probability>,
    pub(super) otherwise: Probability,
    pub(super) yes: Instruction,
    pub(super) no: Instruction,
}

impl OracleState {
    /// The state in which the machine asks.
    pub fn state(&self) -> State {
        self.state
    }

    /// How many cells the oracle is shown, the head's first; 1 to [`LONGEST_WORD`].
    pub fn reads(&self) -> u32 {
        self.reads
    }

    /// The answer about a word, the likelier one where it is not certain; blanks at its end do not
    /// count.
    pub fn answer(&self, word: &[Symbol]) -> bool {
        self.chance(word).get() >= 0.5
    }

    /// How likely the answer about a word is to be yes; blanks at its end do not count.
    pub fn chance(&self, word: &[Symbol]) -> Probability {
        self.answers.get(trimmed(word)).copied().unwrap_or(self.otherwise)
    }

    /// How likely yes is, of every word.
    pub(super) fn chances(&self) -> impl Iterator<Item = Probability> + '_ {
        self.answers.values().copied().chain([self.otherwise])
    }

    /// What the machine does after an answer. The written symbol replaces the one at the head.
    pub fn instruction(&self, answer: bool) -> Instruction {
        if answer { self.yes } else { self.no }
    }
}

/// A word without the blanks at its end.
pub(super) fn trimmed(word: &[Symbol]) -> &[Symbol] {
    let len = word.iter().rposition(|&s| s != Symbol::BLANK).map_or(0, |last| last + 1);
    &word[..len]
}
