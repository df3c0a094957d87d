//! Random circuits, for tests that hold of every circuit.

use proptest::prelude::*;

use super::Circuit;
use crate::machine::{Input, Op, PlanBuilder, Source, Step};

/// The gates that read two values, and two that read one.
const OPS: [Op; 10] = [
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Nand,
    Op::Nor,
    Op::Xnor,
    Op::Majority,
    Op::AtLeast(1),
    Op::Not,
    Op::Copy,
];

/// Circuits of `inputs` inputs and up to `most` gates of all kinds, constants among them.
pub fn random_circuit(inputs: usize, most: usize) -> impl Strategy<Value = Circuit> {
    let gate = (0..OPS.len() + 1, any::<u32>(), any::<u32>());
    let bits = proptest::collection::vec(any::<bool>(), inputs);
    (bits, proptest::collection::vec(gate, 1..=most)).prop_map(move |(bits, gates)| {
        let mut plan = PlanBuilder::over(bits);
        for (at, (op, a, b)) in gates.into_iter().enumerate() {
            // Later gates are likelier sources, so that most gates matter.
            let source = |pick: u32| {
                let all = inputs + at;
                let from_end = pick as usize % all.min(8);
                match all - 1 - from_end {
                    place if place < inputs => Source::input(Input::at(place)),
                    place => Source::step(Step::at(place - inputs)),
                }
            };
            let (a, b) = (source(a), source(b));
            match OPS.get(op).copied() {
                Some(op @ (Op::Not | Op::Copy)) => plan.step(op, &[a]),
                Some(op) => plan.step(op, &[a, b]),
                None => plan.step(Op::Constant(at % 2 == 0), &[]),
            }
            .expect("a source that exists");
        }
        Circuit::new(plan.finish().expect("a gate at least")).expect("narrow gates")
    })
}
