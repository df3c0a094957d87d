//! The strategies, by name.

use super::prover;
use crate::protocol::CircuitWalk;
use crate::rules::Seat;
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::judges;
use crate::strategy::{StrategyEntry, StrategyRegistry, plays};

impl StrategyRegistry for CircuitWalk {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let mut roster = Vec::new();
        for (seat, honest) in [
            (Seat::Alice, "evaluates the circuit; points at a wire that is 0, if there is one"),
            (Seat::Bob, "evaluates the circuit; points at a wire that is 1, if there is one"),
        ] {
            let plain = |name, says, choose| StrategyEntry::plain(seat, name, says, choose);
            roster.push(plain("honest", honest, prover::honest));
            roster.push(plain("random", "points at a random wire", prover::random));
            roster.push(plain(
                "wrong",
                "points at a wire with the wrong value, if there is one",
                prover::wrong,
            ));
            roster.push(StrategyEntry::new(
                seat,
                "wrong-at",
                StrategyParameter::Number("t"),
                "plays honestly, but pointer t is wrong if possible",
                |walk, given| {
                    let at = pointer(walk, given)?;
                    plays(move |sight| prover::wrong_at(at, sight))
                },
            ));
            roster.push(plain(
                if seat == Seat::Bob { "lazy" } else { "first" },
                "always points at the first wire",
                prover::lazy,
            ));
            if seat == Seat::Bob {
                roster.push(plain(
                    "always-objects",
                    "points at a wire that is 1, or at a random wire if there is none",
                    prover::always_objects,
                ));
            }
        }
        roster.extend(judges::reading(
            "reads every pointer and the input at the end, and rules accordingly",
        ));
        roster.push(judges::trusting());
        roster
    }
}

fn pointer(walk: &CircuitWalk, given: ParameterValue) -> Result<usize, String> {
    let depth = walk.normal().depth();
    match usize::try_from(given.number()) {
        Ok(at) if at <= depth => Ok(at),
        _ => Err(format!("there are at most {depth} pointers, so write a smaller number")),
    }
}
