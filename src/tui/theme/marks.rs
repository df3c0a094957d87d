//! The marks on a board's cell, in one place: value and order, left and right mark, attribute.
//!
//! They answer three questions, each in its own place: what is known of the cell, which part it
//! plays in the debate, and whether it is true. They combine, and are the same on every board.

use std::borrow::Cow;

use ratatui::style::Style;

use super::{Glyphs, Role, Theme};
use crate::tui::text::number::low_digits;

/// What the viewer knows of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Value {
    /// Not written yet.
    #[default]
    Blank,
    /// Written, and not paid for: `·`.
    Unread,
    /// Kept from this seat until the review: `░`.
    Hidden,
    /// Claimed and not checked: `1`.
    Claimed(Cow<'static, str>),
    /// Read by the judge, as the n-th thing read: `1₂`.
    Read(Cow<'static, str>, u64),
}

/// Which part a cell plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Part {
    /// None in particular.
    #[default]
    None,
    /// The step under discussion reads it: `‹1›`.
    Relevant,
    /// It is on trial, or the debate stands there: `[1]`.
    Disputed,
}

/// Whether a cell is true, as far as the viewer may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Truth {
    /// Nothing is said.
    #[default]
    Unsaid,
    /// Not what the viewer computed, at a cost: `≠`.
    Differs,
    /// Wrong; shown in the review only: `✗`.
    Wrong,
}

/// All marks of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Mark {
    /// What is known.
    pub value: Value,
    /// Which part it plays.
    pub part: Part,
    /// Is it true?
    pub truth: Truth,
    /// The cursor stands here: `▸` in place of the left mark.
    pub cursor: bool,
}

impl Mark {
    /// The left mark: one column, a space if there is none.
    pub fn left(&self) -> char {
        match (self.cursor, self.part) {
            (true, _) => '▸',
            (_, Part::None) => ' ',
            (_, Part::Relevant) => '‹',
            (_, Part::Disputed) => '[',
        }
    }

    /// The right mark: empty if there is none.
    pub fn right(&self) -> &'static str {
        match self.part {
            Part::None => "",
            Part::Relevant => "›",
            Part::Disputed => "]",
        }
    }

    /// Value, order and truth between the marks, as `1₃✗`.
    pub fn body(&self, glyphs: Glyphs) -> String {
        let mut text = match &self.value {
            Value::Blank => String::new(),
            Value::Unread => "·".into(),
            Value::Hidden => "░".into(),
            Value::Claimed(v) => v.clone().into_owned(),
            Value::Read(v, order) if glyphs == Glyphs::Ascii => format!("{v}.{order}"),
            Value::Read(v, order) => format!("{v}{}", low_digits(*order)),
        };
        match self.truth {
            Truth::Unsaid => {}
            Truth::Differs => text.push('≠'),
            Truth::Wrong => text.push('✗'),
        }
        text
    }

    /// The whole cell: left mark, body, right mark.
    pub fn text(&self, glyphs: Glyphs) -> String {
        format!("{}{}{}", self.left(), self.body(glyphs), self.right())
    }

    /// The attribute that goes with the marks.
    pub fn style(&self, theme: &Theme) -> Style {
        let known = theme.style(match self.value {
            Value::Blank => Role::Text,
            Value::Unread => Role::Unread,
            Value::Hidden => Role::Hidden,
            Value::Claimed(_) => Role::Claimed,
            Value::Read(..) => Role::Read,
        });
        let part = match (self.cursor, self.part) {
            (true, _) => theme.style(Role::Cursor),
            (_, Part::None) => Style::new(),
            (_, Part::Relevant) => theme.style(Role::Relevant),
            (_, Part::Disputed) => theme.style(Role::Disputed),
        };
        let truth = match self.truth {
            Truth::Unsaid => Style::new(),
            Truth::Differs => theme.style(Role::Differs),
            Truth::Wrong => theme.style(Role::Wrong),
        };
        known.patch(part).patch(truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Preset;
    use ratatui::style::Modifier;

    fn read() -> Mark {
        Mark { value: Value::Read("1".into(), 3), ..Mark::default() }
    }

    #[test]
    fn marks_combine() {
        let cell = Mark { part: Part::Disputed, truth: Truth::Wrong, ..read() };
        assert_eq!(cell.text(Glyphs::Unicode), "[1₃✗]");
        assert_eq!(cell.text(Glyphs::Ascii), "[1.3✗]", "the last pass over the screen turns ✗ to !");
        let style = cell.style(&Preset::Mono.theme());
        assert!(style.add_modifier.contains(Modifier::REVERSED | Modifier::BOLD));
    }

    #[test]
    fn the_cursor_takes_the_left_mark_only() {
        let cell = Mark { part: Part::Relevant, cursor: true, ..read() };
        assert_eq!(cell.text(Glyphs::Unicode), "▸1₃›");
    }

    #[test]
    fn an_unread_or_hidden_cell_shows_no_value() {
        for (value, shown) in
            [(Value::Unread, " ·"), (Value::Hidden, " ░"), (Value::Blank, " ")]
        {
            assert_eq!(Mark { value, ..Mark::default() }.text(Glyphs::Unicode), shown);
        }
    }
}
