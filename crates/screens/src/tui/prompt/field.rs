//! Input fields: a line of text with a cursor, and a whole number.

use std::ops::Range;

use elenchus_kit::edit::Edit;
use tui_input::{Input, InputRequest};

use crate::text::number::count;
use crate::tui::drawing::Canvas;
use crate::tui::text::{clean, width};
use crate::tui::theme::Role;

/// One line of text with a cursor.
#[derive(Clone, Debug, Default)]
pub struct TextLine {
    input: Input,
}

impl TextLine {
    /// A field with this text and the cursor at its end.
    pub fn new(text: impl Into<String>) -> Self {
        Self { input: Input::new(text.into()) }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// Replaces the text. The cursor moves to its end.
    pub fn set(&mut self, text: impl Into<String>) {
        self.input = Input::new(text.into());
    }

    /// Returns `true` if the text can take this edit. `good` decides which characters the text may have.
    pub fn accepts_edit(&self, edit: &Edit, good: impl Fn(char) -> bool) -> bool {
        match edit {
            Edit::Char(c) => good(*c),
            Edit::Paste(text) => !text.is_empty() && text.chars().all(good),
            Edit::Backspace | Edit::Clear => !self.text().is_empty(),
            _ => false,
        }
    }

    /// Applies an edit. The text keeps at most `most` characters.
    pub fn edit(&mut self, edit: Edit, most: usize) {
        let request = match edit {
            Edit::Char(c) => {
                // Control characters and invisible characters are refused, both typed and pasted.
                let is_text = clean(c.encode_utf8(&mut [0; 4])).chars().eq([c]);
                if is_text && self.text().chars().count() < most {
                    self.input.handle(InputRequest::InsertChar(c));
                }
                return;
            }
            Edit::Paste(text) => {
                for c in clean(&text).chars() {
                    self.edit(Edit::Char(c), most);
                }
                return;
            }
            Edit::Backspace => InputRequest::DeletePrevChar,
            Edit::Delete => InputRequest::DeleteNextChar,
            Edit::Word => InputRequest::DeletePrevWord,
            Edit::Clear => InputRequest::DeleteFromStart,
            Edit::Left => InputRequest::GoToPrevChar,
            Edit::Right => InputRequest::GoToNextChar,
            Edit::Home => InputRequest::GoToStart,
            Edit::End => InputRequest::GoToEnd,
        };
        self.input.handle(request);
    }

    /// Draws the text at a position, and the cursor if the field has the focus. If the text is too long, draws the part
    /// around the cursor. Returns the column after the field.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (usize, usize),
        columns: usize,
        focused: bool,
    ) -> usize {
        let columns = columns.max(1);
        let scroll = self.input.visual_scroll(columns.saturating_sub(1));
        let mut skipped = 0;
        let mut shown = String::new();
        for c in self.text().chars() {
            let wide = width(c.encode_utf8(&mut [0; 4]));
            if skipped < scroll {
                skipped += wide;
                continue;
            }
            if width(&shown) + wide > columns {
                break;
            }
            shown.push(c);
        }
        canvas.print_within(x, y, &shown, canvas.style(Role::Text), columns);
        if focused {
            let at = self.input.visual_cursor().saturating_sub(scroll);
            let under = shown.chars().nth(at).map_or_else(|| " ".to_owned(), |c| c.to_string());
            canvas.print(x + at, y, &under, Role::Cursor);
        }
        x + width(&shown).max(1)
    }
}

impl TextLine {
    /// The rows of the text in this many columns, as ranges of characters. A row ends after a blank
    /// if possible.
    fn rows(&self, columns: usize) -> Vec<Range<usize>> {
        let columns = columns.max(1);
        let text: Vec<char> = self.text().chars().collect();
        let wide = |c: char| width(c.encode_utf8(&mut [0; 4]));
        let (mut rows, mut start) = (Vec::new(), 0);
        while start < text.len() {
            let mut used = 0;
            let fits = text[start..].iter().take_while(|&&c| {
                used += wide(c);
                used <= columns
            });
            let most = start + fits.count().max(1);
            let blank = text[start..most].iter().rposition(|&c| c == ' ').map(|at| start + at + 1);
            let end = if most == text.len() { most } else { blank.unwrap_or(most) };
            rows.push(start..end);
            start = end;
        }
        rows
    }

