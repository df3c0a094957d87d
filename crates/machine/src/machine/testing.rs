//! Computations for tests: random ones for general properties, and one plan with known values.

use proptest::prelude::*;

use super::circuit::{CircuitError, NormalForm};
use super::turing::{TuringMachine, dialect};
use super::{Ask, Bits, Circuit, Input, Op, Plan, PlanBuilder, Source, Step};
use crate::chance::Probability;

impl Circuit {
    /// The output on these input bits.
    pub fn output_on(&self, inputs: &Bits) -> Result<bool, CircuitError> {
        Ok(self.with_inputs(inputs.clone())?.output())
    }
}

impl NormalForm {
    /// The output on these input bits.
    pub fn output_on(&self, inputs: &Bits) -> bool {
        self.root().value(inputs, &self.evaluate(inputs))
    }
}

/// The gates that accept two or more sources.
pub const WIDE: [Op; 8] =
    [Op::And, Op::Or, Op::Xor, Op::Nand, Op::Nor, Op::Xnor, Op::Majority, Op::AtLeast(1)];

/// Circuits of `inputs` inputs and up to `most` gates of all kinds, including constants.
pub fn random_circuit(inputs: usize, most: usize) -> impl Strategy<Value = Circuit> {
    let ops: Vec<Op> = WIDE.into_iter().chain([Op::Not, Op::Copy]).collect();
    let gate = (0..ops.len() + 1, any::<u32>(), any::<u32>());
    let bits = proptest::collection::vec(any::<bool>(), inputs);
    (bits, proptest::collection::vec(gate, 1..=most)).prop_map(move |(bits, gates)| {
        let mut plan = PlanBuilder::over(bits);
        for (at, (op, a, b)) in gates.into_iter().enumerate() {
            // Gates prefer recent gates as sources, so that most gates matter.
            let source = |pick: u32| {
                let all = inputs + at;
                let from_end = pick as usize % all.min(8);
                match all - 1 - from_end {
                    place if place < inputs => Source::input(Input::at(place)),
                    place => Source::step(Step::at(place - inputs)),
                }
            };
            let (a, b) = (source(a), source(b));
            match ops.get(op).copied() {
                Some(op @ (Op::Not | Op::Copy)) => plan.step(op, &[a]),
                Some(op) => plan.step(op, &[a, b]),
                None => plan.step(Op::Constant(at % 2 == 0), &[]),
            }
            .expect("a source that exists");
        }
        Circuit::new(plan.finish().expect("a gate at least")).expect("narrow gates")
    })
}

/// A plan without questions, of up to 39 gates over one to three inputs.
pub fn any_plan() -> impl Strategy<Value = Plan> {
    let step = (0usize..6, prop::collection::vec(any::<prop::sample::Index>(), 2));
    (prop::collection::vec(any::<bool>(), 1..4), prop::collection::vec(step, 1..40)).prop_map(
        |(inputs, steps)| {
            let count = inputs.len();
            let mut plan = PlanBuilder::over(inputs);
            for (at, (op, reads)) in steps.into_iter().enumerate() {
                let sources: Vec<Source> = reads
                    .into_iter()
                    .map(|index| match index.index(count + at) {
                        i if i < count => Source::input(Input::at(i)),
                        s => Source::step(Step::at(s - count)),
                    })
                    .collect();
                plan.step(WIDE[op], &sources).expect("a good step");
            }
            plan.finish().expect("a plan")
        },
    )
}

/// A random machine with three symbols and three states on a finite tape.
pub fn any_machine() -> impl Strategy<Value = TuringMachine> {
    let rule = (0u8..4, 0u8..3, 0u8..3, 0u8..3);
    (prop::collection::vec(rule, 9), "[ab]{0,6}", 1u32..60).prop_map(|(rules, input, steps)| {
        let mut text =
            format!("input: '{input}'\nblank: ' '\nstart state: s0\ntime limit: {steps}\ntable:\n");
        for (at, (kind, write, go, next)) in rules.into_iter().enumerate() {
            if at % 3 == 0 {
                text += &format!("  s{}:\n    z: R\n", at / 3);
            }
            if kind > 0 {
                let read = ["' '", "a", "b"][at % 3];
                let write = ["' '", "a", "b"][write as usize];
                let go = ["L", "R", "N"][go as usize];
                text += &format!("    {read}: {{write: {write}, {go}: s{next}}}\n");
            }
        }
        dialect::parse(&text).expect("a machine")
    })
}

/// The plan s1 = ask 0.6; s2 = ask (s1: 0→0.2, 1→0.9); s3 = s1 and s2; s4 = ask (s3: 0→0.1, 1→0.8).
pub fn forked() -> Plan {
    let mut plan = PlanBuilder::over([]);
    let p = |x| Probability::new(x).unwrap();
    let s1 = plan.ask(Ask::constant("first?", p(0.6)), &[]).unwrap();
    let by = |zero, one| Ask { question: "then?".into(), yes: [p(zero), p(one)].into() };
    let s2 = plan.ask(by(0.2, 0.9), &[Source::step(s1)]).unwrap();
    let s3 = plan.step(Op::And, &[Source::step(s1), Source::step(s2)]).unwrap();
    plan.ask(by(0.1, 0.8), &[Source::step(s3)]).unwrap();
    plan.finish().unwrap()
}
