//! The journal: every move is on the disk before a screen shows it, so that neither a crash of the
//! program nor one of the machine loses it.
//!
//! A journal is a save file whose `moves:` come last, one line a move. A line without its line end
//! never happened. A move is written before it is made; what was written is synced before it is
//! shown, the moves of programs that follow each other together. While a debate is played its
//! journal is locked; one that is given up goes to the bin, from which nothing is removed.

mod bin;
mod file;
mod log;
mod reading;
mod save;

/// What the program keeps for itself is for nobody else to read.
pub(crate) const PRIVATE: u32 = 0o600;

pub use bin::give_up;
pub use file::{Journal, Opened, in_folder};
pub use reading::{JournalContents, look};
pub(crate) use save::reason;
pub use save::{replace, replace_unsynced, save};

pub use crate::played;
