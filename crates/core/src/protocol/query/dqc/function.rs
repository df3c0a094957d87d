//! DQC of one function: exact where the proof applies, and bounds elsewhere.

use std::sync::Arc;

use super::debate::{QueryDebate, Variable, VerifierTree};
use super::search;
use crate::machine::Circuit;
use crate::machine::Input;
use crate::machine::circuit::{DecisionTree, NextRead, TruthTable, decision_tree};
use crate::protocol::query::lower;
use crate::work::{CancelToken, Cancelled};

/// The known facts about DQC(f).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dqc {
    /// e, the number of inputs that f depends on.
    pub dependent: usize,
    /// D(f), the reads of the best decision tree. Such a tree is the best debate without messages.
    pub tree_depth: u32,
    /// A lower bound: no debate for f has fewer reads.
    pub low: u32,
    /// A debate for f, as a quantified formula.
    pub debate: QueryDebate,
    /// The reads of the debates that use a circuit for f. `None` if no circuit is known.
    pub circuit: Option<CircuitReads>,
    /// The formula of that circuit. `None` if the circuit was given.
    pub formula: Option<Arc<str>>,
}

/// The judge's reads in the debates that use a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitReads {
    /// The reads of the circuit walk (Thm 5): the depth of the normal form over ∧ and ∨, plus 1.
    pub walk: u32,
    /// The reads of the gate check (Thm 6).
    pub check: u32,
}

/// The kind of the known debate that has the fewest reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DqcMethod {
    /// The debate of [`Dqc::debate`].
    Formula,
    /// The walk down the circuit.
    Walk,
    /// The check of one gate of the circuit.
    Check,
}

impl Dqc {
    /// The facts for a function of at most [`decision_tree::MOST_INPUTS`] inputs. `None` if there
    /// are more.
    pub fn compute(table: &TruthTable) -> Option<Self> {
        if table.inputs() > decision_tree::MOST_INPUTS {
            return None;
        }
        let inputs = depended_on(table);
        let own = restricted(table, &inputs)?;
        let dqc = Self::of_dependent(&own)?;
        let name = |variable| match variable {
            Variable::Input(at) => Variable::Input(inputs[at]),
            message => message,
        };
        let verifier = dqc.debate.verifier.renamed(&name);
        Some(Self { debate: QueryDebate { verifier, ..dqc.debate }, ..dqc })
    }

    /// The facts for the function of a circuit. They include the debates that use the circuit.
    /// `None` if there are too many inputs.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn of_circuit(circuit: &Circuit, token: &CancelToken) -> Result<Option<Self>, Cancelled> {
        if circuit.inputs() > decision_tree::MOST_INPUTS {
            return Ok(None);
        }
        let table = TruthTable::from_circuit(circuit, token)?;
        let Some(found) = table.as_ref().and_then(Self::compute) else { return Ok(None) };
        let given = Self { circuit: Some(CircuitReads::from_circuit(circuit)), ..found };
        Ok(Some(match &table {
            Some(table) => given.with_found_circuit(table),
            None => given,
        }))
    }

    /// The debate with the fewest reads. If several have the fewest, prefers the formula, and then
    /// the walk.
    pub fn by(&self) -> DqcMethod {
        let Some(CircuitReads { walk, check }) = self.circuit else { return DqcMethod::Formula };
        match self.debate.reads() {
            own if own <= walk.min(check) => DqcMethod::Formula,
            _ if walk <= check => DqcMethod::Walk,
            _ => DqcMethod::Check,
        }
    }

    /// An upper bound: the reads of the best known debate.
    pub fn high(&self) -> u32 {
        match (self.by(), self.circuit) {
            (DqcMethod::Walk, Some(own)) => own.walk,
            (DqcMethod::Check, Some(own)) => own.check,
            _ => self.debate.reads(),
        }
    }

    /// DQC(f). `None` if the bounds differ. They agree for every f of at most four inputs.
    pub fn exact(&self) -> Option<u32> {
        (self.low == self.high()).then_some(self.low)
    }

    /// The facts for a function that depends on all of its inputs.
    fn of_dependent(table: &TruthTable) -> Option<Self> {
        let e = table.inputs();
        let alone = QueryDebate::without_words(tree(table)?);
        let tree_depth = alone.reads();
        let best = |low, debate| {
            let (circuit, formula) = (None, None);
            Self { dependent: e, tree_depth, low, debate, circuit, formula }
        };
        // Step 4: with at most two reads, a decision tree is as good as any debate.
        if tree_depth <= 2 {
            return Some(best(tree_depth, alone));
        }
        let low = lower(e as u64).max(3);
        if tree_depth == low {
            return Some(best(low, alone));
        }
        // Step 5: are three reads enough? If f has seven inputs, no read is left for a message.
        if low == 3 {
            // The table of at most six inputs fits into one word.
            let found = (e <= 6).then(|| search::find(e, table.words()[0])).flatten();
            if let Some(debate) = found {
                return Some(best(3, debate));
            }
        }
        let low = low.max(4);
        Some(best(low, better(table, alone, low)))
    }
}

