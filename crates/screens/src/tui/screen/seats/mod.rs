//! Who plays what: one row a choice, and below it everything that this row can be.

mod draw;
mod players;
mod prediction;
mod screen;
mod setup;

use players::SeatPlayers;

use crate::rules::Side;
use crate::text::BriefPane;
use crate::tui::prelude::*;
use crate::tui::screen::TableOptions;

/// One row of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SetupRow {
    Seat(Seat),
    Seed,
    Evaluation,
    Curtain,
    Question,
    Start,
}

const ROWS: [SetupRow; 8] = [
    SetupRow::Seat(Seat::Alice),
    SetupRow::Seat(Seat::Bob),
    SetupRow::Seat(Seat::Judge),
    SetupRow::Seed,
    SetupRow::Evaluation,
    SetupRow::Curtain,
    SetupRow::Question,
    SetupRow::Start,
];

/// Row of the board on which a row of the set-up stands.
fn screen_row(i: usize) -> usize {
    match i {
        0..=2 => i,
        3 => 4,
        4 | 5 => i + 2,
        6 => 10,
        _ => 12,
    }
}

/// The set-up of a debate.
pub struct SeatsScreen {
    sitting: DebateSession,
    /// Is this an answer of the form for another question, which is the screen below?
    is_asked: bool,
    chairs: [SeatPlayers; 3],
    seed: TextLine,
    /// Was nothing of the seed typed? Then typing replaces it.
    seed_put: bool,
    options: TableOptions,
    /// The person's prediction of the winner.
    winner: Option<Side>,
    focus: usize,
    brief: BriefPane,
    side_shift: usize,
}
