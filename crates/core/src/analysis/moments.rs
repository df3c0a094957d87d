//! The moments of a debate that a class is led to: where the judge learns something, where Bob
//! aborts, where somebody errs.

use super::review::{Grade, ReviewedMove};
use crate::rules::{Actor, Move, Seat};

/// What a move may be looked at for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The judge is shown something that was paid for.
    Read,
    /// Bob aborts.
    Abort,
    /// A seat makes a move that costs it 0.05 or more of what is at stake. Of a person's moves more is
    /// known to an appraisal.
    Mistake,
}

impl Moment {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Read, Self::Abort, Self::Mistake];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Abort => "abort",
            Self::Mistake => "mistake",
        }
    }

    /// Whether a move is one; a mistake only where its cost is known.
    pub fn is_of(self, point: &ReviewedMove) -> bool {
        let Some(played) = &point.played else { return false };
        let judge = played.actor == Actor::Seat(Seat::Judge);
        match self {
            Self::Read => match played.mv {
                Move::Shows(_) | Move::Reveals(_) => true,
                Move::Ask(_) | Move::Sample(_) | Move::Look => judge,
                _ => false,
            },
            Self::Abort => played.mv == Move::Abort,
            Self::Mistake => matches!(point.grade(), Some(Grade::Slip | Grade::Blunder)),
        }
    }
}
