//! Movement on a board: cursors, folds and scrolling.

use super::arrange::{Block, BlockArea};
use super::pane::{PaneKind, PaneState, kind};
use super::state::{BoardState, HitTarget, can_focus};
use super::{detail, outline};
use crate::text::Board;
use crate::text::board::{Pane, TreePane};
use crate::tui::drawing::*;

impl BoardState {
    /// Adapts the state to a changed board. Cursors stay inside the board. If the core now wants a cursor on another
    /// item, the cursor moves there.
    pub fn adopt(&mut self, board: &Board<'_>, area: Rect) {
        self.panes.resize_with(board.panes.len(), PaneState::default);
        if self.focus.is_some_and(|f| !board.panes.get(f).is_some_and(can_focus)) {
            self.focus = None;
        }
        let keeps_list = self.large.is_some();
        for (pane, state) in board.panes.iter().zip(&mut self.panes) {
            let pane = kind(pane);
            state.keeps_list = keeps_list;
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

    /// Stores the rows in view, so that later moves scroll as little as possible.
    pub fn settle(&mut self, board: &Board<'_>, area: Rect) {
        for (block, part) in self.parts(board, area) {
            if let Block::Pane(i) = block {
                // After a resize under a help page, this can run before the state is adapted to the board.
                kind(&board.panes[i]).settle(self.pane_mut(i), size(part));
            }
        }
    }

    /// Moves the cursor of the pane with the focus, or of the main pane. Returns `false` if the key
    /// has no meaning there.
    pub fn move_cursor(&mut self, action: Action, board: &Board<'_>, area: Rect) -> bool {
        let Some(pane) = self.active(board) else { return false };
        let part = place(&self.parts(board, area), pane).unwrap_or(area);
        let state = self.pane_mut(pane);
        let Some(cursor) = leads(action, kind(&board.panes[pane]), state, part) else {
            return false;
        };
        state.cursor = cursor;
        self.settle(board, area);
        true
    }

    /// Moves the cursor. At the edge of a pane, an arrow moves the focus to the next pane with a cursor, but not to the
    /// pane `but`. In a tree, left and right fold and unfold a claim.
    ///
    /// Returns `false` if nothing changes.
    pub fn go(
        &mut self,
        action: Action,
        board: &Board<'_>,
        area: Rect,
        but: Option<usize>,
    ) -> bool {
        let Some(pane) = self.active(board) else { return false };
        if matches!(board.panes[pane], Pane::Tree(_))
            && matches!(action, Action::Left | Action::Right)
        {
            return self.fold(action == Action::Right, board, area);
        }
        let before = self.pane(pane).cursor;
        self.move_cursor(action, board, area);
        if self.pane(pane).cursor != before {
            return true;
        }
        let free = |&at: &usize| can_focus(&board.panes[at]) && Some(at) != but;
        let next = match action {
            Action::Left | Action::Up => (0..pane).rev().find(free),
            Action::Right | Action::Down => (pane + 1..board.panes.len()).find(free),
            _ => None,
        };
        if let Some(next) = next {
            self.focus = Some(next);
            self.settle(board, area);
        }
        next.is_some()
    }

    /// Returns `true` if any of these keys would change the screen. While the prompt has the focus,
    /// a cursor is visible only in a strip without a disputed cell.
    pub fn moves(&self, actions: &[Action], board: &Board<'_>, parts: &[BlockArea]) -> bool {
        let Some(i) = self.active(board) else { return false };
        let Some(part) = place(parts, i) else { return false };
        let told = matches!(&board.panes[i], Pane::Strip(strip) if strip.focus.is_none());
        let pane = kind(&board.panes[i]);
        let seen = told || self.focus == Some(i);
        let mut before = self.pane(i).clone();
        pane.settle(&mut before, size(part));
        let leads = |&action: &Action| leads(action, pane, &before, part);
        actions.iter().filter_map(leads).any(|cursor| {
            let mut after = PaneState { cursor, ..before.clone() };
            pane.settle(&mut after, size(part));
            seen && cursor != before.cursor || after.scroll.first() != before.scroll.first()
        })
    }

    /// Scrolls content that has no cursor: long words, details, tapes and circuits.
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

    /// Returns `true` if [`BoardState::scroll`] can move something.
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

    /// Returns `true` if visible votes have a second view.
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

    /// The first tree: its pane, the tree, and the node under its cursor.
    fn tree<'a>(&self, board: &'a Board<'a>) -> Option<(usize, &'a TreePane<'a>, usize)> {
        board.panes.iter().enumerate().find_map(|(i, pane)| match pane {
            Pane::Tree(tree) => Some((i, tree, self.node(board, i)?)),
            _ => None,
        })
    }

    /// Returns `true` if the claim under the cursor can be folded or unfolded.
    pub fn can_fold(&self, board: &Board<'_>) -> bool {
        self.tree(board).is_some_and(|(_, tree, node)| !(tree.children)(node).is_empty())
    }

    /// Folds or unfolds the claim under the cursor.
    fn fold(&mut self, open: bool, board: &Board<'_>, area: Rect) -> bool {
        let Some((i, tree, node)) = self.tree(board) else { return false };
        let state = self.pane_mut(i);
        let lines = outline::lines(tree, &state.turned);
        let is_open = lines.iter().any(|line| line.node == node && line.open);
        if (tree.children)(node).is_empty() || is_open == open {
            return false;
        }
        if !state.turned.remove(&node) {
            state.turned.insert(node);
        }
        state.cursor = tree.place_of(state, node).unwrap_or(0);
        self.settle(board, area);
        true
    }

    /// Switches the view of the first pane with votes.
    pub fn turn_view(&mut self, board: &Board<'_>) {
        if let Some(i) = board.panes.iter().position(|p| matches!(p, Pane::Votes(_))) {
            let state = self.pane_mut(i);
            state.other_view = !state.other_view;
        }
    }
}

/// The area of a pane.
fn place(parts: &[BlockArea], pane: usize) -> Option<Rect> {
    parts.iter().find(|part| part.0 == Block::Pane(pane)).map(|part| part.1)
}

fn size(part: Rect) -> (usize, usize) {
    (part.width.into(), part.height.into())
}

/// The new index of a pane's cursor after a key. `None` if the key has no meaning there.
fn leads(action: Action, pane: &dyn PaneKind, state: &PaneState, part: Rect) -> Option<usize> {
    let [side, line, page] = pane.strides(state, size(part)).map(|stride| stride as isize);
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
    // A move past the last item stops at the last item.
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
            fresh[3].fold(false, &board, area);
            let adopted = &mut fresh[0];
            adopted.adopt(&board, area);
            assert_eq!(adopted.panes.len(), board.panes.len(), "{}", entry.id);
        }
    }
}
