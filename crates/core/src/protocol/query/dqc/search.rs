//! The search of step 5 of the proof, over all debates with three reads whose verifier reads a
//! message first.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::debate::{QueryDebate, Variable, VerifierTree};
use crate::machine::quantified::BitPlayer;

/// The largest number of different bits that a tree of depth 3 reads: e inputs and 7 − e messages.
/// A function of these bits is a table of 2^7 bits.
const BITS: usize = 7;

/// A tree of depth 1: a constant, a bit, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shallow {
    Constant(bool),
    Bit { at: usize, negated: bool },
}

/// A tree of depth 2, its table, and the bits that it depends on.
#[derive(Clone, Copy, Debug)]
struct Small {
    first: usize,
    /// Two trees: the first follows if the first bit is 0, the second if the first bit is 1.
    then: [Shallow; 2],
    table: u128,
    depends: u8,
}

/// A debate in the form that the search uses.
#[derive(Clone, Copy, Debug)]
pub struct FoundDebate {
    inputs: usize,
    /// The message that is read first, by its position in the prefix.
    first: usize,
    branches: [Small; 2],
    /// Bit j is 1 if message j has the quantifier "there is".
    exists: u8,
}

/// A debate for the function of the table. It has three reads, and its verifier reads a message
/// first. The function must have four to six inputs and depend on all of them. `None` if no such
/// debate exists. Bit x of the table is f(x), and x1 is the highest bit of x.
pub fn find(inputs: usize, table: u64) -> Option<QueryDebate> {
    static FOUR: OnceLock<HashMap<u64, FoundDebate>> = OnceLock::new();
    if inputs == 4 {
        // Callers ask for thousands of functions of four inputs. One search for all of them takes as long as a few
        // single searches.
        let four = FOUR.get_or_init(|| {
            let mut all = HashMap::new();
            let _ = each(4, |table, found| {
                all.entry(table).or_insert(found);
                ControlFlow::Continue(())
            });
            all
        });
        return four.get(&table).map(FoundDebate::debate);
    }
    let mut result = None;
    let _ = each(inputs, |other, found| {
        if other != table {
            return ControlFlow::Continue(());
        }
        result = Some(found.debate());
        ControlFlow::Break(())
    });
    result
}

