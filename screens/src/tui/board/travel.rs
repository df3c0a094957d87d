//! Moving about a board: cursors, folds, scrolling.

use ratatui::layout::Rect;

use super::arrange::{Block, Part};
use super::state::{can_focus, items};
use super::{BoardState, PaneState, Spot, detail, outline, strip, tapes, words};
use crate::show::Board;
use crate::show::board::Pane;
use crate::tui::keys::Action;

impl BoardState {
    /// Takes in a changed board: cursors stay on it, and go where the core wants them when that has
    /// changed.
    pub fn adopt(&mut self, board: &Board<'_>, area: Rect) {
        self.panes.resize_with(board.panes.len(), PaneState::default);
        if self.focus.is_some_and(|f| !board.panes.get(f).is_some_and(can_focus)) {
            self.focus = None;
        }
        for (pane, state) in board.panes.iter().zip(&mut self.panes) {
            let wanted = match pane {
                Pane::Strip(s) => s.focus,
                Pane::Table(t) => t.here,
                Pane::Intervals(i) => i.rounds.len().checked_sub(1),
                Pane::Tree(t) => t.here,
                _ => None,
            };
            if wanted != state.wanted {
                state.wanted = wanted;
                state.shift = 0;
                if let Some(wanted) = wanted {
                    state.cursor = match pane {
                        Pane::Tree(tree) => outline::row_of(tree, &state.turned, wanted),
                        _ => wanted,
                    };
                }
            }
            state.cursor = state.cursor.min(items(pane, state).saturating_sub(1));
        }
        self.settle(board, area);
    }

    /// Remembers which rows are in view, so that later moves scroll as little as needed.
    pub fn settle(&mut self, board: &Board<'_>, area: Rect) {
        for (block, part) in self.parts(board, area) {
            if let Block::Pane(i) = block {
                // A board may be settled that was not adopted yet: under a help page, at a resize.
                settle(&board.panes[i], self.pane_mut(i), part);
            }
        }
    }

    /// Moves the cursor of the pane with the focus, or of the main one; false if nothing can move.
    pub fn travel(&mut self, action: Action, board: &Board<'_>, area: Rect) -> bool {
        let Some(pane) = self.active(board) else { return false };
        let part = place(&self.parts(board, area), pane).unwrap_or(area);
        let state = self.pane_mut(pane);
        let Some(cursor) = leads(action, &board.panes[pane], state, part) else { return false };
        state.cursor = cursor;
        self.settle(board, area);
        true
    }

    /// Would any of these keys show something else? A cursor is not seen while the prompt has the
    /// focus, but for a cell that is described where the debate stands at none.
    pub fn moves(&self, actions: &[Action], board: &Board<'_>, parts: &[Part]) -> bool {
        let Some(i) = self.active(board) else { return false };
        let Some(part) = place(parts, i).or(parts.first().map(|part| part.1)) else {
            return false;
        };
        let pane = &board.panes[i];
        let told = matches!(pane, Pane::Strip(strip) if strip.focus.is_none());
        let seen = told || self.focus == Some(i);
        let mut before = self.pane(i).clone();
        settle(pane, &mut before, part);
        actions.iter().filter_map(|&action| leads(action, pane, &before, part)).any(|cursor| {
            let mut after = PaneState { cursor, ..before.clone() };
            settle(pane, &mut after, part);
            seen && cursor != before.cursor || after.scroll.first() != before.scroll.first()
        })
    }

    /// Scrolls what has no cursor: long words, details, tapes, circuits.
    pub fn scroll(&mut self, by: isize, board: &Board<'_>, area: Rect) {
        let parts = self.parts(board, area);
        for i in 0..board.panes.len() {
            let columns = usize::from(area.width);
            let rows = place(&parts, i).map_or(0, |part| part.height);
            let hidden = match &board.panes[i] {
                Pane::Tapes(tapes) => tapes::hidden(tapes, columns, rows.into()),
                _ => (0, true),
            };
            let least = match &board.panes[i] {
                Pane::Tapes(_) if !hidden.1 => -(hidden.0 as isize),
                Pane::Tapes(_) | Pane::Circuit(_) => -1_000,
                _ => 0,
            };
            let most = match &board.panes[i] {
                Pane::Words(lines) => words::rows(lines, columns).1,
                Pane::Strip(_) | Pane::Table(_) => detail::lines(board, i, self, columns).len(),
                Pane::Tapes(_) if !hidden.1 => 0,
                Pane::Tapes(_) | Pane::Circuit(_) => 1_000,
                _ => 0,
            };
            let state = self.pane_mut(i);
            state.shift = (state.shift + by).clamp(least, most as isize);
        }
    }

