//! Sentences on a board, wrapped; a column that starts with spaces keeps them.

use super::detail::scrolled;
use super::pane::PaneState;
use crate::tui::canvas::Canvas;
use crate::tui::text::more;
use crate::tui::text::{clean, width, wrap};
use crate::tui::theme::Role;

fn wrapped(lines: &[String], columns: usize) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        let line = clean(line);
        // Lines that fit stay as they are, with their own spacing.
        if width(&line) < columns {
            out.push(format!(" {line}"));
            continue;
        }
        let indent = line.chars().take_while(|c| *c == ' ').count().min(columns / 2);
        for (i, part) in wrap(&line, columns.saturating_sub(indent + 2)).into_iter().enumerate() {
            let more = if i == 0 { 0 } else { 1 };
            out.push(format!("{}{part}", " ".repeat(1 + indent + more)));
        }
    }
    out
}

/// Rows that it needs at least, and rows it would like.
pub fn rows(lines: &[String], columns: usize) -> (usize, usize) {
    let wanted = wrapped(lines, columns).len();
    (wanted.min(2), wanted)
}

/// Draws the sentences.
pub fn draw(canvas: &mut Canvas<'_>, lines: &[String], state: &PaneState) {
    let lines = wrapped(lines, canvas.width());
    let rows = canvas.height();
    let (first, count) = scrolled(lines.len(), rows, state.shift);
    for (y, line) in lines.iter().skip(first).take(count).enumerate() {
        canvas.say(0, y, line, Role::Text);
    }
    if count < lines.len() {
        canvas.say(1, rows.saturating_sub(1), &more(first, lines.len() - first - count), Role::Dim);
    }
}
