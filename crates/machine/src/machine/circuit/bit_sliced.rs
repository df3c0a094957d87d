//! Evaluates a circuit on 64 inputs at once, one in each bit of a machine word.

use super::Circuit;
use super::gates::BinaryOp;
use crate::machine::{BitRef, Source};

/// A gate over words of 64 values. If the gate reads only one value, both sources are this value.
#[derive(Clone, Copy, Debug)]
struct WordGate {
    op: BinaryOp,
    negated: bool,
    a: u32,
    b: u32,
}

/// A circuit prepared for evaluation on 64 inputs at once, with room for its values.
#[derive(Clone, Debug)]
pub struct BitSlicedCircuit {
    inputs: usize,
    gates: Vec<WordGate>,
    /// The values of the inputs and then of the gates. Each bit of a word belongs to one
    /// evaluation.
    values: Vec<u64>,
}

impl BitSlicedCircuit {
    /// Prepares a circuit.
    pub fn new(circuit: &Circuit) -> Self {
        let (plan, inputs) = (circuit.plan(), circuit.inputs());
        let place = |source: Source| match source.get() {
            BitRef::Input(input) => input.index() as u32,
            BitRef::Step(step) => (inputs + step.index()) as u32,
        };
        let gates = plan.steps().map(|step| {
            let sources = plan.relevant(step);
            let a = sources.first().copied().map_or(0, place);
            let b = sources.get(1).copied().map_or(a, place);
            let (op, negated) = plan.op(step).over_two(sources.len());
            WordGate { op, negated, a, b }
        });
        let gates: Vec<WordGate> = gates.collect();
        let values = vec![0; inputs + gates.len()];
        Self { inputs, gates, values }
    }

    /// The outputs on 64 inputs. Bit `l` of word `i` is input bit `i` of evaluation `l`.
    ///
    /// # Panics
    /// Panics if the number of words is not the number of inputs.
    pub fn outputs(&mut self, inputs: &[u64]) -> u64 {
        assert_eq!(inputs.len(), self.inputs, "one word for each input");
        self.values[..self.inputs].copy_from_slice(inputs);
        for (at, gate) in self.gates.iter().enumerate() {
            let (a, b) = (gate.a as usize, gate.b as usize);
            let value = match gate.op {
                BinaryOp::Never => 0,
                BinaryOp::And => self.values[a] & self.values[b],
                BinaryOp::Or => self.values[a] | self.values[b],
                BinaryOp::Xor => self.values[a] ^ self.values[b],
            };
            // A branch here would take longer than the rest of the loop.
            self.values[self.inputs + at] = value ^ u64::from(gate.negated).wrapping_neg();
        }
        self.values.last().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::Bits;
    use crate::machine::testing::random_circuit;

    proptest! {
        #[test]
        fn a_word_of_evaluations_is_sixty_four_evaluations(
            circuit in random_circuit(7, 40),
            words in proptest::collection::vec(any::<u64>(), 7),
        ) {
            let outputs = BitSlicedCircuit::new(&circuit).outputs(&words);
            for lane in 0..64 {
                let bits: Bits = words.iter().map(|word| word >> lane & 1 == 1).collect();
                prop_assert_eq!(outputs >> lane & 1 == 1, circuit.output_on(&bits).unwrap());
            }
        }
    }
}
