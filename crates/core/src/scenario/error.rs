//! Errors in a file, with the file's name, the line, the column, and what was expected.

use std::fmt;

use super::located::{Spot, YamlError};
use super::printable;
use crate::yaml;

/// The reason why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The name of the file, as the user gave it.
    pub file: String,
    /// The position in the file. `None` if the error is about the whole file.
    pub spot: Option<Spot>,
    /// The error, and what was expected.
    pub message: String,
    /// The line with the error, without characters that could control a terminal.
    pub shown: Option<String>,
}

/// At most this many characters of the line with the error are shown.
const SHOWN: usize = 100;

impl FileError {
    /// An error about a whole file.
    pub fn whole_file(file: &str, message: impl Into<String>) -> Self {
        Self { file: printable(file), spot: None, message: message.into(), shown: None }
    }

    /// The error in one line. The reason comes first, so that it stays visible if the path is long.
    pub fn reason_first(&self) -> String {
        let Self { file, message, .. } = self;
        match self.spot {
            Some(Spot { line, .. }) => format!("{message} (line {line} of {file})"),
            None => format!("{message} ({file})"),
        }
    }

    /// An error with its position. Copies the line with the error from `text`.
    pub fn at(file: &str, text: &str, fault: YamlError) -> Self {
        let YamlError { place, message } = fault;
        let Some(spot) = place else { return Self::whole_file(file, message) };
        let shown = text.lines().nth(spot.line as usize - 1).map(|line| {
            let skipped = (spot.column as usize).saturating_sub(SHOWN / 2);
            let part: String = line.chars().skip(skipped).take(SHOWN).collect();
            let start = if skipped > 0 { "…" } else { "" };
            let end = if line.chars().count() > skipped + SHOWN { "…" } else { "" };
            let caret = spot.column as usize - skipped.min(spot.column as usize);
            let indent = " ".repeat((start.chars().count() + caret).saturating_sub(1));
            format!("  {start}{}{end}\n  {indent}^", printable(&part))
        });
        Self { file: printable(file), spot: Some(spot), message, shown }
    }

    /// An error of the YAML reader, with its position.
    pub fn from_yaml(file: &str, text: &str, error: yaml::YamlError) -> Self {
        Self::at(file, text, YamlError { message: printable(&error.message), ..error })
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(Spot { line, column }) = self.spot {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(shown) = &self.shown {
            write!(f, "\n{shown}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}
