//! One debate at the table: the game, its scenario, and its journal, which is always ahead of the
//! screen.

mod kept;
mod play;
mod shared;
mod state;

pub(in crate::tui) use kept::save_new;
pub use state::Sitting;
