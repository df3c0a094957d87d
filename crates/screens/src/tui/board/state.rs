//! The player's state of a board: focus, cursors, folds and scrolling. The core owns the board itself.

use std::sync::LazyLock;

use super::pane::{PaneState, kind};
use crate::text::Board;
use crate::text::board::Pane;

/// Focus and cursors of a whole board.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    /// The pane that has the focus. `None` while the prompt has the focus.
    pub focus: Option<usize>,
    /// Whether the board draws pictures. `None` if its area decides.
    pub(super) large: Option<bool>,
    pub(super) panes: Vec<PaneState>,
}

/// The item at a click or at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitTarget {
    /// The pane, from 0.
    pub pane: usize,
    /// The item of the pane, from 0.
    pub item: usize,
}

/// The state of a new pane.
static NOTHING: LazyLock<PaneState> = LazyLock::new(PaneState::default);

impl BoardState {
    /// The state of a board that never draws pictures, even if it is large.
    pub fn in_rows() -> Self {
        Self { large: Some(false), ..Self::default() }
    }

    /// Fixes whether the board draws pictures, so that a longer question does not change the board. `None` if
    /// its area decides.
    pub fn set_large(&mut self, large: Option<bool>) {
        self.large = large;
    }

    /// The state of a pane. A new pane has the default state.
    pub fn pane(&self, pane: usize) -> &PaneState {
        self.panes.get(pane).unwrap_or(&NOTHING)
    }

    /// The state of a pane, for a change.
    pub fn pane_mut(&mut self, pane: usize) -> &mut PaneState {
        if self.panes.len() <= pane {
            self.panes.resize_with(pane + 1, PaneState::default);
        }
        &mut self.panes[pane]
    }

    /// The panes that can have the focus.
    pub fn panes_to_focus(&self, board: &Board<'_>) -> impl Iterator<Item = usize> {
        (0..board.panes.len()).filter(|&at| can_focus(&board.panes[at]))
    }

    /// The pane that shows the details of its item: the pane with the focus, or else the main pane.
    pub fn active(&self, board: &Board<'_>) -> Option<usize> {
        self.focus.or_else(|| board.panes.iter().position(can_focus))
    }

    /// The item of a pane that the player looks at, as the core numbers it.
    pub(super) fn looked_at(&self, board: &Board<'_>, pane: usize) -> Option<usize> {
        kind(&board.panes[pane]).looked_at(self.pane(pane), self.focus == Some(pane))
    }
}

/// Returns `true` if this pane can have a cursor.
pub(super) fn can_focus(pane: &Pane<'_>) -> bool {
    kind(pane).items(&NOTHING) > 0
}
