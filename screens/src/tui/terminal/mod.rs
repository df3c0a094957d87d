//! The terminal itself: taken over whole, and always given back.

mod guard;
mod input;
mod keyboard;
mod listen;
mod signals;
mod typed;

pub use guard::{Guard, Screen, force_attributes, is_interactive, outlive_panics};
pub use input::{Event, House, Inbox, Signal, Taken, Waker, Work};
pub use signals::stop_self;
pub use typed::Typed;
