//! A machine as its author wrote it, before all checks.

use super::LineColumn;
use crate::chance::Probability;

/// A written value with its place. Equality ignores the place.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// The place of the value. `None` if the value does not come from a file.
    pub place: Option<LineColumn>,
}

impl<T> Placed<T> {
    /// A value that does not come from a file.
    pub fn without_place(value: T) -> Self {
        Self { value, place: None }
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}

/// An instruction: the symbol to write (`None` keeps the symbol), the direction, and the next state
/// (`None` keeps the state).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenInstruction {
    /// The symbol to write.
    pub write: Option<Placed<String>>,
    /// `L`, `R` or `N`.
    pub direction: char,
    /// The state to enter.
    pub next: Option<Placed<String>>,
}

/// A state with its instructions, by the symbol under the head. If there is no instruction for the symbol, the machine
/// halts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenState {
    /// The name of the state.
    pub name: Placed<String>,
    /// The symbols that it reads, with their instructions.
    pub rows: Vec<(Placed<String>, WrittenInstruction)>,
}

/// The oracle state, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenOracle {
    /// The state in which the machine asks.
    pub state: Placed<String>,
    /// The number of cells that the oracle sees: the head's cell and those to its right.
    pub reads: Placed<u32>,
    /// The question in words. `{word}` stands for the symbols that the oracle sees.
    pub question: Option<String>,
    /// The probability of yes for each word, without blanks at its end.
    pub answers: Vec<(Placed<String>, Probability)>,
    /// The probability of yes for every other word.
    pub otherwise: Probability,
    /// The instruction after "yes".
    pub yes: Placed<WrittenInstruction>,
    /// The instruction after "no".
    pub no: Placed<WrittenInstruction>,
}

/// A machine as its author wrote it. [`WrittenMachine::build`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenMachine {
    /// The machine's name in the file. `None` if the file gives none.
    pub name: Option<String>,
    /// The input, with one symbol for each character. It starts at cell 1.
    pub input: Placed<String>,
    /// The blank, a single character.
    pub blank: Placed<String>,
    /// The state in which the machine starts.
    pub start: Placed<String>,
    /// The table.
    pub states: Vec<WrittenState>,
    /// The accepting states. `None` if the file names none.
    pub accept: Option<Vec<Placed<String>>>,
    /// The rejecting states. `None` if the file names none.
    pub reject: Option<Vec<Placed<String>>>,
    /// The number of steps, T. `None` if the file does not give it.
    pub steps: Option<Placed<u32>>,
    /// The leftmost and the rightmost cell. `None` if the file does not give them.
    pub space: Option<Placed<(i32, i32)>>,
    /// The cell where the head starts. If `None`, it is cell 1.
    pub head: Option<Placed<i32>>,
    /// The oracle state. `None` if the machine has none.
    pub oracle: Option<WrittenOracle>,
    /// The cells that Alice writes before the debate, each 0 or 1.
    pub witness: Vec<Placed<i32>>,
}
