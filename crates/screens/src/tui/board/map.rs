//! A map of a long row of cells on one row of the screen. It marks the cells in view, and every read, disputed or
//! relevant cell, even one in a million.

use super::legend::{BoardSign, Legend};
use crate::text::board::{CellFlaw, CellRole, StripPane};
use crate::tui::drawing::*;

/// The sign of a cell on the map.
const CELL: &str = "▁";
/// The sign of a cell that is in view.
const IN_VIEW: &str = "▄";

/// Draws the map on a row. `view` has the first and last cell in view, counted from 0.
pub fn draw(
    canvas: &mut Canvas<'_>,
    y: usize,
    strip: &StripPane<'_>,
    label: usize,
    view: (usize, usize),
    legend: &mut Legend,
) {
    let marks: Vec<_> = strip.marked.iter().map(|&at| (at, (strip.mark)(at))).collect();
    let read = marks.iter().filter(|(_, mark)| mark.read.is_some()).count();
    let mut end = count(strip.len as u64);
    if read > 0 {
        end += &format!("   {} read", count(read as u64));
    }
    canvas.print(label.saturating_sub(1), y, "1", Role::Dim);
    // The last column stays blank, so that the number does not touch the frame.
    let room = canvas.width().saturating_sub(label + 3 + width(&end)).max(1);
    let place =
        |at: usize| label + 1 + (at as u128 * room as u128 / strip.len.max(1) as u128) as usize;
    canvas.print(label + 1, y, &CELL.repeat(room), Role::Dim);
    let (from, to) = (place(view.0), place(view.1));
    canvas.print(from, y, &IN_VIEW.repeat(to + 1 - from), Role::Text);
    // If several marks are at the same column, the most important one is drawn.
    let mut signs: Vec<(u8, usize, &str, Role)> = marks
        .iter()
        .filter_map(|(at, mark)| {
            let x = place(*at);
            let shown = match (mark.part, mark.flaw, mark.read) {
                (CellRole::Disputed, ..) => (3, x, "▲", Role::Disputed),
                (_, CellFlaw::Wrong, _) => (2, x, "✗", Role::Wrong),
                (_, _, Some(_)) => (1, x, "│", Role::Read),
                (CellRole::Relevant, ..) => (0, x, "‹", Role::Relevant),
                _ => return None,
            };
            Some(shown)
        })
        .collect();
    signs.sort_unstable_by_key(|sign| sign.0);
    for (rank, x, sign, role) in signs {
        canvas.print(x, y, sign, role);
        match rank {
            3 => legend.see_narrow(BoardSign::Disputed, sign),
            2 => legend.see(BoardSign::Wrong),
            1 => legend.see_narrow(BoardSign::Read, sign),
            _ => legend.see_narrow(BoardSign::Relevant, sign),
        }
    }
    canvas.print(label + 2 + room, y, &end, Role::Dim);
    legend.explain(match marks.is_empty() {
        true => format!("{IN_VIEW} in view of {}", plural(strip.len as u64, "cell", "cells")),
        false => format!("{IN_VIEW} in view"),
    });
}
