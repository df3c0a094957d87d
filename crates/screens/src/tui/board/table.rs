//! A table, for example of rounds, intervals or gates.

use super::legend::Legend;
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::{CellMark, TablePane};
use crate::tui::drawing::*;
use crate::tui::theme::DrawnMark;

/// The gap between two columns, and the smaller gap in a table that is too wide.
const GAP: usize = 2;
const TIGHT: usize = 1;
/// The columns before the table, for the mark of the current row.
const LEFT: usize = 3;

impl PaneKind for TablePane<'_> {
    fn rows(&self, _: &PaneState, _: usize, _: bool) -> (usize, usize) {
        (self.len.min(2) + 1, self.len + 1)
    }

    fn items(&self, _: &PaneState) -> usize {
        self.len
    }

    fn wanted_cursor(&self) -> Option<usize> {
        self.here
    }

    fn hit(&self, state: &PaneState, size: (usize, usize), at: (usize, usize)) -> Option<usize> {
        // The first row is the heading.
        state.window(self.len, size.1.saturating_sub(1)).hit(at.1.checked_sub(1)?)
    }

    fn detail(&self, state: &PaneState, _: bool, columns: usize) -> Vec<(String, String)> {
        if self.len == 0 {
            return Vec::new();
        }
        let lines = (self.detail)(state.cursor);
        let wrapped = lines.iter().flat_map(|line| wrap(&clean(line), columns.saturating_sub(2)));
        wrapped.map(|line| (String::new(), format!(" {line}"))).collect()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        let state = look.state;
        let rows = canvas.height().saturating_sub(1);
        let window = state.window(self.len, rows);
        let in_view = window.first..window.first + window.count;
        let shown: Vec<(usize, Vec<CellMark>)> = in_view.map(|i| (i, (self.row)(i))).collect();
        let glyphs = canvas.theme.glyphs;
        let heads: Vec<&str> = self.columns.iter().map(|c| c.trim_start_matches('>')).collect();
        let mut widths: Vec<usize> = heads.iter().map(|h| width(h)).collect();
        for (_, row) in &shown {
            for (w, mark) in widths.iter_mut().zip(row) {
                *w = (*w).max(width(&DrawnMark::plain(mark).body(glyphs)));
            }
        }
        // The last column stays blank, so that no text touches the frame.
        let gap = fit(&mut widths, canvas.width().saturating_sub(LEFT + 1));
        let is_right = |i: usize| self.columns.get(i).is_some_and(|c| c.starts_with('>'));
        let place = |i: usize, text: &str| match is_right(i) {
            true => pad_left(text, widths[i]),
            false => pad(text, widths[i]),
        };
        let mut x = LEFT;
        for (i, head) in heads.iter().enumerate() {
            canvas.print(x, 0, &place(i, head), Role::Dim);
            x += widths[i] + gap;
        }
        let rows = window.draw(canvas, (LEFT, 1), Role::Dim);
        for ((y, _), (at, row)) in rows.zip(&shown) {
            let here = self.here == Some(*at);
            let cursor = look.focused && state.cursor == *at;
            if here || cursor {
                canvas.print(1, y, "▸", if cursor { Role::Cursor } else { Role::Chosen });
            }
            let mut x = LEFT;
            for (i, mark) in row.iter().enumerate().take(widths.len()) {
                let cell = DrawnMark::plain(mark);
                legend.see_mark(mark, false);
                let body = cell.body(glyphs);
                let style = cell.style(canvas.theme);
                let style = if cursor { style.patch(canvas.style(Role::Chosen)) } else { style };
                // A long text can cover the empty cells after it.
                let empty = |(mark, _): &(&CellMark, &usize)| {
                    DrawnMark::plain(mark).body(glyphs).is_empty()
                };
                let after = row.iter().zip(&widths).skip(i + 1).take_while(empty);
                let more: usize = after.map(|(_, w)| gap + w).sum();
                let room = widths[i] + if is_right(i) { 0 } else { more };
                let text = if width(&body) > widths[i] { body } else { place(i, &body) };
                let inner = match text.trim() {
                    // A text in brackets at the end names the kind, so the cut must not remove it.
                    kind if kind.ends_with(')') => cut_words(kind, room),
                    plain => cut(plain, room),
                };
                // Only the value is marked. The blanks beside it are not.
                let before = text.len() - text.trim_start().len();
                canvas.print_within(x + before, y, &inner, style, room);
                x += widths[i] + gap;
            }
        }
    }
}

/// Makes the gaps smaller, then the widest columns, until all columns fit. Returns the width of a gap.
fn fit(widths: &mut [usize], columns: usize) -> usize {
    let room = |gap: usize| columns.saturating_sub(gap * widths.len().saturating_sub(1));
    let wanted = widths.iter().sum::<usize>();
    if wanted <= room(GAP) {
        return GAP;
    }
    let room = room(TIGHT);
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max_by_key(|w| **w) else { break };
        if *widest <= 3 {
            break;
        }
        *widest -= 1;
    }
    TIGHT
}
