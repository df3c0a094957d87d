//! Keys: one table of actions, which handler, footer and help all read.

mod action;
mod file;

pub use action::{Action, KeyScope};
pub use elenchus_kit::keys::{Action as Table, Chord, ChordError, Scope};
pub use file::read;

/// Which keys do what.
pub type KeyMap = elenchus_kit::keys::KeyMap<Action>;
