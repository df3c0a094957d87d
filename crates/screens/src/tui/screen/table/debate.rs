//! The current owner of the table's debate: the table itself, or the thread of the programs.

use crate::debate::Advance;
use crate::scenario::Attempt;
use crate::tui::prelude::*;

/// A debate that the programs return, with the reason why they stopped.
pub(super) type ReturnedDebate = (Box<DebateSession>, Result<Option<Advance>, String>);

/// A change of the attempt, such as one more hint.
pub(super) type AttemptNote = Box<dyn FnOnce(&mut Attempt) + Send>;

/// The debate of a table.
pub(super) enum TableDebate {
    /// The table has the debate and can change it.
    Here(Box<DebateSession>),
    /// Programs think on another thread. The table shows the last position, and keeps changes of the attempt
    /// until the debate is back.
    Away(Job<ReturnedDebate>, Vec<AttemptNote>),
    /// The review has the debate, or it was lost.
    Gone,
}

impl TableDebate {
    /// The debate, if the table has it.
    pub(super) fn here(&self) -> Option<&DebateSession> {
        if let Self::Here(sitting) = self { Some(sitting) } else { None }
    }

    /// The same as [`Self::here`], but mutable.
    pub(super) fn here_mut(&mut self) -> Option<&mut DebateSession> {
        if let Self::Here(sitting) = self { Some(sitting) } else { None }
    }

    /// The job of the programs. `None` if they do not have the debate.
    pub(super) fn away(&self) -> Option<&Job<ReturnedDebate>> {
        if let Self::Away(job, _) = self { Some(job) } else { None }
    }

    /// Takes the debate out of the table.
    pub(super) fn take(&mut self) -> Option<Box<DebateSession>> {
        match std::mem::replace(self, Self::Gone) {
            Self::Here(sitting) => Some(sitting),
            other => {
                *self = other;
                None
            }
        }
    }

    /// Changes the attempt now, or when the programs return the debate.
    ///
    /// # Errors
    /// Returns an error if the attempt cannot be written.
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