/// Calls `see` for every debate that has three reads, reads a message first, and uses all of the
/// inputs.
fn each(
    inputs: usize,
    mut see: impl FnMut(u64, FoundDebate) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !(1..BITS).contains(&inputs) {
        return ControlFlow::Continue(());
    }
    let messages = BITS - inputs;
    let small = small(inputs);
    let all_inputs = (1u8 << inputs) - 1;
    for first in 0..messages {
        let y = pattern(inputs + first);
        let others: Vec<&Small> =
            small.iter().filter(|tree| tree.depends >> (inputs + first) & 1 == 0).collect();
        for (at, zero) in others.iter().enumerate() {
            for one in &others[at + 1..] {
                if (zero.depends | one.depends) & all_inputs != all_inputs {
                    continue;
                }
                let table = !y & zero.table | y & one.table;
                for exists in 0..1u8 << messages {
                    let found = FoundDebate { inputs, first, branches: [**zero, **one], exists };
                    see(quantified(table, messages, exists), found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The position of a bit in the index of a table. The inputs have the lowest positions, and x1 is the highest of the
/// inputs. The messages have the positions above the inputs, and the last message of the prefix is the highest.
fn place(inputs: usize, bit: usize) -> usize {
    if bit < inputs { inputs - 1 - bit } else { bit }
}

/// The truth table of the function that returns the bit at this position.
fn pattern(place: usize) -> u128 {
    (0..1u32 << BITS)
        .filter(|index| index >> place & 1 == 1)
        .fold(0, |table, index| table | 1 << index)
}

/// Applies the quantifiers to the messages of a table, beginning with the last message of the prefix.
fn quantified(mut table: u128, messages: usize, exists: u8) -> u64 {
    for message in (0..messages).rev() {
        let half = 1u32 << (BITS - messages + message);
        let (low, high) = (table & ((1u128 << half) - 1), table >> half);
        table = if exists >> message & 1 == 1 { low | high } else { low & high };
    }
    // At most six inputs are left.
    table as u64
}

/// All functions that a tree of depth 2 can compute without reading a bit twice, each with one such
/// tree.
fn small(inputs: usize) -> Vec<Small> {
    let bits = 0..BITS;
    let patterns: Vec<u128> = bits.clone().map(|bit| pattern(place(inputs, bit))).collect();
    let literals: Vec<Shallow> = [false, true]
        .map(Shallow::Constant)
        .into_iter()
        .chain(
            bits.clone().flat_map(|at| [false, true].map(|negated| Shallow::Bit { at, negated })),
        )
        .collect();
    let value = |literal: Shallow| match literal {
        Shallow::Constant(false) => 0,
        Shallow::Constant(true) => u128::MAX,
        Shallow::Bit { at, negated: false } => patterns[at],
        Shallow::Bit { at, negated: true } => !patterns[at],
    };
    let depends = |table: u128| {
        bits.clone().fold(0u8, |depends, bit| {
            let shift = 1u32 << place(inputs, bit);
            let differs = (table ^ table >> shift) & !patterns[bit] != 0;
            depends | u8::from(differs) << bit
        })
    };
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for first in bits.clone() {
        for zero in &literals {
            for one in &literals {
                let table = !patterns[first] & value(*zero) | patterns[first] & value(*one);
                if seen.insert(table) {
                    all.push(Small { first, then: [*zero, *one], table, depends: depends(table) });
                }
            }
        }
    }
    all
}

impl FoundDebate {
    fn debate(&self) -> QueryDebate {
        let messages = BITS - self.inputs;
        let exists = |message: usize| self.exists >> message & 1 == 1;
        // Only messages that V reads are in the prefix.
        let read = |message: &usize| {
            let bit = 1u8 << (self.inputs + *message);
            *message == self.first || self.branches.iter().any(|tree| tree.depends & bit != 0)
        };
        let sent: Vec<usize> = (0..messages).filter(read).collect();
        let variable = |bit: usize| match bit.checked_sub(self.inputs) {
            None => Variable::Input(bit),
            Some(message) => {
                let at = sent.iter().position(|&other| other == message);
                Variable::Message(at.unwrap_or_default())
            }
        };
        let [zero, one] = self.branches.map(|tree| tree.tree(&variable));
        let side =
            |&message: &usize| if exists(message) { BitPlayer::Beta } else { BitPlayer::Alpha };
        QueryDebate {
            prefix: sent.iter().map(side).collect(),
            verifier: VerifierTree::read(variable(self.inputs + self.first), zero, one),
        }
    }
}

impl Small {
    fn tree(self, variable: &impl Fn(usize) -> Variable) -> VerifierTree {
        let leaf = |literal: Shallow| match literal {
            Shallow::Constant(bit) => VerifierTree::Leaf(bit),
            Shallow::Bit { at, negated } => VerifierTree::read(
                variable(at),
                VerifierTree::Leaf(negated),
                VerifierTree::Leaf(!negated),
            ),
        };
        let [zero, one] = self.then.map(leaf);
        // The tree that was found first for this function may contain a useless read.
        if zero == one { zero } else { VerifierTree::read(variable(self.first), zero, one) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::TruthTable;
    use crate::protocol::query::dqc::Dqc;

    /// Repeats step 5 without the shortcuts of the proof. Any bit can come first, a branch can read
    /// any bit, both orders of two branches are tried, and any number of inputs is allowed.
    #[test]
    fn every_tree_of_depth_three_under_every_prefix_agrees_for_four_inputs() {
        let small = small(4);
        let mut within = vec![false; 1 << 16];
        for bit in 0..BITS {
            let v = pattern(place(4, bit));
            for zero in &small {
                for one in &small {
                    let table = !v & zero.table | v & one.table;
                    for quantifiers in 0..8 {
                        let mut left = table;
                        for (at, half) in [64u32, 32, 16].into_iter().enumerate() {
                            let other = left >> half;
                            left = if quantifiers >> at & 1 == 0 {
                                left & other
                            } else {
                                left | other
                            };
                            left &= (1u128 << half) - 1;
                        }
                        within[left as usize] = true;
                    }
                }
            }
        }
        for (table, &three) in within.iter().enumerate() {
            let f = TruthTable::from_fn(4, &|x| table >> x & 1 == 1).unwrap();
            assert_eq!(Dqc::compute(&f).unwrap().exact().unwrap() <= 3, three, "{table:x}");
        }
    }
}
