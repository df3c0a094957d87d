//! The terminal itself: taken over whole, and always given back.

#[cfg(unix)]
mod guard;
mod input;
#[cfg(unix)]
mod keyboard;
mod pool;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod typed;

#[cfg(unix)]
pub use guard::{Guard, Screen, force_attributes, is_interactive, outlive_panics};
pub use input::{Event, House, Inbox, Stop, Taken, Waker, Work};
#[cfg(unix)]
pub use typed::Typed;
