//! Draws the frames of the class cell by cell. No byte from the class reaches the terminal directly.

use std::num::NonZeroU16;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use crate::scenario::printable;

/// A terminal in memory that processes the bytes from the class.
pub(crate) struct RemoteTerminal(vt100::Parser);

impl RemoteTerminal {
    /// An empty screen of this size in columns and rows.
    pub(crate) fn new((columns, rows): (u16, u16)) -> Self {
        Self(vt100::Parser::new(least(rows), least(columns), 0))
    }

    /// Processes bytes that the class sent.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.0.process(bytes);
    }

    /// Draws the screen from the upper left corner.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let screen = self.0.screen();
        let (rows, columns) = screen.size();
        for (y, x) in (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x))) {
            if let Some(shown) = screen.cell(y, x)
                && let Some(cell) = buffer.cell_mut(Position::new(x, y))
                && !shown.is_wide_continuation()
            {
                copy(shown, cell);
            }
        }
    }
}

fn least(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).unwrap_or(NonZeroU16::MIN)
}

fn copy(shown: &vt100::Cell, cell: &mut Cell) {
    match shown.contents() {
        "" => cell.set_symbol(" "),
        text if text.is_ascii() => cell.set_symbol(text),
        text => cell.set_symbol(&printable(text)),
    };
    (cell.fg, cell.bg) = (colour(shown.fgcolor()), colour(shown.bgcolor()));
    let modifiers = [
        (shown.bold(), Modifier::BOLD),
        (shown.dim(), Modifier::DIM),
        (shown.italic(), Modifier::ITALIC),
        (shown.underline(), Modifier::UNDERLINED),
        (shown.inverse(), Modifier::REVERSED),
    ];
    for (_, modifier) in modifiers.into_iter().filter(|(on, _)| *on) {
        cell.modifier.insert(modifier);
    }
}

fn colour(colour: vt100::Color) -> Color {
    match colour {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(index) => Color::Indexed(index),
        vt100::Color::Rgb(r, g, b) => Color::Rgb(r, g, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{Connection, OutgoingFrame};
    use ratatui::layout::Rect;
    use ratatui::style::Style;
    use std::time::Duration;

    #[test]
    fn a_frame_of_the_class_is_drawn_as_it_was() {
        let area = Rect::new(0, 0, 20, 3);
        let mut frame = Buffer::empty(area);
        let bold = Style::new().fg(Color::Indexed(9)).bg(Color::Rgb(1, 2, 3));
        frame.set_string(1, 0, "a 契約 ≠ b", bold.add_modifier(Modifier::BOLD));
        let marks = Modifier::REVERSED | Modifier::UNDERLINED | Modifier::ITALIC;
        frame.set_string(18, 2, "Zo", Style::new().add_modifier(marks));
        let line = Connection::default();
        line.show(frame.clone());
        let OutgoingFrame::Frame(sent) = line.next(Duration::ZERO) else { panic!("a frame") };
        let mut mirror = RemoteTerminal::new((20, 3));
        mirror.feed(&sent.into_data());
        let mut drawn = Buffer::empty(area);
        mirror.draw(&mut drawn);
        for at in area.positions() {
            // A wide letter covers two cells, and drawing the first draws both.
            let covered = at.x > 0 && frame[(at.x - 1, at.y)].symbol().len() == 3 && at.x < 8;
            assert!(covered || drawn[at] == frame[at], "{at}: {:?} {:?}", drawn[at], frame[at]);
        }
    }

    #[test]
    fn nothing_but_cells_comes_out_of_what_is_sent() {
        let mut mirror = RemoteTerminal::new((10, 2));
        mirror.feed(b"\x1b]52;c;c3RvbGVu\x07ok\x1b[6n\x1b[?1049l\x1bc\x1b]0;title\x07");
        mirror.feed("fine\u{202e}\u{7f}\u{9b}31m".as_bytes());
        let mut drawn = Buffer::empty(Rect::new(0, 0, 10, 2));
        mirror.draw(&mut drawn);
        let text: String = drawn.content.iter().map(|cell| cell.symbol()).collect();
        assert!(text.starts_with("fine"), "{text:?}");
        assert!(!text.contains(|c: char| c.is_control() || c == '\u{202e}'), "{text:?}");
    }
}
