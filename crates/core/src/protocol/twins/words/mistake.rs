//! What is wrong with a ruling in a game of twins, with everything shown.

use crate::protocol::Twins;
use crate::rules::{Cell, Move, Side, View};

impl<'a> View<'a, Twins> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let Move::Rule(side) = mv else { return None };
        let pair = self.pair().filter(|_| self.is_judging())?;
        let due = Side::of_claim(!pair.is_one);
        match self.decided() {
            Some(read) if read == *side => None,
            Some(read) => Some(format!(
                "All that was read in this round decides it: f(x) = {}.",
                u8::from(read == Side::Bob)
            )),
            None if due == *side => None,
            None => {
                let name = self.setup().written.name(pair.at);
                let read = self.readings().order(Cell::Input(pair.at)).is_some();
                Some(match read {
                    true => format!(
                        "{name}, in which the twins differ, was read, but not what says which way \
                         it counts: the ruling was a guess."
                    ),
                    false => format!(
                        "The twins differ in {name} alone, and it was not read: on both all that was \
                         read is the same, so the ruling was a guess."
                    ),
                })
            }
        }
    }
}
