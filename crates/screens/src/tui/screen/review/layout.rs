//! Where the parts of a review lie.

use crate::tui::prelude::*;

/// Where the parts of a review lie.
pub struct ReviewLayout {
    pub title: Rect,
    pub verdict: Rect,
    pub top: Rect,
    pub upper: Rect,
    pub between: Rect,
    pub table: Rect,
    pub side: Rect,
    pub middle: Rect,
    pub lines: Rect,
}

impl ReviewLayout {
    /// The parts of a screen: at 24 rows the curve has nine and the table eight. A board gets more;
    /// and what so few moves do not need, either has.
    pub fn new(area: Rect, board: bool, moves: usize) -> Self {
        let a = ScreenLayout::new(area, false);
        let body = Rect { height: area.height.saturating_sub(6), ..a.board };
        let extra = body.height.saturating_sub(18);
        let upper = if board { 13 + extra * 2 / 3 } else { 9 + extra / 2 }.min(body.height);
        // The line between has a row.
        let needed = u16::try_from(moves).unwrap_or(u16::MAX).saturating_add(1);
        let upper = upper.max(body.height.saturating_sub(needed));
        let part = |y: u16, height: u16| Rect {
            y: (body.y + y).min(area.bottom()),
            height: height.min(area.bottom().saturating_sub(body.y + y)),
            ..body
        };
        let below = body.y + body.height;
        let row = |y: u16| Rect {
            y: y.min(area.bottom().saturating_sub(1)),
            height: area.height.min(1),
            ..area
        };
        Self {
            title: a.title,
            verdict: a.claim,
            top: a.top,
            upper: part(0, upper),
            between: part(upper, 1),
            table: part(upper + 1, body.height.saturating_sub(upper + 1)),
            side: Rect { height: body.height, ..a.side },
            middle: row(below),
            lines: row(below + 1),
        }
    }
}
