//! A circuit as a value: a plan of gates with at most two sources, with size, depth and output.

use crate::machine::{BitRef, Bits, Op, Plan, Step};

/// A valid circuit: a plan of gates, each of which reads at most two values. Clones share their storage.
#[derive(Clone, Debug)]
pub struct Circuit(pub(super) Plan);

/// Why a circuit was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CircuitError {
    /// A step asks a question.
    #[error("step {0} asks the oracle, but a circuit can have only gates")]
    Asks(Step),
    /// A gate has more than two sources.
    #[error("step {step} reads {reads} values, but a gate of a circuit can read at most 2")]
    FanIn {
        /// The gate.
        step: Step,
        /// The number of values that the gate reads.
        reads: usize,
    },
    /// There are more gates than a plan may have steps.
    #[error("a circuit can have at most 10,000,000 gates")]
    TooLarge,
    /// The number of input bits is wrong.
    #[error(
        "the input has {got} bits, but the circuit has {needed} inputs. Write {needed} 0s and 1s"
    )]
    InputLength {
        /// The number of bits that were given.
        got: usize,
        /// The number of inputs.
        needed: usize,
    },
}

impl Circuit {
    /// Accepts a plan that is already a circuit. [`Circuit::reduce`] also accepts wider gates.
    pub fn new(plan: Plan) -> Result<Self, CircuitError> {
        for step in plan.steps() {
            if matches!(plan.op(step), Op::Ask(_)) {
                return Err(CircuitError::Asks(step));
            }
            let reads = plan.relevant(step).len();
            if reads > 2 {
                return Err(CircuitError::FanIn { step, reads });
            }
        }
        Ok(Self(plan))
    }

    /// The circuit as a plan whose steps are the gates.
    pub fn plan(&self) -> &Plan {
        &self.0
    }

    /// s, the number of gates, at least 1.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The number of inputs, including those that do not affect the output.
    pub fn inputs(&self) -> usize {
        self.0.inputs().len()
    }

    /// The same circuit on other input bits.
    pub fn with_inputs(&self, inputs: Bits) -> Result<Self, CircuitError> {
        if inputs.len() != self.inputs() {
            return Err(CircuitError::InputLength { got: inputs.len(), needed: self.inputs() });
        }
        Ok(Self(self.0.with_inputs(inputs)))
    }

    /// f(x), the output on the circuit's own input bits.
    pub fn output(&self) -> bool {
        let (plan, inputs) = (&self.0, self.0.inputs());
        let mut values: Vec<bool> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let read = plan.relevant(step).iter().map(|source| match source.get() {
                BitRef::Input(input) => inputs.at(input.index()),
                BitRef::Step(earlier) => values[earlier.index()],
            });
            // A gate always has a value.
            let value = plan.op(step).gate(read).unwrap_or_default();
            values.push(value);
        }
        values.last().copied().unwrap_or_default()
    }

    /// The number of gates on the longest path from an input to the output.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0u32; self.size()];
        for step in self.0.steps() {
            let below = self.0.relevant(step).iter().map(|source| match source.get() {
                BitRef::Input(_) => 0,
                BitRef::Step(earlier) => depths[earlier.index()],
            });
            depths[step.index()] = below.max().unwrap_or(0) + 1;
        }
        depths.last().map_or(0, |&depth| depth as usize)
    }
}

/// A gate over two values. Another bit tells whether the result is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinaryOp {
    Never,
    And,
    Or,
    Xor,
}

impl Op {
    /// Expresses a gate as a gate over two values, and returns whether its result is negated. `reads` is the number of
    /// values that the gate reads. If it reads one value, both sources are this value.
    pub(super) fn over_two(self, reads: usize) -> (BinaryOp, bool) {
        let on = |bits: [bool; 2]| {
            let read = bits.into_iter().skip(2usize.saturating_sub(reads));
            self.gate(read).unwrap_or_default()
        };
        // Every gate is symmetric, so its values on 00, 10 and 11 determine it.
        let negated = on([false, false]);
        let op = match [[true, false], [true, true]].map(|bits| on(bits) != negated) {
            [false, false] => BinaryOp::Never,
            [false, true] => BinaryOp::And,
            [true, true] => BinaryOp::Or,
            [true, false] => BinaryOp::Xor,
        };
        (op, negated)
    }
}

impl AsRef<Plan> for Circuit {
    fn as_ref(&self) -> &Plan {
        &self.0
    }
}
