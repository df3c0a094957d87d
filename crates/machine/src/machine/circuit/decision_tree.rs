//! The decision-tree depth D(V) of a function of few inputs: how many bits the best reader reads
//! in the worst case, and what it reads.
//!
//! A reader that knows some of the inputs stands at a subcube, of which there are 3^m. The depth of
//! one where the function is constant is 0; of any other it is 1 more than the larger depth of its
//! two halves, for the input that makes this least. It is computed for all of them, smaller first.

use super::{Circuit, Reading, TruthTable};
use crate::machine::Input;
use crate::work::Token;

/// Trees of functions of more inputs are not computed: 3^12 subcubes are 531,441.
pub const MOST_INPUTS: usize = 12;

/// Gates evaluated to find it, in words of 64 inputs: some hundredths of a second.
const MOST_WORK: u64 = 1 << 23;

/// The best decision trees of a function, from wherever a reader stands.
#[derive(Clone, Debug)]
pub struct DecisionTree {
    /// The inputs that vary.
    inputs: Vec<Input>,
    /// For each subcube its depth. Its number has a digit to base 3 for each input, the first
    /// being the lowest: 0 or 1 if it is known, 2 if not.
    depths: Vec<u8>,
    /// For each subcube the constant that the function is there, if it is one.
    constants: Vec<Option<bool>>,
}

impl DecisionTree {
    /// Of a circuit in these inputs, the others being as the circuit has them; none if there are
    /// more than [`MOST_INPUTS`].
    pub fn of(circuit: &Circuit, inputs: &[Input]) -> Option<Self> {
        if inputs.len() > MOST_INPUTS {
            return None;
        }
        let vary: Vec<usize> = inputs.iter().map(|input| input.index()).collect();
        if (circuit.size() as u64) << inputs.len().saturating_sub(6) > MOST_WORK {
            return None;
        }
        // So little work needs no stopping.
        let table = Token::unstopped(|token| TruthTable::over(circuit, &vary, token))?;
        Self::of_table(&table, inputs.to_vec())
    }

    /// D of a table; none if it has more than [`MOST_INPUTS`] inputs.
    pub fn depth_of_table(table: &TruthTable) -> Option<u32> {
        let inputs = (0..table.inputs()).map(Input::at).collect();
        Self::of_table(table, inputs).map(|tree| tree.depth())
    }

    /// Of a table, whose inputs are these; none if it has more than [`MOST_INPUTS`].
    pub fn of_table(table: &TruthTable, inputs: Vec<Input>) -> Option<Self> {
        if inputs.len() > MOST_INPUTS {
            return None;
        }
        let powers: Vec<usize> = (0..inputs.len() as u32).map(|at| 3usize.pow(at)).collect();
        let all = 3usize.pow(inputs.len() as u32);
        let mut depths = vec![0u8; all];
        let mut constants = vec![None; all];
        let mut digits = vec![0u8; inputs.len()];
        // A half has a smaller number than the whole.
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
            // The next number to base 3.
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit > 0 {
                    break;
                }
            }
        }
        Some(Self { inputs, depths, constants })
    }

    /// D: the reads of the best reader in the worst case.
    pub fn depth(&self) -> u32 {
        self.depths.last().map_or(0, |&depth| u32::from(depth))
    }

    /// What a best reader does when it knows some inputs. Among inputs that are as good, it prefers
    /// `liked`, and then the first.
    pub fn next_read(
        &self,
        known: impl Fn(Input) -> Option<bool>,
        liked: Option<Input>,
    ) -> Reading {
        let digit = |input: Input| known(input).map_or(2, usize::from);
        let code = self.inputs.iter().rev().fold(0, |code, &input| code * 3 + digit(input));
        if let Some(constant) = self.constants[code] {
            return Reading::Decided(constant);
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
        // A subcube without an unknown input is a point, where the function is constant.
        best.map_or(Reading::Decided(false), |(_, _, input)| Reading::Needs(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::{family, formula};

    fn depth(text: &str) -> u32 {
        let circuit = formula::circuit(text).unwrap();
        let inputs: Vec<Input> = (0..circuit.inputs()).map(Input::at).collect();
        DecisionTree::of(&circuit, &inputs).unwrap().depth()
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
            let tree = DecisionTree::of(&circuit, &inputs).unwrap();
            for x in 0..32u32 {
                let bits: Vec<bool> = (0..5).map(|at| x >> at & 1 == 1).collect();
                let mut known = [None; 5];
                let mut reads = 0;
                let found = loop {
                    match tree.next_read(|input| known[input.index()], None) {
                        Reading::Decided(bit) => break bit,
                        Reading::Needs(input) => {
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
        assert!(DecisionTree::of(&circuit, &inputs).is_none());
    }
}
