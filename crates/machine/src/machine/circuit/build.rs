//! Builds circuits wire by wire, and folds constants.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Circuit, CircuitError};
use crate::machine::plan::MOST_STEPS;
use crate::machine::{BitRef, Input, Op, PlanBuilder, Source, Step};

/// A bit in a circuit: a constant, an input, or a gate's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// A constant.
    Constant(bool),
    /// An input or a gate.
    From(Source),
}

/// Builds a [`Circuit`]. Simplifies gates with a constant source, or with the same source twice. Adds at most one
/// negation of each wire. At the end, drops the gates that the output does not need.
#[derive(Debug, Default)]
pub struct CircuitBuilder {
    inputs: Vec<Arc<str>>,
    /// The gates in order. If a gate reads only one value, both sources are this value.
    gates: Vec<(Op, [Source; 2])>,
    negations: HashMap<Source, Source>,
    words: HashMap<u32, Arc<str>>,
    too_large: bool,
}

impl CircuitBuilder {
    /// Starts a circuit with inputs of these names.
    pub fn new<N: Into<Arc<str>>>(inputs: impl IntoIterator<Item = N>) -> Self {
        Self { inputs: inputs.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Starts a circuit with the inputs x1 … xn.
    pub fn over(inputs: usize) -> Self {
        Self::new((1..=inputs).map(|number| format!("x{number}")))
    }

    /// The wire of an input, counted from 0.
    ///
    /// # Panics
    /// Panics if there is no such input.
    pub fn input(&self, index: usize) -> Wire {
        assert!(index < self.inputs.len(), "input {index} of {}", self.inputs.len());
        Wire::From(Source::input(Input::at(index)))
    }

    /// The wires of all inputs in order.
    pub fn input_wires(&self) -> Vec<Wire> {
        (0..self.inputs.len()).map(|index| self.input(index)).collect()
    }

    /// Describes a gate's value in words. Inputs and constants keep their own names.
    pub fn describe(&mut self, wire: Wire, words: impl Into<Arc<str>>) {
        if let Wire::From(source) = wire
            && let BitRef::Step(step) = source.get()
        {
            self.words.entry(step.number()).or_insert_with(|| words.into());
        }
    }

    /// The negation of a wire.
    pub fn not(&mut self, wire: Wire) -> Wire {
        match wire {
            Wire::Constant(bit) => Wire::Constant(!bit),
            Wire::From(source) => {
                if let Some(&negated) = self.negations.get(&source) {
                    return Wire::From(negated);
                }
                let wire = self.push(Op::Not, source, source);
                if let Wire::From(negated) = wire {
                    self.negations.insert(source, negated);
                    self.negations.insert(negated, source);
                }
                wire
            }
        }
    }

    /// a ∧ b.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        match (a, b) {
            (Wire::Constant(false), _) | (_, Wire::Constant(false)) => Wire::Constant(false),
            (Wire::Constant(true), other) | (other, Wire::Constant(true)) => other,
            (Wire::From(a), Wire::From(b)) if a == b => Wire::From(a),
            (Wire::From(a), Wire::From(b)) => self.push(Op::And, a, b),
        }
    }

