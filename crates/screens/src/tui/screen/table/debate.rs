//! Where the debate of a table is: at hand, or with the programs that think.

use crate::debate::Advance;
use crate::scenario::Attempt;
use crate::tui::prelude::*;

/// A debate as it comes back from the programs, and how far they came.
pub(super) type ReturnedDebate = (Box<DebateSession>, Result<Option<Advance>, String>);

/// Something to be noted of an attempt.
pub(super) type AttemptNote = Box<dyn FnOnce(&mut Attempt) + Send>;

/// The debate of a table.
pub(super) enum TableDebate {
    /// It is at hand: everything can be done with it.
    Here(Box<DebateSession>),
    /// Programs think, on another thread. Until they are done it can be looked at as it was, and this is
    /// to be noted when it is back.
    Away(Job<ReturnedDebate>, Vec<AttemptNote>),
    /// The review has it, or it was lost.
    Gone,
}

impl TableDebate {
    /// The debate, if it is at hand.
    pub(super) fn here(&self) -> Option<&DebateSession> {
        if let Self::Here(sitting) = self { Some(sitting) } else { None }
    }

    /// The same, to do something with it.
    pub(super) fn here_mut(&mut self) -> Option<&mut DebateSession> {
        if let Self::Here(sitting) = self { Some(sitting) } else { None }
    }

    /// What the programs do, if they have it.
    pub(super) fn away(&self) -> Option<&Job<ReturnedDebate>> {
        if let Self::Away(job, _) = self { Some(job) } else { None }
    }

    /// Takes it, to give it to somebody else.
    pub(super) fn take(&mut self) -> Option<Box<DebateSession>> {
        match std::mem::replace(self, Self::Gone) {
            Self::Here(sitting) => Some(sitting),
            other => {
                *self = other;
                None
            }
        }
    }

    /// Notes something of the attempt: now, or as soon as the programs let go of the debate.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn note(&mut self, change: AttemptNote) -> Result<(), String> {
        match self {
            Self::Here(sitting) => sitting.note(change),
            Self::Away(_, notes) => {
                notes.push(change);
                Ok(())
            }
            Self::Gone => Ok(()),
        }
    }
}
