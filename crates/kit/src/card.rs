//! Cards: a frame with a title around a part of the screen, and lines of text that scroll in it.

use ratatui::layout::{Margin, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{
    Block, BorderType, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget, Widget,
};

use super::canvas::Canvas;
use super::text::{clean, cut, more, width, wrap};
use super::theme::Role;

/// A frame with a title. The frame of the card that has the focus is double and has the accent colour.
#[derive(Clone, Debug, Default)]
pub struct Card<'a> {
    title: &'a str,
    note: &'a str,
    below: &'a str,
    focused: bool,
}

impl<'a> Card<'a> {
    /// A card without the focus.
    pub fn new(title: &'a str) -> Self {
        Self { title, ..Self::default() }
    }

    /// The same card, with or without the focus.
    #[must_use]
    pub fn focused(self, focused: bool) -> Self {
        Self { focused, ..self }
    }

    /// The same card with a note at the right end of its upper line.
    #[must_use]
    pub fn note(self, note: &'a str) -> Self {
        Self { note, ..self }
    }

    /// The same card with a note at the right end of its lower line.
    #[must_use]
    pub fn below(self, below: &'a str) -> Self {
        Self { below, ..self }
    }

    /// The part of an area inside the frame.
    pub fn inner(area: Rect) -> Rect {
        area.inner(Margin::new(1, 1))
    }

    /// The part of an area inside the frame for a list, with the column of the frame on which its bar stands.
    pub fn list_area(area: Rect) -> Rect {
        let inner = Self::inner(area);
        Rect { width: inner.width + u16::from(inner.width > 0), ..inner }
    }

    /// The part of an area inside the frame for text, without one column on either side.
    pub fn text_area(area: Rect) -> Rect {
        area.inner(Margin::new(2, 1))
    }

    /// Draws the frame with lines of text from the line `top` on. If some do not fit, a bar on the frame shows where
    /// the visible lines are, and the lower line counts the others. Returns `true` then.
    pub fn page<R: Role>(
        &self,
        canvas: &mut Canvas<'_, R>,
        area: Rect,
        lines: &[Line<'_>],
        top: usize,
    ) -> bool {
        let text = Self::text_area(area);
        let last = lines.len().saturating_sub(text.height.into());
        let top = top.min(last);
        let more = more(top, last - top);
        let below = if self.below.is_empty() { &more } else { self.below };
        self.clone().below(below).draw(canvas, area);
        bar(canvas, Rect { y: text.y, height: text.height, ..area }, lines.len(), top);
        canvas.lines(text, lines[top..].iter().cloned());
        last > 0
    }

    /// As [`Self::page`], for lines with roles.
    pub fn text<R: Role>(
        &self,
        canvas: &mut Canvas<'_, R>,
        area: Rect,
        lines: &[(String, R)],
        top: usize,
    ) -> bool {
        let lines: Vec<_> = lines.iter().map(|(text, role)| canvas.line(text, *role)).collect();
        self.page(canvas, area, &lines, top)
    }

    /// As [`Self::page`], for a text that is wrapped to the width of the card.
    pub fn paragraph<R: Role>(
        &self,
        canvas: &mut Canvas<'_, R>,
        area: Rect,
        (text, role): (&str, R),
        top: usize,
    ) -> bool {
        let lines = wrap(text, Self::text_area(area).width.into());
        let lines: Vec<_> = lines.iter().map(|line| canvas.line(line, role)).collect();
        self.page(canvas, area, &lines, top)
    }

    /// Draws the frame, and returns the part inside it.
    pub fn draw<R: Role>(&self, canvas: &mut Canvas<'_, R>, area: Rect) -> Rect {
        let area = area.intersection(canvas.area());
        if area.width < 2 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        let border = canvas.style(if self.focused { R::HEADING } else { R::DIVIDER });
        let heading = match self.focused {
            true => border.add_modifier(Modifier::BOLD),
            false => canvas.style(R::TEXT),
        };
        let line = if self.focused { "═" } else { "─" };
        let room = usize::from(area.width);
        let titled = |words: &str, room: usize, style| {
            let words = clean(words);
            let text = format!(" {} ", cut(&words, room));
            let line = Span::styled(line, border);
            Line::from(vec![line.clone(), Span::styled(text, style), line])
        };
        let kind = if self.focused { BorderType::Double } else { BorderType::Rounded };
        let mut block = Block::bordered().border_type(kind).border_style(border);
        if !self.title.is_empty() {
            block = block.title(titled(self.title, room.saturating_sub(6), heading));
        }
        // A note is drawn only if the title leaves room for the whole note.
        let free = room.saturating_sub(width(self.title) + 12);
        if !self.note.is_empty() && width(self.note) <= free {
            block = block.title(titled(self.note, free, border).right_aligned());
        }
        if !self.below.is_empty() {
            let note = titled(self.below, room.saturating_sub(6), border);
            block = block.title_bottom(note.right_aligned());
        }
        block.render(area, canvas.buffer());
        Self::inner(area)
    }
}

/// Draws a bar in the last column of an area that shows `total` rows from `first` on. If all rows fit, draws nothing.
pub fn bar<R: Role>(canvas: &mut Canvas<'_, R>, area: Rect, total: usize, first: usize) {
    let area = area.intersection(canvas.area());
    let rows = usize::from(area.height);
    if total <= rows || area.width == 0 {
        return;
    }
    let mut state =
        ScrollbarState::new(total - rows + 1).position(first).viewport_content_length(rows);
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight);
    let bar = bar.begin_symbol(None).end_symbol(None).track_symbol(Some("│"));
    let bar = bar.thumb_symbol("█").style(canvas.style(R::DIVIDER));
    bar.render(area, canvas.buffer(), &mut state);
}