/// The inputs that a function depends on, counted from 0.
pub fn depended_on(table: &TruthTable) -> Vec<usize> {
    let turned = |&at: &usize| table.turned_on_by(at).ones() > 0;
    (0..table.inputs()).filter(turned).collect()
}

/// The function of these inputs only. The other inputs are 0.
fn restricted(table: &TruthTable, inputs: &[usize]) -> Option<TruthTable> {
    TruthTable::from_fn(inputs.len(), &|x| {
        let set = inputs.iter().rev().enumerate().filter(|(place, _)| x >> place & 1 == 1);
        table.at(set.map(|(_, &input)| table.flip(input)).sum())
    })
}

/// A best decision tree.
fn tree(table: &TruthTable) -> Option<VerifierTree> {
    fn grow(reader: &DecisionTree, known: &mut Vec<Option<bool>>) -> VerifierTree {
        match reader.next_read(|input| known[input.index()], None) {
            NextRead::Decided(bit) => VerifierTree::Leaf(bit),
            NextRead::Needs(input) => {
                let [zero, one] = [false, true].map(|bit| {
                    known[input.index()] = Some(bit);
                    grow(reader, known)
                });
                known[input.index()] = None;
                VerifierTree::read(Variable::Input(input.index()), zero, one)
            }
        }
    }
    let reader = DecisionTree::from_table(table, (0..table.inputs()).map(Input::at).collect())?;
    Some(grow(&reader, &mut vec![None; table.inputs()]))
}

