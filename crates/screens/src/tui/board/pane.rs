//! What a person has done to one pane of a board, and what every kind of pane can do: a file each.

use std::collections::BTreeSet;

use super::legend::Legend;
use crate::text::board::Pane;
use crate::tui::canvas::Canvas;
use crate::tui::scroll::{Scroll, Window};

/// Cursor, folds and scrolling of one pane.
#[derive(Clone, Debug, Default)]
pub struct PaneState {
    /// The item under the cursor, from 0.
    pub cursor: usize,
    /// Rows in view.
    pub scroll: Scroll,
    /// Tree nodes whose folding is not as it was at first.
    pub turned: BTreeSet<usize>,
    /// How far tapes, words and details were scrolled by hand.
    pub shift: isize,
    /// Is the other view on: the running mean in place of the votes?
    pub other_view: bool,
    /// Where the core wanted the cursor last.
    pub(super) wanted: Option<usize>,
}

impl PaneState {
    /// The rows in view of a list of `total`, the cursor's among them.
    pub(super) fn window(&self, total: usize, rows: usize) -> Window {
        let mut scroll = self.scroll;
        scroll.at = self.cursor;
        scroll.window(total, rows)
    }
}

/// What is looked at while a pane is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Has this pane the focus?
    pub focused: bool,
    /// The item of the board's first pane that is looked at.
    pub at: Option<usize>,
}

/// A kind of pane. Sizes are columns and rows, places count from the pane's own corner.
pub(super) trait Kind {
    /// Rows that it needs at least, and rows it would like.
    fn rows(&self, state: &PaneState, columns: usize) -> (usize, usize);

    /// Draws it.
    fn draw(&self, canvas: &mut Canvas<'_>, state: &PaneState, look: Look, legend: &mut Legend);

    /// How many places the cursor has; none if it cannot stand here.
    fn items(&self, _state: &PaneState) -> usize {
        0
    }

    /// What the core wants the cursor on.
    fn wanted(&self) -> Option<usize> {
        None
    }

    /// The cursor's place for that.
    fn place_of(&self, _state: &PaneState, wanted: usize) -> usize {
        wanted
    }

    /// How many of so many rows its items have.
    fn listed(&self, rows: usize) -> usize {
        rows.saturating_sub(1)
    }

    /// Remembers which rows are in view.
    fn settle(&self, state: &mut PaneState, (_, rows): (usize, usize)) {
        let total = self.items(state);
        if total > 0 {
            state.scroll.at = state.cursor;
            state.scroll.settle(total, self.listed(rows));
        }
    }

    /// How many items the cursor goes sideways, up or down, and by a page.
    fn strides(&self, (_, rows): (usize, usize)) -> [usize; 3] {
        [0, 1, rows.saturating_sub(3).max(1)]
    }

    /// The items on trial, in order: where a key leads that goes through them alone.
    fn on_trial(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The item at a place.
    fn hit(&self, _: &PaneState, _size: (usize, usize), _at: (usize, usize)) -> Option<usize> {
        None
    }

    /// More about the item under the cursor: labels and wrapped lines.
    fn detail(&self, _: &PaneState, _focused: bool, _columns: usize) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How far it can be scrolled back and on without a cursor: not at all where all of it is in view.
    fn scrolls(&self, _columns: usize, _rows: usize) -> (isize, isize) {
        (0, 0)
    }

    /// Is there another view of it than the one that is drawn in so many columns?
    fn has_two_views(&self, _columns: usize) -> bool {
        false
    }
}

/// What a pane can do.
pub(super) fn kind<'a>(pane: &'a Pane<'_>) -> &'a dyn Kind {
    match pane {
        Pane::Strip(strip) => strip,
        Pane::Table(table) => table,
        Pane::Gauge(gauge) => gauge,
        Pane::Votes(votes) => votes,
        Pane::Intervals(intervals) => intervals,
        Pane::Tapes(tapes) => tapes,
        Pane::Tree(tree) => tree,
        Pane::Circuit(circuit) => circuit,
        Pane::Words(lines) => lines,
        Pane::Picture(picture) => picture,
    }
}
