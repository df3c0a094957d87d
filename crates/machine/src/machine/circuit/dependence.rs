//! Finds the inputs on which a circuit's output depends. All bounds on reads use the number of these inputs, n.
//!
//! f depends on x_i if flipping bit i changes the value for some input. For few inputs, the truth table decides this.
//! For many inputs, a search flips each bit in some starting points, 64 bits at a time. The starting points are the
//! circuit's own input and other inputs, most of them random.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{BitSlicedCircuit, Circuit, TruthTable};
use crate::machine::{BitRef, Bits, Input};
use crate::work::{CancelToken, Cancelled};

/// The dependence of the output on one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependence {
    /// The output depends on this input. The field is an example: in these bits, flipping this
    /// input alone changes the output. The same bits may be the example for many inputs.
    Depends(Bits),
    /// The output does not depend on this input.
    Independent,
    /// Unknown: the search found no example, but there may be one.
    Unknown,
}

/// The dependence of the output on every input.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependences(Vec<Dependence>);

/// The largest number of connected inputs for which the whole truth table is computed.
pub const MOST_EXACT: usize = 20;

/// The limit on the gate evaluations for a truth table or a search. One evaluation handles 64 inputs at once. This
/// much work takes well under a second.
const MOST_WORK: usize = 1 << 27;

/// A search tries the first three starting points even if they need up to this much work.
const FIRST_WORK: usize = MOST_WORK << 4;

/// A search tries at most this many starting points.
const MOST_TRIED: usize = 4096;

/// The seed of the search, so that it always gives the same result.
const SEED: u64 = 0x5EED_0F9A_1125;

impl Dependences {
    /// Finds the dependence on every input.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn compute(circuit: &Circuit, token: &CancelToken) -> Result<Self, Cancelled> {
        let connected = connected(circuit);
        let vary: Vec<usize> = (0..circuit.inputs()).filter(|&index| connected[index]).collect();
        let mut found = vec![Dependence::Independent; circuit.inputs()];
        // For a large circuit with few inputs, sampling may be cheaper.
        let words = 1usize << vary.len().min(MOST_EXACT).saturating_sub(6);
        if vary.len() <= MOST_EXACT && words.saturating_mul(circuit.size()) <= MOST_WORK {
            exactly(circuit, &vary, &mut found, token)?;
        } else {
            search(circuit, &vary, &mut found, token)?;
        }
        Ok(Self(found))
    }

    /// The dependence on one input.
    ///
    /// # Panics
    /// Panics if there is no such input.
    pub fn get(&self, input: Input) -> &Dependence {
        &self.0[input.index()]
    }

    /// The dependence on each input, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Dependence> {
        self.0.iter()
    }

    /// n: the number of inputs on which the output provably depends.
    pub fn count(&self) -> usize {
        self.dependent().count()
    }

    /// The inputs on which the output provably depends.
    pub fn dependent(&self) -> impl Iterator<Item = Input> + '_ {
        let depends = |found: &Dependence| matches!(found, Dependence::Depends(_));
        self.0.iter().enumerate().filter(move |(_, f)| depends(f)).map(|(at, _)| Input::at(at))
    }

    /// True if nothing is unknown. Then [`Dependences::count`] is exact, not a lower bound.
    pub fn is_exact(&self) -> bool {
        !self.0.contains(&Dependence::Unknown)
    }
}

/// Returns for each input whether gates connect it with the output.
pub fn connected(circuit: &Circuit) -> Vec<bool> {
    let plan = circuit.plan();
    let mut needed = vec![false; plan.len()];
    let mut inputs = vec![false; circuit.inputs()];
    needed[plan.len() - 1] = true;
    for step in plan.steps().rev() {
        if needed[step.index()] {
            for source in plan.relevant(step) {
                match source.get() {
                    BitRef::Input(input) => inputs[input.index()] = true,
                    BitRef::Step(earlier) => needed[earlier.index()] = true,
                }
            }
        }
    }
    inputs
}

fn exactly(
    circuit: &Circuit,
    vary: &[usize],
    found: &mut [Dependence],
    token: &CancelToken,
) -> Result<(), Cancelled> {
    let Some(table) = TruthTable::over(circuit, vary, token)? else { return Ok(()) };
    for (place, &index) in vary.iter().enumerate() {
        if let Some(w) = table.turned_on_by(place).nth_one(0) {
            let mut zero = circuit.plan().inputs().clone();
            for (place, &index) in vary.iter().enumerate() {
                zero.set(index, w & table.flip(place) != 0);
            }
            found[index] = Dependence::Depends(zero);
        }
    }
    Ok(())
}

