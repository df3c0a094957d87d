//! What a person has done to one pane of a board.

use std::collections::BTreeSet;

use crate::tui::scroll::Scroll;

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
