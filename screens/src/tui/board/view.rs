//! What of a board is in view.

use ratatui::layout::{Position, Rect};

use super::arrange::{Block, Part, arrange, body};
use super::{BoardState, PaneState, Spot, detail, outline, strip, tapes, tree, votes, words};
use crate::show::Board;
use crate::show::board::Pane;

impl BoardState {
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
                Block::Pane(i) => match &board.panes[*i] {
                    Pane::Words(lines) => words::rows(lines, columns).1 > rows,
                    Pane::Tapes(tapes) => tapes::hidden(tapes, columns, rows) != (0, false),
                    Pane::Circuit(circuit) => circuit.levels.len() * 2 > rows,
                    _ => false,
                },
            }
        })
    }

    /// How many panes of a board are in view in an area.
    pub fn shown(&self, board: &Board<'_>, area: Rect) -> usize {
        let parts = self.parts(board, area);
        parts.iter().filter(|(block, _)| matches!(block, Block::Pane(_))).count()
    }

    /// Is there another view of votes that are in view?
    pub fn can_turn_view(&self, board: &Board<'_>, parts: &[Part]) -> bool {
        parts.iter().any(|(block, part)| match block {
            Block::Pane(i) => match &board.panes[*i] {
                Pane::Votes(votes) => votes::has_two_views(votes, part.width.into()),
                _ => false,
            },
            Block::Detail(_) => false,
        })
    }

    /// What lies under a click.
    pub fn hit(&self, at: Position, board: &Board<'_>, area: Rect) -> Option<Spot> {
        for (block, part) in self.parts(board, area) {
            let Block::Pane(pane) = block else { continue };
            if !part.contains(at) {
                continue;
            }
            let (x, y) = (usize::from(at.x - part.x), usize::from(at.y - part.y));
            let state = self.pane(pane);
            let item = match &board.panes[pane] {
                Pane::Strip(s) => {
                    strip::hit(s, state, (part.width.into(), part.height.into()), (x, y))
                }
                Pane::Table(t) => {
                    let rows = usize::from(part.height).saturating_sub(1);
                    hit_row(state, t.len, rows, y.checked_sub(1)?)
                }
                Pane::Tree(t) => {
                    let total = outline::lines(t, &state.turned).len();
                    let rows = tree::rows_of_claims(t, total, part.height.into());
                    hit_row(state, total, rows, y.checked_sub(1)?)
                }
                _ => None,
            };
            return item.map(|item| Spot { pane, item });
        }
        None
    }
}

/// The row of a scrolled list at this height, the notes above and below not counting.
fn hit_row(state: &PaneState, total: usize, rows: usize, y: usize) -> Option<usize> {
    let mut scroll = state.scroll;
    scroll.at = state.cursor;
    let window = scroll.window(total, rows);
    let y = y.checked_sub(usize::from(window.above > 0))?;
    (y < window.count).then_some(window.first + y)
}
