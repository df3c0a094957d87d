//! Keys: one table of actions. The handlers, the footer and the help all read it.

mod action;
mod file;

pub use action::{Action, KeyScope};
pub use elenchus_kit::keys::{Action as ActionNames, Chord, ChordError, Scope};
pub use file::read;

/// The keys of each action.
pub type KeyMap = elenchus_kit::keys::KeyMap<Action>;
