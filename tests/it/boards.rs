//! Numbers on boards at every width: whole, or not there.

use elenchus::rules::{Eye, Seat};
use elenchus::tui::board::{self, BoardState};
use elenchus::tui::canvas::Canvas;
use elenchus::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::kit::{seated, shipped};

/// The rows of a board of this size.
fn rows(board: &elenchus::show::Board<'_>, width: u16, height: u16) -> Vec<String> {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::default();
    let mut state = BoardState::default();
    state.settle(board, area);
    board::draw(&mut Canvas::new(&mut buffer, area, &theme), board, &state);
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect();
    buffer.content.chunks(width.into()).map(row).collect()
}

/// Whether a sign of a cut stands beside a digit, but within `11231850…647263 (309 digits)`.
fn misread(row: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    row.match_indices('…').any(|(at, sign)| {
        let (before, after) = (&row[..at], &row[at + sign.len()..]);
        let counted = |text: &str| {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            text.len() - rest.len() == 6 && rest.starts_with(' ')
        };
        let first = before.chars().rev().take_while(char::is_ascii_digit).count();
        let abridged = first == 8 && counted(after);
        !abridged && (digit(before.chars().next_back()) || digit(after.chars().next()))
    })
}

#[test]
fn no_number_on_a_board_is_cut_at_any_width() {
    let eyes = [Eye::All, Eye::Seat(Seat::Alice), Eye::Seat(Seat::Bob), Eye::Seat(Seat::Judge)];
    let mut looked = 0;
    for (id, scenario) in shipped() {
        for players in [["human"; 3], ["honest"; 3]] {
            let mut game = seated(&scenario, players, 1);
            game.table().run().expect("it is played, to its end or to a person");
            for eye in eyes {
                let board = game.now().board(eye);
                for (width, height) in (30..=190).step_by(13).map(|w| (w, 12 + w / 6)) {
                    for row in rows(&board, width, height) {
                        assert!(!misread(&row), "{id} for {eye:?}, {width} columns: {row}");
                    }
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 3_000, "{looked}");
}
