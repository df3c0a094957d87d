//! The state in which a machine asks the oracle about its tape.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Instruction, State, Symbol};
use crate::chance::Probability;

/// The largest number of cells that the oracle sees.
pub const LONGEST_WORD: u32 = 64;

/// The oracle state. In this state the machine shows the oracle the head's cell and some cells to its right. The
/// answer decides how the machine continues. A table gives the probability of yes for each word. For a deterministic
/// oracle, all these probabilities are 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleState {
    pub(super) state: State,
    pub(super) reads: u32,
    pub(super) question: Option<Arc<str>>,
    /// The probability of yes for each word, without blanks at the word's end.
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

    /// The number of cells that the oracle sees, the head's cell first. From 1 to [`LONGEST_WORD`].
    pub fn reads(&self) -> u32 {
        self.reads
    }

    /// The answer for a word. If the answer is random, the result is the more likely one. Blanks at
    /// the word's end do not count.
    pub fn answer(&self, word: &[Symbol]) -> bool {
        self.chance(word).get() >= 0.5
    }

    /// The probability of yes for a word. Blanks at its end do not count.
    pub fn chance(&self, word: &[Symbol]) -> Probability {
        self.answers.get(trimmed(word)).copied().unwrap_or(self.otherwise)
    }

    /// The probability of yes for every word.
    pub(super) fn chances(&self) -> impl Iterator<Item = Probability> + '_ {
        self.answers.values().copied().chain([self.otherwise])
    }

    /// The instruction after an answer. The written symbol replaces the one at the head.
    pub fn instruction(&self, answer: bool) -> Instruction {
        if answer { self.yes } else { self.no }
    }
}

/// A word without the blanks at its end.
pub(super) fn trimmed(word: &[Symbol]) -> &[Symbol] {
    let len = word.iter().rposition(|&s| s != Symbol::BLANK).map_or(0, |last| last + 1);
    &word[..len]
}
