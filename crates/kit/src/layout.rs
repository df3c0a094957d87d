//! The anatomy of a screen: which rows and columns are whose.
//!
//! At 80×24: 1 title · 2 claim · 3 divider · 4–16 board (51 columns) and side panel (28) · 17 divider
//! · 18–19 ledger · 20 what is asked · 21–23 prompt · 24 footer. More rows go to the board, more
//! columns to the board first and then to the panel; from 150 columns on a pane with the moves opens
//! on the left.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::text::{cut_words, width};
use super::theme::Role;

/// The smallest screen that everything fits on.
pub const LEAST: (u16, u16) = (80, 24);

/// From this width on the moves have a pane of their own.
pub const WIDE: u16 = 150;

/// Where the parts of a table lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// Row 1: title, seat, move, whose turn.
    pub title: Rect,
    /// Row 2: the claim in words.
    pub claim: Rect,
    /// Row 3.
    pub top: Rect,
    /// The pane with the moves, on wide screens.
    pub moves: Option<Rect>,
    /// Rows 4–16, left.
    pub board: Rect,
    /// Rows 4–16, right.
    pub side: Rect,
    /// Row 17.
    pub middle: Rect,
    /// Rows 18–19.
    pub ledger: Rect,
    /// Row 20: what is asked of you.
    pub ask: Rect,
    /// Rows 21–23.
    pub prompt: Rect,
    /// Row 24.
    pub footer: Rect,
}

impl Anatomy {
    /// The parts of a screen; `moves` asks for the pane on the left where there is room.
    pub fn of(area: Rect, moves: bool) -> Self {
        let rows = |from: u16, count: u16| {
            let y = area.y + from.min(area.height);
            Rect { y, height: count.min(area.bottom() - y), ..area }
        };
        // From below: footer 1, prompt 3, ask 1, ledger 2, divider 1.
        let below = area.height.saturating_sub(8);
        let body = rows(3, below.saturating_sub(3));
        let side_width = side_width(area.width);
        let moves_width = if moves && area.width >= WIDE { 34 } else { 0 };
        let board_x = if moves_width > 0 { moves_width + 1 } else { 0 };
        let board_width = area.width.saturating_sub(side_width + 1 + board_x);
        let part = |x: u16, width: u16| Rect { x: area.x + x, width, ..body }.intersection(area);
        Self {
            title: rows(0, 1),
            claim: rows(1, 1),
            top: rows(2, 1),
            moves: (moves_width > 0).then(|| part(0, moves_width)),
            board: part(board_x, board_width),
            side: part(board_x + board_width + 1, side_width),
            middle: rows(below, 1),
            ledger: rows(below + 1, 2),
            ask: rows(below + 3, 1),
            prompt: rows(below + 4, 3),
            footer: rows(below + 7, 1),
        }
    }

    /// The column of the line between board and side panel.
    pub fn seam(&self) -> u16 {
        self.side.x.saturating_sub(1)
    }
}

/// 28 columns, growing slowly with the screen up to 44.
fn side_width(total: u16) -> u16 {
    28 + (total.saturating_sub(80) / 6).min(16)
}

/// A horizontal line with a heading at its start, and crossings.
#[derive(Clone, Debug, Default)]
pub struct Divider<'a> {
    /// Headings, each with the column it starts at.
    pub headings: Vec<(usize, &'a str)>,
    /// Crossings with vertical lines: column and character.
    pub crossings: Vec<(usize, char)>,
}

impl<'a> Divider<'a> {
    /// A line with a heading at its start; an empty heading leaves a plain line.
    pub fn new(heading: &'a str) -> Self {
        Self::default().heading(0, heading)
    }

    /// One more heading, starting at this column.
    #[must_use]
    pub fn heading(mut self, x: usize, words: &'a str) -> Self {
        if !words.is_empty() {
            self.headings.push((x, words));
        }
        self
    }

    /// One more crossing.
    #[must_use]
    pub fn crossing(mut self, x: u16, sign: char) -> Self {
        self.crossings.push((x.into(), sign));
        self
    }

    /// Draws it on the first row of the canvas, headings in this role.
    pub fn draw<R: Role>(&self, canvas: &mut Canvas<'_, R>, role: R) {
        let columns = canvas.width();
        canvas.say(0, 0, &"─".repeat(columns), R::DIVIDER);
        for &(x, sign) in &self.crossings {
            canvas.say(x, 0, sign.encode_utf8(&mut [0; 4]), R::DIVIDER);
        }
        let mut ends = self.headings.iter().skip(1).map(|h| h.0);
        for &(x, words) in &self.headings {
            // A heading ends before the next one, or the next crossing if that belongs to it.
            let end = ends.next().unwrap_or(columns);
            let room = end.saturating_sub(x + 4);
            if room == 0 {
                continue;
            }
            let style = canvas.style(role);
            let after = canvas.put_in(x + 2, 0, &cut_words(words, room), style, room);
            canvas.put(x + 1, 0, " ", style);
            canvas.put(after, 0, " ", style);
        }
    }
}

