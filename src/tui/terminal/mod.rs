//! The terminal itself: taken over whole, and always given back.

mod guard;
mod input;
mod keyboard;
mod signals;
mod typed;

pub use guard::{Guard, Screen, force_attributes, is_interactive};
pub use input::{Event, Inbox, Taken, Waker};
pub use signals::{Signal, stop_self};