    /// Puts the cursor of a pane on an item.
    pub fn point(&mut self, spot: Spot, board: &Board<'_>, area: Rect) {
        let Some(pane) = board.panes.get(spot.pane) else { return };
        let last = items(pane, self.pane(spot.pane)).saturating_sub(1);
        self.pane_mut(spot.pane).cursor = spot.item.min(last);
        self.settle(board, area);
    }

    /// The node of a tree under its cursor.
    pub fn node(&self, board: &Board<'_>, pane: usize) -> Option<usize> {
        let Pane::Tree(tree) = board.panes.get(pane)? else { return None };
        let state = self.pane(pane);
        outline::lines(tree, &state.turned).get(state.cursor).map(|line| line.node)
    }

    /// Is there anything to fold or unfold under the cursor?
    pub fn can_fold(&self, board: &Board<'_>) -> bool {
        let tree = |(i, pane): (usize, &Pane<'_>)| match pane {
            Pane::Tree(tree) => self.node(board, i).map(|node| !(tree.children)(node).is_empty()),
            _ => None,
        };
        board.panes.iter().enumerate().find_map(tree).unwrap_or_default()
    }

    /// Folds or unfolds the claim under the cursor.
    pub fn fold(&mut self, board: &Board<'_>, area: Rect) -> bool {
        for (i, pane) in board.panes.iter().enumerate() {
            if let Pane::Tree(tree) = pane {
                let state = self.pane_mut(i);
                let lines = outline::lines(tree, &state.turned);
                let Some(node) = lines.get(state.cursor).map(|l| l.node) else { return false };
                if !state.turned.remove(&node) {
                    state.turned.insert(node);
                }
                state.cursor = outline::row_of(tree, &state.turned, node);
                self.settle(board, area);
                return true;
            }
        }
        false
    }

    /// The other view of the first pane that has one.
    pub fn turn_view(&mut self, board: &Board<'_>) -> bool {
        let at = board.panes.iter().position(|p| matches!(p, Pane::Votes(_)));
        if let Some(i) = at {
            let state = self.pane_mut(i);
            state.other_view = !state.other_view;
        }
        at.is_some()
    }
}

/// Where a pane is.
fn place(parts: &[Part], pane: usize) -> Option<Rect> {
    parts.iter().find(|part| part.0 == Block::Pane(pane)).map(|part| part.1)
}

/// Remembers which rows of a pane are in view in its part of the screen.
fn settle(pane: &Pane<'_>, state: &mut PaneState, part: Rect) {
    let (columns, height) = (usize::from(part.width), usize::from(part.height));
    let (total, rows) = match pane {
        Pane::Strip(strip) => return strip::settle(strip, state, columns, height),
        Pane::Table(table) => (table.len, height.saturating_sub(1)),
        Pane::Tree(tree) => {
            let lines = outline::lines(tree, &state.turned).len();
            (lines, height.saturating_sub(1 + tree.below.len()).max(3))
        }
        Pane::Intervals(all) => (all.rounds.len(), height.saturating_sub(1)),
        _ => return,
    };
    state.scroll.at = state.cursor;
    state.scroll.settle(total, rows);
}

/// Where a key leads the cursor of a pane; none if it means nothing there.
fn leads(action: Action, pane: &Pane<'_>, state: &PaneState, part: Rect) -> Option<usize> {
    let sideways = matches!(pane, Pane::Strip(_));
    let (line, page) = match pane {
        Pane::Strip(s) => {
            let line = strip::per_row(s, part.width.into());
            (line, line * (usize::from(part.height) / 2).max(1))
        }
        _ => (1, usize::from(part.height).saturating_sub(3).max(1)),
    };
    let by = match action {
        Action::Left if sideways => -1,
        Action::Right if sideways => 1,
        Action::Up => -(line as isize),
        Action::Down => line as isize,
        Action::PageUp => -(page as isize),
        Action::PageDown => page as isize,
        Action::First => return Some(0),
        Action::Last => isize::MAX,
        _ => return None,
    };
    // A step down from the last but one row ends on the last cell, not nowhere.
    Some(state.cursor.saturating_add_signed(by).min(items(pane, state).saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Eye;
    use crate::scenario::{library, open};

    #[test]
    fn a_board_can_be_settled_travelled_and_scrolled_before_it_is_adopted() {
        let area = Rect::new(0, 3, 51, 13);
        for entry in library::shipped() {
            let game = open(&entry.scenario.expect("it reads")).expect("it can be played");
            let board = game.now().board(Eye::All);
            let mut fresh = [(); 4].map(|()| BoardState::default());
            fresh[0].settle(&board, area);
            fresh[1].travel(Action::Down, &board, area);
            fresh[2].scroll(1, &board, area);
            fresh[3].fold(&board, area);
            let adopted = &mut fresh[0];
            adopted.adopt(&board, area);
            assert_eq!(adopted.panes.len(), board.panes.len(), "{}", entry.id);
        }
    }
}
