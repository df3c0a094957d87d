//! A debate as a recording for a terminal: asciicast, version 2. One event a move, drawn with the
//! codes of a terminal, so that a player shows what the program shows.

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use serde_json::json;

use super::page::{Frame, Page, WIDE};
use crate::tui::prelude::*;
use crate::tui::theme::Theme;

/// Rows above the board: title, claim, move, a line.
const ABOVE: u16 = 4;

/// Columns and rows of the recording.
const SIZE: (u16, u16) = (WIDE.0, WIDE.1 + ABOVE);

/// A recording is about this many seconds long, but no move is shown for longer than the longest
/// time.
const SECONDS: f64 = 60.0;
const LONGEST: f64 = 2.0;

/// The page as an asciicast: a header, then an event a line.
pub(super) fn recording(page: &Page) -> String {
    let header = json!({
        "version": 2, "width": SIZE.0, "height": SIZE.1, "title": page.title,
        "env": {"TERM": "xterm-256color"},
    });
    let mut lines = vec![header.to_string()];
    let mut screens: Vec<Buffer> =
        page.frames.iter().chain(&page.after).map(|frame| screen(page, frame)).collect();
    screens.push(ending(page));
    let each = (SECONDS / screens.len() as f64).min(LONGEST);
    let mut before = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    for (at, screen) in screens.into_iter().enumerate() {
        let clear = if at == 0 { "\u{1b}[2J\u{1b}[H\u{1b}[?25l" } else { "" };
        let data = format!("{clear}{}", codes(&before.diff(&screen)));
        // Rounded to milliseconds: a player has no use for more.
        let time = (at as f64 * each * 1000.0).round() / 1000.0;
        lines.push(json!([time, "o", data]).to_string());
        before = screen;
    }
    lines.join("\n") + "\n"
}

/// What a terminal has to be sent to show these cells.
fn codes(cells: &[(u16, u16, &Cell)]) -> String {
    let mut written = Vec::new();
    // Writing to memory cannot fail.
    let _ = CrosstermBackend::new(&mut written).draw(cells.iter().copied());
    String::from_utf8_lossy(&written).into_owned()
}

fn screen(page: &Page, frame: &Frame) -> Buffer {
    let mut buffer = headed(page, &frame.words, |_| {});
    for at in frame.board.area.positions() {
        buffer[(at.x, at.y + ABOVE)] = frame.board[at].clone();
    }
    buffer
}

/// How it ended, on a screen of its own.
fn ending(page: &Page) -> Buffer {
    headed(page, "the end", |canvas| {
        let mut y = usize::from(ABOVE) + 1;
        for line in page.players.iter().chain(&page.end) {
            y = canvas.say_lines((2, y), wrap(line, usize::from(SIZE.0) - 4), Role::Text) + 1;
        }
    })
}

/// A screen with its head and what is drawn below it.
fn headed(page: &Page, words: &str, below: impl FnOnce(&mut Canvas<'_>)) -> Buffer {
    let (area, theme) = (Rect::new(0, 0, SIZE.0, SIZE.1), Theme::default());
    let mut buffer = Buffer::empty(area);
    let mut canvas = Canvas::new(&mut buffer, area, &theme);
    let title = canvas.style(Role::Title);
    canvas.tint_row(0, title);
    canvas.put(1, 0, &page.title, title);
    canvas.say(1, 1, &page.claim, Role::Text);
    canvas.say(1, 2, words, Role::Ask);
    canvas.say(0, 3, &"─".repeat(SIZE.0.into()), Role::Divider);
    below(&mut canvas);
    buffer
}
