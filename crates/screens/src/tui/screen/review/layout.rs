//! The areas of a review.

use crate::tui::prelude::*;

/// From this height on, the board and the moves are both shown.
const TALL: u16 = 36;

/// The content of the lower card on a screen without room for both the board and the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lower {
    Board,
    Moves,
}

/// The areas of the cards of a review.
pub struct ReviewLayout {
    /// The values or the choices of all moves.
    pub chart: Rect,
    /// The remarks on the move shown.
    pub side: Rect,
    pub board: Option<Rect>,
    pub table: Option<Rect>,
    /// The row above the footer. It has the name of the variation or a text field.
    pub line: Rect,
}

impl ReviewLayout {
    /// The areas on a screen of this size, for a line with this number of moves.
    pub fn new(area: Rect, lower: Lower, moves: usize) -> Self {
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let body = area.height.saturating_sub(4);
        // On a screen with 24 rows, the upper cards have ten.
        let upper = (10 + body.saturating_sub(20) / 4).min(body);
        let rest = body - upper;
        let side = (32 + area.width.saturating_sub(80) / 3).min(area.width);
        let top = row(2, upper);
        let chart = Rect { width: area.width - side, ..top };
        let side = Rect { x: area.x + area.width - side, width: side, ..top };
        let below = |y: u16, height: u16| row(2 + upper + y, height);
        let (board, table) = match lower {
            _ if area.height >= TALL => {
                // The frame takes two rows.
                let wanted = u16::try_from(moves).unwrap_or(u16::MAX).saturating_add(2);
                let table = wanted.min(rest / 3);
                (Some(below(0, rest - table)), Some(below(rest - table, table)))
            }
            Lower::Board => (Some(below(0, rest)), None),
            Lower::Moves => (None, Some(below(0, rest))),
        };
        let line = row(area.height.saturating_sub(2), 1);
        Self { chart, side, board, table, line }
    }

    /// The area of the board inside its frame.
    pub fn board_area(&self) -> Rect {
        self.board.map_or(Rect::ZERO, inner)
    }

    /// The area of the moves inside their frame.
    pub fn table_area(&self) -> Rect {
        self.table.map_or(Rect::ZERO, inner)
    }
}

/// The area inside a frame.
pub fn inner(area: Rect) -> Rect {
    elenchus_kit::card::Card::inner(area)
}
