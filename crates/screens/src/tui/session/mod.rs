//! One debate at the table: the game, its scenario and its journal. Each move is in the journal before it is on the
//! screen.

mod play;
mod saved;
mod shared;
mod state;

pub(in crate::tui) use saved::save_new;
pub use state::DebateSession;
