//! What a person has done to a board: focus, cursors, folds, scrolling. The board itself is the
//! core's.

use std::collections::BTreeSet;

use super::PaneState;
use super::pane::kind;
use crate::show::Board;
use crate::show::board::Pane;
use crate::tui::scroll::Scroll;

/// Focus and cursors of a whole board.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    /// The pane that has the focus; none while the prompt has it.
    pub focus: Option<usize>,
    /// Do left and right lead through the items on trial alone, where there are any?
    pub on_trial: bool,
    pub(super) panes: Vec<PaneState>,
}

/// The thing that a click or the cursor hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The pane, from 0.
    pub pane: usize,
    /// The item in it, from 0.
    pub item: usize,
}

const NOTHING: &PaneState = &PaneState {
    cursor: 0,
    scroll: Scroll::TOP,
    turned: BTreeSet::new(),
    shift: 0,
    other_view: false,
    wanted: None,
};

impl BoardState {
    /// The state of a pane; a pane not seen before is as it is at first.
    pub fn pane(&self, pane: usize) -> &PaneState {
        self.panes.get(pane).unwrap_or(NOTHING)
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

    /// The item of the first pane that the person looks at: the one under the cursor, else the one
    /// where the debate stands; none while the cursor was not moved.
    pub fn looked_at(&self, board: &Board<'_>) -> Option<usize> {
        let cursor = self.pane(0).cursor;
        if self.focus == Some(0) {
            return Some(cursor);
        }
        let here = match board.panes.first()? {
            Pane::Strip(strip) => strip.focus,
            Pane::Table(table) => table.here,
            _ => None,
        };
        here.or((cursor > 0).then_some(cursor))
    }
}

/// Can a cursor stand in this pane?
pub(super) fn can_focus(pane: &Pane<'_>) -> bool {
    kind(pane).items(NOTHING) > 0
}
