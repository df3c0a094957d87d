//! A rectangle to draw on. It removes control characters from text, and marks a cut with `…`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use std::borrow::Cow;

use super::text::{clean, cut, fit, width};
use super::theme::{Role, Theme};

/// A rectangle of the screen. Positions count from its own corner. Drawing outside it does nothing.
#[derive(Debug)]
pub struct Canvas<'a, R> {
    buffer: &'a mut Buffer,
    area: Rect,
    /// The current theme.
    pub theme: &'a Theme<R>,
}

impl<'a, R: Role> Canvas<'a, R> {
    /// Creates a canvas for the part of `area` that is inside the buffer.
    pub fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme<R>) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, theme }
    }

    /// The part of this canvas inside `area`, in screen coordinates.
    pub fn part(&mut self, area: Rect) -> Canvas<'_, R> {
        Canvas::new(self.buffer, area.intersection(self.area), self.theme)
    }

    /// The rectangle in screen coordinates.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.area.width.into()
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.area.height.into()
    }

    /// The whole buffer, for ratatui's widgets.
    pub fn buffer(&mut self) -> &mut Buffer {
        self.buffer
    }

    /// The style of a role.
    pub fn style(&self, role: R) -> Style {
        self.theme.style(role)
    }

    /// A text in the style of a role.
    pub fn span<'t>(&self, text: impl Into<Cow<'t, str>>, role: R) -> Span<'t> {
        self.theme.span(text, role)
    }

    /// A line in the style of a role.
    pub fn line<'t>(&self, text: impl Into<Cow<'t, str>>, role: R) -> Line<'t> {
        self.theme.line(text, role)
    }

    /// Draws lines below each other from the top of an area. Cuts each line to the width of the area.
    pub fn lines<'t>(&mut self, area: Rect, lines: impl IntoIterator<Item = Line<'t>>) {
        let area = area.intersection(self.area);
        let lines = lines.into_iter().take(area.height.into());
        let fitted: Vec<Line<'_>> = lines.map(|line| fit(line, area.width.into())).collect();
        Paragraph::new(fitted).render(area, self.buffer);
    }

    /// The symbol in a cell. A blank if the cell is outside.
    pub fn symbol(&self, x: usize, y: usize) -> &str {
        if x >= self.width() || y >= self.height() {
            return " ";
        }
        let at = (self.area.x + x as u16, self.area.y + y as u16);
        self.buffer.cell(at).map_or(" ", |cell| cell.symbol())
    }

    /// Sets the style of a row. Its text stays.
    pub fn tint_row(&mut self, y: usize, style: Style) {
        if y < self.height() {
            let row = Rect { y: self.area.y + y as u16, height: 1, ..self.area };
            self.buffer.set_style(row, style);
        }
    }

    /// Writes text and cuts it at the right edge. Returns the column after the text.
    pub fn print_styled(&mut self, x: usize, y: usize, text: &str, style: Style) -> usize {
        self.print_within(x, y, text, style, usize::MAX)
    }

    /// Writes text in the style of a role. Returns the column after the text.
    pub fn print(&mut self, x: usize, y: usize, text: &str, role: R) -> usize {
        self.print_styled(x, y, text, self.style(role))
    }

    /// Writes text and cuts it to `columns` and at the right edge. Returns the column after the text.
    pub fn print_within(
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
        // ratatui adds a new style to the old one, so text on a dim line would stay dim without a reset.
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

    /// Writes text that ends one column before the right edge, in the style of a role.
    pub fn print_right(&mut self, y: usize, text: &str, role: R) {
        let x = self.width().saturating_sub(width(&clean(text)) + 1);
        self.print(x, y, text, role);
    }

    /// Writes lines below each other, in the style of a role. Returns the row after them.
    pub fn print_lines<T: AsRef<str>>(
        &mut self,
        (x, y): (usize, usize),
        lines: impl IntoIterator<Item = T>,
        role: R,
    ) -> usize {
        lines.into_iter().zip(y..).fold(y, |_, (line, y)| {
            self.print(x, y, line.as_ref(), role);
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
            c.print_styled(5, 0, "x", Style::new());
            c.print_styled(0, 7, "x", Style::new());
            c.print_right(0, "longer than the row", Role::Text);
            c.tint_row(9, Style::new());
        });
        assert_eq!(text, "lo…");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 2));
        let theme = Theme::<Role>::default();
        let mut canvas = Canvas::new(&mut buffer, Rect::new(1, 1, 50, 50), &theme);
        assert_eq!(canvas.area(), Rect::new(1, 1, 1, 1));
        canvas.part(Rect::new(0, 0, 1, 1)).print_styled(0, 0, "x", Style::new());
        assert_eq!(buffer, Buffer::empty(Rect::new(0, 0, 2, 2)));
    }

    #[test]
    fn escape_sequences_never_reach_a_cell() {
        assert_eq!(
            canvas_text(4, |c| _ = c.print_styled(0, 0, "a\u{1b}[31mb", Style::new())),
            "ab  "
        );
    }
}
