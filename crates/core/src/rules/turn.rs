//! The next event and the outcome of a debate, as values without effects.

use smallvec::SmallVec;

use super::moves::Move;
use super::seat::{Actor, Seat, Side, Visibility};
use crate::chance::Distribution;

/// The next event of a debate, without its effects.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A player must move. [`LegalActions`](super::LegalActions) lists the legal moves.
    Ask(Seat),
    /// The rules make a move, such as showing a bit.
    Reveal {
        /// The only legal move.
        mv: Move,
        /// The viewers who see the move.
        to: Visibility,
    },
    /// A random draw.
    Draw {
        /// The distribution.
        law: Distribution,
        /// The viewers who see the outcome.
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

/// The outcome of a debate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner. In a debate with payments, the side that receives the payment.
    pub winner: Side,
    /// Alice's payment. `None` in a debate without payments.
    pub payoff: Option<f64>,
}

impl Outcome {
    /// The outcome of a debate with this payment to Alice. She wins if the payment is positive.
    pub fn paid(payoff: f64) -> Self {
        Self { winner: Side::of_payment(payoff), payoff: Some(payoff) }
    }
}

/// Everything that the rest of a debate depends on, encoded as numbers. Caches use it as a key.
/// Different histories can have the same key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct StateKey(pub SmallVec<[u64; 8]>);
