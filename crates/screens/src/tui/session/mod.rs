//! One debate at the table: the game, its scenario and its journal. The journal gets each move before the
//! screen does.

mod play;
mod saved;
mod shared;
mod state;

pub(in crate::tui) use saved::save_new;
pub use state::DebateSession;