/// Tries step 3 of the proof for every input: reads the input first, and then uses a debate for each of its values.
/// Returns `known` if no input gives fewer reads. Works for at most six inputs.
fn better(table: &TruthTable, known: QueryDebate, low: u32) -> QueryDebate {
    let mut best = known;
    if table.inputs() > 6 {
        return best;
    }
    for input in 0..table.inputs() {
        if best.reads() == low {
            break;
        }
        let halves = [false, true].map(|bit| {
            let half = TruthTable::from_fn(table.inputs(), &|x| {
                let flip = table.flip(input);
                table.at(if bit { x | flip } else { x & !flip })
            })?;
            Dqc::compute(&half).map(|dqc| dqc.debate)
        });
        if let [Some(zero), Some(one)] = halves
            && 1 + zero.reads().max(one.reads()) < best.reads()
        {
            best = QueryDebate::by_input(input, [zero, one]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::formula;
    use crate::machine::quantified::{self, BitPlayer};

    fn dqc(text: &str) -> Dqc {
        let circuit = formula::circuit(text).unwrap();
        let table = TruthTable::from_circuit(&circuit, &Default::default()).unwrap().unwrap();
        Dqc::compute(&table).unwrap()
    }

    /// Returns `true` if a debate decides a function. Plays the debate on every input.
    fn decides(debate: &QueryDebate, table: &TruthTable) -> bool {
        let n = table.inputs();
        (0..1u64 << n).all(|x| {
            let bits: Vec<bool> = (0..n).rev().map(|place| x >> place & 1 == 1).collect();
            debate.value(&bits) == table.at(x)
        })
    }

    #[test]
    fn a_conjunction_of_four_takes_three_reads_where_a_tree_takes_four() {
        let all = dqc("x1 & x2 & x3 & x4");
        assert_eq!((all.tree_depth, all.exact()), (4, Some(3)));
        assert_eq!(all.debate.prefix.len(), 1, "Alice says which half is 0");
    }

    #[test]
    fn a_circuit_bounds_what_the_judge_reads_of_many_inputs() {
        let of = |text: &str| {
            let circuit = formula::circuit(text).unwrap();
            Dqc::of_circuit(&circuit, &CancelToken::default()).unwrap().unwrap()
        };
        let joined =
            |n: usize, by: &str| (1..=n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(by);
        let all = of(&joined(8, " & "));
        assert_eq!((all.exact(), all.by()), (Some(4), DqcMethod::Walk), "{all:?}");
        let parity = of(&joined(8, " ^ "));
        assert_eq!(
            (parity.low, parity.high(), parity.by()),
            (4, 6, DqcMethod::Check),
            "{parity:?}"
        );
        // The search is exact here, so no circuit does better.
        let four = of(&joined(4, " ^ "));
        assert_eq!((four.exact(), four.by()), (Some(4), DqcMethod::Formula), "{four:?}");
    }

    #[test]
    fn parity_of_four_takes_four_and_majority_of_three_takes_three() {
        assert_eq!(dqc("x1 ^ x2 ^ x3 ^ x4").exact(), Some(4));
        assert_eq!(dqc("majority(x1, x2, x3)").exact(), Some(3));
        assert_eq!(dqc("(x1 & x2) | (!x1 & x3)").exact(), Some(2));
        assert_eq!(dqc("x1 | !x1").exact(), Some(0));
    }

    #[test]
    fn inputs_that_do_not_matter_do_not_count() {
        let one = dqc("x3 & (x1 | !x1)");
        assert_eq!((one.dependent, one.exact()), (1, Some(1)));
        assert_eq!(
            one.debate.verifier,
            VerifierTree::read(
                Variable::Input(2),
                VerifierTree::Leaf(false),
                VerifierTree::Leaf(true)
            )
        );
    }

    /// The functions with DQC ≤ q, computed directly from Definition 1. Takes every decision tree
    /// of depth at most 2 over x and the bits of k rounds, and evaluates it under α_1 β_1 … α_k
    /// β_k. By Lemma 3, k = 2^q rounds are enough.
    fn within_two_reads(inputs: usize, reads: u32) -> std::collections::HashSet<u64> {
        let rounds = 1 << reads;
        let bits = inputs + 2 * rounds;
        let literal = |code: usize, all: usize| match code {
            0 | 1 => code == 1,
            _ => (all >> ((code - 2) / 2) & 1 == 1) != (code % 2 == 1),
        };
        let literals = 2 + 2 * bits;
        let trees: Vec<(usize, usize, usize)> = match reads {
            1 => (0..literals).map(|code| (0, code, code)).collect(),
            _ => (0..bits)
                .flat_map(|first| {
                    (0..literals).flat_map(move |a| (0..literals).map(move |b| (first, a, b)))
                })
                .collect(),
        };
        // The inputs are the lowest bits of `all`, and the messages follow in order.
        let value = |(first, a, b): (usize, usize, usize), x: usize| {
            let mut values: Vec<bool> = (0..1usize << (2 * rounds))
                .map(|said| {
                    let all = x | said << inputs;
                    literal(if all >> first & 1 == 1 { b } else { a }, all)
                })
                .collect();
            for message in (0..2 * rounds).rev() {
                let half = values.len() / 2;
                let alice = message % 2 == 0;
                values = (0..half)
                    .map(|at| match alice {
                        true => values[at] && values[at + half],
                        false => values[at] || values[at + half],
                    })
                    .collect();
            }
            values[0]
        };
        trees
            .into_iter()
            .map(|tree| {
                (0..1usize << inputs).fold(0, |table, x| {
                    // The table's highest bit is x1, which is bit 0 of x here.
                    let place = (0..inputs).fold(0, |p, i| p | (x >> i & 1) << (inputs - 1 - i));
                    table | u64::from(value(tree, x)) << place
                })
            })
            .collect()
    }

    #[test]
    fn brute_force_over_all_debates_of_the_definition_agrees_for_one_and_two_reads() {
        for (inputs, reads) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)] {
            let found = within_two_reads(inputs, reads);
            for table in 0..1u64 << (1 << inputs) {
                let f = TruthTable::from_fn(inputs, &|x| table >> x & 1 == 1).unwrap();
                let least = Dqc::compute(&f).unwrap().exact().unwrap();
                assert_eq!(found.contains(&table), least <= reads, "{table:x} of {inputs}");
            }
        }
    }

    #[test]
    fn every_function_of_four_inputs_has_an_exact_value_and_an_optimal_debate() {
        let mut counts = [0; 5];
        for table in (0..1u64 << 16).step_by(7) {
            let f = TruthTable::from_fn(4, &|x| table >> x & 1 == 1).unwrap();
            let dqc = Dqc::compute(&f).unwrap();
            counts[dqc.exact().expect("exact") as usize] += 1;
            assert!(decides(&dqc.debate, &f), "{table:x}");
            let game = quantified::formula::game(&dqc.debate.formula()).unwrap();
            assert!(game.verifier_depth().unwrap() <= dqc.high(), "{table:x}");
        }
        assert!(counts[3] > 0 && counts[4] > 0, "{counts:?}");
    }

    fn random_tree(bits: usize) -> impl Strategy<Value = VerifierTree> {
        let leaf = any::<bool>().prop_map(VerifierTree::Leaf);
        leaf.prop_recursive(3, 15, 2, move |inner| {
            (0..bits, inner.clone(), inner).prop_map(move |(bit, zero, one)| {
                let variable =
                    if bit < 4 { Variable::Input(bit) } else { Variable::Message(bit - 4) };
                VerifierTree::read(variable, zero, one)
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_debate_drawn_at_random_beats_the_least(
            verifier in random_tree(10), sides in proptest::collection::vec(any::<bool>(), 6),
        ) {
            let prefix = sides.into_iter().map(|a| if a { BitPlayer::Alpha } else { BitPlayer::Beta });
            let debate = QueryDebate { prefix: prefix.collect(), verifier };
            let f = TruthTable::from_fn(4, &|x| {
                debate.value(&[3, 2, 1, 0].map(|place| x >> place & 1 == 1))
            }).unwrap();
            prop_assert!(Dqc::compute(&f).unwrap().exact().unwrap() <= debate.reads());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn five_inputs_have_a_bracket_with_a_debate(word in any::<u32>()) {
            let f = TruthTable::from_fn(5, &|x| word >> x & 1 == 1).unwrap();
            let dqc = Dqc::compute(&f).unwrap();
            prop_assert!(dqc.low <= dqc.high() && dqc.high() <= dqc.tree_depth);
            prop_assert!(decides(&dqc.debate, &f));
        }
    }
}
