//! Cards: text under a title in a rounded frame. A column of cards scrolls as one page.

use elenchus_kit::card::Card as Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Margin;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::panel::{PanelParagraph, SidePanel};
use crate::tui::prelude::*;

/// The columns of a frame and of its inner margins.
const FRAME: usize = 4;

/// Draws a frame with a title. Returns the area inside it, without one column on either side.
pub(super) fn frame(canvas: &mut Canvas<'_>, area: Rect, title: &str, has_focus: bool) -> Rect {
    let inside = Frame::new(title).focused(has_focus).draw(canvas, area);
    inside.inner(Margin::new(1, 0))
}

/// Draws a panel in a frame. If text does not fit, the panel names the keys that show the rest.
pub(super) fn panel(
    canvas: &mut Canvas<'_>,
    area: Rect,
    title: &str,
    panel: &SidePanel,
    (shift, keys): (usize, [&str; 2]),
) {
    let inside = frame(canvas, area, title, false);
    panel.draw_by(&mut canvas.part(panel_area(inside)), shift, keys);
}

/// The area of a panel's lines inside a frame. The lines begin one column further left.
fn panel_area(inside: Rect) -> Rect {
    Rect { x: inside.x.saturating_sub(1), width: inside.width + 1, ..inside }
}

/// The area of a panel's lines in a frame of this area.
pub(super) fn inside_panel(area: Rect) -> Rect {
    let inside = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(3),
        height: area.height.saturating_sub(2),
    };
    inside.intersection(area)
}

/// Draws the first two rows of a screen: the title, words on the right, and the subject.
pub(super) fn header(canvas: &mut Canvas<'_>, [title, right]: [&str; 2], about: &str) {
    layout::title_bar(canvas, title, right);
    let columns = canvas.width().saturating_sub(2);
    canvas.print(1, 1, &cut(about, columns), Role::Text);
}

/// The rows of a screen between its header and its footer.
pub(super) fn body(size: Rect) -> Rect {
    Rect { y: size.y + 2, height: size.height.saturating_sub(3), ..size }.intersection(size)
}

/// Text under a title.
pub(super) struct Card {
    title: String,
    rows: Vec<(String, Role)>,
    columns: usize,
}

impl Card {
    /// An empty card of this width, frame included.
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

    /// The columns inside the frame.
    pub fn columns(&self) -> usize {
        self.columns
    }

    fn height(&self) -> u16 {
        self.rows.len() as u16 + 2
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inside = frame(canvas, area, &self.title, false);
        let lines: Vec<Line<'_>> = self
            .rows
            .iter()
            .map(|(text, role)| Line::styled(clean(text), canvas.style(*role)))
            .collect();
        Paragraph::new(lines).render(inside, canvas.buffer());
    }
}

/// Cards below each other.
pub(super) struct Column(Vec<Card>);

impl Column {
    /// A column of the cards that have text.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Self {
        Self(cards.into_iter().filter(|card| !card.is_empty()).collect())
    }

    /// The rows of all cards.
    pub fn height(&self) -> u16 {
        self.0.iter().map(Card::height).sum()
    }

    /// The largest row that can be the first in view: 0 if all cards fit.
    pub fn last_top(&self, rows: u16) -> usize {
        // One row counts the hidden rows.
        let over = usize::from(self.height().saturating_sub(rows));
        if over == 0 { 0 } else { over + 1 }
    }

    /// Draws the cards from this row on. If some do not fit, the last row names the keys that show the rest.
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
            canvas.print(2, usize::from(rows), &words, Role::Dim);
        }
    }
}

/// Draws choices in one row and marks the one at `at`. If they are too wide, the longest is cut.
pub(super) fn choices<T: AsRef<str>>(canvas: &mut Canvas<'_>, words: &[T], at: usize) {
    let total = |longest: usize| -> usize {
        words.iter().map(|words| width(words.as_ref()).min(longest) + 5).sum::<usize>() + 1
    };
    let widest = words.iter().map(|words| width(words.as_ref())).max().unwrap_or(0);
    let fits = (1..=widest).rev().find(|&longest| total(longest) <= canvas.width() + 3);
    let mut x = 3;
    for (i, words) in words.iter().enumerate() {
        let words = cut(words.as_ref(), fits.unwrap_or(1));
        let (sign, role) = if i == at { ("▸", Role::Cursor) } else { (" ", Role::Text) };
        canvas.print(x - 2, 0, sign, Role::Chosen);
        x = canvas.print(x, 0, &words, role) + 5;
    }
}