/// Compares starting points, one after another, with all their neighbours.
fn search(
    circuit: &Circuit,
    vary: &[usize],
    found: &mut [Dependence],
    token: &CancelToken,
) -> Result<(), Cancelled> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut lanes = BitSlicedCircuit::new(circuit);
    let mut open: Vec<usize> = vary.to_vec();
    for &index in vary {
        found[index] = Dependence::Unknown;
    }
    let n = circuit.inputs();
    let (mut spent, mut since) = (0, 0);
    let mut tried = 0;
    while !open.is_empty()
        && (tried < 3 && spent < FIRST_WORK || spent < MOST_WORK && tried < MOST_TRIED)
    {
        let base: Bits = match tried {
            0 => circuit.plan().inputs().clone(),
            1 => Bits::zeros(n),
            2 => (0..n).map(|_| true).collect(),
            // A threshold or a long conjunction changes only on inputs with mostly equal bits. So
            // also draw inputs with few ones or few zeros.
            _ => {
                let density = DENSITIES[tried % DENSITIES.len()];
                (0..n).map(|_| rng.random_bool(density)).collect()
            }
        };
        tried += 1;
        let mut still = Vec::new();
        for some in open.chunks(63) {
            if spent >= FIRST_WORK {
                still.extend_from_slice(some);
                continue;
            }
            token.check_after(&mut since, circuit.size())?;
            // Bit 0 of each word belongs to the starting point, and the other bits belong to its
            // neighbours.
            let mut row: Vec<u64> = base.iter().map(|bit| if bit { u64::MAX } else { 0 }).collect();
            for (lane, &index) in some.iter().enumerate() {
                row[index] ^= 2 << lane;
            }
            let outputs = lanes.outputs(&row);
            spent += circuit.size();
            let here = outputs & 1 == 1;
            for (lane, &index) in some.iter().enumerate() {
                if (outputs >> (lane + 1) & 1 == 1) == here {
                    still.push(index);
                    continue;
                }
                found[index] = Dependence::Depends(base.clone());
            }
        }
        open = still;
    }
    Ok(())
}

const DENSITIES: [f64; 8] = [0.5, 0.25, 0.75, 0.5, 0.05, 0.95, 0.5, 0.01];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::{CircuitBuilder, family, formula};
    use crate::machine::testing::random_circuit;

    /// Checks the example of each dependence.
    fn verified(circuit: &Circuit) -> Dependences {
        let found = Dependences::compute(circuit, &CancelToken::default()).unwrap();
        for (index, dependence) in found.iter().enumerate() {
            if let Dependence::Depends(bits) = dependence {
                let other = bits.clone().with_bit(index, !bits.at(index));
                assert_ne!(circuit.output_on(bits), circuit.output_on(&other));
            }
        }
        found
    }

    #[test]
    fn an_input_that_cancels_out_is_not_depended_on() {
        let found = verified(&formula::circuit("(x1 & x2) | (!x1 & x2) | x4 & !x4").unwrap());
        assert_eq!(found.dependent().collect::<Vec<_>>(), [Input::new(2)]);
        assert!(found.is_exact());
    }

    #[test]
    fn long_functions_depend_on_all_their_inputs() {
        for circuit in [
            family::parity(1024).unwrap(),
            family::majority(301).unwrap(),
            family::threshold(64, 64).unwrap(),
            family::threshold(100, 3).unwrap(),
        ] {
            let found = verified(&circuit);
            assert_eq!(found.count(), circuit.inputs());
            assert!(found.is_exact());
        }
    }

    #[test]
    fn a_measure_that_is_not_found_is_unknown() {
        // x1 matters only if the other 40 bits have one pattern, which no search will find.
        let mut circuit = CircuitBuilder::over(41);
        let wires = circuit.input_wires();
        let lock: Vec<_> =
            (1..41).map(|i| if i % 3 == 0 { wires[i] } else { circuit.not(wires[i]) }).collect();
        let opened = circuit.gate(crate::machine::Op::And, &lock);
        let both = circuit.and(wires[0], opened);
        let found = verified(&circuit.finish(both).unwrap());
        assert!(!found.is_exact());
        assert_eq!(found.get(Input::new(1)), &Dependence::Unknown);
    }

    proptest! {
        #[test]
        fn searching_finds_nothing_that_is_not_there(circuit in random_circuit(6, 30)) {
            let exact = verified(&circuit);
            let mut searched = vec![Dependence::Independent; 6];
            let vary: Vec<usize> = (0..6).collect();
            search(&circuit, &vary, &mut searched, &CancelToken::default()).unwrap();
            for (index, dependence) in searched.iter().enumerate() {
                let depends = matches!(exact.get(Input::at(index)), Dependence::Depends(_));
                prop_assert_eq!(matches!(dependence, Dependence::Depends(_)), depends);
            }
        }
    }
}
