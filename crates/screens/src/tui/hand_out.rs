//! Hands out a position. The form asks for a title, a text and the name of a file.

use std::path::Path;

use super::prompt::TextLine;
use super::session::{DebateSession, save_new};
use crate::debate::NodeId;
use crate::scenario::SafeText;

/// The answers so far.
pub struct HandOutForm {
    at: NodeId,
    /// The title, then the text for the reader.
    given: Vec<SafeText>,
}

impl HandOutForm {
    /// Makes the form, and the first field with the scenario's title.
    pub fn new(sitting: &DebateSession, at: NodeId) -> (Self, TextLine) {
        let field = TextLine::new(sitting.scenario.title.to_string());
        (Self { at, given: Vec::new() }, field)
    }

    pub fn question(&self) -> &'static str {
        match self.given.len() {
            0 => "hand out this position: its title?",
            1 => "hand out: what must the reader know?",
            _ => "hand out: to which file?",
        }
    }

    /// Takes an answer. Returns the field for the next question, or `None` after the position was written.
    ///
    /// # Errors
    /// Returns the reason for asking the same question again.
    pub fn take(
        &mut self,
        typed: &str,
        sitting: &DebateSession,
    ) -> Result<Option<TextLine>, String> {
        if let [title, text] = &self.given[..] {
            let record = sitting.handed_out(self.at, title.clone(), text.clone());
            return save_new(Path::new(typed), &record).map(|()| None);
        }
        let words = SafeText::new(typed)?;
        let next = match self.given.first() {
            None if words.is_empty() => return Err("a title has at least one letter".into()),
            None => sitting.scenario.summary.to_string(),
            Some(title) => super::screen::file_name(title),
        };
        self.given.push(words);
        Ok(Some(TextLine::new(next)))
    }
}
