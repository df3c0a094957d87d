//! Who can be seated, by name.

use super::{judge, prover};
use crate::protocol::CircuitWalk;
use crate::rules::Seat;
use crate::strategy::argument::{Argument, Given};
use crate::strategy::listed::reading_judges;
use crate::strategy::{Listed, Players, plays};

impl Players for CircuitWalk {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster = Vec::new();
        for (seat, honest) in [
            (Seat::Alice, "evaluates the circuit and points at a wire that is 0, if there is one"),
            (Seat::Bob, "evaluates the circuit and points at a wire that is 1, if there is one"),
        ] {
            let mut list = |name, argument, says, make| {
                roster.push(Listed::new(seat, name, argument, says, make));
            };
            list("honest", Argument::None, honest, |_, _| plays(prover::honest));
            list("random", Argument::None, "points at either wire with equal chances", |_, _| {
                plays(prover::random)
            });
            list(
                "wrong",
                Argument::None,
                "points at a wire that is not what it should be, whenever there is one",
                |_, _| plays(prover::wrong),
            );
            list(
                "wrong-at",
                Argument::Number("t"),
                "honest, but wrong at pointer t if it is theirs and there is a wrong wire",
                |walk, given| {
                    let at = pointer(walk, given)?;
                    plays(move |sight| prover::wrong_at(at, sight))
                },
            );
            if seat == Seat::Bob {
                list(
                    "lazy",
                    Argument::None,
                    "looks at nothing: points at the first wire, always",
                    |_, _| plays(prover::lazy),
                );
                list(
                    "always-objects",
                    Argument::None,
                    "points at a wire that is 1, or at either if none is",
                    |_, _| plays(prover::always_objects),
                );
            } else {
                list(
                    "first",
                    Argument::None,
                    "looks at nothing: points at the first wire, always",
                    |_, _| plays(prover::lazy),
                );
            }
        }
        let judge = |name, says, make| Listed::new(Seat::Judge, name, Argument::None, says, make);
        let says = "reads every pointer as it comes and the input at the end, and rules by that";
        roster.push(judge("honest", says, |_, _| plays(judge::honest)));
        roster.extend(reading_judges(judge::budget, judge::wasteful));
        roster.push(judge("trusting", "reads nothing and believes Alice", |_, _| {
            plays(|sight| judge::budget(0, sight))
        }));
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
