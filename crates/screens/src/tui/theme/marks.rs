//! The marks of a cell: its value, its position in the order of reading, its left mark, its right mark, and its style.
//!
//! Three kinds of marks have separate places: the known value, the role of the cell in the debate, and its errors. So
//! the marks can be combined, and they are the same on every board.

use ratatui::style::Style;

use super::{Glyphs, Role, Theme};
use crate::text::board::{CellFlaw, CellMark, CellRole, CellValue};
use crate::text::number::low_digits;
use crate::tui::text::clean;

/// A cell as the screen shows it.
#[derive(Clone, Copy, Debug)]
pub struct DrawnMark<'a> {
    /// The mark that the core gives the cell.
    pub mark: &'a CellMark,
    /// `true` if the cursor is on this cell. The style shows the cursor, and so does `▸` if there is no left mark.
    pub cursor: bool,
}

impl<'a> DrawnMark<'a> {
    /// A cell without the cursor.
    pub fn plain(mark: &'a CellMark) -> Self {
        Self { mark, cursor: false }
    }

    /// The left mark, one column wide. A space if there is none.
    pub fn left(&self) -> char {
        match (self.cursor, self.mark.part) {
            (true, CellRole::None) => '▸',
            (false, CellRole::None) => ' ',
            (_, CellRole::Relevant) => '‹',
            (_, CellRole::Disputed) => '[',
        }
    }

    /// The right mark. Empty if there is none.
    pub fn right(&self) -> &'static str {
        match self.mark.part {
            CellRole::None => "",
            CellRole::Relevant => "›",
            CellRole::Disputed => "]",
        }
    }

    /// The value alone: `1`, `·`, `░`. Empty if the cell has no value yet.
    pub fn value(&self) -> String {
        match &self.mark.value {
            CellValue::Blank => String::new(),
            CellValue::Unread => "·".into(),
            CellValue::Hidden => "░".into(),
            CellValue::Is(text) => clean(text).into_owned(),
        }
    }

    /// The signs after the value, such as `₃✗`: the order of reading and the error.
    pub fn signs(&self, glyphs: Glyphs) -> String {
        let mut text = match (self.mark.read, glyphs) {
            (None, _) => String::new(),
            (Some(order), Glyphs::Ascii) => format!(".{order}"),
            (Some(order), Glyphs::Unicode) => low_digits(order.into()),
        };
        match self.mark.flaw {
            CellFlaw::None => {}
            CellFlaw::Differs => text.push('≠'),
            CellFlaw::Wrong => text.push('✗'),
        }
        text
    }

    /// The value with its signs, such as `1₃✗`.
    pub fn body(&self, glyphs: Glyphs) -> String {
        self.value() + &self.signs(glyphs)
    }

    /// The whole cell: the left mark, the value with its signs, and the right mark.
    pub fn text(&self, glyphs: Glyphs) -> String {
        let body = self.body(glyphs);
        // A blank between the marks keeps an empty cell visible.
        let body =
            if body.is_empty() && self.mark.part != CellRole::None { " ".into() } else { body };
        format!("{}{body}{}", self.left(), self.right())
    }

    /// The style of the cell.
    pub fn style(&self, theme: &Theme) -> Style {
        let known = theme.style(match (&self.mark.value, self.mark.read) {
            (CellValue::Unread, _) => Role::Unread,
            (CellValue::Hidden, _) => Role::Hidden,
            (_, Some(_)) => Role::Read,
            (CellValue::Blank, None) => Role::Text,
            (CellValue::Is(_), None) => Role::Claimed,
        });
        let part = match (self.cursor, self.mark.part) {
            (true, _) => theme.style(Role::Cursor),
            (_, CellRole::None) => Style::new(),
            (_, CellRole::Relevant) => theme.style(Role::Relevant),
            (_, CellRole::Disputed) => theme.style(Role::Disputed),
        };
        let flaw = match self.mark.flaw {
            CellFlaw::None => Style::new(),
            CellFlaw::Differs => theme.style(Role::Differs),
            CellFlaw::Wrong => theme.style(Role::Wrong),
        };
        known.patch(part).patch(flaw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Preset;
    use ratatui::style::Modifier;

    #[test]
    fn marks_combine() {
        let mark =
            CellMark::bit(true).read_as(Some(3)).part(CellRole::Disputed).flaw(CellFlaw::Wrong);
        let cell = DrawnMark::plain(&mark);
        assert_eq!(cell.text(Glyphs::Unicode), "[1₃✗]");
        assert_eq!(
            cell.text(Glyphs::Ascii),
            "[1.3✗]",
            "the last pass over the screen turns ✗ to !"
        );
        let style = cell.style(&Preset::Mono.theme());
        assert!(style.add_modifier.contains(Modifier::REVERSED | Modifier::BOLD));
    }

    #[test]
    fn the_cursor_leaves_the_marks_of_the_cell() {
        let text = |mark: &CellMark| DrawnMark { mark, cursor: true }.text(Glyphs::Unicode);
        assert_eq!(text(&CellMark::bit(true).part(CellRole::Relevant)), "‹1›");
        assert_eq!(text(&CellMark::bit(true)), "▸1");
        assert_eq!(text(&CellMark::default().part(CellRole::Disputed)), "[ ]");
    }

    #[test]
    fn an_unread_or_hidden_cell_shows_no_value() {
        for (mark, shown) in
            [(CellMark::unread(), " ·"), (CellMark::hidden(), " ░"), (CellMark::default(), " ")]
        {
            assert_eq!(DrawnMark::plain(&mark).text(Glyphs::Unicode), shown);
        }
    }
}
