//! How a prompt looks on its three rows.

use super::PromptState;
use super::flow::{ChoiceFlow, flow};
use super::widget::WidgetContext;
use crate::rules::Verb;
use crate::tui::prelude::*;

impl PromptState {
    /// Draws the three rows, with the cursor of the board on this step, if it is on one.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        focused: bool,
        keys: &KeyMap,
        cursor: Option<usize>,
    ) {
        let before = self.before_words(keys, cursor);
        let many = self.has_choices();
        let mut used = if many { self.draw_choices(canvas, focused) } else { 0 };
        if let Some(answer) = self.current() {
            let (entered, enters, notes) = (self.entered, self.enters(), &*self.notes());
            let look =
                WidgetContext { focused, entered, enters, many, keys, notes, before: &before };
            let area = canvas.area();
            let y = area.y + (used as u16).min(area.height);
            let mut rest = canvas.part(Rect { y, height: area.bottom() - y, ..area });
            used += answer.draw(&mut rest, &look);
        }
        self.draw_rest(canvas, used, &before);
    }

    /// What can be done before, then the notes, on the rows that are left, from below.
    fn draw_rest(&self, canvas: &mut Canvas<'_>, used: usize, before: &str) {
        let rows = canvas.height();
        let left = rows.saturating_sub(used);
        // Set in like the choices; a note that needs every column starts at the edge.
        let columns = canvas.width();
        let fits = self.notes().iter().all(|n| width(n) + 4 <= columns);
        let x = if fits { 3 } else { 1 };
        let notes: Vec<String> =
            self.notes().iter().flat_map(|n| wrap(n, columns.saturating_sub(x))).collect();
        // The keys are in the footer as well: words that are needed to answer come first.
        let shown = notes.len().min(left);
        for (i, note) in notes.iter().take(shown).enumerate() {
            let cut = i + 1 == shown && notes.len() > shown;
            let text = if cut { format!("{note} …") } else { note.clone() };
            canvas.print(x, rows - shown + i, &text, Role::Text);
        }
        if left > shown {
            canvas.print(3, rows - shown - 1, before, Role::Dim);
        }
    }

    /// `a  ask the oracle: 1 query      s  run the plan yourself`.
    fn before_words(&self, keys: &KeyMap, cursor: Option<usize>) -> String {
        let mut parts = Vec::new();
        for (at, offer) in self.prompt.offers.iter().enumerate().filter(|(_, o)| !o.ends_turn) {
            // A key plays the first offer of its verb.
            if self.prompt.offers[..at].iter().any(|before| before.verb == offer.verb) {
                continue;
            }
            let key = match offer.verb {
                Verb::Ask if cursor.is_some() && self.before(offer.verb, cursor).is_err() => {
                    continue;
                }
                Verb::Ask => keys.label(Action::Ask),
                Verb::Sample if Self::as_choice(&self.prompt, Verb::Sample) => continue,
                Verb::Sample | Verb::Run => keys.label(Action::Sample),
                Verb::Read => {
                    format!("{} {}", keys.label(Action::Focus), keys.label(Action::Confirm))
                }
                _ => continue,
            };
            parts.push(format!("{key}  {}", offer.words));
        }
        parts.join("      ")
    }

    /// Draws the choices; returns the rows used.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, focused: bool) -> usize {
        let texts = self.texts();
        let rows = self.choice_rows();
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
        match flow(&texts, canvas.width(), rows, self.chosen) {
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
