//! Alices and Bobs: where they point. At ∧ Alice wants a wire that is 0, at ∨ Bob one that is 1.

use crate::machine::Source;
use crate::protocol::circuit_walk::Seen;
use crate::rules::{Move, Seat};
use crate::strategy::Choice;

/// Evaluates the circuit first; then the first wire that is what this prover says, or the first.
pub fn honest(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |right, _, [first, _]| right.unwrap_or(first).into())
}

/// The first wire that is not what it should be, or the first.
pub fn wrong(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |_, wrong, [first, _]| wrong.unwrap_or(first).into())
}

/// Honest but for one pointer.
pub fn wrong_at(at: usize, sight: Seen<'_>) -> Choice {
    if sight.pointer() == at { wrong(sight) } else { honest(sight) }
}

/// A wire that is what this prover says, or else either.
pub fn always_objects(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |right, _, wires| match right {
        Some(wire) => wire.into(),
        None => Choice::uniform(wires.to_vec()),
    })
}

/// Either wire.
pub fn random(sight: Seen<'_>) -> Choice {
    match sight.wires() {
        Some(wires) => Choice::uniform(wires.map(|(wire, _)| Move::Wire(wire)).to_vec()),
        None => Choice::Mix(Vec::new()),
    }
}

/// The first wire.
pub fn lazy(sight: Seen<'_>) -> Choice {
    match sight.wires() {
        Some([(wire, _), _]) => Move::Wire(wire).into(),
        None => Choice::Mix(Vec::new()),
    }
}

/// Evaluates the circuit, then chooses among: the first wire that is what this prover says, the
/// first that is not, and both.
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
