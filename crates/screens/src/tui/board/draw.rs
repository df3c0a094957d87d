//! Drawing a board: each pane in its part of the screen.

use super::arrange::{Block, Part};
use super::legend::Legend;
use super::pane::{Look, kind};
use super::{BoardState, detail};
use crate::text::Board;
use crate::tui::prelude::*;

/// Draws a board: its panes, more about the thing under the cursor, and the marks in use.
pub fn draw(canvas: &mut Canvas<'_>, board: &Board<'_>, state: &BoardState) {
    let parts = state.parts(board, canvas.area());
    draw_parts(canvas, board, state, &parts);
}

/// The same with its parts where they were put.
pub fn draw_parts(canvas: &mut Canvas<'_>, board: &Board<'_>, state: &BoardState, parts: &[Part]) {
    let mut legend = Legend::default();
    let area = canvas.area();
    for &(block, part) in parts {
        let mut part = canvas.part(part);
        match block {
            Block::Detail(pane) => {
                let lines = detail::lines(board, pane, state, part.width());
                detail::draw(&mut part, &lines, state.pane(pane).shift);
            }
            Block::Pane(pane) => {
                let look = Look { focused: state.focus == Some(pane), at: state.looked_at(board) };
                let shown = kind(&board.panes[pane]);
                shown.draw(&mut part, state.pane(pane), look, &mut legend);
            }
        }
    }
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    legend.draw(&mut canvas.part(last));
}
