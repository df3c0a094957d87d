//! What a person has done to one pane of a board, and what every kind of pane can do: a file each.

use std::collections::BTreeSet;

use super::legend::Legend;
use crate::text::board::{Pane, RoundsPane, StripPane, TapesPane};
use crate::tui::drawing::*;
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
pub struct PaneContext {
    /// Has this pane the focus?
    pub focused: bool,
    /// Has the board room for graphs and the like?
    pub large: bool,
}

/// What a large board draws below the rows of a pane.
#[derive(Clone, Copy)]
pub(super) enum PanePicture<'p> {
    /// Its graph.
    Graph,
    /// So many rounds.
    Rounds(&'p RoundsPane<'p>, usize),
    /// The tapes of its rows.
    Tapes(&'p TapesPane<'p>),
}

/// A kind of pane. Sizes are columns and rows, places count from the pane's own corner.
pub(super) trait PaneKind {
    /// Rows that it needs at least, and rows it would like, in so many columns of a board that is
    /// large or not.
    fn rows(&self, state: &PaneState, columns: usize, large: bool) -> (usize, usize);

    /// Draws it.
    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        state: &PaneState,
        look: PaneContext,
        legend: &mut Legend,
    );

    /// How many places the cursor has; none if it cannot stand here.
    fn items(&self, _state: &PaneState) -> usize {
        0
    }

    /// What the core wants the cursor on.
    fn wanted_cursor(&self) -> Option<usize> {
        None
    }

    /// The cursor's place for an item of the core's. `None` if it is folded away.
    fn place_of(&self, _state: &PaneState, item: usize) -> Option<usize> {
        Some(item)
    }

    /// The item of the core's that the person looks at: the one under the cursor, else the one where
    /// the debate stands. `None` while the cursor was not moved.
    fn looked_at(&self, state: &PaneState, focused: bool) -> Option<usize> {
        if focused { Some(state.cursor) } else { self.wanted_cursor() }
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
pub(super) fn kind<'a>(pane: &'a Pane<'_>) -> &'a dyn PaneKind {
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
    }
}

/// What a large board draws below the rows of a pane.
pub(super) fn pictures<'p>(pane: &'p Pane<'p>) -> Vec<PanePicture<'p>> {
    match pane {
        Pane::Strip(StripPane { graph: Some(_), .. }) | Pane::Tree(_) | Pane::Circuit(_) => {
            vec![PanePicture::Graph]
        }
        Pane::Table(table) => {
            let rounds = table.rounds.iter().map(|rounds| PanePicture::Rounds(rounds, table.len));
            let tapes = table.tapes.iter().map(PanePicture::Tapes);
            let graph = table.graph.iter().map(|_| PanePicture::Graph);
            rounds.chain(tapes).chain(graph).collect()
        }
        _ => Vec::new(),
    }
}
