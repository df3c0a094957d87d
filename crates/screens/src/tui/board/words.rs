//! Sentences on a board. Long lines wrap and keep their indent.

use super::detail;
use super::legend::Legend;
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::tui::drawing::*;

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

impl PaneKind for Vec<String> {
    fn rows(&self, _: &PaneState, columns: usize, _: bool) -> (usize, usize) {
        let wanted = wrapped(self, columns).len();
        (wanted.min(2), wanted)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, _: &mut Legend) {
        let lines = wrapped(self, canvas.width()).into_iter().map(|line| (String::new(), line));
        detail::draw(canvas, &lines.collect::<Vec<_>>(), look.state.shift);
    }

    fn scrolls(&self, columns: usize, rows: usize) -> (isize, isize) {
        let lines = wrapped(self, columns).len();
        (0, if lines > rows { lines as isize } else { 0 })
    }
}
