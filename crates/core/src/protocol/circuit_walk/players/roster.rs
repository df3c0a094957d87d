//! Who can be seated, by name.

use super::prover;
use crate::protocol::CircuitWalk;
use crate::rules::Seat;
use crate::strategy::argument::{Argument, Given};
use crate::strategy::judges;
use crate::strategy::{Listed, Players, plays};

impl Players for CircuitWalk {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster = Vec::new();
        for (seat, honest) in [
            (Seat::Alice, "evaluates the circuit and points at a wire that is 0, if there is one"),
            (Seat::Bob, "evaluates the circuit and points at a wire that is 1, if there is one"),
        ] {
            let plain = |name, says, choose| Listed::plain(seat, name, says, choose);
            roster.push(plain("honest", honest, prover::honest));
            roster.push(plain(
                "random",
                "points at either wire with equal chances",
                prover::random,
            ));
            roster.push(plain(
                "wrong",
                "points at a wire that is not what it should be, whenever there is one",
                prover::wrong,
            ));
            roster.push(Listed::new(
                seat,
                "wrong-at",
                Argument::Number("t"),
                "honest, but wrong at pointer t if it is theirs and there is a wrong wire",
                |walk, given| {
                    let at = pointer(walk, given)?;
                    plays(move |sight| prover::wrong_at(at, sight))
                },
            ));
            roster.push(plain(
                if seat == Seat::Bob { "lazy" } else { "first" },
                "looks at nothing: points at the first wire, always",
                prover::lazy,
            ));
            if seat == Seat::Bob {
                roster.push(plain(
                    "always-objects",
                    "points at a wire that is 1, or at either if none is",
                    prover::always_objects,
                ));
            }
        }
        roster.extend(judges::reading(
            "reads every pointer as it comes and the input at the end, and rules by that",
        ));
        roster.push(judges::trusting());
        roster
    }
}

fn pointer(walk: &CircuitWalk, given: Given) -> Result<usize, String> {
    let depth = walk.normal().depth();
    match usize::try_from(given.number()) {
        Ok(at) if at <= depth => Ok(at),
        _ => Err(format!("there are at most {depth} pointers")),
    }
}
