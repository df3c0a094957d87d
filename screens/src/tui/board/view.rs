//! What of a board is in view.

use super::arrange::{Block, Part, arrange, body};
use super::pane::kind;
use super::{BoardState, Spot, detail};
use crate::show::Board;
use crate::tui::prelude::*;

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
                Block::Pane(i) => kind(&board.panes[*i]).scrolls(columns, rows) != (0, 0),
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
