//! The ending of a debate, played: each read after a person's last choice, then the ruling, what it
//! cost, what to take along, and where to go on.

mod card;
mod draw;
mod keys;
mod state;

pub(super) use card::result;
pub(super) use state::EndingView;
