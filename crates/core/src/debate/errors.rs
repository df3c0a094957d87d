//! The errors of a debate.

use super::NodeId;
use crate::rules::{Move, Refusal, Seat};
use crate::work::Cancelled;

/// The reason why a debate cannot continue.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// The move is illegal in this position.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The tree does not have this node.
    #[error("this debate has no move {0}. Go to an earlier move")]
    Nowhere(NodeId),
    /// A program returned an empty mixture of moves.
    #[error("the program of {} chose no move", .0.name())]
    NoMove(Seat),
    /// A move of a script is illegal in the position in which the script makes it.
    #[error("move {number} of {}'s script, `{mv}`: {why}", .seat.name())]
    Script {
        /// The seat that plays the script.
        seat: Seat,
        /// The number of the move in the script, counted from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The reason why it is illegal.
        why: Refusal,
    },
    /// An external program made no move.
    #[error("{0}")]
    Outside(String),
    /// A player that is a function failed. Only its own debate ends.
    #[error("{0}")]
    Function(String),
    /// The move could not be saved, so it was not made.
    #[error("{0}")]
    Unkept(String),
    /// The moves of the debate would need more than the allowed memory.
    #[error(
        "the debate has more than {most} moves, and a longer record does not fit into the memory. \
         Choose fewer steps"
    )]
    TooLong {
        /// The largest number of moves.
        most: usize,
    },
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

/// The reason why a player cannot take a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct SeatError {
    /// The seat.
    pub seat: Seat,
    /// The strategy that the seat cannot have, as the user wrote it.
    pub written: String,
    /// The reason why the seat cannot have this strategy.
    pub why: String,
}

impl From<SeatError> for String {
    fn from(unseated: SeatError) -> Self {
        unseated.why
    }
}
