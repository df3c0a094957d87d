//! Cells in a row. Up to 64 cells have six columns each and a number. In longer rows, each bit has
//! one column, in groups of ten, and the marks are in the row below. Only cells in view are
//! computed.

use super::legend::Legend;
use super::map;
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::{CellMark, CellRole, StripCells, StripPane};
use crate::tui::drawing::*;
use crate::tui::scroll::{Scroll, Window};
use crate::tui::theme::DrawnMark;

/// The largest number of cells that have a number each.
const NUMBERED: usize = 64;
/// The columns of a label in the details of a cell.
const LABEL: usize = 11;
/// Columns of a numbered cell.
const CELL: usize = 6;

/// The largest number of steps that are listed with their words, if there is room.
const LISTED: usize = 12;

/// The words of each step. `None` if a step has no words or there are too few rows.
fn listed(strip: &StripPane<'_>, height: usize) -> Option<Vec<String>> {
    let title = usize::from(!strip.title.is_empty());
    let fits =
        strip.cells == StripCells::Steps && strip.len <= LISTED && strip.len + title <= height;
    if !fits || strip.len == 0 {
        return None;
    }
    let words = |at: usize| {
        let heading = (strip.detail)(at).heading;
        let words = heading.strip_prefix(&format!("step {}", at + 1))?.trim().to_owned();
        (!words.is_empty()).then_some(words)
    };
    (0..strip.len).map(words).collect()
}

/// The number of cells in one row of the screen.
fn per_row(strip: &StripPane<'_>, columns: usize) -> usize {
    if strip.len <= NUMBERED {
        return (columns / CELL).max(1);
    }
    let tens = (columns.saturating_sub(label_width(strip))) / 11;
    tens.max(1) * 10
}

/// The width of the number before a row of bits, with the space after it.
fn label_width(strip: &StripPane<'_>) -> usize {
    count(strip.len as u64).len().max(7)
}

/// The number of rows before the cells, and `true` if they include a map. There is a map if not all
/// cells fit.
fn head_of(strip: &StripPane<'_>, columns: usize, height: usize) -> (usize, bool) {
    let title = usize::from(!strip.title.is_empty());
    let height = height.saturating_sub(title);
    let lines = strip.len.div_ceil(per_row(strip, columns));
    let map = strip.len > NUMBERED && lines * 2 > height && height >= 6;
    (title + usize::from(map), map)
}

/// The scroll state, the lines in view, and the number of rows before them.
fn window(
    strip: &StripPane<'_>,
    state: &PaneState,
    columns: usize,
    height: usize,
) -> (Scroll, Window, usize) {
    let (head, _) = head_of(strip, columns, height);
    let each = per_row(strip, columns);
    let lines = strip.len.div_ceil(each);
    let height = height.saturating_sub(head);
    let fit = if lines * 2 <= height { lines } else { (height.saturating_sub(1) / 2).max(1) };
    let mut scroll = state.scroll;
    scroll.to(state.cursor / each, lines);
    let window = scroll.plain_window(lines, fit);
    (scroll, window, head)
}

