//! A machine as somebody wrote it, not yet checked.

use super::LineColumn;
use crate::chance::Probability;

/// Something written, and where. Two are equal if what was written is.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// What was written.
    pub value: T,
    /// Where, if it came from a file.
    pub place: Option<LineColumn>,
}

impl<T> Placed<T> {
    /// Something that no file says.
    pub fn nowhere(value: T) -> Self {
        Self { value, place: None }
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}

/// One instruction: what to write (nothing: leave the symbol), where to move, which state to
/// enter (none: stay in this one). `direction` is one of `L`, `R`, `N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenInstruction {
    /// The symbol to write.
    pub write: Option<Placed<String>>,
    /// `L`, `R` or `N`.
    pub direction: char,
    /// The state to enter.
    pub next: Option<Placed<String>>,
}

/// A state with its instructions, by the symbols under the head. No instruction: it halts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenState {
    /// Its name.
    pub name: Placed<String>,
    /// Symbol read, instruction.
    pub rows: Vec<(Placed<String>, WrittenInstruction)>,
}

/// The oracle state, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenOracle {
    /// The state in which the machine asks.
    pub state: Placed<String>,
    /// How many cells the oracle is shown: the head's and those to its right.
    pub reads: Placed<u32>,
    /// The question in words; `{word}` stands for what the oracle is shown.
    pub question: Option<String>,
    /// How likely yes is, by word, blanks at its end dropped.
    pub answers: Vec<(Placed<String>, Probability)>,
    /// How likely yes is for every other word.
    pub otherwise: Probability,
    /// What the machine does after "yes".
    pub yes: Placed<WrittenInstruction>,
    /// What the machine does after "no".
    pub no: Placed<WrittenInstruction>,
}

/// A machine as somebody wrote it. [`WrittenMachine::build`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenMachine {
    /// What the file calls it.
    pub name: Option<String>,
    /// The input, one symbol a character; it starts at cell 1.
    pub input: Placed<String>,
    /// The blank, a single character.
    pub blank: Placed<String>,
    /// The state it starts in.
    pub start: Placed<String>,
    /// The table.
    pub states: Vec<WrittenState>,
    /// The accepting states, if the file names them.
    pub accept: Option<Vec<Placed<String>>>,
    /// The rejecting states, if the file names them.
    pub reject: Option<Vec<Placed<String>>>,
    /// T, if the file says it.
    pub steps: Option<Placed<u32>>,
    /// The leftmost and the rightmost cell, if the file says them.
    pub space: Option<Placed<(i32, i32)>>,
    /// The cell the head starts at; cell 1 if the file does not say.
    pub head: Option<Placed<i32>>,
    /// The oracle state, if there is one.
    pub oracle: Option<WrittenOracle>,
    /// The cells that Alice writes before the debate, each 0 or 1.
    pub witness: Vec<Placed<i32>>,
}
