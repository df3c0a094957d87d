//! The next event of a debate, and its outcome, as plain values.

use smallvec::SmallVec;

use super::moves::Move;
use super::seat::{Actor, Seat, Side, Visibility};
use crate::chance::Distribution;

/// The next event.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A player must move. The menu has the legal actions.
    Ask(Seat),
    /// The rules make a move: they show a bit or give an answer.
    Reveal {
        /// The only legal move.
        mv: Move,
        /// The seats that see it.
        to: Visibility,
    },
    /// Nature draws.
    Draw {
        /// The distribution.
        law: Distribution,
        /// The seats that see the outcome.
        to: Visibility,
    },
    /// The debate is over.
    Over(Outcome),
}

impl Turn {
    /// The actor that moves next. `None` if the debate is over.
    pub fn mover(&self) -> Option<Actor> {
        match self {
            Self::Ask(seat) => Some(Actor::Seat(*seat)),
            Self::Reveal { .. } => Some(Actor::Rules),
            Self::Draw { .. } => Some(Actor::Nature),
            Self::Over(_) => None,
        }
    }
}

/// The end of a debate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner. In a debate with payoffs, the side that receives the payment.
    pub winner: Side,
    /// Alice's payment, if the debate has payoffs.
    pub payoff: Option<f64>,
}

impl Outcome {
    /// The end of a debate with this payment to Alice. She wins if it is positive.
    pub fn paid(payoff: f64) -> Self {
        Self { winner: Side::of_payment(payoff), payoff: Some(payoff) }
    }
}

/// Everything that the future of a debate depends on, as numbers. It is a key for caches. Many
/// histories can lead to one key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct StateKey(pub SmallVec<[u64; 8]>);
