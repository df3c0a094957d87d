//! The state of a pane, and the trait of all kinds of panes. Each kind has its own file.

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
    /// The rows in view.
    pub scroll: Scroll,
    /// Tree nodes that the player folded or unfolded.
    pub turned: BTreeSet<usize>,
    /// The number of rows or columns by which the player scrolled tapes, words or details.
    pub shift: isize,
    /// `true` if steps stay a list even if there are few rows, so that a longer question does not change the
    /// board.
    pub(super) keeps_list: bool,
    /// `true` if the pane shows the running mean and not the votes.
    pub other_view: bool,
    /// The last item on which the core wanted the cursor.
    pub(super) wanted: Option<usize>,
}

impl PaneState {
    /// The visible rows of a list of `total` rows. The row of the cursor is always visible.
    pub(super) fn window(&self, total: usize, rows: usize) -> Window {
        let mut scroll = self.scroll;
        scroll.at = self.cursor;
        scroll.window(total, rows)
    }
}

/// The circumstances in which a pane is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PaneContext<'a> {
    /// The pane's cursor, folds and scrolling.
    pub state: &'a PaneState,
    /// `true` if this pane has the focus.
    pub focused: bool,
    /// `true` if the board has room for pictures.
    pub large: bool,
}

/// A picture that a large board draws below the rows of a pane.
#[derive(Clone, Copy)]
pub(super) enum PanePicture<'p> {
    /// The graph of the pane.
    Graph,
    /// The rounds, and the number of rounds.
    Rounds(&'p RoundsPane<'p>, usize),
    /// The tapes of the pane's rows.
    Tapes(&'p TapesPane<'p>),
}

/// A kind of pane. Sizes are in columns and rows. Positions count from the pane's own corner.
pub(super) trait PaneKind {
    /// The number of rows that the pane needs, and the number that it wants, in this many columns. `large` is `true` if
    /// the board has room for pictures.
    fn rows(&self, state: &PaneState, columns: usize, large: bool) -> (usize, usize);

    /// Draws the pane.
    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend);

    /// The number of items that the cursor can reach. 0 if the pane has no cursor.
    fn items(&self, _state: &PaneState) -> usize {
        0
    }

    /// The item on which the core wants the cursor.
    fn wanted_cursor(&self) -> Option<usize> {
        None
    }

    /// The index of the cursor for an item of the core. `None` if the item is folded away.
    fn place_of(&self, _state: &PaneState, item: usize) -> Option<usize> {
        Some(item)
    }

    /// The item of the core that the player looks at: the item under the cursor if the pane has the focus, else the
    /// current item of the debate. `None` if there is none.
    fn looked_at(&self, state: &PaneState, focused: bool) -> Option<usize> {
        if focused { Some(state.cursor) } else { self.wanted_cursor() }
    }

    /// Stores the rows in view.
    fn settle(&self, state: &mut PaneState, (_, rows): (usize, usize)) {
        let total = self.items(state);
        if total > 0 {
            state.scroll.at = state.cursor;
            state.scroll.settle(total, rows.saturating_sub(1));
        }
    }

    /// The number of items that the cursor moves sideways, up or down, and by a page.
    fn strides(&self, _: &PaneState, (_, rows): (usize, usize)) -> [usize; 3] {
        [0, 1, rows.saturating_sub(3).max(1)]
    }

    /// The item at a position.
    fn hit(&self, _: &PaneState, _size: (usize, usize), _at: (usize, usize)) -> Option<usize> {
        None
    }

    /// The details of the item under the cursor: labels and wrapped lines.
    fn detail(&self, _: &PaneState, _focused: bool, _columns: usize) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The limits of scrolling back and ahead, for a pane without a cursor. (0, 0) if the whole pane is in view.
    fn scrolls(&self, _columns: usize, _rows: usize) -> (isize, isize) {
        (0, 0)
    }

    /// Returns `true` if the pane has a second view that is hidden in this many columns.
    fn has_two_views(&self, _columns: usize) -> bool {
        false
    }
}

/// The implementation of a pane's kind.
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

/// The pictures that a large board draws below the rows of a pane.
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