    /// a ∨ b.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        match (a, b) {
            (Wire::Constant(true), _) | (_, Wire::Constant(true)) => Wire::Constant(true),
            (Wire::Constant(false), other) | (other, Wire::Constant(false)) => other,
            (Wire::From(a), Wire::From(b)) if a == b => Wire::From(a),
            (Wire::From(a), Wire::From(b)) => self.push(Op::Or, a, b),
        }
    }

    /// a ⊕ b.
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        match (a, b) {
            (Wire::Constant(false), other) | (other, Wire::Constant(false)) => other,
            (Wire::Constant(true), other) | (other, Wire::Constant(true)) => self.not(other),
            (Wire::From(a), Wire::From(b)) if a == b => Wire::Constant(false),
            (Wire::From(a), Wire::From(b)) => self.push(Op::Xor, a, b),
        }
    }

    /// A gate over any number of wires, as a balanced tree of gates with two sources.
    ///
    /// # Panics
    /// Panics if `op` is a question. Also panics if `op` is `not` or `copy`, and `wires` is empty.
    pub fn gate(&mut self, op: Op, wires: &[Wire]) -> Wire {
        match op {
            Op::And | Op::Or | Op::Xor | Op::Nand | Op::Nor | Op::Xnor => self.tree(op, wires),
            Op::Not => self.not(wires[0]),
            Op::Copy => wires[0],
            Op::Majority => self.at_least(wires.len() / 2 + 1, wires),
            Op::AtLeast(k) => self.at_least(k as usize, wires),
            Op::Constant(bit) => Wire::Constant(bit),
            Op::Ask(_) => panic!("a question is not a gate"),
        }
    }

    /// A balanced tree of ∧, ∨ or ⊕. The last gate is negated if `op` is a negated gate. If there are no wires, the
    /// result is the constant that the gate gives for no values.
    fn tree(&mut self, op: Op, wires: &[Wire]) -> Wire {
        let plain = match op {
            Op::Nand => Op::And,
            Op::Nor => Op::Or,
            Op::Xnor => Op::Xor,
            plain => plain,
        };
        let whole = match *wires {
            [] => Wire::Constant(plain == Op::And),
            [wire] => wire,
            _ => {
                let (left, right) = wires.split_at(wires.len().div_ceil(2));
                let (left, right) = (self.tree(plain, left), self.tree(plain, right));
                match (plain, left, right) {
                    (_, Wire::From(a), Wire::From(b)) if op != plain && a != b => {
                        return self.push(op, a, b);
                    }
                    (Op::And, ..) => self.and(left, right),
                    (Op::Or, ..) => self.or(left, right),
                    _ => self.xor(left, right),
                }
            }
        };
        if op == plain { whole } else { self.not(whole) }
    }

    fn push(&mut self, op: Op, a: Source, b: Source) -> Wire {
        if self.gates.len() >= MOST_STEPS {
            self.too_large = true;
            return Wire::Constant(false);
        }
        self.gates.push((op, [a, b]));
        Wire::From(Source::step(Step::at(self.gates.len() - 1)))
    }

    /// Returns the circuit with this output. Its input bits are zeros. Gates that the output does not need are
    /// dropped. If the output is not a gate, a constant or a copy gate is added.
    pub fn finish(self, output: Wire) -> Result<Circuit, CircuitError> {
        if self.too_large {
            return Err(CircuitError::TooLarge);
        }
        let mut plan = PlanBuilder::new(self.inputs.iter().map(|name| (Arc::clone(name), false)));
        let placed = match output {
            Wire::Constant(bit) => plan.step(Op::Constant(bit), &[]),
            Wire::From(source) => match source.get() {
                BitRef::Input(_) => plan.step(Op::Copy, &[source]),
                BitRef::Step(last) => emit(&mut plan, &self.gates[..=last.index()], &self.words),
            },
        };
        // All sources are valid, so only the size can be refused.
        placed.and_then(|_| plan.finish()).map(Circuit).map_err(|_| CircuitError::TooLarge)
    }
}

/// Adds, in order, the gates that the last gate needs.
fn emit(
    plan: &mut PlanBuilder,
    gates: &[(Op, [Source; 2])],
    words: &HashMap<u32, Arc<str>>,
) -> Result<Step, crate::machine::PlanError> {
    let mut needed = vec![false; gates.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for at in (0..gates.len()).rev() {
        if needed[at] {
            for step in gates[at].1.iter().filter_map(|source| source.get().step()) {
                needed[step.index()] = true;
            }
        }
    }
    let mut places = vec![Step::at(0); gates.len()];
    let mut placed = Step::at(0);
    for (at, &(op, sources)) in gates.iter().enumerate() {
        if !needed[at] {
            continue;
        }
        let moved = sources.map(|source| match source.get() {
            BitRef::Step(step) => Source::step(places[step.index()]),
            BitRef::Input(_) => source,
        });
        let read = if op == Op::Not { &moved[..1] } else { &moved[..] };
        placed = plan.step(op, read)?;
        places[at] = placed;
        if let Some(words) = words.get(&Step::at(at).number()) {
            plan.describe(placed, Arc::clone(words));
        }
    }
    Ok(placed)
}
