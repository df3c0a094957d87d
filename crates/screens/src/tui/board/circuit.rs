//! A circuit on a small board: gates with their wires, level by level or in words. A large board draws boxes.

use super::graph;
use super::legend::Legend;
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::CircuitPane;
use crate::tui::drawing::*;

/// The number of levels of a path that are visible on any board. A longer path has a cursor.
const IN_VIEW: usize = 6;

impl PaneKind for CircuitPane<'_> {
    fn rows(&self, state: &PaneState, columns: usize, large: bool) -> (usize, usize) {
        self.words.as_ref().map_or((7, 48), |words| words.rows(state, columns, large))
    }

    fn items(&self, _: &PaneState) -> usize {
        if self.len > IN_VIEW { self.len } else { 0 }
    }

    fn wanted_cursor(&self) -> Option<usize> {
        self.len.checked_sub(1)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        let at = self.looked_at(look.state, look.focused);
        match &self.words {
            Some(words) => words.draw(canvas, look, legend),
            None => graph::levels(canvas, &|most| (self.graph)(at, most), legend),
        }
    }

    fn scrolls(&self, columns: usize, rows: usize) -> (isize, isize) {
        self.words.as_ref().map_or((0, 0), |words| words.scrolls(columns, rows))
    }
}
