//! Errors in files of other tools: AIGER, Bristol Fashion, QDIMACS.

use super::circuit::CircuitError;
use super::quantified::GameError;

/// An error in a text, with the number of its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct LineError {
    /// The line, counted from 1. `None` if the error is about the whole text.
    pub line: Option<u32>,
    /// The index of the wrong word in the line, counted from 0. If the whole line is wrong, the
    /// index is 0.
    pub word: usize,
    /// What is wrong, or what was expected.
    pub message: String,
}

impl LineError {
    pub(super) fn at(line: u32, message: impl Into<String>) -> Self {
        Self { line: Some(line), word: 0, message: message.into() }
    }

    /// The same error at another word of the line, counted from 0.
    pub(super) fn of_word(self, word: usize) -> Self {
        Self { word, ..self }
    }

    /// An error about the whole text.
    pub fn whole_text(message: impl Into<String>) -> Self {
        Self { line: None, word: 0, message: message.into() }
    }
}

pub(super) fn wrong<T>(line: u32, message: impl Into<String>) -> Result<T, LineError> {
    Err(LineError::at(line, message))
}

impl From<CircuitError> for LineError {
    fn from(error: CircuitError) -> Self {
        Self::whole_text(error.to_string())
    }
}

impl From<GameError> for LineError {
    fn from(error: GameError) -> Self {
        Self::whole_text(error.to_string())
    }
}
