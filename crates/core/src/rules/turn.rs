//! What happens next in a debate, and how one ends.

use smallvec::SmallVec;

use super::moves::Move;
use super::seat::{Actor, Audience, Seat, Side};
use crate::chance::Law;

/// What happens next.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A seat is asked (what it may do is the menu).
    Ask(Seat),
    /// The rules make a move: a bit is shown, an answer given.
    Reveal {
        /// The only move there is.
        mv: Move,
        /// Who sees it.
        to: Audience,
    },
    /// Nature draws.
    Draw {
        /// What it draws from.
        law: Law,
        /// Who sees what it drew.
        to: Audience,
    },
    /// Nothing: the debate is over.
    Over(Outcome),
}

impl Turn {
    /// Who makes the next move; none when the debate is over.
    pub fn mover(&self) -> Option<Actor> {
        match self {
            Self::Ask(seat) => Some(Actor::Seat(*seat)),
            Self::Reveal { .. } => Some(Actor::Rules),
            Self::Draw { .. } => Some(Actor::Nature),
            Self::Over(_) => None,
        }
    }
}

/// How a debate ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Who won; in a debate with payoffs, who is paid.
    pub winner: Side,
    /// What Alice is paid, where the debate is about payments.
    pub payoff: Option<f64>,
}

impl Outcome {
    /// The end of a debate in which Alice is paid this: she wins if it is more than nothing.
    pub fn paid(payoff: f64) -> Self {
        Self { winner: Side::of_payment(payoff), payoff: Some(payoff) }
    }
}

/// What the future of a debate depends on, as numbers: a key for memory. Not a history: many
/// histories lead to one situation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Situation(pub SmallVec<[u64; 8]>);