impl PaneKind for StripPane<'_> {
    fn rows(&self, _: &PaneState, columns: usize, _: bool) -> (usize, usize) {
        let title = usize::from(!self.title.is_empty());
        let lines = self.len.div_ceil(per_row(self, columns));
        let least = if lines <= 2 { lines * 2 } else { 5 };
        let map = usize::from(self.len > NUMBERED && lines > 2);
        let list = if listed(self, usize::MAX).is_some() { self.len } else { 0 };
        (title + least, title + map + (lines.min(1000) * 2).max(list))
    }

    fn items(&self, _: &PaneState) -> usize {
        self.len
    }

    fn wanted_cursor(&self) -> Option<usize> {
        self.focus
    }

    fn looked_at(&self, state: &PaneState, focused: bool) -> Option<usize> {
        let moved = focused || state.cursor > 0;
        self.focus.filter(|_| !focused).or(moved.then_some(state.cursor))
    }

    fn settle(&self, state: &mut PaneState, (columns, height): (usize, usize)) {
        let (mut scroll, window, _) = window(self, state, columns, height);
        scroll.show_from(window.first);
        state.scroll = scroll;
    }

    fn strides(&self, (columns, height): (usize, usize)) -> [usize; 3] {
        if listed(self, height).is_some() {
            return [1, 1, self.len];
        }
        let line = per_row(self, columns);
        [1, line, line * (height / 2).max(1)]
    }

    fn hit(
        &self,
        state: &PaneState,
        (columns, height): (usize, usize),
        (x, y): (usize, usize),
    ) -> Option<usize> {
        if listed(self, height).is_some() {
            let title = usize::from(!self.title.is_empty());
            return y.checked_sub(title).filter(|&at| at < self.len);
        }
        let (_, window, head) = window(self, state, columns, height);
        let line = y.checked_sub(head)? / 2;
        let each = per_row(self, columns);
        let column = if self.len <= NUMBERED {
            (x / CELL < each).then_some(x / CELL)?
        } else {
            let x = x.checked_sub(label_width(self) + 1)?;
            (x % 11 < 10 && x / 11 * 10 < each).then_some(x / 11 * 10 + x % 11)?
        };
        let at = (window.first + line) * each + column;
        (line < window.count && at < self.len).then_some(at)
    }

    fn detail(&self, state: &PaneState, focused: bool, columns: usize) -> Vec<(String, String)> {
        if self.len == 0 {
            return Vec::new();
        }
        // While the prompt has the focus, the disputed cell matters more than the cursor.
        let cursor = self.focus.filter(|_| !focused).unwrap_or(state.cursor);
        let detail = (self.detail)(cursor);
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

    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        state: &PaneState,
        look: PaneContext,
        legend: &mut Legend,
    ) {
        let (columns, height) = (canvas.width(), canvas.height());
        let (_, window, head) = window(self, state, columns, height);
        if !self.title.is_empty() {
            canvas.print(1, 0, &self.title, Role::Dim);
        }
        let each = per_row(self, columns);
        if head_of(self, columns, height).1 {
            let first = window.first * each;
            let last = ((window.first + window.count) * each).min(self.len).saturating_sub(1);
            map::draw(canvas, head - 1, self, label_width(self), (first, last), legend);
        }
        // If the strip has the focus, the cells that the cursor's cell reads are marked.
        let relevant = if look.focused { (self.detail)(state.cursor).relevant } else { Vec::new() };
        let mut cell = |at: usize| {
            let mut mark = (self.mark)(at);
            if mark.part == CellRole::None && relevant.contains(&at) {
                mark.part = CellRole::Relevant;
            }
            let cursor = look.focused && at == state.cursor;
            legend.see_mark(&mark, cursor);
            (mark, cursor)
        };
        if let Some(words) = listed(self, height) {
            for (at, words) in words.iter().enumerate() {
                list_row(canvas, head + at, (at, words), cell(at));
            }
            return;
        }
        for line in 0..window.count {
            let from = (window.first + line) * each;
            let cells: Vec<_> = (from..(from + each).min(self.len)).map(&mut cell).collect();
            let y = head + line * 2;
            if self.len <= NUMBERED {
                numbered(canvas, y, from, &cells);
            } else {
                dense(canvas, y, from, label_width(self), &cells);
            }
        }
        let below = self.len.saturating_sub((window.first + window.count) * each);
        let counted = [("↑", window.first * each), ("↓", below)].into_iter().filter(|n| n.1 > 0);
        let note: String = counted
            .map(|(sign, cells)| format!("{sign} {} more   ", count(cells as u64)))
            .collect();
        if !note.is_empty() {
            canvas.print(0, head + window.count * 2, &format!(" {note}"), Role::Dim);
        }
    }
}

