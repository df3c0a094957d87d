//! The last row of a board. It explains the marks that are now on screen.

use crate::text::board::{CellFlaw, CellMark, CellRole, CellValue};
use crate::tui::drawing::*;
use crate::tui::theme::Glyphs;

/// A sign that a board can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardSign {
    /// ▸
    Here,
    /// [ ]
    Disputed,
    /// ‹ ›
    Relevant,
    /// ₁₂
    Read,
    /// ·
    Unread,
    /// ░
    Hidden,
    /// ≠
    Differs,
    /// ✗
    Wrong,
    /// ◂
    Head,
    /// ■
    Kept,
    /// ◆
    Stated,
    /// ●
    Measured,
    /// ○
    True,
}

impl BoardSign {
    /// Returns `true` if a line of this screen explains the sign. In that line, the explanation follows a sign.
    pub fn is_in(self, screen: &str, glyphs: Glyphs) -> bool {
        let meaning = self.meaning(glyphs).split(' ').next().unwrap_or_default();
        let follows = |(at, _): (usize, &str)| {
            let before = screen[..at].strip_suffix(' ').unwrap_or_default();
            let is_sign = |c: char| !c.is_alphabetic() && !c.is_whitespace() && c != '\'';
            before.ends_with(is_sign)
        };
        screen.match_indices(meaning).any(follows)
    }

    /// The words of the sign without the sign.
    fn meaning(self, glyphs: Glyphs) -> &'static str {
        self.words(glyphs).trim_start_matches(|c: char| !c.is_ascii_alphabetic())
    }

    fn words(self, glyphs: Glyphs) -> &'static str {
        match self {
            Self::Here => "▸ here",
            Self::Disputed => "[ ] disputed",
            Self::Relevant => "‹ › relevant",
            Self::Read if glyphs == Glyphs::Ascii => ".1 .2 order read",
            Self::Read => "₁₂ order read",
            Self::Unread => "· unread",
            Self::Hidden => "░ hidden from you",
            Self::Differs => "≠ your run differs",
            Self::Wrong => "✗ wrong",
            Self::Head => "◂ head",
            Self::Kept => "■ the half kept",
            Self::Stated => "◆ stated",
            Self::Measured => "● measured",
            Self::True => "○ true",
        }
    }
}

/// The signs that a board has drawn.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    seen: Vec<BoardSign>,
    /// The signs that replace the usual ones where a cell has only one column.
    narrow: Vec<(BoardSign, &'static str)>,
    /// The signs of which the screen shows the usual form.
    usual: Vec<BoardSign>,
    /// Other signs, and the meaning that they share.
    more: Vec<(String, String)>,
}

impl Legend {
    /// Records that a sign is on screen.
    pub fn see(&mut self, sign: BoardSign) {
        self.note(sign);
        if !self.usual.contains(&sign) {
            self.usual.push(sign);
        }
    }

    fn note(&mut self, sign: BoardSign) {
        if !self.seen.contains(&sign) {
            self.seen.push(sign);
        }
    }

    /// Records that `shown` is on screen. It replaces a sign where a cell has only one column.
    pub fn see_narrow(&mut self, sign: BoardSign, shown: &'static str) {
        self.note(sign);
        if !self.narrow.contains(&(sign, shown)) {
            self.narrow.push((sign, shown));
        }
    }

    /// The text for a sign: its forms on the screen, and its meaning.
    fn words(&self, sign: BoardSign, glyphs: Glyphs) -> String {
        let words = sign.words(glyphs);
        let narrow = self.narrow.iter().filter(|(of, _)| *of == sign).map(|(_, shown)| *shown);
        let narrow = narrow.collect::<Vec<_>>().join(" ");
        if narrow.is_empty() {
            return words.to_owned();
        }
        let meaning = sign.meaning(glyphs);
        match self.usual.contains(&sign) {
            true => format!("{} {narrow} {meaning}", words.trim_end_matches(meaning).trim_end()),
            false => format!("{narrow} {meaning}"),
        }
    }

    /// Records that the signs of a cell are on screen, in a row that gives each cell one column.
    pub fn see_narrow_mark(&mut self, mark: &CellMark, cursor: bool) {
        match mark.part {
            CellRole::None => {}
            CellRole::Relevant => self.see_narrow(BoardSign::Relevant, "‹"),
            CellRole::Disputed => self.see_narrow(BoardSign::Disputed, "▲"),
        }
        self.see_mark(&mark.clone().part(CellRole::None), cursor);
    }

