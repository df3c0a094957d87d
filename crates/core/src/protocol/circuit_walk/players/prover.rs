//! The choices of the provers. At ∧ Alice wants a wire that is 0. At ∨ Bob wants a wire that is 1.

use crate::machine::Source;
use crate::protocol::circuit_walk::Seen;
use crate::rules::{Move, Seat};
use crate::strategy::Choice;

/// Evaluates the circuit first. Then points at the first wire with the value that this prover claims. If there is
/// none, points at the first wire.
pub fn honest(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |right, _, [first, _]| right.unwrap_or(first).into())
}

/// Points at the first wire with the wrong value. If there is none, points at the first wire.
pub fn wrong(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |_, wrong, [first, _]| wrong.unwrap_or(first).into())
}

/// Plays honestly, except for one pointer.
pub fn wrong_at(at: usize, sight: Seen<'_>) -> Choice {
    if sight.pointer() == at { wrong(sight) } else { honest(sight) }
}

/// Points at a wire with the value that this prover claims, or at a random wire if there is none.
pub fn always_objects(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |right, _, wires| match right {
        Some(wire) => wire.into(),
        None => Choice::uniform(wires.to_vec()),
    })
}

/// Points at a random wire.
pub fn random(sight: Seen<'_>) -> Choice {
    match sight.wires() {
        Some(wires) => Choice::uniform(wires.map(|(wire, _)| Move::Wire(wire)).to_vec()),
        None => Choice::Mix(Vec::new()),
    }
}

/// Points at the first wire.
pub fn lazy(sight: Seen<'_>) -> Choice {
    match sight.wires() {
        Some([(wire, _), _]) => Move::Wire(wire).into(),
        None => Choice::Mix(Vec::new()),
    }
}

/// Evaluates the circuit. Then `choose` receives the first wire with the value that this prover claims, the first wire
/// with the other value, and both wires.
fn after_a_run(
    sight: Seen<'_>,
    choose: impl FnOnce(Option<Move>, Option<Move>, [Move; 2]) -> Choice,
) -> Choice {
    if !sight.has_run() {
        return Move::Run.into();
    }
    let Some(wires) = sight.wires() else { return Choice::Mix(Vec::new()) };
    let says = sight.seat() == Some(Seat::Bob);
    let first_that_is = |bit: bool| {
        let is = |(_, value): &&(Source, Option<bool>)| *value == Some(bit);
        wires.iter().find(is).map(|&(wire, _)| Move::Wire(wire))
    };
    choose(first_that_is(says), first_that_is(!says), wires.map(|(wire, _)| Move::Wire(wire)))
}
