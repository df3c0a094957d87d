//! Which inputs a circuit's output depends on: the n of every bound on reads.
//!
//! f depends on x_i if two inputs that differ in bit i alone have different values. With few
//! inputs the truth table tells; with many, pairs are looked for, near the circuit's own input and
//! at random, 64 at a time.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Circuit, Lanes, TruthTable};
use crate::machine::{Bits, Cell, Input};
use crate::work::{Stopped, Token};

/// Whether the output depends on one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependence {
    /// It does: on these bits f changes with this input alone. One vector of bits may stand for many inputs.
    Depends(Bits),
    /// It does not.
    Independent,
    /// No pair of inputs was found, but there may be one.
    Unknown,
}

/// The dependence of the output on every input.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependences(Vec<Dependence>);

/// Up to this many inputs that the output is connected with, the whole truth table is looked at.
pub const MOST_EXACT: usize = 20;

/// Gates evaluated for a truth table or in a search for pairs, in words of 64: well under a second.
const MOST_WORK: usize = 1 << 27;

/// Every input is tried near three starting points, unless that takes so much more.
const FIRST_WORK: usize = MOST_WORK << 4;

/// A search gives up after this many starting points.
const MOST_TRIED: usize = 4096;

/// The search is about circuits, not about chance: it always draws the same.
const SEED: u64 = 0x5EED_0F9A_1125;

impl Dependences {
    /// Finds out.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of(circuit: &Circuit, token: &Token) -> Result<Self, Stopped> {
        let connected = connected(circuit);
        let vary: Vec<usize> = (0..circuit.inputs()).filter(|&index| connected[index]).collect();
        let mut found = vec![Dependence::Independent; circuit.inputs()];
        // A circuit that is long though it has few inputs may be cheaper to sample.
        let words = 1usize << vary.len().min(MOST_EXACT).saturating_sub(6);
        if vary.len() <= MOST_EXACT && words.saturating_mul(circuit.size()) <= MOST_WORK {
            exactly(circuit, &vary, &mut found, token)?;
        } else {
            search(circuit, &vary, &mut found, token)?;
        }
        Ok(Self(found))
    }

    /// What is known of one input.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn on(&self, input: Input) -> &Dependence {
        &self.0[input.index()]
    }

    /// Of each input in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Dependence> {
        self.0.iter()
    }

    /// n: how many inputs the output is known to depend on.
    pub fn count(&self) -> usize {
        self.dependent().count()
    }

    /// The inputs that the output is known to depend on.
    pub fn dependent(&self) -> impl Iterator<Item = Input> + '_ {
        let depends = |found: &Dependence| matches!(found, Dependence::Depends(_));
        self.0.iter().enumerate().filter(move |(_, f)| depends(f)).map(|(at, _)| Input::at(at))
    }

    /// Whether nothing is unknown, so that [`Dependences::count`] is exact and no lower bound.
    pub fn is_exact(&self) -> bool {
        !self.0.contains(&Dependence::Unknown)
    }
}

/// Which inputs are connected with the output by gates at all.
pub fn connected(circuit: &Circuit) -> Vec<bool> {
    let plan = circuit.plan();
    let mut needed = vec![false; plan.len()];
    let mut inputs = vec![false; circuit.inputs()];
    needed[plan.len() - 1] = true;
    for step in plan.steps().rev() {
        if needed[step.index()] {
            for source in plan.relevant(step) {
                match source.get() {
                    Cell::Input(input) => inputs[input.index()] = true,
                    Cell::Step(earlier) => needed[earlier.index()] = true,
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
    token: &Token,
) -> Result<(), Stopped> {
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

/// Looks at an input and all its neighbours, again and again from another input.
fn search(
    circuit: &Circuit,
    vary: &[usize],
    found: &mut [Dependence],
    token: &Token,
) -> Result<(), Stopped> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut lanes = Lanes::new(circuit);
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
            // Thresholds and long conjunctions turn only where most bits are alike.
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
            // Lane 0 is the input itself, the others its neighbours.
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

    /// The witness of each dependence is one.
    fn verified(circuit: &Circuit) -> Dependences {
        let found = Dependences::of(circuit, &Token::default()).unwrap();
        for (index, dependence) in found.iter().enumerate() {
            if let Dependence::Depends(bits) = dependence {
                let other = bits.clone().with(index, !bits.at(index));
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
    fn what_is_not_found_is_said_to_be_unknown() {
        // x1 matters only where the other 40 bits are one pattern that no search will meet.
        let mut circuit = CircuitBuilder::over(41);
        let wires = circuit.input_wires();
        let lock: Vec<_> =
            (1..41).map(|i| if i % 3 == 0 { wires[i] } else { circuit.not(wires[i]) }).collect();
        let opened = circuit.gate(crate::machine::Op::And, &lock);
        let both = circuit.and(wires[0], opened);
        let found = verified(&circuit.finish(both).unwrap());
        assert!(!found.is_exact());
        assert_eq!(found.on(Input::new(1)), &Dependence::Unknown);
    }

    proptest! {
        #[test]
        fn searching_finds_nothing_that_is_not_there(circuit in random_circuit(6, 30)) {
            let exact = verified(&circuit);
            let mut searched = vec![Dependence::Independent; 6];
            let vary: Vec<usize> = (0..6).collect();
            search(&circuit, &vary, &mut searched, &Token::default()).unwrap();
            for (index, dependence) in searched.iter().enumerate() {
                let depends = matches!(exact.on(Input::at(index)), Dependence::Depends(_));
                prop_assert_eq!(matches!(dependence, Dependence::Depends(_)), depends);
            }
        }
    }
}
