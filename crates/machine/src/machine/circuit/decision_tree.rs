//! The decision-tree depth D(V) of a function of few inputs: the number of bits that the best reader reads in the
//! worst case. The tree also tells which bits this reader reads.
//!
//! A reader that knows some of the inputs is in one of the 3^m subcubes. The depth of a subcube is
//! 0 if the function is constant there. Otherwise, a read of the best input leads to one of two
//! halves of the subcube. The depth is then 1 more than the larger depth of these halves. Smaller
//! subcubes are computed first.

use super::{Circuit, NextRead, TruthTable};
use crate::machine::Input;
use crate::work::CancelToken;

/// The largest number of inputs of a function. 12 inputs have 3^12 = 531,441 subcubes.
pub const MOST_INPUTS: usize = 12;

/// The limit on the gate evaluations for one tree. One evaluation handles 64 inputs at once. This much work takes a
/// few hundredths of a second.
const MOST_WORK: u64 = 1 << 23;

/// The best decision tree of a function. It tells the best next read for every set of known inputs.
#[derive(Clone, Debug)]
pub struct DecisionTree {
    /// The inputs that vary. The others keep the circuit's values.
    inputs: Vec<Input>,
    /// The depth of each subcube, indexed by the code of the subcube. The code has one digit in base 3 for each input,
    /// with the first input as the lowest digit. The digit is the value of the input, or 2 if it is unknown.
    depths: Vec<u8>,
    /// The constant value of the function in each subcube. `None` if it is not constant.
    constants: Vec<Option<bool>>,
}

impl DecisionTree {
    /// The tree of a circuit over these inputs. The other inputs keep the circuit's values. `None` if there are more
    /// than [`MOST_INPUTS`] inputs, or the circuit is too large.
    pub fn from_circuit(circuit: &Circuit, inputs: &[Input]) -> Option<Self> {
        if inputs.len() > MOST_INPUTS {
            return None;
        }
        let vary: Vec<usize> = inputs.iter().map(|input| input.index()).collect();
        if (circuit.size() as u64) << inputs.len().saturating_sub(6) > MOST_WORK {
            return None;
        }
        // This takes too little time to need cancellation.
        let table = CancelToken::unstopped(|token| TruthTable::over(circuit, &vary, token))?;
        Self::from_table(&table, inputs.to_vec())
    }

    /// D of a table. `None` if it has more than [`MOST_INPUTS`] inputs.
    pub fn depth_of_table(table: &TruthTable) -> Option<u32> {
        let inputs = (0..table.inputs()).map(Input::at).collect();
        Self::from_table(table, inputs).map(|tree| tree.depth())
    }

