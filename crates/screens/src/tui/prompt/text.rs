//! A widget for text in a fixed format, such as a proof or a program.

use std::any::Any;

use super::TextLine;
use super::widget::{Widget, WidgetContext, WidgetLabel};
use crate::rules::{Move, Verb};
use crate::text::ArgumentPrompt;
use crate::tui::prelude::*;

/// The largest number of characters.
const LONGEST: usize = 4_000;

/// A text that the player types.
pub struct TextField {
    verb: Verb,
    field: TextLine,
    shape: String,
    /// The initial text.
    start: Option<String>,
    /// `true` if the initial text is a form that the player must fill in.
    is_form: bool,
    /// `true` if the player has changed or confirmed the text.
    touched: bool,
}

impl TextField {
    /// A field with the format and the initial text that the action gives.
    pub fn new(verb: Verb, fill: &ArgumentPrompt) -> Self {
        let (shape, start, is_form) = match fill {
            ArgumentPrompt::Text { shape, start, form } => (shape.clone(), start.clone(), *form),
            _ => Default::default(),
        };
        let field = TextLine::new(start.clone().unwrap_or_default());
        Self { verb, field, shape, start, is_form, touched: false }
    }
}

impl Widget for TextField {
    fn label(&self) -> WidgetLabel {
        WidgetLabel { open: "type it", ..WidgetLabel::new(format!("{} it", self.verb.word())) }
    }

    fn to_move(&self) -> Result<Move, String> {
        self.verb.parse_argument(self.field.text())
    }

    fn rows(&self, columns: usize) -> usize {
        1 + wrap(&self.shape, columns.saturating_sub(5)).len()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &WidgetContext<'_>) -> usize {
        let room = canvas.width().saturating_sub(5);
        self.field.draw(canvas, (3, 0), room, look.focused && look.entered);
        let rows = canvas.height().saturating_sub(1);
        canvas.print_lines((3, 1), wrap(&self.shape, room).iter().take(rows), Role::Dim)
    }

    fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.touched = true;
        self.field.edit(edit, LONGEST);
        Ok(())
    }

    fn is_text(&self) -> bool {
        true
    }

    fn takes_form(&mut self) -> bool {
        !self.is_form || std::mem::replace(&mut self.touched, true)
    }

    fn fill(&mut self) -> bool {
        if let Some(start) = &self.start {
            self.field.set(start.clone());
            self.touched = true;
        }
        self.start.is_some()
    }

    fn can_fill(&self) -> bool {
        self.start.as_ref().is_some_and(|start| self.field.text() != start)
    }

    fn keep(&mut self, old: &dyn Any) {
        if let Some(old) = old.downcast_ref::<Self>() {
            (self.field, self.touched) = (old.field.clone(), old.touched);
        }
    }
}
