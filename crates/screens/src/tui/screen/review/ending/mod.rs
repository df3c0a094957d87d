//! Plays the ending of a debate: the reads after the player's last choice, the ruling, the cost,
//! the lesson, and the ways to go on.

mod card;
mod draw;
mod keys;
mod state;

pub(super) use card::{LEGEND, choice_rows, result};
pub(super) use state::EndingView;
