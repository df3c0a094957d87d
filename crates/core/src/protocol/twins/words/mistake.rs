//! The error in a ruling of a twins game, for the review.

use crate::protocol::Twins;
use crate::rules::{BitRef, Move, Side, View};

impl<'a> View<'a, Twins> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let Move::Rule(side) = mv else { return None };
        let pair = self.pair().filter(|_| self.is_judging())?;
        let due = Side::of_claim(!pair.is_one);
        match self.decided() {
            Some(read) if read == *side => None,
            Some(read) => Some(format!(
                "The reads of this round decide the value: f(x) = {}.",
                u8::from(read == Side::Bob)
            )),
            None if due == *side => None,
            None => {
                let name = self.setup().written.name(pair.at);
                let read = self.readings().order(BitRef::Input(pair.at)).is_some();
                Some(match read {
                    true => format!(
                        "The twins differ in {name}, and the judge read it. But the judge did not know \
                         which value of {name} makes f(x) 1, so the ruling was a guess."
                    ),
                    false => format!(
                        "The twins differ only in {name}, and the judge did not read it. Both twins \
                         look the same without it, so the ruling was a guess."
                    ),
                })
            }
        }
    }
}
