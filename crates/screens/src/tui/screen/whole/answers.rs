//! The answers to the questions at the end of the course: one small file in the data folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::scenario::files;

/// What was answered, by question.
#[derive(Debug, Default)]
pub(super) struct Answers {
    said: BTreeMap<String, String>,
    path: Option<PathBuf>,
}

impl Answers {
    /// Those of a data folder.
    ///
    /// # Errors
    /// If the file is there and does not read.
    pub fn load(data: Option<&Path>) -> Result<Self, String> {
        let Some(path) = data.map(|data| data.join("answers.yaml")) else {
            return Ok(Self::default());
        };
        Ok(Self { said: files::yaml(&path)?.unwrap_or_default(), path: Some(path) })
    }

    /// What was answered; empty if nothing was.
    pub fn of(&self, question: &str) -> String {
        self.said.get(question).cloned().unwrap_or_default()
    }

    /// Keeps an answer beside what the file says by now.
    ///
    /// # Errors
    /// If it cannot be written; it is remembered all the same.
    pub fn keep(&mut self, question: &str, answer: &str) -> Result<(), String> {
        self.said.insert(question.to_owned(), answer.to_owned());
        let Some(path) = &self.path else { return Ok(()) };
        let mut said: BTreeMap<_, _> = files::yaml(path)?.unwrap_or_default();
        said.insert(question.to_owned(), answer.to_owned());
        files::keep(path, &said).map_err(|e| e.to_string())?;
        self.said = said;
        Ok(())
    }
}
