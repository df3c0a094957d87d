//! Moving about a board: cursors, folds, scrolling.

use super::arrange::{Block, BlockArea};
use super::pane::{PaneKind, PaneState, kind};
use super::state::{BoardState, HitTarget, can_focus};
use super::{detail, outline};
use crate::text::Board;
use crate::text::board::{Pane, TreePane};
use crate::tui::drawing::*;

impl BoardState {
    /// Takes in a changed board: cursors stay on it, and go where the core wants them when that has
    /// changed.
    pub fn adopt(&mut self, board: &Board<'_>, area: Rect) {
        self.panes.resize_with(board.panes.len(), PaneState::default);
        if self.focus.is_some_and(|f| !board.panes.get(f).is_some_and(can_focus)) {
            self.focus = None;
        }
        for (pane, state) in board.panes.iter().zip(&mut self.panes) {
            let pane = kind(pane);
            let wanted = pane.wanted_cursor();
            if wanted != state.wanted {
                state.wanted = wanted;
                state.shift = 0;
                if let Some(wanted) = wanted {
                    state.cursor = pane.place_of(state, wanted).unwrap_or(0);
                }
            }
            state.cursor = state.cursor.min(pane.items(state).saturating_sub(1));
        }
        self.settle(board, area);
    }

    /// Remembers which rows are in view, so that later moves scroll as little as needed.
    pub fn settle(&mut self, board: &Board<'_>, area: Rect) {
        for (block, part) in self.parts(board, area) {
            if let Block::Pane(i) = block {
                // A board may be settled that was not adopted yet: under a help page, at a resize.
                kind(&board.panes[i]).settle(self.pane_mut(i), size(part));
            }
        }
    }

    /// Moves the cursor of the pane with the focus, or of the main one; false if nothing can move.
    pub fn move_cursor(&mut self, action: Action, board: &Board<'_>, area: Rect) -> bool {
        let Some(pane) = self.active(board) else { return false };
        let part = place(&self.parts(board, area), pane).unwrap_or(area);
        let trial = self.on_trial;
        let state = self.pane_mut(pane);
        let Some(cursor) = leads(action, kind(&board.panes[pane]), state, trial, part) else {
            return false;
        };
        state.cursor = cursor;
        self.settle(board, area);
        true
    }

    /// Would any of these keys show something else? A cursor is not seen while the prompt has the
    /// focus, but for a cell that is described where the debate stands at none.
    pub fn moves(&self, actions: &[Action], board: &Board<'_>, parts: &[BlockArea]) -> bool {
        let Some(i) = self.active(board) else { return false };
        let Some(part) = place(parts, i).or(parts.first().map(|part| part.1)) else {
            return false;
        };
        let told = matches!(&board.panes[i], Pane::Strip(strip) if strip.focus.is_none());
        let pane = kind(&board.panes[i]);
        let seen = told || self.focus == Some(i);
        let mut before = self.pane(i).clone();
        pane.settle(&mut before, size(part));
        let leads = |&action: &Action| leads(action, pane, &before, self.on_trial, part);
        actions.iter().filter_map(leads).any(|cursor| {
            let mut after = PaneState { cursor, ..before.clone() };
            pane.settle(&mut after, size(part));
            seen && cursor != before.cursor || after.scroll.first() != before.scroll.first()
        })
    }

    /// Scrolls what has no cursor: long words, details, tapes, circuits.
    pub fn scroll(&mut self, by: isize, board: &Board<'_>, area: Rect) {
        let parts = self.parts(board, area);
        for i in 0..board.panes.len() {
            let columns = usize::from(area.width);
            let rows = place(&parts, i).map_or(0, |part| part.height);
            let (least, most) = kind(&board.panes[i]).scrolls(columns, rows.into());
            let most = most.max(detail::lines(board, i, self, columns).len() as isize);
            let state = self.pane_mut(i);
            state.shift = (state.shift + by).clamp(least, most);
        }
    }

    /// Is there anything that [`BoardState::scroll`] would move?
    pub fn can_scroll(&self, board: &Board<'_>, parts: &[BlockArea]) -> bool {
        parts.iter().any(|(block, part)| {
            let (columns, rows) = size(*part);
            match block {
                Block::Detail(i) => detail::lines(board, *i, self, columns).len() > rows,
                Block::Pane(i) => kind(&board.panes[*i]).scrolls(columns, rows) != (0, 0),
                Block::Picture(..) => false,
            }
        })
    }