    /// Draws the whole text in rows of this many columns, and its cursor. If there are too few rows,
    /// draws those around the cursor.
    pub fn draw_rows(&self, canvas: &mut Canvas<'_>, (x, y): (usize, usize), columns: usize) {
        let text: Vec<char> = self.text().chars().collect();
        let cursor = self.input.cursor();
        let mut rows = self.rows(columns);
        // After the last character of a full row, the cursor is on a row of its own.
        let is_full = |row: &Range<usize>| width(&String::from_iter(&text[row.clone()])) >= columns;
        if cursor == text.len() && rows.last().is_none_or(is_full) {
            rows.push(text.len()..text.len());
        }
        let at = rows.iter().rposition(|row| row.start <= cursor).unwrap_or(0);
        let most = canvas.height().saturating_sub(y).max(1);
        let first = (at + 1).saturating_sub(most);
        for (y, (n, row)) in (y..).zip(rows.into_iter().enumerate().skip(first).take(most)) {
            let shown = String::from_iter(&text[row.clone()]);
            canvas.print_within(x, y, &shown, canvas.style(Role::Text), columns);
            if n == at {
                let before = width(&String::from_iter(&text[row.start..cursor]));
                let under = text.get(cursor).map_or_else(|| " ".to_owned(), char::to_string);
                canvas.print(x + before, y, &under, Role::Cursor);
            }
        }
    }
}

/// A whole number in a range, typed in digits.
#[derive(Clone, Debug)]
pub struct IntegerField {
    field: TextLine,
    least: u64,
    most: u64,
    /// `true` if the board or an arrow set the number. The next digit then begins a new number.
    put: bool,
}

impl IntegerField {
    /// An empty field for a number from `least` to `most`.
    pub fn new(least: u64, most: u64) -> Self {
        Self { field: TextLine::default(), least, most: most.max(least), put: false }
    }

    /// The number in the field.
    ///
    /// # Errors
    /// Returns an error if the field is empty or the number is out of range.
    pub fn value(&self) -> Result<u64, String> {
        if self.is_empty() {
            let [least, most] = [self.least, self.most].map(count);
            return Err(format!("type a number from {least} to {most}"));
        }
        match self.field.text().parse() {
            Ok(n) if (self.least..=self.most).contains(&n) => Ok(n),
            _ => Err(self.outside(self.field.text())),
        }
    }

    /// Returns `true` if no number is in the field.
    pub fn is_empty(&self) -> bool {
        self.field.text().is_empty()
    }

    /// The error of the typed number. `None` if it is valid or the field is empty.
    pub fn wrong(&self) -> Option<String> {
        self.value().err().filter(|_| !self.is_empty())
    }

    /// Sets the number.
    pub fn set(&mut self, number: u64) {
        self.field.set(number.to_string());
        self.put = true;
    }

    /// Adds `by` to the number. An empty or invalid field gets the smallest number.
    pub fn step(&mut self, by: i64) {
        let to = match self.value() {
            Ok(n) => n.saturating_add_signed(by).clamp(self.least, self.most),
            Err(_) => self.least,
        };
        self.set(to);
    }

    /// Returns `true` if a number can take this edit.
    pub fn accepts_edit(&self, edit: &Edit) -> bool {
        self.field.accepts_edit(edit, |c| c.is_ascii_digit())
    }

