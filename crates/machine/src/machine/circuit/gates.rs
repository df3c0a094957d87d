//! A circuit as a value: a plan of narrow gates, its size, depth and output.

use crate::machine::{Bits, Cell, Op, Plan, Step};

/// A circuit that cannot be wrong: a plan of gates, each of which reads at most two values.
/// Clones share everything.
#[derive(Clone, Debug)]
pub struct Circuit(pub(super) Plan);

/// Why something is not a circuit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CircuitError {
    /// A question is no gate.
    #[error("step {0} asks the oracle, but a circuit has gates only")]
    Asks(Step),
    /// A gate with more than two sources.
    #[error("step {step} reads {reads} values, but a gate of a circuit reads at most 2")]
    FanIn {
        /// The gate.
        step: Step,
        /// How many values it reads.
        reads: usize,
    },
    /// More gates than a plan may have steps.
    #[error("the circuit has more than 10,000,000 gates")]
    TooLarge,
    /// Input bits that do not fit.
    #[error(
        "the input has {got} bits, but the circuit has {needed} inputs: write {needed} 0s and 1s"
    )]
    InputLength {
        /// How many bits were given.
        got: usize,
        /// How many inputs there are.
        needed: usize,
    },
}

impl Circuit {
    /// Takes a plan that is a circuit as it stands; [`Circuit::reduce`] takes wider gates too.
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

    /// The circuit as a plan: its steps are the gates.
    pub fn plan(&self) -> &Plan {
        &self.0
    }

    /// s, the number of gates; at least 1.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// How many inputs there are, whether or not the output depends on them.
    pub fn inputs(&self) -> usize {
        self.0.inputs().len()
    }

    /// The same circuit on other input bits.
    pub fn on(&self, inputs: Bits) -> Result<Self, CircuitError> {
        if inputs.len() != self.inputs() {
            return Err(CircuitError::InputLength { got: inputs.len(), needed: self.inputs() });
        }
        Ok(Self(self.0.on(inputs)))
    }

    /// f(x), the output on the circuit's own input bits.
    pub fn output(&self) -> bool {
        let (plan, inputs) = (&self.0, self.0.inputs());
        let mut values: Vec<bool> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let read = plan.relevant(step).iter().map(|source| match source.get() {
                Cell::Input(input) => inputs.at(input.index()),
                Cell::Step(earlier) => values[earlier.index()],
            });
            // A gate always has a value.
            let value = plan.op(step).gate(read).unwrap_or_default();
            values.push(value);
        }
        values.last().copied().unwrap_or_default()
    }

    /// The number of gates on the longest way from an input to the output.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0u32; self.size()];
        for step in self.0.steps() {
            let below = self.0.relevant(step).iter().map(|source| match source.get() {
                Cell::Input(_) => 0,
                Cell::Step(earlier) => depths[earlier.index()],
            });
            depths[step.index()] = below.max().unwrap_or(0) + 1;
        }
        depths.last().map_or(0, |&depth| depth as usize)
    }
}

/// A gate over two values, up to a negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairOp {
    Never,
    And,
    Or,
    Xor,
}

impl Op {
    /// The gate of a circuit that reads this many values as one over two of them, and whether it is
    /// negated. One that reads a single value has it twice.
    pub(super) fn over_two(self, reads: usize) -> (PairOp, bool) {
        let on = |bits: [bool; 2]| {
            let read = bits.into_iter().skip(2usize.saturating_sub(reads));
            self.gate(read).unwrap_or_default()
        };
        // Every gate is symmetric, so that the values on 00, 10 and 11 tell all.
        let negated = on([false, false]);
        let op = match [[true, false], [true, true]].map(|bits| on(bits) != negated) {
            [false, false] => PairOp::Never,
            [false, true] => PairOp::And,
            [true, true] => PairOp::Or,
            [true, false] => PairOp::Xor,
        };
        (op, negated)
    }
}

impl AsRef<Plan> for Circuit {
    fn as_ref(&self) -> &Plan {
        &self.0
    }
}