/// Draws the line over two parts that stand beside each other, with their headings, and the seam down
/// the body between them; the second part begins at column `x`.
pub fn beside<R: Role>(
    canvas: &mut Canvas<'_, R>,
    (top, body): (Rect, Rect),
    x: u16,
    [first, second]: [&str; 2],
    role: R,
) {
    let seam = x.saturating_sub(1);
    let line = Divider::new(first).heading(x.into(), second).crossing(seam, '┬');
    line.draw(&mut canvas.part(top), role);
    self::seam(canvas, seam, body.y, body.height);
}

/// Draws a vertical line down the whole column.
pub fn seam<R: Role>(canvas: &mut Canvas<'_, R>, x: u16, from: u16, rows: u16) {
    let line = Rect { x, y: from, width: 1, height: rows };
    let mut part = canvas.part(line);
    for y in 0..part.height() {
        part.say(0, y, "│", R::DIVIDER);
    }
}

/// The first row of a screen: words on the left, words on the right, on a bar.
pub fn title_bar<R: Role>(canvas: &mut Canvas<'_, R>, left: &str, right: &str) {
    title_bar_with(canvas, left, "", right);
}

/// The same with words that follow the title, such as whose seat it is: where there is no room for
/// all of it the title is cut, and they are not.
pub fn title_bar_with<R: Role>(canvas: &mut Canvas<'_, R>, title: &str, rest: &str, right: &str) {
    let style = canvas.style(R::TITLE);
    canvas.tint_row(0, style);
    let room = canvas.width().saturating_sub(width(right) + APART + 2);
    let after = canvas.put_in(1, 0, title, style, room.saturating_sub(width(rest)));
    canvas.put_in(after, 0, rest, style, (room + 1).saturating_sub(after));
    canvas.say_right(0, right, R::TITLE);
}

/// Blanks between the words on the left of a title and those on its right, which would else read as
/// one phrase.
const APART: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Role;
    use crate::theme::Theme;
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;

    #[test]
    fn the_smallest_screen_is_as_drawn() {
        let a = Anatomy::of(Rect::new(0, 0, 80, 24), true);
        let row = |r: Rect| (r.y + 1, r.height);
        assert_eq!(row(a.title), (1, 1));
        assert_eq!(row(a.top), (3, 1));
        assert_eq!((row(a.board), a.board.width), ((4, 13), 51));
        assert_eq!((a.side.x, a.side.width), (52, 28));
        assert_eq!(row(a.middle), (17, 1));
        assert_eq!(row(a.ledger), (18, 2));
        assert_eq!(row(a.ask), (20, 1));
        assert_eq!(row(a.prompt), (21, 3));
        assert_eq!(row(a.footer), (24, 1));
        assert_eq!((a.seam(), a.moves), (51, None));
    }

    #[test]
    fn a_wide_screen_has_a_pane_of_moves() {
        let a = Anatomy::of(Rect::new(0, 0, 200, 50), true);
        assert_eq!(a.moves.unwrap().width, 34);
        assert_eq!(a.board.x, 35);
        assert_eq!(a.board.height, 39);
        assert_eq!(a.side.right(), 200);
    }

    #[test]
    fn a_divider_carries_headings_and_crossings() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 1));
        let theme = Theme::default();
        let mut canvas = Canvas::new(&mut buffer, Rect::new(0, 0, 24, 1), &theme);
        let divider = Divider::new("votes").heading(13, "a rule, cut").crossing(12, '┬');
        divider.draw(&mut canvas, Role::Notice);
        let text: String = buffer.content.iter().map(|c| c.symbol()).collect();
        assert_eq!(text, "─ votes ────┬─ a … cut ─");
    }

    proptest! {
        #[test]
        fn parts_stay_on_the_screen_at_any_size(w in 0u16..320, h in 0u16..120) {
            let area = Rect::new(0, 0, w, h);
            let a = Anatomy::of(area, true);
            for part in [a.title, a.claim, a.top, a.board, a.side, a.middle, a.ledger, a.ask, a.prompt, a.footer] {
                prop_assert_eq!(part.intersection(area).area(), part.area());
            }
        }
    }
}
