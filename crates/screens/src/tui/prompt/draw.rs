//! Draws a prompt: the choices, the form of the chosen answer, and the notes.

use super::PromptState;
use super::flow::{ChoiceFlow, flow};
use super::widget::WidgetContext;
use crate::tui::prelude::*;

/// The largest number of rows of a list of choices.
const LISTED: usize = 4;

impl PromptState {
    /// The number of rows that the prompt needs in this many columns. It is large enough for every answer.
    pub fn rows(&self, columns: usize, keys: &KeyMap) -> usize {
        let choices = if self.has_choices() { self.choice_rows(columns, keys) } else { 0 };
        let form = self.answers.iter().map(|answer| answer.rows(columns)).max().unwrap_or(0);
        choices + form + self.note_lines(columns).len()
    }

    fn choice_rows(&self, columns: usize, keys: &KeyMap) -> usize {
        match self.flow(columns, keys) {
            ChoiceFlow::Rows(places) => places.last().map_or(0, |place| place.1 + 1),
            ChoiceFlow::List(window) => window.count,
        }
    }

    /// The positions of the choices in this many columns.
    pub(super) fn flow(&self, columns: usize, keys: &KeyMap) -> ChoiceFlow {
        let texts = self.texts(keys);
        let rows = texts.len().min(LISTED);
        flow(&texts, columns, rows, self.chosen)
    }

    fn note_lines(&self, columns: usize) -> Vec<String> {
        let sentence = |note: &String| {
            // A formula is not a sentence, so it stays unchanged.
            let first = note.split(' ').next().unwrap_or_default();
            if !note.contains(' ') || !first.chars().all(char::is_alphabetic) {
                return note.clone();
            }
            let ended = !note.ends_with(char::is_alphanumeric);
            let note = crate::text::narrate::capital(note);
            if ended { note } else { note + "." }
        };
        self.notes().iter().flat_map(|note| wrap(&sentence(note), columns)).collect()
    }

    /// Draws the choices, the form of the chosen answer, and the notes.
    pub fn draw(&self, canvas: &mut Canvas<'_>, focused: bool, keys: &KeyMap) {
        let many = self.has_choices();
        let mut used = if many { self.draw_choices(canvas, focused, keys) } else { 0 };
        if let Some(answer) = self.current() {
            let (entered, enters) = (self.entered, self.enters());
            let look = WidgetContext { focused, entered, enters, many, keys };
            let area = canvas.area();
            let y = area.y + (used as u16).min(area.height);
            let mut rest = canvas.part(Rect { y, height: area.bottom() - y, ..area });
            used += answer.draw(&mut rest, &look);
        }
        let notes = self.note_lines(canvas.width());
        let rows = canvas.height().saturating_sub(used);
        for (y, line) in notes.iter().take(rows).enumerate() {
            let goes_on = y + 1 == rows && notes.len() > rows;
            let text = if goes_on { format!("{line} …") } else { line.clone() };
            canvas.print(0, used + y, &text, Role::Text);
        }
    }

    /// Draws the choices. Returns the number of rows that they take.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, focused: bool, keys: &KeyMap) -> usize {
        let texts = self.texts(keys);
        let draw = |canvas: &mut Canvas<'_>, i: usize, x: usize, y: usize| {
            let chosen = self.chosen == Some(i);
            let role = match (chosen, focused) {
                (true, true) => Role::Cursor,
                (true, false) => Role::Chosen,
                _ => Role::Text,
            };
            let sign = if chosen { "(●)" } else { "( )" };
            let after = canvas.print(x, y, sign, Role::Text);
            canvas.print(after + 1, y, &texts[i], role);
        };
        match self.flow(canvas.width(), keys) {
            ChoiceFlow::Rows(places) => {
                for (i, &(x, y)) in places.iter().enumerate() {
                    draw(canvas, i, x, y);
                }
                places.last().map_or(0, |p| p.1 + 1)
            }
            ChoiceFlow::List(window) => {
                let area = canvas.area();
                let note = counted(window.above, window.below).join("  ");
                let width = area.width.saturating_sub(width(&note) as u16 + 2);
                let mut part = canvas.part(Rect { width, ..area });
                for y in 0..window.count {
                    draw(&mut part, window.first + y, 3, y);
                }
                canvas.print_right(0, &note, Role::Dim);
                window.count
            }
        }
    }
}