/// Draws a step with its number and words, and its marked value at the right.
fn list_row(
    canvas: &mut Canvas<'_>,
    y: usize,
    (at, words): (usize, &str),
    (mark, cursor): (CellMark, bool),
) {
    let shown = DrawnMark { mark: &mark, cursor: false };
    let text = shown.text(canvas.theme.glyphs);
    let end = canvas.width().saturating_sub(width(&text).max(4) + 2);
    if cursor {
        canvas.print(1, y, "▸", Role::Chosen);
    }
    canvas.print(2, y, &format!("{:>2}", at + 1), Role::Dim);
    let words = clean(words);
    let words = cut(&words, end.saturating_sub(7));
    canvas.print(6, y, &words, if cursor { Role::Cursor } else { Role::Text });
    canvas.print_styled(end, y, &text, shown.style(canvas.theme));
}

/// Draws numbers and the marked values below them.
fn numbered(canvas: &mut Canvas<'_>, y: usize, from: usize, cells: &[(CellMark, bool)]) {
    for (column, &(ref mark, cursor)) in cells.iter().enumerate() {
        let x = column * CELL;
        canvas.print(x, y, &format!("{:>4}", from + column + 1), Role::Dim);
        let shown = DrawnMark { mark, cursor };
        let style = shown.style(canvas.theme);
        let text = shown.text(canvas.theme.glyphs);
        // The empty left mark has no style: a reversed or underlined blank would look like a value.
        let (skip, text) = match text.strip_prefix(' ') {
            Some(rest) => (1, rest.to_owned()),
            None => (0, text),
        };
        canvas.print_within(x + 2 + skip, y + 1, &text, style, CELL);
        // If the cell has marks, the cursor sign is before them.
        if cursor && mark.part != CellRole::None {
            canvas.print(x + 1, y + 1, "▸", Role::Chosen);
        }
    }
}

/// Draws bits in groups of ten, and their marks in the row below.
fn dense(canvas: &mut Canvas<'_>, y: usize, from: usize, label: usize, cells: &[(CellMark, bool)]) {
    let number = count(from as u64 + 1);
    canvas.print(label.saturating_sub(number.len()), y, &number, Role::Dim);
    let mut marked = Vec::new();
    for (column, &(ref mark, cursor)) in cells.iter().enumerate() {
        let x = label + 1 + column + column / 10;
        let shown = DrawnMark { mark, cursor };
        let style = shown.style(canvas.theme);
        let value = shown.value();
        canvas.print_within(x, y, if value.is_empty() { " " } else { &value }, style, 1);
        let signs = shown.signs(canvas.theme.glyphs);
        let (left, right) = (shown.left(), shown.right());
        if cursor || left != ' ' || !signs.is_empty() {
            let rank = match (cursor, mark.part) {
                (true, _) => 0,
                (_, CellRole::Disputed) => 1,
                (_, CellRole::Relevant) => 2,
                (_, CellRole::None) => 3,
            };
            let between = match signs.is_empty() && !right.is_empty() {
                true if cursor => "▸",
                true => " ",
                false => &signs,
            };
            // Draws all marks if there is room, else the most important ones.
            let before = x.saturating_sub(1);
            let whole = (before, format!("{left}{between}{right}"));
            let texts = match signs.chars().next_back() {
                None => vec![whole, (x, left.to_string())],
                Some(last) => vec![
                    whole,
                    (before, format!("{left}{signs}")),
                    (x, signs.clone()),
                    (x, last.to_string()),
                ],
            };
            marked.push((rank, texts));
        }
    }
    marked.sort_by_key(|m| m.0);
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (rank, texts) in marked {
        let role = if rank == 0 { Role::Chosen } else { Role::Text };
        for (start, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
            let end = start + width(&text);
            if taken.iter().all(|&(s, e)| end <= s || e <= start) {
                canvas.print(start, y + 1, &text, role);
                taken.push((start, end));
                break;
            }
        }
    }
}
