//! More about the item under the cursor: a heading, then labelled text.

use ratatui::text::{Line, Span};

use super::pane::kind;
use super::state::BoardState;
use crate::show::Board;
use crate::tui::prelude::*;

/// The lines, wrapped; none if there is nothing to tell.
pub fn lines(
    board: &Board<'_>,
    pane: usize,
    state: &BoardState,
    columns: usize,
) -> Vec<(String, String)> {
    kind(&board.panes[pane]).detail(state.pane(pane), state.focus == Some(pane), columns)
}

/// Draws it; what does not fit is counted in the last row, and `[` and `]` scroll.
pub fn draw(canvas: &mut Canvas<'_>, board: &Board<'_>, pane: usize, state: &BoardState) {
    let lines = lines(board, pane, state, canvas.width());
    let rows = canvas.height();
    let (first, count) = scrolled(lines.len(), rows, state.pane(pane).shift);
    for (y, (label, text)) in lines.iter().skip(first).take(count).enumerate() {
        let line = Line::from(vec![
            Span::styled(label.clone(), canvas.style(Role::Dim)),
            Span::raw(text.clone()),
        ]);
        canvas.line(0, y, &line);
    }
    if count < lines.len() {
        canvas.say(1, rows.saturating_sub(1), &more(first, lines.len() - first - count), Role::Dim);
    }
}

/// The first line and the number of lines in view, when one row is kept for the note.
pub fn scrolled(total: usize, rows: usize, shift: isize) -> (usize, usize) {
    if total <= rows {
        return (0, total);
    }
    let count = rows.saturating_sub(1);
    (shift.clamp(0, (total - count) as isize) as usize, count)
}
