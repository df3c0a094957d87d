//! What the teacher has switched on for everybody.

use crate::ballot::Ballot;
use std::sync::atomic::{AtomicBool, Ordering};

/// On or off, for all threads at once.
#[derive(Debug, Default)]
pub(crate) struct Switch(AtomicBool);

impl Switch {
    /// Is it on?
    pub(crate) fn is_on(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Switches it on or off.
    pub(crate) fn set(&self, on: bool) {
        self.0.store(on, Ordering::SeqCst);
    }
}

/// All there is to switch, and what is asked of all.
#[derive(Debug, Default)]
pub(crate) struct Switches {
    /// A question to everybody, to be answered by yes or no.
    pub ballot: Ballot,
    /// Nobody can do anything for a while.
    pub frozen: Switch,
    /// Whoever is new waits until the teacher lets them in.
    pub guarded: Switch,
    /// The ends of shared debates are kept back until they are revealed.
    pub holding: Switch,
}
