//! Cards: text under a title in a rounded frame. A column of cards scrolls as one page.

use elenchus_kit::card::Card as Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Margin;

use super::panel::PanelParagraph;
pub(super) use crate::tui::layout::{body, header};
use crate::tui::prelude::*;

/// The number of columns of a frame and its inner margins.
const FRAME: usize = 4;

/// Draws a frame with a title. Returns the area inside it, without one column on each side.
pub(super) fn frame(canvas: &mut Canvas<'_>, area: Rect, title: &str, has_focus: bool) -> Rect {
    let inside = Frame::new(title).focused(has_focus).draw(canvas, area);
    inside.inner(Margin::new(1, 0))
}

/// The area of a panel's lines in a frame of this area.
pub(super) fn inside_panel(area: Rect) -> Rect {
    Frame::text_area(area)
}

/// Text under a title.
pub(super) struct Card {
    title: String,
    rows: Vec<(String, Role)>,
    columns: usize,
}

impl Card {
    /// An empty card of this width. The width includes the frame.
    pub fn new(title: impl Into<String>, columns: u16) -> Self {
        Self {
            title: title.into(),
            rows: Vec::new(),
            columns: usize::from(columns).saturating_sub(FRAME),
        }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn paragraph(mut self, text: &str, role: Role) -> Self {
        let lines = wrap(text, self.columns).into_iter().filter(|line| !line.is_empty());
        self.rows.extend(lines.map(|line| (line, role)));
        self
    }

    /// Adds paragraphs.
    #[must_use]
    pub fn paragraphs(self, all: impl IntoIterator<Item = PanelParagraph>) -> Self {
        all.into_iter().fold(self, |card, (text, role)| card.paragraph(&text, role))
    }

    /// Adds a row without wrapping.
    #[must_use]
    pub fn row(mut self, text: String, role: Role) -> Self {
        self.rows.push((text, role));
        self
    }

    /// Returns `true` if the card has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of columns inside the frame.
    pub fn columns(&self) -> usize {
        self.columns
    }

    fn height(&self) -> u16 {
        self.rows.len() as u16 + 2
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inside = frame(canvas, area, &self.title, false);
        let lines: Vec<Line<'_>> =
            self.rows.iter().map(|(text, role)| canvas.line(text, *role)).collect();
        canvas.lines(inside, lines);
    }
}

pub(super) struct Column(Vec<Card>);

impl Column {
    /// A column of the given cards. Cards without text are left out.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Self {
        Self(cards.into_iter().filter(|card| !card.is_empty()).collect())
    }

    /// The number of rows of all cards.
    pub fn height(&self) -> u16 {
        self.0.iter().map(Card::height).sum()
    }

    /// The largest row that can be the first in view. 0 if all cards fit.
    pub fn last_top(&self, rows: u16) -> usize {
        // One row is used for the count of hidden rows.
        let over = usize::from(self.height().saturating_sub(rows));
        if over == 0 { 0 } else { over + 1 }
    }

    /// Draws the cards from the row `top` on. If some do not fit, the last row names the keys that show the rest.
    pub fn draw(&self, canvas: &mut Canvas<'_>, top: usize, keys: &KeyMap) {
        let area = canvas.area();
        let most = self.last_top(area.height);
        let top = top.min(most) as u16;
        let whole = Rect { x: 0, y: 0, width: area.width, height: self.height() };
        let mut buffer = Buffer::empty(whole);
        let theme = canvas.theme;
        buffer.set_style(whole, theme.page);
        let mut page = Canvas::new(&mut buffer, whole, theme);
        let mut y = 0;
        for card in &self.0 {
            let height = card.height();
            card.draw(&mut page, Rect { y, height, ..whole });
            y += height;
        }
        let rows = if most == 0 { area.height } else { area.height.saturating_sub(1) };
        let rows = rows.min(whole.height.saturating_sub(top));
        for (y, x) in (0..rows).flat_map(|y| (0..area.width).map(move |x| (y, x))) {
            canvas.buffer()[(area.x + x, area.y + y)] = buffer[(x, top + y)].clone();
        }
        if most > 0 {
            let [up, down] = [Action::PageUp, Action::PageDown].map(|action| keys.label(action));
            let below = whole.height - top - rows;
            let words = match (top, below) {
                (0, below) => format!("↓ {below} more: {down}"),
                (top, 0) => format!("↑ {top} more: {up}"),
                (top, below) => format!("↑ {top}  ↓ {below} more: {up} {down}"),
            };
            let line = canvas.line(words, Role::Dim);
            canvas.lines(Rect { x: area.x + 2, y: area.y + rows, height: 1, ..area }, [line]);
        }
    }
}

/// The columns before a choice, for the sign of the cursor, and after it.
const APART: usize = 3;

/// The rows of choices in this many columns: as many choices on a row as fit.
fn choice_rows<T: AsRef<str>>(words: &[T], columns: usize) -> Vec<std::ops::Range<usize>> {
    let mut rows: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0;
    for (at, words) in words.iter().enumerate() {
        let wide = APART + width(words.as_ref()) + 2;
        match rows.last_mut() {
            Some(row) if used + wide <= columns => row.end = at + 1,
            _ => {
                used = 0;
                rows.push(at..at + 1);
            }
        }
        used += wide;
    }
    rows
}

/// The number of rows that choices take in this many columns.
pub(super) fn choice_height<T: AsRef<str>>(words: &[T], columns: u16) -> u16 {
    choice_rows(words, columns.into()).len() as u16
}

/// Draws choices, on several rows if they are too wide for one. Marks the one at `at`.
pub(super) fn choices<T: AsRef<str>>(canvas: &mut Canvas<'_>, area: Rect, words: &[T], at: usize) {
    let lines = choice_rows(words, area.width.into()).into_iter().map(|row| {
        let spans = row.flat_map(|i| {
            let (sign, role) = if i == at { (" ▸ ", Role::Cursor) } else { ("   ", Role::Text) };
            let words = words[i].as_ref();
            [canvas.span(sign, Role::Chosen), canvas.span(words, role), "  ".into()]
        });
        Line::from(spans.collect::<Vec<_>>())
    });
    let lines: Vec<Line<'_>> = lines.collect();
    canvas.lines(area, lines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_that_do_not_fit_on_one_row_take_two() {
        let words = ["Next: The contract's comma", "Review", "Play again", "Try it 400 times"];
        let ends =
            |columns| choice_rows(&words, columns).iter().map(|row| row.end).collect::<Vec<_>>();
        assert_eq!([ends(80), ends(60), ends(10)], [vec![4], vec![3, 4], vec![1, 2, 3, 4]]);
        assert_eq!(choice_height(&[""; 0], 80), 0);
    }
}
