//! Errors for the person who wrote the file: its name, the line, the column, what was expected.

use std::fmt;

use super::place::{Fault, Spot};
use super::printable;
use crate::yaml;

/// Why a file could not be used. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file's name as it was given.
    pub file: String,
    /// Where in it, if anywhere in particular.
    pub spot: Option<Spot>,
    /// What is wrong and what was expected.
    pub message: String,
    /// The line that it is about, made safe to print.
    pub shown: Option<String>,
}

/// As many characters of a faulty line are shown.
const SHOWN: usize = 100;

impl FileError {
    /// Something wrong with a file as a whole.
    pub fn whole(file: &str, message: impl Into<String>) -> Self {
        Self { file: printable(file), spot: None, message: message.into(), shown: None }
    }

    /// In a single line, the reason first: a long path pushes nothing out of sight.
    pub fn reason_first(&self) -> String {
        let Self { file, message, .. } = self;
        match self.spot {
            Some(Spot { line, .. }) => format!("{message} (line {line} of {file})"),
            None => format!("{message} ({file})"),
        }
    }

    /// A fault at its place in the text of a file.
    pub fn at(file: &str, text: &str, fault: Fault) -> Self {
        let Fault { place, message } = fault;
        let Some(spot) = place else { return Self::whole(file, message) };
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

    /// What a reader of YAML found, at the place where it found it.
    pub fn from_yaml(file: &str, text: &str, error: yaml::Fault) -> Self {
        Self::at(file, text, Fault { message: printable(&error.message), ..error })
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
