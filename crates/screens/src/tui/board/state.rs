//! What a person has done to a board: focus, cursors, folds, scrolling. The board itself is the
//! core's.

use std::sync::LazyLock;

use super::arrange::{Block, Part, arrange, body};
use super::pane::kind;
use super::{PaneState, detail};
use crate::text::Board;
use crate::text::board::Pane;
use crate::tui::prelude::*;

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

/// The state of a pane that was not seen before.
static NOTHING: LazyLock<PaneState> = LazyLock::new(PaneState::default);

impl BoardState {
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

    /// Which part of an area each pane has.
    pub fn parts(&self, board: &Board<'_>, area: Rect) -> Vec<Part> {
        arrange(board, self, body(area))
    }

    /// Is there anything that [`BoardState::scroll`] would move?
    pub fn can_scroll(&self, board: &Board<'_>, parts: &[Part]) -> bool {
        parts.iter().any(|(block, part)| {
            let (columns, rows) = (usize::from(part.width), usize::from(part.height));
            match block {
                Block::Detail(i) => detail::lines(board, *i, self, columns).len() > rows,
                Block::Pane(i) => kind(&board.panes[*i]).scrolls(columns, rows) != (0, 0),
            }
        })
    }

    /// How many panes of a board are in view in an area, and in how many rows.
    pub fn shown(&self, board: &Board<'_>, area: Rect) -> (usize, u16) {
        let parts = self.parts(board, area);
        let panes = parts.iter().filter(|(block, _)| matches!(block, Block::Pane(_)));
        panes.fold((0, 0), |(panes, rows), (_, part)| (panes + 1, rows + part.height))
    }

    /// Is there another view of votes that are in view?
    pub fn can_turn_view(&self, board: &Board<'_>, parts: &[Part]) -> bool {
        let has = |(block, part): &Part| matches!(block, Block::Pane(i) if kind(&board.panes[*i]).has_two_views(part.width.into()));
        parts.iter().any(has)
    }

    /// What lies under a click.
    pub fn hit(&self, at: Position, board: &Board<'_>, area: Rect) -> Option<Spot> {
        for (block, part) in self.parts(board, area) {
            let Block::Pane(pane) = block else { continue };
            if !part.contains(at) {
                continue;
            }
            let at = (usize::from(at.x - part.x), usize::from(at.y - part.y));
            let size = (part.width.into(), part.height.into());
            let item = kind(&board.panes[pane]).hit(self.pane(pane), size, at);
            return item.map(|item| Spot { pane, item });
        }
        None
    }
}

/// Can a cursor stand in this pane?
pub(super) fn can_focus(pane: &Pane<'_>) -> bool {
    kind(pane).items(&NOTHING) > 0
}
