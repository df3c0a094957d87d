//! The mistakes in moves of a circuit walk, with everything revealed.

use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::rules::{Move, Side, View};

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let here = self.here()?;
        match (self.phase(), mv) {
            (Phase::Walking(gate), Move::Wire(source)) => {
                let mover = self.mover(gate);
                // At ∧ Alice wants a 0, and at ∨ Bob wants a 1. If no wire has this value, every wire loses.
                let wants = mover == Side::Bob;
                let wires = self.normal().gate(gate).sources;
                let taken = wires.into_iter().find(|&node| CircuitWalk::source(node) == *source)?;
                let good = wires.into_iter().find(|&node| self.value(node) == Some(wants))?;
                (self.value(taken)? != wants).then(|| {
                    format!(
                        "The wire to {} is {}. {} needs a wire that is {}, such as the wire to {}. From here {} can \
                         lead the walk to a literal that is {}.",
                        self.name(taken),
                        u8::from(!wants),
                        mover.seat().name(),
                        u8::from(wants),
                        self.name(good),
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
                        format!(
                            "The bits that the judge read decide the debate: the walk ends at a node where \
                             {ends}."
                        )
                    }
                    (None, Some(due)) => format!(
                        "The inputs that the judge read decide the debate: f(x) is {}.",
                        u8::from(due == Side::Bob)
                    ),
                    (None, None) => {
                        format!("The judge ruled without following the path. At its end {ends}.")
                    }
                })
            }
            _ => None,
        }
    }
}
