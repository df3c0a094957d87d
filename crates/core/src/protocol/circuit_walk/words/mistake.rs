//! What is wrong with a move of a circuit walk, with everything shown.

use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Move, Side, View};

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let here = self.here()?;
        match (self.phase(), mv) {
            (Phase::Walking(gate), Move::Wire(source)) => {
                let mover = self.mover(gate);
                // At ∧ Alice wants a 0, at ∨ Bob wants a 1; where there is none, any wire loses.
                let wants = mover == Side::Bob;
                let wires = self.normal().gate(gate).sources;
                let taken = wires.into_iter().find(|&node| CircuitWalk::source(node) == *source)?;
                let good = wires.into_iter().find(|&node| self.value(node) == Some(wants))?;
                (self.value(taken)? != wants).then(|| {
                    let says = match mover {
                        Side::Alice => "points at ∧ to an input that is 0",
                        Side::Bob => "points at ∨ to an input that is 1",
                    };
                    format!(
                        "The wire taken, {}, is {}. {} {says}, and {} is {}. From here {} can lead \
                         the walk to a literal that is {}.",
                        self.name(taken),
                        u8::from(!wants),
                        mover.seat().name(),
                        self.name(good),
                        u8::from(wants),
                        mover.other().seat().name(),
                        u8::from(!wants)
                    )
                })
            }
            (Phase::Judging, Move::Rule(side)) => {
                let value = self.value(here)?;
                let due = Side::of_claim(!value);
                let read = self.decided();
                if read.unwrap_or(due) == *side {
                    return None;
                }
                let ends = format!("{} is {}", self.name(here), u8::from(value));
                Some(match (self.verdict(), read) {
                    (Some(_), _) => {
                        format!("What was read decides it: the walk ends where {ends}.")
                    }
                    (None, Some(due)) => format!(
                        "The inputs that were read decide it: f(x) is {}.",
                        u8::from(due == Side::Bob)
                    ),
                    (None, None) => {
                        format!("It was ruled without following the path; at its end {ends}.")
                    }
                })
            }
            _ => None,
        }
    }
}
