//! One debate at the table: the game, its scenario, and its journal, which is always ahead of the
//! screen.

mod play;
mod saved;
mod shared;
mod state;

pub(in crate::tui) use saved::save_new;
pub use state::DebateSession;
