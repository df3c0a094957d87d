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
    /// Returns `true` if a line of this screen explains the sign: its words then follow a sign.
    pub fn is_in(self, screen: &str, glyphs: Glyphs) -> bool {
        let words = self.words(glyphs);
        let meaning = words.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let meaning = meaning.split(' ').next().unwrap_or_default();
        let follows = |(at, _): (usize, &str)| {
            let before = screen[..at].strip_suffix(' ').unwrap_or_default();
            let is_sign = |c: char| !c.is_alphabetic() && !c.is_whitespace() && c != '\'';
            before.ends_with(is_sign)
        };
        screen.match_indices(meaning).any(follows)
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
            Self::Differs => "≠ not as you found it",
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
    /// The signs that a map shows in place of the usual ones, because a cell of a map has only one column.
    on_map: Vec<(BoardSign, &'static str)>,
    more: Vec<String>,
}

impl Legend {
    /// Records that a sign is on screen.
    pub fn see(&mut self, sign: BoardSign) {
        if !self.seen.contains(&sign) {
            self.seen.push(sign);
        }
    }

    /// Records that a sign is on screen, with the sign `shown` that replaces it on a map.
    pub fn see_on_map(&mut self, sign: BoardSign, shown: &'static str) {
        self.see(sign);
        if !self.on_map.contains(&(sign, shown)) {
            self.on_map.push((sign, shown));
        }
    }

    /// The text for a sign. If a map replaces the sign, the replacement is before the words.
    fn words(&self, sign: BoardSign, glyphs: Glyphs) -> String {
        let words = sign.words(glyphs);
        let Some((_, shown)) = self.on_map.iter().find(|(of, _)| *of == sign) else {
            return words.to_owned();
        };
        let meaning = if sign == BoardSign::Read { "order read" } else { "disputed" };
        words.replace(&format!(" {meaning}"), &format!(" {shown} {meaning}"))
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

    /// Adds another explanation, such as `( ) honest goes on`.
    pub fn explain(&mut self, words: impl Into<String>) {
        let words = words.into();
        if !self.more.contains(&words) {
            self.more.push(words);
        }
    }

    /// Draws the legend on the first row of the canvas.
    pub fn draw(mut self, canvas: &mut Canvas<'_>) {
        self.seen.sort_unstable();
        let glyphs = canvas.theme.glyphs;
        let seen = self.seen.iter().map(|sign| self.words(*sign, glyphs));
        let entries: Vec<_> = seen.chain(self.more.iter().cloned()).collect();
        if entries.is_empty() {
            return;
        }
        let shorter = |e: &String| e.replace("order read", "order").replace(" from you", "");
        let mut short: Vec<String> = entries.iter().map(shorter).collect();
        let texts = [("   ", &entries), ("  ", &entries), (" ", &entries), (" ", &short)]
            .map(|(gap, entries)| format!(" {}", entries.join(gap)));
        let columns = canvas.width();
        if let Some(fits) = texts.into_iter().find(|text| width(text) <= columns) {
            // The blank at the end separates the text from a frame.
            canvas.print(0, 0, &(fits + " "), Role::Dim);
            return;
        }
        // An explanation that does not fit is left out. The help explains every mark.
        let text = |short: &[String]| format!(" {} …", short.join(" "));
        while width(&text(&short)) > columns && short.pop().is_some() {}
        canvas.print(0, 0, &text(&short), Role::Dim);
    }
}
