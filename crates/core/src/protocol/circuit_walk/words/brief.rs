//! The rule and the numbers of a circuit walk in words.

use crate::machine::circuit::normal_form::GateSource;
use crate::protocol::CircuitWalk;
use crate::protocol::circuit_walk::Phase;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Seat, View};
use crate::text::BriefPane;
use crate::text::narrate::wins;

impl<'a> View<'a, CircuitWalk> {
    pub(super) fn brief(&self) -> BriefPane {
        let depth = self.normal().depth() as u64;
        let size = self.size();
        let alice = self.who(Seat::Alice);
        let bob = self.who(Seat::Bob);
        let verb = |name: &str| if name == "you" { "point" } else { "points" };
        let says = |name: &str, other| if name == "you" { "you say" } else { other };
        let wins = |seat| wins(seat, self.eye());
        let (moves, limit) = (self.pointer(), self.judges_queries().1.unwrap_or(depth + 1));
        BriefPane {
            protocol: "circuit walk".into(),
            progress: match self.phase() {
                Phase::Judging | Phase::Showing(_, false) | Phase::Over(_) => "the end".into(),
                _ => format!("pointer {moves} of at most {depth}"),
            },
            rule: vec![
                format!(
                    "At ∨ {bob} {} at a wire that {} is 1. At ∧ {alice} {} at a wire that {} is 0. \
                     The walk starts at the output. It ends at an input, which the judge reads.",
                    verb(bob),
                    says(bob, "he says"),
                    verb(alice),
                    says(alice, "she says"),
                ),
                format!("If the end is 1, {}. If it is 0, {}.", wins(Seat::Bob), wins(Seat::Alice)),
            ],
            numbers: vec![
                match self.normal().root() {
                    GateSource::Constant(_) => {
                        "reads: none, because the circuit is constant".into()
                    }
                    _ => format!("reads: at most depth + 1 = {limit}"),
                },
                format!(
                    "a gate check would cost at most {} + 3 = {} bits",
                    location_bits(size),
                    location_bits(size) + 3
                ),
            ],
            warnings: Vec::new(),
            theorem: "Thm 5, 2026 paper".into(),
        }
    }
}
