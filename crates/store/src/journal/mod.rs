//! The journal of a debate. Every move is on the disk before a screen shows it, so that a crash of the
//! program or the machine loses no move.
//!
//! A journal is a save file whose `moves:` come last, one line for each move. Elenchus writes a move, plays it,
//! syncs the file and then shows the move. Consecutive moves of programs share a sync. A last line without a
//! line end does not count. An open journal is locked. A discarded debate goes to the bin, which keeps everything.

mod bin;
mod file;
mod log;
mod reading;
mod save;

/// The permissions of the program's own files: only their owner can read them.
pub(crate) const PRIVATE: u32 = 0o600;

pub use bin::give_up;
pub use file::{Journal, OpenedJournal, in_folder};
pub use reading::{JournalContents, read_journal};
pub(crate) use save::reason;
pub use save::{replace, replace_unsynced, save};

pub use crate::played;
