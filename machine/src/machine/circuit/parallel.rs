//! Evaluating a circuit on 64 inputs at once, one in each bit of a machine word.

use super::Circuit;
use crate::machine::{Op, Origin, Source};

/// A gate over two words. One that reads a single value has it twice.
#[derive(Clone, Copy, Debug)]
enum WordOp {
    Zero,
    One,
    First,
    NotFirst,
    And,
    Or,
    Xor,
    Nand,
    Nor,
    Xnor,
}

#[derive(Clone, Copy, Debug)]
struct WordGate {
    op: WordOp,
    a: u32,
    b: u32,
}

/// A circuit made ready to be evaluated on 64 inputs at once, with room for its values.
#[derive(Clone, Debug)]
pub struct Lanes {
    inputs: usize,
    gates: Vec<WordGate>,
    /// The values of the inputs and then of the gates; a bit of each word is one evaluation.
    values: Vec<u64>,
}

impl Lanes {
    /// Makes a circuit ready.
    pub fn new(circuit: &Circuit) -> Self {
        let (plan, inputs) = (circuit.plan(), circuit.inputs());
        let place = |source: Source| match source.get() {
            Origin::Input(input) => input.index() as u32,
            Origin::Step(step) => (inputs + step.index()) as u32,
        };
        let gates = plan.steps().map(|step| {
            let sources = plan.relevant(step);
            let a = sources.first().copied().map_or(0, place);
            let b = sources.get(1).copied().map_or(a, place);
            WordGate { op: word_op(plan.op(step), sources.len()), a, b }
        });
        let gates: Vec<WordGate> = gates.collect();
        let values = vec![0; inputs + gates.len()];
        Self { inputs, gates, values }
    }

    /// The outputs on 64 inputs: bit `l` of word `i` is input bit `i` of evaluation `l`.
    ///
    /// # Panics
    /// If there are more or fewer words than inputs.
    pub fn outputs(&mut self, inputs: &[u64]) -> u64 {
        assert_eq!(inputs.len(), self.inputs, "one word for each input");
        self.values[..self.inputs].copy_from_slice(inputs);
        for (at, gate) in self.gates.iter().enumerate() {
            let (a, b) = (gate.a as usize, gate.b as usize);
            let value = match gate.op {
                WordOp::Zero => 0,
                WordOp::One => u64::MAX,
                WordOp::First => self.values[a],
                WordOp::NotFirst => !self.values[a],
                WordOp::And => self.values[a] & self.values[b],
                WordOp::Or => self.values[a] | self.values[b],
                WordOp::Xor => self.values[a] ^ self.values[b],
                WordOp::Nand => !(self.values[a] & self.values[b]),
                WordOp::Nor => !(self.values[a] | self.values[b]),
                WordOp::Xnor => !(self.values[a] ^ self.values[b]),
            };
            self.values[self.inputs + at] = value;
        }
        self.values.last().copied().unwrap_or(0)
    }
}

/// The gate over words that is this gate over bits, read from its truth table.
fn word_op(op: Op, reads: usize) -> WordOp {
    let on = |bits: &[bool]| op.gate(bits[..reads].iter().copied()).unwrap_or_default();
    match reads {
        0 => {
            if on(&[]) {
                WordOp::One
            } else {
                WordOp::Zero
            }
        }
        1 => match (on(&[false]), on(&[true])) {
            (false, false) => WordOp::Zero,
            (false, true) => WordOp::First,
            (true, false) => WordOp::NotFirst,
            (true, true) => WordOp::One,
        },
        // Every gate is symmetric, so that one place of the middle two is enough.
        _ => match (on(&[false, false]), on(&[true, false]), on(&[true, true])) {
            (false, false, false) => WordOp::Zero,
            (false, false, true) => WordOp::And,
            (false, true, true) => WordOp::Or,
            (false, true, false) => WordOp::Xor,
            (true, true, false) => WordOp::Nand,
            (true, false, false) => WordOp::Nor,
            (true, false, true) => WordOp::Xnor,
            (true, true, true) => WordOp::One,
        },
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
            let outputs = Lanes::new(&circuit).outputs(&words);
            for lane in 0..64 {
                let bits: Bits = words.iter().map(|word| word >> lane & 1 == 1).collect();
                prop_assert_eq!(outputs >> lane & 1 == 1, circuit.output_on(&bits).unwrap());
            }
        }
    }
}
