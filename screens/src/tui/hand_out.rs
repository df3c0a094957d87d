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
}

impl HandOut {
    /// Begins with the scenario's own title, to be changed.
    pub fn new(sitting: &Sitting, at: NodeId) -> (Self, Field) {
        let field = Field::new(sitting.scenario.title.to_string());
        (Self { at, title: None, text: None }, field)
    }

    /// What is asked now.
    pub fn question(&self) -> &'static str {
        match (&self.title, &self.text) {
            (None, _) => "hand out this position: under which title?",
            (_, None) => "hand out: what does the reader have to know?",
            _ => "hand out: to which file?",
        }
    }

    /// Takes what was typed: the question that comes next and what to begin its answer with, or the
    /// same once more; none once the position was handed out. And what there is to say of it; nothing
    /// if it is empty.
    pub fn submit(mut self, typed: Field, sitting: &Sitting) -> (Option<(Self, Field)>, String) {
        let text = typed.text().trim().to_owned();
        let next = match (self.title.clone(), self.text.clone()) {
            (None, _) => match Words::new(&text) {
                Ok(title) if !title.is_empty() => {
                    self.title = Some(title);
                    Ok(Field::new(sitting.scenario.summary.to_string()))
                }
                Ok(_) => Err("a title has at least one letter".into()),
                Err(reason) => Err(reason),
            },
            (Some(title), None) => Words::new(&text).map(|text| {
                self.text = Some(text);
                Field::new(super::screen::file_name(&title))
            }),
            (Some(title), Some(words)) => {
                let path = PathBuf::from(text);
                let position = || sitting.handed_out(self.at, title, words);
                let done = match path.exists() {
                    true => {
                        Err(format!("{} is there already: choose another name", path.display()))
                    }
                    false => journal::save(&path, &position()).map_err(|e| e.to_string()),
                };
                match done {
                    Ok(()) => return (None, format!("handed out as {}", path.display())),
                    Err(reason) => Err(reason),
                }
            }
        };
        match next {
            Ok(field) => (Some((self, field)), String::new()),
            Err(reason) => (Some((self, typed)), reason),
        }
    }
}
