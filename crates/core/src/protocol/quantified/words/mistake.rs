//! The mistakes in moves of a quantified debate, with everything revealed.

use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{Move, Seat, Side, View};
use crate::text::ProtocolText;

impl<'a> View<'a, Quantified> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        if let Some(check) = self.check() {
            return CrossExamination::mistake(check, mv);
        }
        match mv {
            Move::Bit(bit) => self.gives_away(bit.0),
            Move::Rule(side) if self.is_read() => match self.reading() {
                Ok(read) if read == *side => None,
                Ok(read) => Some(format!(
                    "The bits that the judge read make V {}, for any values of the other bits.",
                    u8::from(read == Side::Bob)
                )),
                Err(_) => {
                    let value = self.verdict()?;
                    (Side::of_claim(!value) != *side).then(|| {
                        format!(
                            "The bits that the judge read did not decide V. With all bits, V is \
                             {}.",
                            u8::from(value)
                        )
                    })
                }
            },
            _ => None,
        }
    }

    /// The mistake in a bit that lets the other prover win, if that prover could not win before.
    fn gives_away(&self, bit: bool) -> Option<String> {
        let token = self.token();
        let (place, perfect) = (self.playing()?, self.perfect()?);
        let mover = Quantified::seat_of(place);
        let wins = mover == Seat::Bob;
        let mut played = self.played()?.to_vec();
        if perfect.value(&played, &token).ok()? != wins {
            return None;
        }
        played.push(bit);
        if perfect.value(&played, &token).ok()? == wins {
            return None;
        }
        let mut answers = Vec::new();
        // Continues with the best bits of both players, to show how the other prover wins.
        while let Some(turn) = self.game().turns().get(played.len()) {
            let best = perfect.best(&played, &token).ok()?;
            if Quantified::seat_of(*turn) != mover && answers.len() < 3 {
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
            "After {} = {}, {} can force V = {}{then}. With {} instead, this is impossible.",
            self.name(place.input),
            u8::from(bit),
            other.name(),
            u8::from(!wins),
            u8::from(!bit)
        ))
    }
}