    /// Records that the signs of a cell are on screen.
    pub fn see_mark(&mut self, mark: &CellMark, cursor: bool) {
        if cursor {
            self.see(BoardSign::Here);
        }
        match mark.value {
            CellValue::Unread => self.see(BoardSign::Unread),
            CellValue::Hidden => self.see(BoardSign::Hidden),
            CellValue::Blank | CellValue::Is(_) => {}
        }
        match mark.part {
            CellRole::None => {}
            CellRole::Relevant => self.see(BoardSign::Relevant),
            CellRole::Disputed => self.see(BoardSign::Disputed),
        }
        match mark.flaw {
            CellFlaw::None => {}
            CellFlaw::Differs => self.see(BoardSign::Differs),
            CellFlaw::Wrong => self.see(BoardSign::Wrong),
        }
        if mark.read.is_some() {
            self.see(BoardSign::Read);
        }
    }

    /// Adds other explanations, such as `( ) honest goes on`, with two blanks between them. Signs with the same
    /// meaning share their words.
    pub fn explain(&mut self, words: impl AsRef<str>) {
        for entry in words.as_ref().split("  ") {
            let (sign, meaning) = entry.split_once(' ').unwrap_or((entry, ""));
            match self.more.iter_mut().find(|(_, own)| own == meaning) {
                Some((signs, _)) if signs.split(' ').any(|own| own == sign) => {}
                Some((signs, _)) => *signs += &format!(" {sign}"),
                None => self.more.push((sign.to_owned(), meaning.to_owned())),
            }
        }
    }

    /// Draws the legend on the first row of the canvas.
    pub fn draw(mut self, canvas: &mut Canvas<'_>) {
        self.seen.sort_unstable();
        let glyphs = canvas.theme.glyphs;
        let seen = self.seen.iter().map(|sign| self.words(*sign, glyphs));
        let more = self.more.iter().map(|(signs, meaning)| format!("{signs} {meaning}"));
        let entries: Vec<_> = seen.chain(more).collect();
        if entries.is_empty() {
            return;
        }
        let shorter = |e: &String| e.replace("order read", "order").replace(" from you", "");
        let mut short: Vec<String> = entries.iter().map(shorter).collect();
        let texts = [("   ", &entries), ("  ", &entries), (" ", &entries), (" ", &short)]
            .map(|(gap, entries)| format!(" {}", entries.join(gap)));
        let columns = canvas.width();
        // The blank at the end separates the text from a frame.
        if let Some(fits) = texts.into_iter().find(|text| width(text) < columns) {
            canvas.print(0, 0, &(fits + " "), Role::Dim);
            return;
        }
        // An explanation that does not fit is left out. The help explains every mark.
        let text = |short: &[String]| format!(" {}  ? more ", short.join(" "));
        while width(&text(&short)) > columns && short.pop().is_some() {}
        canvas.print(0, 0, &text(&short), Role::Dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Theme;
    use ratatui::buffer::Buffer;

    fn drawn(legend: Legend, columns: u16) -> String {
        let area = Rect::new(0, 0, columns, 1);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::default();
        legend.draw(&mut Canvas::new(&mut buffer, area, &theme));
        buffer
            .content
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect::<String>()
            .trim_end()
            .to_owned()
    }

    #[test]
    fn signs_with_the_same_meaning_share_their_words() {
        let mut legend = Legend::default();
        (0..3).for_each(|_| legend.explain("(═) honest Bob goes on"));
        (0..3).for_each(|_| legend.explain("░ honest Bob goes on"));
        legend.explain("█ kept  ▒ in dispute");
        assert_eq!(drawn(legend, 80), " (═) ░ honest Bob goes on   █ kept   ▒ in dispute");
    }

    #[test]
    fn a_narrow_sign_replaces_the_usual_one_or_stands_beside_it() {
        let disputed = CellMark::unread().part(CellRole::Disputed);
        let mut legend = Legend::default();
        legend.see_narrow_mark(&disputed, false);
        assert_eq!(drawn(legend.clone(), 80), " ▲ disputed   · unread");
        legend.see_mark(&disputed, false);
        assert_eq!(drawn(legend, 80), " [ ] ▲ disputed   · unread");
    }

    #[test]
    fn a_narrow_legend_is_never_cut_and_says_where_the_rest_is() {
        let mut legend = Legend::default();
        let mark = CellMark::bit(true).read_as(Some(1)).part(CellRole::Disputed);
        legend.see_narrow_mark(&mark, true);
        legend.see_mark(&CellMark::unread().part(CellRole::Relevant), false);
        legend.explain("▄ in view");
        for columns in 12..90 {
            let row = drawn(legend.clone(), columns);
            let whole = row.ends_with("in view") || row.ends_with("? more");
            assert!(whole && !row.contains('…'), "{columns}: {row}");
        }
    }
}