    /// The tree of a table over these inputs. `None` if there are more than [`MOST_INPUTS`] inputs.
    pub fn from_table(table: &TruthTable, inputs: Vec<Input>) -> Option<Self> {
        if inputs.len() > MOST_INPUTS {
            return None;
        }
        let powers: Vec<usize> = (0..inputs.len() as u32).map(|at| 3usize.pow(at)).collect();
        let all = 3usize.pow(inputs.len() as u32);
        let mut depths = vec![0u8; all];
        let mut constants = vec![None; all];
        let mut digits = vec![0u8; inputs.len()];
        // Each half of a subcube has a smaller code than the subcube, so the loop computes the
        // halves first.
        for code in 0..all {
            let mut least = None;
            for (at, &power) in powers.iter().enumerate() {
                if digits[at] != 2 {
                    continue;
                }
                let (zero, one) = (code - 2 * power, code - power);
                if constants[zero].is_some() && constants[zero] == constants[one] {
                    constants[code] = constants[zero];
                    least = Some(0);
                    break;
                }
                let after = 1 + depths[zero].max(depths[one]);
                least = Some(least.map_or(after, |least| after.min(least)));
            }
            match least {
                Some(depth) => depths[code] = depth,
                None => {
                    let flips = (0..digits.len()).filter(|&at| digits[at] == 1);
                    constants[code] = Some(table.at(flips.map(|at| table.flip(at)).sum()));
                }
            }
            // Counts up by one in base 3.
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit > 0 {
                    break;
                }
            }
        }
        Some(Self { inputs, depths, constants })
    }

    /// D: the number of reads of the best reader in the worst case.
    pub fn depth(&self) -> u32 {
        self.depths.last().map_or(0, |&depth| u32::from(depth))
    }

    /// The next action of a best reader that knows some inputs. Among equally good inputs it
    /// prefers `liked`, and then the first.
    pub fn next_read(
        &self,
        known: impl Fn(Input) -> Option<bool>,
        liked: Option<Input>,
    ) -> NextRead {
        let digit = |input: Input| known(input).map_or(2, usize::from);
        let code = self.inputs.iter().rev().fold(0, |code, &input| code * 3 + digit(input));
        if let Some(constant) = self.constants[code] {
            return NextRead::Decided(constant);
        }
        let mut best: Option<(u8, bool, Input)> = None;
        for (at, &input) in self.inputs.iter().enumerate().filter(|&(_, &i)| known(i).is_none()) {
            let power = 3usize.pow(at as u32);
            let depth = self.depths[code - power].max(self.depths[code - 2 * power]);
            let mine = (depth, liked != Some(input), input);
            if best.is_none_or(|(depth, other, _)| (mine.0, mine.1) < (depth, other)) {
                best = Some(mine);
            }
        }
        // If all inputs are known, the subcube is a point, where the function is constant.
        best.map_or(NextRead::Decided(false), |(_, _, input)| NextRead::Needs(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::{family, formula};

    fn depth(text: &str) -> u32 {
        let circuit = formula::circuit(text).unwrap();
        let inputs: Vec<Input> = (0..circuit.inputs()).map(Input::at).collect();
        DecisionTree::from_circuit(&circuit, &inputs).unwrap().depth()
    }

    #[test]
    fn a_choice_between_two_inputs_takes_two_reads_of_three() {
        assert_eq!(depth("(x1 & x2) | (!x1 & x3)"), 2);
    }

    #[test]
    fn parity_conjunction_and_majority_need_all_inputs() {
        assert_eq!(depth("x1 ^ x2 ^ x3 ^ x4"), 4);
        assert_eq!(depth("x1 & x2 & x3 & x4"), 4);
        assert_eq!(depth("majority(x1, x2, x3)"), 3);
        assert_eq!(depth("x1 | !x1"), 0);
    }

    #[test]
    fn the_best_reader_reads_no_more_than_the_depth_and_is_right() {
        for text in ["(x1 & x2) | (!x1 & x3) | (x4 & x5 & x1)", "majority(x1, x2, x3) ^ x4 & x5"] {
            let circuit = formula::circuit(text).unwrap();
            let inputs: Vec<Input> = (0..5).map(Input::at).collect();
            let tree = DecisionTree::from_circuit(&circuit, &inputs).unwrap();
            for x in 0..32u32 {
                let bits: Vec<bool> = (0..5).map(|at| x >> at & 1 == 1).collect();
                let mut known = [None; 5];
                let mut reads = 0;
                let found = loop {
                    match tree.next_read(|input| known[input.index()], None) {
                        NextRead::Decided(bit) => break bit,
                        NextRead::Needs(input) => {
                            known[input.index()] = Some(bits[input.index()]);
                            reads += 1;
                        }
                    }
                };
                assert!(reads <= tree.depth());
                assert_eq!(found, circuit.output_on(&bits.into_iter().collect()).unwrap());
            }
        }
    }

    #[test]
    fn functions_of_many_inputs_are_left_alone() {
        let circuit = family::parity(13).unwrap();
        let inputs: Vec<Input> = (0..13).map(Input::at).collect();
        assert!(DecisionTree::from_circuit(&circuit, &inputs).is_none());
    }
}
