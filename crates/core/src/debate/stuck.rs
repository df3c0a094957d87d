//! Why a debate does not go on.

use super::NodeId;
use crate::rules::{Move, Refusal, Seat};
use crate::work::Stopped;

/// Why a debate does not go on by itself, or as a record says.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Stuck {
    /// A move that may not be made here.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is no such place in the tree.
    #[error("there is no move {0} to go to")]
    Nowhere(NodeId),
    /// A program's mixture had no move in it.
    #[error("{} had no move", .0.name())]
    NoMove(Seat),
    /// A move of a script may not be made where its turn comes.
    #[error("move {number} of {}'s script, `{mv}`: {why}", .seat.name())]
    Script {
        /// Whose script it is.
        seat: Seat,
        /// Which of its moves, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// Why it may not be made.
        why: Refusal,
    },
    /// A program outside made no move.
    #[error("{0}")]
    Outside(String),
    /// The move could not be taken down, and was not made.
    #[error("{0}")]
    Unkept(String),
    /// A program was stopped while it thought.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why players could not take their seats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unseated {
    /// Whose seat it is.
    pub seat: Seat,
    /// The strategy that could not be made.
    pub written: String,
    /// What is wrong with it.
    pub why: String,
}

impl From<Unseated> for String {
    fn from(unseated: Unseated) -> Self {
        unseated.why
    }
}
