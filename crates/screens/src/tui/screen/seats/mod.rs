//! The set-up of a debate. Each setting has a row, and the options of the selected row are below.

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

/// A row of the set-up.
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

/// The set-up of a debate.
pub struct SeatsScreen {
    sitting: DebateSession,
    /// `true` if the debate answers a question from the form. The form is then the previous screen.
    is_asked: bool,
    chairs: [SeatPlayers; 3],
    seed: TextLine,
    /// `true` until the player edits the seed. The first typed digit then replaces the whole seed.
    seed_put: bool,
    options: TableOptions,
    /// The player's prediction of the winner.
    winner: Option<Side>,
    focus: usize,
    brief: BriefPane,
    side_shift: usize,
}
