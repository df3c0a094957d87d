//! Cards: a frame with a title around a part of the screen, and lines of text that scroll in it.

use ratatui::layout::{Margin, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{
    Block, BorderType, Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget,
    Widget,
};

use super::canvas::Canvas;
use super::text::{clean, cut, width};
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

    /// The same with or without the focus.
    #[must_use]
    pub fn focused(self, focused: bool) -> Self {
        Self { focused, ..self }
    }

    /// The same with a note at the right end of the upper line.
    #[must_use]
    pub fn note(self, note: &'a str) -> Self {
        Self { note, ..self }
    }

    /// The same with a note at the right end of the lower line.
    #[must_use]
    pub fn below(self, below: &'a str) -> Self {
        Self { below, ..self }
    }

    /// The part of an area inside the frame.
    pub fn inner(area: Rect) -> Rect {
        area.inner(Margin::new(1, 1))
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
        // A note stands only where the title leaves room for all of it.
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

/// Draws lines of text from the first in view on, with a bar where they do not fit. Returns how many
/// lines are left out above and below.
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
    let text: Vec<Line<'_>> = in_view
        .map(|(line, role)| Line::styled(clean(line).into_owned(), canvas.style(*role)))
        .collect();
    Paragraph::new(text).render(area, canvas.buffer());
    if furthest > 0 && area.width > 0 {
        let style = canvas.style(R::DIVIDER);
        let mut state =
            ScrollbarState::new(furthest + 1).position(top).viewport_content_length(rows);
        let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight);
        let bar = bar.begin_symbol(None).end_symbol(None).track_symbol(Some("│"));
        let bar = bar.thumb_symbol("█").style(style);
        bar.render(area, canvas.buffer(), &mut state);
    }
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
        // A note that has no room is left out; a title is cut with a sign.
        let rows = drawn((14, 2), |canvas| _ = card.draw(canvas, canvas.area()));
        assert!(!rows[0].contains("more"), "{rows:?}");
        let rows =
            drawn((12, 2), |canvas| _ = Card::new("a long title").draw(canvas, canvas.area()));
        assert!(rows[0].contains('…'), "{rows:?}");
        drawn((1, 1), |canvas| _ = card.draw(canvas, canvas.area()));
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
