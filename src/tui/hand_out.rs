//! A position to be handed out: it is asked for a title, a text and a file, one after another.

use std::path::PathBuf;

use super::prompt::Field;
use super::sitting::Sitting;
use crate::debate::NodeId;
use crate::scenario::{Words, journal};

/// What was typed so far.
pub struct HandOut {
    at: NodeId,
    title: Option<Words>,
    text: Option<Words>,
    field: Field,
}

impl HandOut {
    /// Begins with the scenario's own title and text.
    pub fn new(sitting: &Sitting, at: NodeId) -> Self {
        let field = Field::new(sitting.scenario.title.to_string());
        Self { at, title: None, text: None, field }
    }

    /// What is asked now.
    pub fn question(&self) -> &'static str {
        match (&self.title, &self.text) {
            (None, _) => "hand out this position: under which title?",
            (_, None) => "hand out: what does the reader have to know?",
            _ => "hand out: to which file?",
        }
    }

    /// The text that is typed now.
    pub fn field(&mut self) -> &mut Field {
        &mut self.field
    }

    /// The text that is typed now, to be drawn.
    pub fn shown(&self) -> &Field {
        &self.field
    }

    /// Takes what was typed: the question that comes next, or the same one again; none once the
    /// position was handed out. And what there is to say of it; nothing if it is empty.
    pub fn submit(mut self, sitting: &Sitting) -> (Option<Self>, String) {
        let typed = self.field.text().trim().to_owned();
        let Some(title) = self.title.clone() else {
            return match Words::new(&typed) {
                Ok(title) if !title.is_empty() => {
                    self.title = Some(title);
                    self.field = Field::new(sitting.scenario.summary.to_string());
                    (Some(self), String::new())
                }
                Ok(_) => (Some(self), "a title has at least one letter".into()),
                Err(reason) => (Some(self), reason),
            };
        };
        let Some(text) = self.text.clone() else {
            return match Words::new(&typed) {
                Ok(text) => {
                    self.text = Some(text);
                    self.field = Field::new(super::screen::file_name(&title));
                    (Some(self), String::new())
                }
                Err(reason) => (Some(self), reason),
            };
        };
        let path = PathBuf::from(typed);
        if path.exists() {
            let reason = format!("{} is there already: choose another name", path.display());
            return (Some(self), reason);
        }
        match journal::save(&path, &sitting.handed_out(self.at, title, text)) {
            Ok(()) => (None, format!("handed out as {}", path.display())),
            Err(e) => (Some(self), e.to_string()),
        }
    }
}