/// Draws lines of text, beginning with the first visible line. Draws a scroll bar if not all lines fit. Returns
/// how many lines are left out above and below.
pub fn lines<R: Role>(
    canvas: &mut Canvas<'_, R>,
    area: Rect,
    lines: &[(String, R)],
    top: usize,
) -> (usize, usize) {
    let area = area.intersection(canvas.area());
    let rows = usize::from(area.height);
    let furthest = lines.len().saturating_sub(rows);
    let top = top.min(furthest);
    let in_view = lines.iter().skip(top).take(rows);
    let text: Vec<Line<'_>> = in_view.map(|(line, role)| canvas.line(line, *role)).collect();
    canvas.lines(area, text);
    bar(canvas, area, lines.len(), top);
    (top, furthest - top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;
    use crate::theme::Theme;
    use ratatui::buffer::Buffer;

    fn drawn(size: (u16, u16), draw: impl FnOnce(&mut Canvas<'_, Role>)) -> Vec<String> {
        let area = Rect::new(0, 0, size.0, size.1);
        let mut buffer = Buffer::empty(area);
        draw(&mut Canvas::new(&mut buffer, area, &Theme::default()));
        crate::text::rows(&buffer).collect()
    }

    #[test]
    fn a_card_has_its_title_and_notes_on_its_frame_and_shows_its_focus_without_colour() {
        let card = Card::new("Rule").note("x more").below("1–3 of 9");
        let rows = drawn((24, 3), |canvas| _ = card.draw(canvas, canvas.area()));
        assert_eq!(rows[0], "╭─ Rule ────── x more ─╮");
        assert!(rows[2].ends_with("─ 1–3 of 9 ─╯"), "{rows:?}");
        let rows =
            drawn((24, 3), |canvas| _ = card.clone().focused(true).draw(canvas, canvas.area()));
        assert!(rows[0].starts_with("╔═ Rule ═"), "{rows:?}");
        // A note without room is left out. A title without room is cut with a sign.
        let rows = drawn((14, 2), |canvas| _ = card.draw(canvas, canvas.area()));
        assert!(!rows[0].contains("more"), "{rows:?}");
        let rows =
            drawn((12, 2), |canvas| _ = Card::new("a long title").draw(canvas, canvas.area()));
        assert!(rows[0].contains('…'), "{rows:?}");
        drawn((1, 1), |canvas| _ = card.draw(canvas, canvas.area()));
    }

    #[test]
    fn a_page_that_does_not_fit_counts_its_hidden_lines_on_its_frame() {
        let text: Vec<Line<'_>> = (1..=9).map(|n| Line::from(format!("line {n}"))).collect();
        let card = Card::new("Page");
        let rows = drawn((20, 5), |canvas| assert!(card.page(canvas, canvas.area(), &text, 2)));
        assert_eq!(rows[1], "│ line 3           │");
        assert!(rows[1..4].iter().any(|row| row.ends_with('█')), "{rows:?}");
        assert!(rows[4].contains("↑ 2 more"), "{rows:?}");
        drawn((20, 11), |canvas| assert!(!card.page(canvas, canvas.area(), &text, 99)));
        drawn((3, 1), |canvas| _ = card.page(canvas, canvas.area(), &text, 0));
    }

    #[test]
    fn lines_that_do_not_fit_have_a_bar_and_are_counted() {
        let text: Vec<_> = (1..=9).map(|n| (format!("line {n}"), Role::Text)).collect();
        let mut out = (0, 0);
        let rows = drawn((10, 4), |canvas| out = lines(canvas, canvas.area(), &text, 2));
        assert_eq!(out, (2, 3));
        assert!(rows[0].starts_with("line 3") && rows[3].starts_with("line 6"), "{rows:?}");
        assert!(rows.iter().any(|row| row.ends_with('█')), "{rows:?}");
        drawn((10, 4), |canvas| out = lines(canvas, canvas.area(), &text, 99));
        assert_eq!(out, (5, 0));
        drawn((10, 12), |canvas| out = lines(canvas, canvas.area(), &text, 3));
        assert_eq!(out, (0, 0));
    }
}
