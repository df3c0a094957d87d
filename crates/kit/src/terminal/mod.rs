//! The terminal. The program takes all of it, and always restores it.

#[cfg(unix)]
mod decoder;
mod event_queue;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod keyboard;
mod pool;
#[cfg(unix)]
mod signals;

#[cfg(unix)]
pub use decoder::InputDecoder;
pub use event_queue::{
    BackgroundWork, CancelHandle, Event, EventQueue, QueueHost, QueuedEvent, Waker,
};
#[cfg(unix)]
pub use guard::{TerminalGuard, TerminalScreen, force_attributes, is_interactive, outlive_panics};
