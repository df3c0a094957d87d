//! Errors in files of other tools: AIGER, Bristol Fashion, QDIMACS.

use super::circuit::CircuitError;
use super::quantified::GameError;

/// An error in a text, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct LineError {
    /// The line, from 1. `None` if the error is about the whole text.
    pub line: Option<u32>,
    /// The wrong word of the line, from 0. 0 if the whole line is wrong.
    pub word: usize,
    /// The error, or what was expected.
    pub message: String,
}

impl LineError {
    /// An error in a line.
    pub(super) fn at(line: u32, message: impl Into<String>) -> Self {
        Self { line: Some(line), word: 0, message: message.into() }
    }

    /// The same error, at this word of the line, from 0.
    pub(super) fn of_word(self, word: usize) -> Self {
        Self { word, ..self }
    }

    /// An error about the whole text.
    pub fn whole_text(message: impl Into<String>) -> Self {
        Self { line: None, word: 0, message: message.into() }
    }
}

/// Returns an error in a line.
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
