//! The layout of a screen in rows and columns.
//!
//! At 80×24, the rows are: 1 title, 2 claim, 3 divider, 4–16 board (51 columns) and side panel (28 columns), 17
//! divider, 18–19 ledger, 20 question, 21–23 prompt, 24 footer. Extra rows go to the board. Extra columns go to
//! the board, and one in six goes to the side panel, which grows to 44 columns. From 150 columns on, a pane on
//! the left can show the moves.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::text::{cut_words, width};
use super::theme::Role;

/// The smallest size of a screen in columns and rows.
pub const LEAST: (u16, u16) = (80, 24);

/// The width in columns from which the moves have their own pane.
pub const WIDE: u16 = 150;

/// The rectangles of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenLayout {
    /// Row 1: title, seat, move, and the player to move.
    pub title: Rect,
    /// Row 2: the claim in words.
    pub claim: Rect,
    /// Row 3: the upper divider.
    pub top: Rect,
    /// The pane with the moves. `None` if the screen is too narrow.
    pub moves: Option<Rect>,
    /// Rows 4–16 on the left.
    pub board: Rect,
    /// Rows 4–16 on the right.
    pub side: Rect,
    /// Row 17: the middle divider.
    pub middle: Rect,
    /// Rows 18–19: the costs.
    pub ledger: Rect,
    /// Row 20: the question for you.
    pub ask: Rect,
    /// Rows 21–23: the answers.
    pub prompt: Rect,
    /// Row 24: the keys.
    pub footer: Rect,
}

impl ScreenLayout {
    /// Divides a screen into its parts. If `moves` is `true` and the screen is wide, the pane on the left gets
    /// its part.
    pub fn new(area: Rect, moves: bool) -> Self {
        let rows = |from: u16, count: u16| {
            let y = area.y + from.min(area.height);
            Rect { y, height: count.min(area.bottom() - y), ..area }
        };
        // Rows from below: footer 1, prompt 3, question 1, ledger 2, divider 1.
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
    pub fn divider_column(&self) -> u16 {
        self.side.x.saturating_sub(1)
    }
}

/// The width of the side panel: 28 columns, and up to 44 on wide screens.
fn side_width(total: u16) -> u16 {
    28 + (total.saturating_sub(80) / 6).min(16)
}

/// A horizontal line with headings, and crossings with vertical lines.
#[derive(Clone, Debug, Default)]
pub struct Divider<'a> {
    /// The headings, each with its first column.
    pub headings: Vec<(usize, &'a str)>,
    /// The crossings with vertical lines: column and character.
    pub crossings: Vec<(usize, char)>,
}

impl<'a> Divider<'a> {
    /// A line with a heading at its start. If the heading is empty, the line is plain.
    pub fn new(heading: &'a str) -> Self {
        Self::default().heading(0, heading)
    }

    /// Adds a heading at column `x`.
    #[must_use]
    pub fn heading(mut self, x: usize, words: &'a str) -> Self {
        if !words.is_empty() {
            self.headings.push((x, words));
        }
        self
    }

    /// Adds a crossing at column `x`.
    #[must_use]
    pub fn crossing(mut self, x: u16, sign: char) -> Self {
        self.crossings.push((x.into(), sign));
        self
    }

    /// Draws the line on the first row of the canvas, with its headings in the style of a role.
    pub fn draw<R: Role>(&self, canvas: &mut Canvas<'_, R>, role: R) {
        let columns = canvas.width();
        canvas.print(0, 0, &"─".repeat(columns), R::DIVIDER);
        for &(x, sign) in &self.crossings {
            canvas.print(x, 0, sign.encode_utf8(&mut [0; 4]), R::DIVIDER);
        }
        let mut ends = self.headings.iter().skip(1).map(|h| h.0);
        for &(x, words) in &self.headings {
            // A heading ends before the next one.
            let end = ends.next().unwrap_or(columns);
            let room = end.saturating_sub(x + 4);
            if room == 0 {
                continue;
            }
            let style = canvas.style(role);
            let after = canvas.print_within(x + 2, 0, &cut_words(words, room), style, room);
            canvas.print_styled(x + 1, 0, " ", style);
            canvas.print_styled(after, 0, " ", style);
        }
    }
}

/// Draws two parts side by side: the line above them with their headings, and the seam between them. The second
/// part starts at column `x`.
pub fn split_heading<R: Role>(
    canvas: &mut Canvas<'_, R>,
    (top, body): (Rect, Rect),
    x: u16,
    [first, second]: [&str; 2],
    role: R,
) {
    let seam = x.saturating_sub(1);
    let line = Divider::new(first).heading(x.into(), second).crossing(seam, '┬');
    line.draw(&mut canvas.part(top), role);
    self::draw_divider(canvas, seam, body.y, body.height);
}

/// Draws a vertical line over these rows.
pub fn draw_divider<R: Role>(canvas: &mut Canvas<'_, R>, x: u16, from: u16, rows: u16) {
    let line = Rect { x, y: from, width: 1, height: rows };
    let mut part = canvas.part(line);
    for y in 0..part.height() {
        part.print(0, y, "│", R::DIVIDER);
    }
}

/// Draws the title bar on the first row, with words on the left and on the right.
pub fn title_bar<R: Role>(canvas: &mut Canvas<'_, R>, left: &str, right: &str) {
    title_bar_with(canvas, left, "", right);
}

/// Draws the title bar with words after the title, such as your seat. If there is too little room, the title is
/// cut first.
pub fn title_bar_with<R: Role>(canvas: &mut Canvas<'_, R>, title: &str, rest: &str, right: &str) {
    let style = canvas.style(R::TITLE);
    canvas.tint_row(0, style);
    let room = canvas.width().saturating_sub(width(right) + APART + 2);
    let after = canvas.print_within(1, 0, title, style, room.saturating_sub(width(rest)));
    canvas.print_within(after, 0, rest, style, (room + 1).saturating_sub(after));
    canvas.print_right(0, right, R::TITLE);
}

/// The least number of blanks between the left and the right words. With fewer, they would read as one phrase.
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
        let a = ScreenLayout::new(Rect::new(0, 0, 80, 24), true);
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
        assert_eq!((a.divider_column(), a.moves), (51, None));
    }

    #[test]
    fn a_wide_screen_has_a_pane_of_moves() {
        let a = ScreenLayout::new(Rect::new(0, 0, 200, 50), true);
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
            let a = ScreenLayout::new(area, true);
            for part in [a.title, a.claim, a.top, a.board, a.side, a.middle, a.ledger, a.ask, a.prompt, a.footer] {
                prop_assert_eq!(part.intersection(area).area(), part.area());
            }
        }
    }
}
