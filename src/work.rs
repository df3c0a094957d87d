//! Long work: it says how far it is, and it stops when it is asked to.
//!
//! One token goes through everything that can take longer than a moment: evaluation, solving,
//! simulating, sweeping, reading. Who asked for the work holds a clone and may stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The work was stopped; what it had is partial, or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Seen by the work and by who asked for it. Clones are one token.
#[derive(Clone, Debug, Default)]
pub struct Token(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    done: AtomicU64,
    of: AtomicU64,
}

impl Token {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Should the work stop? Asked by the work, many times a second.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Goes on, unless the work should stop.
    ///
    /// # Errors
    /// If it should.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Says how far the work is: done, and of how much (0 when unknown).
    pub fn report(&self, done: u64, of: u64) {
        self.0.of.store(of, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
    }

    /// Says that so much more is done.
    pub fn advance(&self, more: u64) {
        self.0.done.fetch_add(more, Ordering::Relaxed);
    }

    /// How far the work is: done, and of how much (0 when unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.of.load(Ordering::Relaxed))
    }
}
