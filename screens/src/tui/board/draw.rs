//! Drawing a board: each pane in its part of the screen.

use ratatui::layout::Rect;

use super::arrange::{Block, Part};
use super::legend::Legend;
use super::{BoardState, PaneState};
use super::{circuit, detail, gauge, intervals, picture, strip, table, tapes, tree, votes, words};
use crate::show::Board;
use crate::show::board::Pane;
use crate::tui::canvas::Canvas;

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
            Block::Detail(pane) => detail::draw(&mut part, board, pane, state),
            Block::Pane(pane) => {
                let focused = state.focus == Some(pane);
                let own = state.pane(pane);
                match &board.panes[pane] {
                    Pane::Picture(picture) => {
                        picture::draw(&mut part, picture, state.looked_at(board), &mut legend);
                    }
                    shown => draw_pane(&mut part, shown, own, focused, &mut legend),
                }
            }
        }
    }
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    legend.draw(&mut canvas.part(last));
}

fn draw_pane(
    canvas: &mut Canvas<'_>,
    pane: &Pane<'_>,
    state: &PaneState,
    focused: bool,
    legend: &mut Legend,
) {
    match pane {
        Pane::Strip(strip) => strip::draw(canvas, strip, state, focused, legend),
        Pane::Table(table) => table::draw(canvas, table, state, focused, legend),
        Pane::Gauge(gauge) => gauge::draw(canvas, gauge, legend),
        Pane::Votes(votes) => votes::draw(canvas, votes, state),
        Pane::Intervals(intervals) => intervals::draw(canvas, intervals, state, focused, legend),
        Pane::Tapes(tapes) => tapes::draw(canvas, tapes, state, legend),
        Pane::Tree(tree) => tree::draw(canvas, tree, state, focused, legend),
        Pane::Circuit(circuit) => circuit::draw(canvas, circuit, state, legend),
        Pane::Words(lines) => words::draw(canvas, lines, state),
        // Drawn with an eye on the whole board.
        Pane::Picture(_) => {}
    }
}
