//! Cells in a row. If there are at most 64 cells, each has six columns and a number. In longer rows, each bit has one
//! column. The bits form groups of ten, and their marks are in the row below. Only cells in view are computed.

use super::legend::Legend;
use super::map;
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::{CellMark, CellRole, StripCells, StripPane};
use crate::tui::drawing::*;
use crate::tui::scroll::{Scroll, Window};
use crate::tui::theme::DrawnMark;

/// In a row with at most this many cells, each cell has a number.
const NUMBERED: usize = 64;
/// The columns of a label in the details of a cell.
const LABEL: usize = 11;
/// The columns of a numbered cell.
const CELL: usize = 6;

/// The largest number of steps that are listed with their words.
const LISTED: usize = 12;
/// The fewest rows of such a list. It scrolls if there are more steps.
const LEAST_LISTED: usize = 4;

/// The words of each step. `None` if a step has no words, if there are too many steps, or if they do not fit into
/// these rows and the pane does not have to keep its list.
fn listed(strip: &StripPane<'_>, state: &PaneState, height: usize) -> Option<Vec<String>> {
    let title = usize::from(!strip.title.is_empty());
    let fits = state.keeps_list || strip.len + title <= height;
    if !fits || strip.cells != StripCells::Steps || strip.len > LISTED || strip.len == 0 {
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

/// The number of rows above the cells, and `true` if they include a map. There is a map if not all cells fit.
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
    fn rows(&self, state: &PaneState, columns: usize, _: bool) -> (usize, usize) {
        let title = usize::from(!self.title.is_empty());
        let lines = self.len.div_ceil(per_row(self, columns));
        let list = listed(self, state, usize::MAX).map_or(0, |steps| steps.len());
        if list > 0 && state.keeps_list {
            return (title + list.min(LEAST_LISTED), title + list);
        }
        let least = if lines <= 2 { lines * 2 } else { 5 };
        let map = usize::from(self.len > NUMBERED && lines > 2);
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
        if listed(self, state, height).is_some() {
            state.scroll.at = state.cursor;
            state.scroll.settle(self.len, list_rows(self, height));
            return;
        }
        let (mut scroll, window, _) = window(self, state, columns, height);
        scroll.show_from(window.first);
        state.scroll = scroll;
    }

    fn strides(&self, state: &PaneState, (columns, height): (usize, usize)) -> [usize; 3] {
        if listed(self, state, height).is_some() {
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
        if listed(self, state, height).is_some() {
            let title = usize::from(!self.title.is_empty());
            return state.window(self.len, list_rows(self, height)).hit(y.checked_sub(title)?);
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

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        let state = look.state;
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
        let is_dense = self.len > NUMBERED;
        let mut cell = |at: usize| {
            let mark = (self.mark)(at);
            let cursor = look.focused && at == state.cursor;
            match is_dense {
                true => legend.see_narrow_mark(&mark, cursor),
                false => legend.see_mark(&mark, cursor),
            }
            (mark, cursor)
        };
        if let Some(words) = listed(self, state, height) {
            let window = state.window(self.len, list_rows(self, height));
            let title = usize::from(!self.title.is_empty());
            for (y, at) in window.draw(canvas, (6, title), Role::Dim) {
                list_row(canvas, y, (at, &words[at]), cell(at));
            }
            return;
        }
        for line in 0..window.count {
            let from = (window.first + line) * each;
            let cells: Vec<_> = (from..(from + each).min(self.len)).map(&mut cell).collect();
            let y = head + line * 2;
            match is_dense {
                true => dense(canvas, y, from, label_width(self), &cells),
                false => numbered(canvas, y, from, &cells),
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

/// The rows for the steps of a list.
fn list_rows(strip: &StripPane<'_>, height: usize) -> usize {
    height.saturating_sub(usize::from(!strip.title.is_empty())).max(1)
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
        // The blank in place of a left mark has no style. A reversed or underlined blank would look like a value.
        let (skip, text) = match text.strip_prefix(' ') {
            Some(rest) => (1, rest.to_owned()),
            None => (0, text),
        };
        canvas.print_within(x + 2 + skip, y + 1, &text, style, CELL);
        // If the cell has marks, the sign of the cursor comes before them.
        if cursor && mark.part != CellRole::None {
            canvas.print(x + 1, y + 1, "▸", Role::Chosen);
        }
    }
}

/// Draws bits in groups of ten. Their marks are in the row below, each under its own cell.
fn dense(canvas: &mut Canvas<'_>, y: usize, from: usize, label: usize, cells: &[(CellMark, bool)]) {
    let number = count(from as u64 + 1);
    canvas.print(label.saturating_sub(number.len()), y, &number, Role::Dim);
    let column = |at: usize| label + 1 + at + at / 10;
    let mut marked = Vec::new();
    for (at, &(ref mark, cursor)) in cells.iter().enumerate() {
        let x = column(at);
        let shown = DrawnMark { mark, cursor };
        let style = shown.style(canvas.theme);
        let value = shown.value();
        canvas.print_within(x, y, if value.is_empty() { " " } else { &value }, style, 1);
        let signs = shown.signs(canvas.theme.glyphs);
        let (rank, sign) = match (cursor, mark.part) {
            (_, CellRole::Disputed) => (1, "▲"),
            (true, CellRole::None) => (0, "▸"),
            (_, CellRole::Relevant) => (2, "‹"),
            (false, CellRole::None) => (3, ""),
        };
        let rank = if cursor { 0 } else { rank };
        if !sign.is_empty() || !signs.is_empty() {
            // The longest text that touches no other mark is drawn. The last one fits always.
            let all = format!("{sign}{signs}");
            let least: String = all.chars().take(1).collect();
            let mut texts = vec![(x, all), (x, least)];
            if cursor && mark.part != CellRole::None {
                let with_cursor = |(x, text): &(usize, String)| (x - 1, format!("▸{text}"));
                texts = texts.iter().map(with_cursor).chain([(x, "▸".to_owned())]).collect();
            }
            marked.push((rank, x, texts));
        }
    }
    marked.sort_by_key(|(rank, ..)| *rank);
    let mut taken: Vec<(usize, usize, usize)> =
        marked.iter().map(|&(_, x, _)| (x, x, x + 1)).collect();
    for (rank, own, texts) in marked {
        let role = if rank == 0 { Role::Chosen } else { Role::Text };
        let is_free = |(start, text): &&(usize, String)| {
            let end = start + width(text);
            taken.iter().all(|&(of, s, e)| of == own || end <= s || e <= *start)
        };
        let Some((start, text)) = texts.iter().find(is_free) else { continue };
        canvas.print(*start, y + 1, text, role);
        taken.push((own, *start, start + width(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Theme;
    use ratatui::buffer::Buffer;

    /// The row of bits and the row of their marks.
    fn rows(cells: &[(CellMark, bool)]) -> [String; 2] {
        let area = Rect::new(0, 0, 60, 2);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::default();
        dense(&mut Canvas::new(&mut buffer, area, &theme), 0, 0, 7, cells);
        [0, 60].map(|at| {
            buffer.content[at..at + 60].iter().map(ratatui::buffer::Cell::symbol).collect()
        })
    }

    #[test]
    fn every_mark_of_a_long_row_is_under_its_own_cell() {
        let unread = || (CellMark::unread(), false);
        let relevant = || CellMark::bit(true).part(CellRole::Relevant);
        let cells = [
            unread(),
            (relevant(), false),
            (relevant().read_as(Some(2)), true),
            (CellMark::bit(false).part(CellRole::Disputed).read_as(Some(12)), false),
            unread(),
            (CellMark::bit(true).read_as(Some(3)), false),
            (relevant(), false),
        ];
        let [bits, marks] = rows(&cells);
        assert_eq!(bits.trim(), "1 ·110·11");
        // The cursor's cell has the cursor, its neighbours have their own marks, and no mark covers another.
        let marks: Vec<char> = marks.chars().collect();
        assert_eq!(marks[9..15].iter().collect::<String>(), "‹▸▲ ₃‹");
        // With room, the cursor and the order of reading are there, too.
        let [_, marks] =
            rows(&[unread(), unread(), (relevant().read_as(Some(2)), true), unread(), unread()]);
        assert_eq!(marks.trim(), "▸‹₂");
    }
}
