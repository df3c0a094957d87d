//! The complete truth table of a circuit with few inputs.

use std::convert::Infallible;

use rayon::prelude::*;

use super::{BitSlicedCircuit, Circuit};
use crate::machine::Bits;
use crate::work::{CancelToken, Cancelled};

/// The values of a function on every input. Input `x` is a number whose highest bit is x1, as in a
/// table on paper. There are at most [`MOST_INPUTS`] inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TruthTable {
    inputs: usize,
    /// Bit `x % 64` of word `x / 64` is f(x).
    words: Vec<u64>,
}

/// The largest number of inputs of a table. 2^24 bits are 2 MiB.
pub const MOST_INPUTS: usize = 24;

/// Work of at least this many gate evaluations is shared by all cores. One evaluation handles 64
/// inputs at once.
const SPREAD: u64 = 1 << 20;

/// The number of gate evaluations between two checks for cancellation. They take about a millisecond. One evaluation
/// handles 64 inputs at once.
const BETWEEN_QUESTIONS: u64 = 1 << 20;

/// The values of the six lowest inputs in the 64 evaluations of a word.
const PATTERNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl TruthTable {
    /// The table of a circuit. `None` if it has more than [`MOST_INPUTS`] inputs.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn from_circuit(circuit: &Circuit, token: &CancelToken) -> Result<Option<Self>, Cancelled> {
        let vary: Vec<usize> = (0..circuit.inputs()).collect();
        Self::over(circuit, &vary, token)
    }

    /// The table over the inputs with these indices, counted from 0. The first index is the highest
    /// bit of a row's number. The other inputs keep the circuit's values. `None` if there are more
    /// than [`MOST_INPUTS`] indices.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn over(
        circuit: &Circuit,
        vary: &[usize],
        token: &CancelToken,
    ) -> Result<Option<Self>, Cancelled> {
        let inputs = vary.len();
        if inputs > MOST_INPUTS {
            return Ok(None);
        }
        let fixed = circuit.plan().inputs().iter();
        let mut row: Vec<u64> = fixed.map(|bit| if bit { u64::MAX } else { 0 }).collect();
        for (place, &index) in vary.iter().rev().take(PATTERNS.len()).enumerate() {
            row[index] = PATTERNS[place];
        }
        let between = (BETWEEN_QUESTIONS / circuit.size().max(1) as u64).max(1);
        let word = |(lanes, row): &mut (BitSlicedCircuit, Vec<u64>), word: u64| {
            if word.is_multiple_of(between) {
                token.check()?;
            }
            for (place, &index) in vary.iter().rev().skip(PATTERNS.len()).enumerate() {
                row[index] = if word >> place & 1 == 1 { u64::MAX } else { 0 };
            }
            Ok(lanes.outputs(row))
        };
        let all = 0..1u64 << inputs.saturating_sub(PATTERNS.len());
        let mut start = (BitSlicedCircuit::new(circuit), row);
        let mut words: Vec<u64> = if all.end.saturating_mul(circuit.size() as u64) < SPREAD {
            all.map(|at| word(&mut start, at)).collect::<Result<_, _>>()?
        } else {
            all.into_par_iter().map_init(|| start.clone(), word).collect::<Result<_, _>>()?
        };
        if inputs < PATTERNS.len() {
            words[0] &= (1u64 << (1u64 << inputs)).wrapping_sub(1);
        }
        Ok(Some(Self { inputs, words }))
    }

    /// The table of a fast function of `inputs` bits. `None` if there are more than
    /// [`MOST_INPUTS`].
    pub fn from_fn(inputs: usize, f: &(dyn Fn(u64) -> bool + Sync)) -> Option<Self> {
        match Self::try_from_fn(inputs, &|x| Ok::<_, Infallible>(f(x))) {
            Ok(table) => table,
            Err(never) => match never {},
        }
    }

    /// Like [`TruthTable::from_fn`], for a function that may fail or take long.
    ///
    /// # Errors
    /// Returns the first error of the function. After this error, the function is not called again.
    pub fn try_from_fn<E: Send>(
        inputs: usize,
        f: &(dyn Fn(u64) -> Result<bool, E> + Sync),
    ) -> Result<Option<Self>, E> {
        if inputs > MOST_INPUTS {
            return Ok(None);
        }
        let word = |at: u64| {
            let mut places = 0..64.min(1u64 << inputs);
            places.try_fold(0, |word, place| Ok(word | u64::from(f(at * 64 + place)?) << place))
        };
        let all = 0..1u64 << inputs.saturating_sub(6);
        let words = all.into_par_iter().map(word).collect::<Result<_, _>>()?;
        Ok(Some(Self { inputs, words }))
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// f(x).
    ///
    /// # Panics
    /// Panics if `x` has more bits than there are inputs.
    pub fn at(&self, x: u64) -> bool {
        self.words[(x / 64) as usize] >> (x % 64) & 1 == 1
    }

    /// The number of inputs on which f is 1.
    pub fn ones(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The mask that flips input `index` of x. Inputs count from 0, x1 first.
    pub fn flip(&self, index: usize) -> u64 {
        1 << (self.inputs - 1 - index)
    }

    /// The table of the inputs w with f(w) = 0 and f(w ⊕ e_i) = 1. `index` is i, counted from 0.
    pub fn turned_on_by(&self, index: usize) -> Self {
        let flip = self.flip(index);
        let neighbours = |at: usize| {
            if flip >= 64 {
                return self.words[at ^ (flip / 64) as usize];
            }
            let pattern = PATTERNS[flip.trailing_zeros() as usize];
            let word = self.words[at];
            (word & pattern) >> flip | (word & !pattern) << flip
        };
        let words = self.words.iter().enumerate().map(|(at, word)| !word & neighbours(at));
        Self { inputs: self.inputs, words: words.collect() }
    }

    /// The `rank`-th input, counted from 0, on which f is 1. `None` if there are fewer.
    pub fn nth_one(&self, rank: u64) -> Option<u64> {
        let mut left = rank;
        for (at, &word) in self.words.iter().enumerate() {
            let ones = u64::from(word.count_ones());
            if left < ones {
                let mut word = word;
                for _ in 0..left {
                    word &= word - 1;
                }
                return Some(at as u64 * 64 + u64::from(word.trailing_zeros()));
            }
            left -= ones;
        }
        None
    }

    /// All inputs on which f is 1, in order.
    pub fn into_ones(self) -> impl Iterator<Item = u64> {
        self.words.into_iter().zip(0u64..).flat_map(|(word, at)| {
            let first = Some(word).filter(|&word| word != 0);
            let others =
                std::iter::successors(first, |&word| Some(word & (word - 1)).filter(|&w| w != 0));
            others.map(move |word| at * 64 + u64::from(word.trailing_zeros()))
        })
    }

    /// An input of the table as bits, x1 first.
    pub fn bits(&self, x: u64) -> Bits {
        (0..self.inputs).map(|index| x & self.flip(index) != 0).collect()
    }

    /// The words of the table, 64 values in each.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::formula;
    use crate::machine::testing::random_circuit;

    #[test]
    fn a_table_reads_like_one_on_paper() {
        let table = TruthTable::from_circuit(
            &formula::circuit("x1 & !x2").unwrap(),
            &CancelToken::default(),
        )
        .unwrap()
        .unwrap();
        assert_eq!([0, 1, 2, 3].map(|x| table.at(x)), [false, false, true, false]);
        assert_eq!(table.ones(), 1);
        let ones = |table: TruthTable| (0..4).filter(|&x| table.at(x)).collect::<Vec<_>>();
        assert_eq!(ones(table.turned_on_by(0)), [0b00]);
        assert_eq!(ones(table.turned_on_by(1)), [0b11]);
    }

    #[test]
    fn inputs_that_do_not_vary_stay_as_they_are() {
        let circuit = formula::circuit("x1 ^ x2 ^ x3").unwrap();
        let circuit = circuit.with_inputs("010".parse().unwrap()).unwrap();
        let table = TruthTable::over(&circuit, &[2], &CancelToken::default()).unwrap().unwrap();
        assert_eq!([table.at(0), table.at(1)], [true, false]);
    }

    #[test]
    fn a_table_can_be_stopped() {
        let circuit = crate::machine::circuit::family::parity(20).unwrap();
        assert_eq!(TruthTable::from_circuit(&circuit, &CancelToken::limited(0)), Err(Cancelled));
    }

    proptest! {
        #[test]
        fn an_input_is_turned_on_where_flipping_it_turns_f_on(circuit in random_circuit(8, 30)) {
            let table = TruthTable::from_circuit(&circuit, &CancelToken::default()).unwrap().unwrap();
            for index in 0..8 {
                let turned = table.turned_on_by(index);
                let mut ranked = Vec::new();
                for x in 0..256 {
                    let expected = !table.at(x) && table.at(x ^ table.flip(index));
                    prop_assert_eq!(turned.at(x), expected);
                    if expected {
                        ranked.push(x);
                    }
                }
                prop_assert_eq!(turned.ones(), ranked.len() as u64);
                let found = (0..turned.ones()).map(|rank| turned.nth_one(rank).unwrap());
                prop_assert_eq!(found.collect::<Vec<_>>(), ranked);
            }
            prop_assert_eq!(table.nth_one(table.ones()), None);
            let ones: Vec<u64> = (0..table.ones()).filter_map(|rank| table.nth_one(rank)).collect();
            prop_assert_eq!(table.into_ones().collect::<Vec<_>>(), ones);
        }
    }
}
