//! Tapes under one another that scroll together: cells, and beneath them the head, its state, and
//! the marks.

use super::legend::{Legend, Sign};
use super::pane::{Kind, Look, PaneState};
use crate::text::board::{Flaw, Part, Tape, Tapes};
use crate::tui::prelude::*;
use crate::tui::theme::DrawnMark;

/// Columns of a cell.
const CELL: usize = 2;

/// Rows of a tape: its title, its cells, and its head.
const ROWS: usize = 3;

/// The fewest rows of a tape among these: live bits have no head, and where rows are scarce their signs stand
/// beside them.
fn least(tapes: &[Tape<'_>]) -> usize {
    let headless = |tape: &Tape<'_>| tape.head.is_none() && tape.state.is_empty();
    if tapes.iter().all(headless) { ROWS - 1 } else { ROWS }
}

impl Kind for Tapes<'_> {
    fn rows(&self, _: &PaneState, _: usize) -> (usize, usize) {
        (self.tapes.len().min(3) * least(&self.tapes), self.tapes.len() * ROWS)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, state: &PaneState, _: Look, legend: &mut Legend) {
        let total = self.tapes.len();
        let each = (canvas.height() / total.clamp(1, 3)).clamp(least(&self.tapes), ROWS);
        let fit = canvas.height() / each;
        // The newest are at the end: they are what is asked about.
        let hidden = total.saturating_sub(fit);
        let skip = hidden.saturating_add_signed(state.shift.min(0));
        let cells = canvas.width().saturating_sub(6) / CELL;
        for (i, tape) in self.tapes.iter().skip(skip).take(fit).enumerate() {
            draw_tape(canvas, tape, (i * each, each), cells, state.shift, legend);
            if i == 0 && hidden > 0 {
                canvas.say_right(0, &more(skip, hidden - skip), Role::Dim);
            }
        }
    }

    fn scrolls(&self, columns: usize, rows: usize) -> (isize, isize) {
        // A tape that is wider than its columns is scrolled sideways.
        if self.tapes.iter().any(|tape| tape.len * CELL + 6 > columns) {
            return (-1_000, 1_000);
        }
        (-(self.tapes.len().saturating_sub(rows / ROWS) as isize), 0)
    }
}

/// The first cell in view: the head's surroundings, moved by hand.
fn first_cell(tape: &Tape<'_>, cells: usize, shift: isize) -> usize {
    if tape.len <= cells {
        return 0;
    }
    let head = tape.head.unwrap_or(0).min(tape.len - 1);
    let page = (cells / 2).max(1) as isize;
    let start = head.saturating_sub(cells / 2) as isize + shift * page;
    start.clamp(0, (tape.len - cells) as isize) as usize
}

fn draw_tape(
    canvas: &mut Canvas<'_>,
    tape: &Tape<'_>,
    (y, rows): (usize, usize),
    cells: usize,
    shift: isize,
    legend: &mut Legend,
) {
    // Which bits they are stands at the end.
    let title = clean(&tape.title);
    canvas.say(1, y, &cut_words(&title, canvas.width().saturating_sub(1)), Role::Text);
    let first = first_cell(tape, cells, shift);
    let end = (first + cells).min(tape.len);
    let left = 3;
    if first > 0 {
        canvas.say(1, y + 1, "…", Role::Dim);
    }
    if end < tape.len {
        canvas.say(left + (end - first) * CELL, y + 1, "…", Role::Dim);
    }
    let glyphs = canvas.theme.glyphs;
    for at in first..end {
        let x = left + (at - first) * CELL;
        let mark = (tape.mark)(at);
        legend.see_mark(&mark, false);
        let shown = DrawnMark::plain(&mark);
        let style = shown.style(canvas.theme);
        let value = shown.value();
        canvas.put_in(x, y + 1, if value.is_empty() { " " } else { &value }, style, 1);
        if mark.part != Part::None {
            let left_mark = shown.left().to_string();
            canvas.put_in(x - 1, y + 1, &left_mark, style, 1);
            // The sign on the right gives way to the next cell's own.
            let next = at + 1 < end && (tape.mark)(at + 1).part != Part::None;
            if !next {
                canvas.put_in(x + 1, y + 1, shown.right(), style, 1);
            }
        }
        let signs = shown.signs(glyphs);
        if !signs.is_empty() && tape.head != Some(at) {
            let (x, y) = if rows == ROWS { (x, y + 2) } else { (x + 1, y + 1) };
            canvas.put_in(x, y, &signs, canvas.style(Role::Differs), CELL);
        }
    }
    let state = clean(&tape.state);
    let words = match tape.head {
        Some(head) if (first..end).contains(&head) => {
            legend.see(Sign::Head);
            let x = left + (head - first) * CELL;
            let flaw = match (tape.mark)(head).flaw {
                Flaw::None => "",
                Flaw::Differs => "≠",
                Flaw::Wrong => "✗",
            };
            let after = format!("▲{flaw} {state}");
            let wide = width(&after);
            // Without room on the right the state stands before its head.
            let (x, shown) = match wide <= canvas.width().saturating_sub(x) || x < wide {
                true => (x, after),
                false => (x + 1 - wide, format!("{state} {flaw}▲")),
            };
            canvas.say(x, y + 2, &shown, Role::Chosen);
            return;
        }
        Some(head) if head < tape.len => {
            format!("head at cell {}, {state}", tape.first + head as i64)
        }
        // The live bits of a plan have no head and no state.
        None if state.is_empty() => return,
        _ => format!("no head on the tape, {state}"),
    };
    canvas.say(left, y + 2, &words, Role::Dim);
}
