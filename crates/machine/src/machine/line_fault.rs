//! What is wrong with a file of another tool: AIGER, Bristol Fashion, QDIMACS.

use super::circuit::CircuitError;
use super::quantified::GameError;

/// What is wrong with a text of lines, and at which of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct LineFault {
    /// The line, from 1; none for what concerns the whole text.
    pub line: Option<u32>,
    /// The word of the line, from 0, that is wrong; the first if it is the line as a whole.
    pub word: usize,
    /// What is wrong, or what was expected.
    pub message: String,
}

impl LineFault {
    /// A fault at a line.
    pub(super) fn at(line: u32, message: impl Into<String>) -> Self {
        Self { line: Some(line), word: 0, message: message.into() }
    }

    /// The same fault, of this word of the line, from 0.
    pub(super) fn of_word(self, word: usize) -> Self {
        Self { word, ..self }
    }

    /// A fault of the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { line: None, word: 0, message: message.into() }
    }
}

/// A refusal at a line.
pub(super) fn wrong<T>(line: u32, message: impl Into<String>) -> Result<T, LineFault> {
    Err(LineFault::at(line, message))
}

impl From<CircuitError> for LineFault {
    fn from(error: CircuitError) -> Self {
        Self::whole(error.to_string())
    }
}

impl From<GameError> for LineFault {
    fn from(error: GameError) -> Self {
        Self::whole(error.to_string())
    }
}
