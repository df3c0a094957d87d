//! A position to be handed out: it is asked for a title, a text and a file, one after another.

use std::path::Path;

use super::prompt::Field;
use super::sitting::{Sitting, save_new};
use crate::debate::NodeId;
use crate::scenario::Words;

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
                match save_new(Path::new(&text), &sitting.handed_out(self.at, title, words)) {
                    Ok(()) => return (None, format!("handed out as {text}")),
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