    /// Is there another view of votes that are in view?
    pub fn can_turn_view(&self, board: &Board<'_>, parts: &[BlockArea]) -> bool {
        let has = |(block, part): &BlockArea| matches!(block, Block::Pane(i) if kind(&board.panes[*i]).has_two_views(part.width.into()));
        parts.iter().any(has)
    }

    /// Puts the cursor of a pane on an item.
    pub fn point(&mut self, spot: HitTarget, board: &Board<'_>, area: Rect) {
        let Some(pane) = board.panes.get(spot.pane) else { return };
        let last = kind(pane).items(self.pane(spot.pane)).saturating_sub(1);
        self.pane_mut(spot.pane).cursor = spot.item.min(last);
        self.settle(board, area);
    }

    /// The node of a tree under its cursor.
    pub fn node(&self, board: &Board<'_>, pane: usize) -> Option<usize> {
        let Pane::Tree(tree) = board.panes.get(pane)? else { return None };
        let state = self.pane(pane);
        outline::lines(tree, &state.turned).get(state.cursor).map(|line| line.node)
    }

    /// The first tree, its pane, and the node under its cursor.
    fn tree<'a>(&self, board: &'a Board<'a>) -> Option<(usize, &'a TreePane<'a>, usize)> {
        board.panes.iter().enumerate().find_map(|(i, pane)| match pane {
            Pane::Tree(tree) => Some((i, tree, self.node(board, i)?)),
            _ => None,
        })
    }

    /// Is there anything to fold or unfold under the cursor?
    pub fn can_fold(&self, board: &Board<'_>) -> bool {
        self.tree(board).is_some_and(|(_, tree, node)| !(tree.children)(node).is_empty())
    }

    /// Folds or unfolds the claim under the cursor.
    pub fn fold(&mut self, board: &Board<'_>, area: Rect) {
        let Some((i, tree, node)) = self.tree(board) else { return };
        let state = self.pane_mut(i);
        if !state.turned.remove(&node) {
            state.turned.insert(node);
        }
        state.cursor = tree.place_of(state, node).unwrap_or(0);
        self.settle(board, area);
    }

    /// The other view of the first pane that has one.
    pub fn turn_view(&mut self, board: &Board<'_>) {
        if let Some(i) = board.panes.iter().position(|p| matches!(p, Pane::Votes(_))) {
            let state = self.pane_mut(i);
            state.other_view = !state.other_view;
        }
    }
}

/// Where a pane is.
fn place(parts: &[BlockArea], pane: usize) -> Option<Rect> {
    parts.iter().find(|part| part.0 == Block::Pane(pane)).map(|part| part.1)
}

fn size(part: Rect) -> (usize, usize) {
    (part.width.into(), part.height.into())
}

/// Where a key leads the cursor of a pane; none if it means nothing there.
fn leads(
    action: Action,
    pane: &dyn PaneKind,
    state: &PaneState,
    trial: bool,
    part: Rect,
) -> Option<usize> {
    if trial && matches!(action, Action::Left | Action::Right) {
        let places = pane.on_trial();
        // They are few: after the last comes the first.
        let next = match action {
            Action::Left => places.iter().rev().find(|&&at| at < state.cursor).or(places.last()),
            _ => places.iter().find(|&&at| at > state.cursor).or(places.first()),
        };
        if let Some(&next) = next {
            return Some(next);
        }
    }
    let [side, line, page] = pane.strides(size(part)).map(|stride| stride as isize);
    let by = match action {
        Action::Left if side > 0 => -side,
        Action::Right if side > 0 => side,
        Action::Up => -line,
        Action::Down => line,
        Action::PageUp => -page,
        Action::PageDown => page,
        Action::First => return Some(0),
        Action::Last => isize::MAX,
        _ => return None,
    };
    // A step down from the last but one row ends on the last cell, not nowhere.
    Some(state.cursor.saturating_add_signed(by).min(pane.items(state).saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Viewer;
    use crate::scenario::{library, open};

    #[test]
    fn a_board_can_be_settled_travelled_and_scrolled_before_it_is_adopted() {
        let area = Rect::new(0, 3, 51, 13);
        for entry in library::shipped() {
            let game = open(&entry.scenario.expect("it reads")).expect("it can be played");
            let board = game.position().board(Viewer::All);
            let mut fresh = [(); 4].map(|()| BoardState::default());
            fresh[0].settle(&board, area);
            fresh[1].move_cursor(Action::Down, &board, area);
            fresh[2].scroll(1, &board, area);
            fresh[3].fold(&board, area);
            let adopted = &mut fresh[0];
            adopted.adopt(&board, area);
            assert_eq!(adopted.panes.len(), board.panes.len(), "{}", entry.id);
        }
    }
}
