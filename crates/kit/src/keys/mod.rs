//! Keys: one table of actions, which the handler, the footer and the help read.

mod action;
mod chord;
mod map;

pub use action::{Action, Scope};
pub use chord::{Chord, ChordError};
pub use map::KeyMap;
