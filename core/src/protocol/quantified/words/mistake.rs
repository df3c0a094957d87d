//! What is wrong with a move of a quantified debate, with everything shown.

use crate::protocol::Quantified;
use crate::protocol::quantified::Stage;
use crate::rules::{Move, Seat, Side};
use crate::show::Show;
use crate::work::Token;

/// A search for what a bit gives away looks no further than this, for a review must stay quick.
const MOST_LOOKS: u64 = 100_000;

impl Quantified {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        match (&self.stage, mv) {
            (Stage::Bits, Move::Bit(bit)) => self.gives_away(bit.0),
            (Stage::Checking(check), mv) => check.mistake(mv),
            (Stage::Reading, Move::Rule(side)) => match self.reading() {
                Ok(read) if read == *side => None,
                Ok(read) => Some(format!(
                    "The bits that were read make V {} whatever the others are.",
                    u8::from(read == Side::Bob)
                )),
                Err(_) => {
                    let value = self.verdict()?;
                    (Side::of_claim(!value) != *side).then(|| {
                        format!(
                            "What was read did not decide V; on all the bits V is {}.",
                            u8::from(value)
                        )
                    })
                }
            },
            _ => None,
        }
    }

    /// A bit after which the other side can win, though it could not before.
    fn gives_away(&self, bit: bool) -> Option<String> {
        let token = Token::limited(MOST_LOOKS);
        let place = self.next()?;
        let mover = Self::seat_of(place);
        let wins = mover == Seat::Bob;
        let mut played = self.played.clone();
        if self.perfect().value(&played, &token)? != wins {
            return None;
        }
        played.push(bit);
        if self.perfect().value(&played, &token)? == wins {
            return None;
        }
        let mut answers = Vec::new();
        // How the other side wins: its own bits, the mover's as well as they can be played.
        while let Some(turn) = self.game().turns().get(played.len()) {
            let best = self.perfect().best(&played, &token);
            if Self::seat_of(*turn) != mover && answers.len() < 3 {
                answers.push(format!("{} = {}", self.name(turn.input), u8::from(best)));
            }
            played.push(best);
        }
        let other = if wins { Seat::Alice } else { Seat::Bob };
        let then = match answers.as_slice() {
            [] => String::new(),
            [..] => format!(", beginning with {}", answers.join(", ")),
        };
        Some(format!(
            "With {} = {} {} can make V {} whatever follows{then}; with {} nothing could.",
            self.name(place.input),
            u8::from(bit),
            other.name(),
            u8::from(!wins),
            u8::from(!bit)
        ))
    }
}
