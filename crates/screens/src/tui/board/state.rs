//! What a person has done to a board: focus, cursors, folds, scrolling. The board itself is the
//! core's.

use std::sync::LazyLock;

use super::pane::{PaneState, kind};
use crate::text::Board;
use crate::text::board::Pane;

/// Focus and cursors of a whole board.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    /// The pane that has the focus; none while the prompt has it.
    pub focus: Option<usize>,
    /// Do left and right lead through the items on trial alone, where there are any?
    pub on_trial: bool,
    /// Is the board drawn in rows, however large it is?
    pub(super) rows_only: bool,
    pub(super) panes: Vec<PaneState>,
}

/// The thing that a click or the cursor hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitTarget {
    /// The pane, from 0.
    pub pane: usize,
    /// The item in it, from 0.
    pub item: usize,
}

/// The state of a pane that was not seen before.
static NOTHING: LazyLock<PaneState> = LazyLock::new(PaneState::default);

impl BoardState {
    /// The state of a board that is drawn in rows, however large it is.
    pub fn in_rows() -> Self {
        Self { rows_only: true, ..Self::default() }
    }

    /// The state of a pane; a pane not seen before is as it is at first.
    pub fn pane(&self, pane: usize) -> &PaneState {
        self.panes.get(pane).unwrap_or(&NOTHING)
    }

    /// The state of a pane, to change it.
    pub fn pane_mut(&mut self, pane: usize) -> &mut PaneState {
        if self.panes.len() <= pane {
            self.panes.resize_with(pane + 1, PaneState::default);
        }
        &mut self.panes[pane]
    }

    /// The next pane that can have the focus; after the last one the prompt has it again.
    pub fn after_focus(&self, board: &Board<'_>) -> Option<usize> {
        let from = self.focus.map_or(0, |f| f + 1);
        (from..board.panes.len()).find(|&i| can_focus(&board.panes[i]))
    }

    /// The pane whose item is described: the one with the focus, else the main one.
    pub fn active(&self, board: &Board<'_>) -> Option<usize> {
        self.focus.or_else(|| board.panes.iter().position(can_focus))
    }

    /// The item of a pane that the person looks at, as the core counts it.
    pub(super) fn looked_at(&self, board: &Board<'_>, pane: usize) -> Option<usize> {
        kind(&board.panes[pane]).looked_at(self.pane(pane), self.focus == Some(pane))
    }
}

/// Can a cursor stand in this pane?
pub(super) fn can_focus(pane: &Pane<'_>) -> bool {
    kind(pane).items(&NOTHING) > 0
}
