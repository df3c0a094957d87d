//! A rectangle to draw on: text is clipped to it, cleaned, and cut with `…`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::text::{clean, cut, width};
use super::theme::{Role, Theme};

/// A part of the screen, addressed from its own corner; drawing outside it does nothing.
#[derive(Debug)]
pub struct Canvas<'a, R> {
    buffer: &'a mut Buffer,
    area: Rect,
    /// The styles to draw with.
    pub theme: &'a Theme<R>,
}

impl<'a, R: Role> Canvas<'a, R> {
    /// The part of the buffer inside `area`.
    pub fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme<R>) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, theme }
    }

    /// A part of this part, given in the screen's coordinates.
    pub fn part(&mut self, area: Rect) -> Canvas<'_, R> {
        Canvas::new(self.buffer, area.intersection(self.area), self.theme)
    }

    /// Where it lies on the screen.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.area.width.into()
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.area.height.into()
    }

    /// The buffer behind, for widgets of the library.
    pub fn buffer(&mut self) -> &mut Buffer {
        self.buffer
    }

    /// The style of a role.
    pub fn style(&self, role: R) -> Style {
        self.theme.style(role)
    }

    /// What stands at a place; a blank outside.
    pub fn symbol(&self, x: usize, y: usize) -> &str {
        if x >= self.width() || y >= self.height() {
            return " ";
        }
        let at = (self.area.x + x as u16, self.area.y + y as u16);
        self.buffer.cell(at).map_or(" ", |cell| cell.symbol())
    }

    /// Gives one row a style; what is written stays.
    pub fn tint_row(&mut self, y: usize, style: Style) {
        if y < self.height() {
            let row = Rect { y: self.area.y + y as u16, height: 1, ..self.area };
            self.buffer.set_style(row, style);
        }
    }

    /// Writes text at a place, cut at the right edge; returns the column after it.
    pub fn put(&mut self, x: usize, y: usize, text: &str, style: Style) -> usize {
        self.put_in(x, y, text, style, usize::MAX)
    }

    /// Writes text of a role at a place, cut at the right edge; returns the column after it.
    pub fn say(&mut self, x: usize, y: usize, text: &str, role: R) -> usize {
        self.put(x, y, text, self.style(role))
    }

    /// Writes text at a place, cut to `columns` and at the right edge; returns the column after it.
    pub fn put_in(
        &mut self,
        x: usize,
        y: usize,
        text: &str,
        style: Style,
        columns: usize,
    ) -> usize {
        if x >= self.width() || y >= self.height() {
            return x;
        }
        let room = columns.min(self.width() - x);
        let text = clean(text);
        let text = cut(&text, room);
        let (x0, y0) = (self.area.x + x as u16, self.area.y + y as u16);
        let after = x + width(&text);
        // Styles add up in a buffer: words over a dim line would stay dim.
        for at in x0..self.area.x + after.min(self.width()) as u16 {
            if let Some(cell) = self.buffer.cell_mut((at, y0)) {
                cell.modifier = Modifier::empty();
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
                cell.set_style(self.theme.page);
            }
        }
        self.buffer.set_stringn(x0, y0, &text, room, style);
        after
    }

    /// Writes text of a role, a column from the right edge.
    pub fn say_right(&mut self, y: usize, text: &str, role: R) {
        let x = self.width().saturating_sub(width(&clean(text)) + 1);
        self.say(x, y, text, role);
    }

    /// Writes lines of a role one below the other; returns the row after them.
    pub fn say_lines<T: AsRef<str>>(
        &mut self,
        (x, y): (usize, usize),
        lines: impl IntoIterator<Item = T>,
        role: R,
    ) -> usize {
        lines.into_iter().zip(y..).fold(y, |_, (line, y)| {
            self.say(x, y, line.as_ref(), role);
            y + 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;

    fn canvas_text(width: u16, draw: impl FnOnce(&mut Canvas<'_, Role>)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        let theme = Theme::default();
        draw(&mut Canvas::new(&mut buffer, Rect::new(0, 0, width, 1), &theme));
        buffer.content.iter().map(|c| c.symbol()).collect()
    }

    #[test]
    fn drawing_outside_does_nothing() {
        let text = canvas_text(3, |c| {
            c.put(5, 0, "x", Style::new());
            c.put(0, 7, "x", Style::new());
            c.say_right(0, "longer than the row", Role::Text);
            c.tint_row(9, Style::new());
        });
        assert_eq!(text, "lo…");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 2));
        let theme = Theme::<Role>::default();
        let mut canvas = Canvas::new(&mut buffer, Rect::new(1, 1, 50, 50), &theme);
        assert_eq!(canvas.area(), Rect::new(1, 1, 1, 1));
        canvas.part(Rect::new(0, 0, 1, 1)).put(0, 0, "x", Style::new());
        assert_eq!(buffer, Buffer::empty(Rect::new(0, 0, 2, 2)));
    }

    #[test]
    fn escape_sequences_never_reach_a_cell() {
        assert_eq!(canvas_text(4, |c| _ = c.put(0, 0, "a\u{1b}[31mb", Style::new())), "ab  ");
    }
}
