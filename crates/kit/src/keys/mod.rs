//! Keys: one table of actions, which handler, footer and help all read.

mod action;
mod chord;
mod map;

pub use action::{Action, Scope};
pub use chord::{BadChord, Chord};
pub use map::KeyMap;
