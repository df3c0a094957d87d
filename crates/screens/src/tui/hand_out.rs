//! A position to be handed out: it is asked for a title, a text and a file, one after another.

use std::path::Path;

use super::prompt::TextLine;
use super::session::{DebateSession, save_new};
use crate::debate::NodeId;
use crate::scenario::SafeText;

/// What was typed so far.
pub struct HandOutForm {
    at: NodeId,
    /// The title, then the text.
    given: Vec<SafeText>,
}

impl HandOutForm {
    /// Begins with the scenario's own title, to be changed.
    pub fn new(sitting: &DebateSession, at: NodeId) -> (Self, TextLine) {
        let field = TextLine::new(sitting.scenario.title.to_string());
        (Self { at, given: Vec::new() }, field)
    }

    /// What is asked now.
    pub fn question(&self) -> &'static str {
        match self.given.len() {
            0 => "hand out this position: under which title?",
            1 => "hand out: what does the reader have to know?",
            _ => "hand out: to which file?",
        }
    }

    /// Takes what was typed; what to begin the answer to the next question with, none once the position
    /// was handed out.
    ///
    /// # Errors
    /// Why the same has to be asked once more.
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
