//! The details of the item under the cursor: a heading and labelled text.

use super::pane::kind;
use super::state::BoardState;
use crate::text::Board;
use crate::tui::drawing::*;

/// The wrapped lines. Empty if there are no details.
pub fn lines(
    board: &Board<'_>,
    pane: usize,
    state: &BoardState,
    columns: usize,
) -> Vec<(String, String)> {
    kind(&board.panes[pane]).detail(state.pane(pane), state.focus == Some(pane), columns)
}

/// Draws labels and lines, scrolled by `shift`. The last row counts the lines that do not fit.
pub fn draw(canvas: &mut Canvas<'_>, lines: &[(String, String)], shift: isize) {
    let (total, rows) = (lines.len(), canvas.height());
    // One row is kept for the note about hidden lines.
    let count = if total <= rows { total } else { rows.saturating_sub(1) };
    let first = shift.clamp(0, (total - count) as isize) as usize;
    for (y, (label, text)) in lines.iter().skip(first).take(count).enumerate() {
        let x = canvas.print(0, y, label, Role::Dim);
        canvas.print(x, y, text, Role::Text);
    }
    canvas.print(1, rows.saturating_sub(1), &more(first, total - first - count), Role::Dim);
}
