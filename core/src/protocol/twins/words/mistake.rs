//! What is wrong with a ruling in a game of twins, with everything shown.

use crate::protocol::Twins;
use crate::protocol::twins::Phase;
use crate::rules::{Cell, Move, Position, Side};

impl Twins {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let (Phase::Judging(pair), Move::Rule(side)) = (&self.phase, mv) else { return None };
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
                let read = self.ledger().readings().order(Cell::Input(pair.at)).is_some();
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