    /// Applies an edit. A digit begins a new number after a call of `set`, or if the old number is
    /// too large.
    ///
    /// # Errors
    /// Returns an error if the digit makes the number too large. The field is then empty, so that Enter
    /// cannot submit a part of what the player typed.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        let is_beyond = self.field.text().parse().is_ok_and(|n: u64| n > self.most);
        let begins = std::mem::take(&mut self.put) || is_beyond;
        if let Edit::Char(c) = edit {
            if begins {
                self.field.set(c.to_string());
                return Ok(());
            }
            let longer = format!("{}{c}", self.field.text());
            if !longer.parse().is_ok_and(|n: u64| n <= self.most) {
                self.field.set(String::new());
                return Err(self.outside(&longer));
            }
        }
        self.field.edit(edit, 20);
        Ok(())
    }

    fn outside(&self, text: &str) -> String {
        format!("{text} is not from {} to {}", count(self.least), count(self.most))
    }

    /// Draws the field as `label [ 9 ]`. Returns the column after the field.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (usize, usize),
        label: &str,
        focused: bool,
    ) -> usize {
        let after = canvas.print(x, y, &format!("{label} [ "), Role::Text);
        let room = self.most.to_string().len().max(self.field.text().len());
        let style = canvas.style(if focused { Role::Chosen } else { Role::Text });
        canvas.print_styled(after, y, self.field.text(), style);
        if focused && self.field.text().len() < room {
            canvas.print(after + self.field.text().len(), y, " ", Role::Cursor);
        }
        canvas.print(after + room, y, " ]", Role::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_in_its_range() {
        let mut n = IntegerField::new(1, 16);
        assert!(n.value().is_err(), "it begins empty");
        let typed = |n: &mut IntegerField, edit| n.edit(edit).is_ok();
        assert!(typed(&mut n, Edit::Char('1')) && typed(&mut n, Edit::Char('6')));
        assert_eq!(n.value(), Ok(16));
        assert_eq!(n.edit(Edit::Char('9')), Err("169 is not from 1 to 16".into()));
        assert!(n.is_empty(), "neither 169 nor 16 can be submitted");
        n.set(12);
        assert!(typed(&mut n, Edit::Char('7')));
        assert_eq!(n.value(), Ok(7), "the cursor stood on 12; typing begins anew");
        n.step(100);
        assert_eq!(n.value(), Ok(16));
        assert!((0..3).all(|_| typed(&mut n, Edit::Backspace)));
        assert!(typed(&mut n, Edit::Char('0')));
        assert_eq!(n.value(), Err("0 is not from 1 to 16".into()));
        // A first digit outside the range is refused, and the next digit can be typed.
        let mut n = IntegerField::new(1, 7);
        n.set(3);
        assert!(typed(&mut n, Edit::Char('9')) && n.value().is_err());
        assert!(typed(&mut n, Edit::Char('1')));
        assert_eq!(n.value(), Ok(1));
    }

    #[test]
    fn a_text_of_several_rows_is_drawn_once() {
        let field = TextLine::new("one two three four");
        let area = ratatui::layout::Rect::new(0, 0, 10, 4);
        let mut buffer = ratatui::buffer::Buffer::empty(area);
        let theme = crate::tui::theme::Theme::default();
        field.draw_rows(&mut Canvas::new(&mut buffer, area, &theme), (0, 0), 9);
        let rows: Vec<String> = buffer
            .content
            .chunks(10)
            .map(|row| {
                row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
            })
            .collect();
        assert_eq!(rows, ["one two", "three", "four", ""]);
        let cursor = Canvas::new(&mut buffer.clone(), area, &theme).style(Role::Cursor);
        assert_eq!(buffer[(4, 2)].modifier, cursor.add_modifier, "the cursor follows the text");
        assert_eq!(TextLine::new("abcdefgh").rows(3), [0..3, 3..6, 6..8]);
    }

    #[test]
    fn letters_are_not_for_a_number() {
        let n = IntegerField::new(1, 16);
        assert!(n.accepts_edit(&Edit::Char('7')));
        assert!(!n.accepts_edit(&Edit::Char('c')));
        assert!(!n.accepts_edit(&Edit::Backspace), "nothing to take away");
    }

    #[test]
    fn pasted_text_is_cleaned_and_cut() {
        let mut field = TextLine::default();
        field.edit(Edit::Paste("a\u{1b}[31mb\nc".into()), 3);
        assert_eq!(field.text(), "ab ");
        field.edit(Edit::Backspace, 3);
        for unwanted in ['\t', '\u{7}', '\u{9b}', '\u{202e}', '\u{200b}'] {
            field.edit(Edit::Char(unwanted), 3);
            field.edit(Edit::Paste(unwanted.into()), 2);
        }
        assert_eq!(field.text(), "ab");
    }

    #[test]
    fn a_word_and_a_line_are_taken_away_as_in_a_shell() {
        let mut field = TextLine::new("three more words");
        field.edit(Edit::Word, 20);
        assert_eq!(field.text(), "three more ");
        field.edit(Edit::Left, 20);
        field.edit(Edit::Clear, 20);
        assert_eq!(field.text(), " ");
        let mut n = IntegerField::new(1, 16);
        n.set(12);
        assert!(n.accepts_edit(&Edit::Clear));
        n.edit(Edit::Clear).unwrap();
        assert!(n.value().is_err() && !n.accepts_edit(&Edit::Clear));
    }
}
