//! More about the item under the cursor: a heading, then labelled text.

use ratatui::text::{Line, Span};

use super::state::BoardState;
use crate::show::Board;
use crate::show::board::Pane;
use crate::tui::canvas::Canvas;
use crate::tui::text::{clean, more, wrap};
use crate::tui::theme::Role;

/// Columns of a label.
const LABEL: usize = 11;

/// The lines, wrapped; none if there is nothing to tell.
pub fn lines(
    board: &Board<'_>,
    pane: usize,
    state: &BoardState,
    columns: usize,
) -> Vec<(String, String)> {
    let cursor = state.pane(pane).cursor;
    match &board.panes[pane] {
        Pane::Strip(strip) if strip.len > 0 => {
            // While the prompt has the focus, what is on trial matters, not where the cursor was.
            let cursor = match strip.focus {
                Some(focus) if state.focus != Some(pane) => focus,
                _ => cursor,
            };
            let detail = (strip.detail)(cursor);
            if detail.heading.is_empty() && detail.rows.is_empty() {
                return Vec::new();
            }
            let heading = wrap(&clean(&detail.heading), columns.saturating_sub(2));
            let mut out: Vec<_> =
                heading.into_iter().map(|line| (String::new(), format!(" {line}"))).collect();
            for (label, text) in &detail.rows {
                let parts = wrap(&clean(text), columns.saturating_sub(LABEL + 4));
                for (i, part) in parts.into_iter().enumerate() {
                    let label = if i == 0 { clean(label).into_owned() } else { String::new() };
                    out.push((format!("   {label:<LABEL$}"), part));
                }
            }
            out
        }
        Pane::Table(table) if table.len > 0 => (table.detail)(cursor)
            .iter()
            .flat_map(|line| wrap(&clean(line), columns.saturating_sub(2)))
            .map(|line| (String::new(), format!(" {line}")))
            .collect(),
        _ => Vec::new(),
    }
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
