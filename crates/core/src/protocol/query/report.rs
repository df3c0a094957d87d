//! Bounds on the judge's reads in a debate about a circuit or a quantified game.

use serde::Serialize;

use super::bounds::{ceil_log2, derandomised, lower, lower_randomised, proves_circuits};
use super::dqc::{Dqc, depended_on};
use crate::analysis::Fact;
use crate::fact;
use crate::machine::circuit::dependence::{Dependences, connected};
use crate::machine::circuit::{DecisionTree, NormalForm, TruthTable, decision_tree};
use crate::machine::quantified::PerfectPlay;
use crate::machine::{Circuit, QuantifiedGame};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

/// The bounds for a function f. The upper bounds count the bits of the location, of the transcript
/// and of the input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueryComplexity {
    /// n, the number of inputs that f is known to depend on.
    pub n: u64,
    /// True if f depends on no input outside these n. If false, n is only a lower bound, and the
    /// lower bounds of this report are computed from it.
    pub n_exact: bool,
    /// The number of inputs, which is the number of bits of x.
    pub inputs: u64,
    /// s, the number of gates of the circuit, or of the verifier of a quantified game.
    pub size: u64,
    /// The depth of the circuit's negation normal form over ∧ and ∨. The walk goes down in this
    /// form.
    pub depth: u64,
    /// The depth of the circuit as given.
    pub circuit_depth: u64,
    /// The number of gates of the normal form.
    pub normal_size: u64,
    /// ⌈log2(n + 1)⌉, the lower bound for any debate about f. It is sharper than the log2 n of Cor. 4.
    pub lower: u32,
    /// log2(1 + n/3), the lower bound for a randomized judge who errs one time in three.
    pub lower_randomised: f64,
    /// The reads of the circuit walk: the depth of the normal form, plus 1.
    pub upper_walk: u64,
    /// The reads of the gate check: ⌈log2 s⌉ + 3.
    pub upper_check: u64,
    /// The reads of a judge who reads only x. This is D(f) if D(f) is known, otherwise the number
    /// of bits of x.
    pub upper_input: u64,
    /// True if `upper_input` is D(f), the decision-tree depth of f.
    pub upper_input_exact: bool,
    /// The reads of a judge who evaluates the verifier V of a quantified game. This is D(V) if D(V)
    /// is known, otherwise the number of bits that V is connected with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_read: Option<u64>,
    /// True if `upper_read` is D(V).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_read_exact: Option<bool>,
    /// DQC(f), the reads of the best of all debates. `None` if it could not be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<u32>,
    /// k, the number of rounds of the game. For a circuit, it is the number of rounds in which the
    /// provers write the gate check.
    pub rounds: u64,
    /// The number of reads that Theorem 14 adds to those of a randomized judge: log2(2k + n) + 10.
    /// Here V reads n bits of x and k bits of each prover. The value is −∞ (`null` in JSON) if V
    /// reads nothing.
    pub without_coins_adds: f64,
    /// What the bounds say about the size of circuits (Corollary 7).
    pub circuit_lower_bound: LowerBoundNote,
    /// f(x); `None` if the game is too wide to solve.
    pub truth: Option<bool>,
}

/// A note on Corollary 7: a large lower bound on the reads would prove a lower bound on circuits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LowerBoundNote {
    /// log2 n + 7. A proof that a judge needs this many reads would also prove the bound
    /// `would_prove`. The number is one more than in the paper, because this module rounds log s
    /// up.
    pub needed: f64,
    /// 8n, the lower bound on the size of circuits that such a proof would give.
    pub would_prove: u64,
    /// True if such a proof is still possible: no upper bound on the reads is below `needed`.
    pub open: bool,
}

impl QueryComplexity {
    /// The bounds for a function f that a circuit computes.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn of_circuit(circuit: &Circuit, token: &CancelToken) -> Result<Self, Cancelled> {
        let dependences = Dependences::compute(circuit, token)?;
        let size = circuit.size() as u64;
        let known = FunctionFacts {
            n: dependences.count() as u64,
            n_exact: dependences.is_exact(),
            table: table_of(circuit, token)?,
            truth: Some(circuit.output()),
        };
        token.check()?;
        // Alice writes one gate in each round. Bob's pointer begins in the round of the last gate.
        let rounds = size + u64::from(ceil_log2(size)).saturating_sub(1);
        Ok(Self::new(circuit, circuit.inputs(), known, rounds, None))
    }

    /// The bounds for f(x) = ∀α_1 ∃β_1 …: V(x, α, β) = 1. The judge reads V or checks it by
    /// cross-examination. `truth` is f(x) if it is known.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn from_game(
        game: &QuantifiedGame,
        truth: Option<bool>,
        token: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let game = &game.dropped();
        let table = table_of_game(game, token)?;
        let known = FunctionFacts {
            n: table.as_ref().map_or(0, |table| depended_on(table).len() as u64),
            // With many inputs there is no table, so n is the lower bound 0. The number of inputs
            // that are connected with the verifier would be an upper bound.
            n_exact: table.is_some(),
            table,
            truth,
        };
        let (depth, all) = (game.verifier_depth(), game.inputs_read().len() as u64);
        let read = (depth.map_or(all, u64::from), depth.is_some());
        let inputs = game.free().count();
        token.check()?;
        Ok(Self::new(game.verifier(), inputs, known, game.rounds().len() as u64, Some(read)))
    }

    fn new(
        circuit: &Circuit,
        inputs: usize,
        known: FunctionFacts,
        rounds: u64,
        read: Option<(u64, bool)>,
    ) -> Self {
        let normal = NormalForm::from_circuit(circuit);
        let size = circuit.size() as u64;
        let (upper_walk, upper_check) = (normal.depth() as u64 + 1, u64::from(ceil_log2(size)) + 3);
        let depth = known.table.as_ref().and_then(DecisionTree::depth_of_table);
        let upper_input = depth.map_or(inputs as u64, u64::from);
        let exact = known.table.as_ref().and_then(|table| Dqc::compute(table)?.exact());
        let read_verifier = read.map_or(u64::MAX, |(read, _)| read);
        let others = [upper_check, upper_input, read_verifier, exact.map_or(u64::MAX, u64::from)];
        let best = others.into_iter().fold(upper_walk, u64::min);
        let n = known.n;
        let needed = proves_circuits(n);
        Self {
            n,
            n_exact: known.n_exact,
            inputs: inputs as u64,
            size,
            depth: normal.depth() as u64,
            circuit_depth: circuit.depth() as u64,
            normal_size: normal.size() as u64,
            lower: lower(n),
            lower_randomised: lower_randomised(n),
            upper_walk,
            upper_check,
            upper_input,
            upper_input_exact: depth.is_some(),
            upper_read: read.map(|(read, _)| read),
            upper_read_exact: read.map(|(_, exact)| exact),
            exact,
            rounds,
            without_coins_adds: derandomised(0.0, rounds, inputs as u64),
            circuit_lower_bound: LowerBoundNote {
                needed,
                would_prove: 8 * n,
                open: n > 0 && best as f64 >= needed,
            },
            truth: known.truth,
        }
    }

    /// The facts of the report, one for each row.
    pub fn facts(&self) -> Vec<Fact> {
        let at_least = if self.n_exact { "" } else { " or more" };
        let mut facts = vec![
            match self.truth.map(u32::from) {
                Some(value) => fact!("f": "f(x)           {value}", value = value),
                None => {
                    fact!("f": "f(x)           not known, because the game is too wide to solve")
                }
            },
            fact!("depends-on": "depends on     {n}{or_more}, of {inputs} inputs", n = self.n,
                or_more = at_least, inputs = self.inputs),
            fact!("circuit": "circuit        {gates}, depth {depth}",
                gates = self.size => gates(self.size), depth = self.circuit_depth),
            fact!("normal-form": "and-or form    {gates}, depth {depth}",
                gates = self.normal_size => gates(self.normal_size), depth = self.depth),
            fact!("any-debate": "any debate     at least {reads} reads, because f depends on {n}{or_more} \
                inputs (sharper than Cor. 4)", reads = self.lower, n = self.n, or_more = at_least),
            fact!("with-coins": "randomized     at least {reads:.2} reads, if the judge errs 1 time in 3 \
                (by the twins; sharper than Thm 13)", reads = Limit::at_least(self.lower_randomised)),
            fact!("walk": "circuit walk   at most {reads} reads (Thm 5)", reads = self.upper_walk),
            fact!("check": "gate check     at most {reads} reads (Thm 6)", reads = self.upper_check),
        ];
        let best_tree = |exact: bool, of: &str, all: &str| match exact {
            true => format!(" ({of}, the best decision tree)"),
            false => format!(", all {all}"),
        };
        let x = self.upper_input;
        facts.push(fact!("read-x": "reading x      at most {reads}{how}", reads = x => reads(x),
            how = best_tree(self.upper_input_exact, "D(f)", "of x"); exact = self.upper_input_exact));
        if let Some(read) = self.upper_read {
            let exact = self.upper_read_exact.unwrap_or_default();
            facts.push(fact!("read-verifier": "verifier read  at most {reads}{how}",
                reads = read => reads(read),
                how = best_tree(exact, "D(V)", "bits connected with V"); exact = exact));
        }
        if let Some(exact) = self.exact.map(u64::from) {
            facts.push(fact!("best-debate": "best debate    exactly {reads}",
                reads = exact => reads(exact)));
        }
        // This finding makes no sense for a circuit that reads no input.
        if self.without_coins_adds.is_finite() {
            facts.push(
                fact!("without-coins": "derandomized   a deterministic judge with fewer than q + {more:.2} \
                reads can replace a randomized judge with q reads, if q ≥ 2 (Thm 14, k = {k}, n = {n})",
                more = Limit::at_most(self.without_coins_adds), k = self.rounds, n = self.inputs),
            );
        }
        let note = &self.circuit_lower_bound;
        if self.n > 0 {
            facts.push(
                fact!("to-prove-more": "circuit size   if a judge needs {reads:.2} reads or more, \
                then f needs {gates} gates; the bounds above {open} (Cor. 7, with logarithms rounded \
                up)", reads = Limit::at_most(note.needed),
                gates = note.would_prove,
                open = note.open => if note.open { "leave this open" } else { "rule this out" }),
            );
        }
        facts
    }
}

fn gates(count: u64) -> String {
    if count == 1 { "1 gate".into() } else { format!("{count} gates") }
}

fn reads(count: u64) -> String {
    if count == 1 { "1 read".into() } else { format!("{count} reads") }
}

struct FunctionFacts {
    n: u64,
    n_exact: bool,
    /// The truth table over the inputs that f depends on, and perhaps a few more inputs. `None` if
    /// there are too many inputs.
    table: Option<TruthTable>,
    truth: Option<bool>,
}

/// The largest number of inputs for which f is evaluated on every x.
const MOST_EXACT: usize = decision_tree::MOST_INPUTS;

/// The truth table over the inputs that the circuit is connected with. `None` if there are too many
/// inputs.
///
/// # Errors
/// Returns an error if the work was cancelled.
fn table_of(circuit: &Circuit, token: &CancelToken) -> Result<Option<TruthTable>, Cancelled> {
    let read = connected(circuit);
    let vary: Vec<usize> = (0..circuit.inputs()).filter(|&at| read[at]).collect();
    let few = vary.len() <= MOST_EXACT && (circuit.size() as u64) << vary.len() <= 1 << 30;
    if few { TruthTable::over(circuit, &vary, token) } else { Ok(None) }
}

/// The truth table over the inputs that V can read. `None` if there are too many inputs, or if V is
/// too large.
///
/// # Errors
/// Returns an error if the work was cancelled.
fn table_of_game(
    game: &QuantifiedGame,
    token: &CancelToken,
) -> Result<Option<TruthTable>, Cancelled> {
    let free: Vec<_> = game.free().filter(|&input| game.is_read(input)).collect();
    let work = game.verifier().size() as u64;
    let played = game.turns().iter().filter(|turn| game.is_read(turn.input)).count();
    let words = (played.saturating_sub(6) + free.len()).try_into().ok();
    let all = words.and_then(|words| work.checked_mul(1u64.checked_shl(words)?));
    if free.len() > MOST_EXACT || all.is_none_or(|all| all > 1 << 30) {
        return Ok(None);
    }
    match PerfectPlay::new(game) {
        Ok(perfect) => perfect.table(&free, token),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::{TruthTable, family, formula};
    use crate::machine::quantified;
    use crate::machine::testing::random_circuit;

    #[test]
    fn majority_of_three_needs_two_reads_and_four_do() {
        let report =
            QueryComplexity::of_circuit(&family::majority(3).unwrap(), &CancelToken::default())
                .unwrap();
        assert_eq!((report.lower, report.upper_walk, report.upper_check), (2, 4, 5));
    }

    #[test]
    fn a_closed_game_depends_on_nothing_and_an_open_one_on_its_names() {
        let closed = quantified::formula::game("forall x exists y: x <-> y").unwrap();
        let report =
            QueryComplexity::from_game(&closed, Some(true), &CancelToken::default()).unwrap();
        assert_eq!((report.n, report.lower, report.upper_read), (0, 0, Some(2)));
        let open = quantified::formula::game("forall a exists b: (x1 | a <-> b) & x2").unwrap();
        let report =
            QueryComplexity::from_game(&open, Some(false), &CancelToken::default()).unwrap();
        assert_eq!((report.n, report.n_exact, report.lower), (1, true, 1));
    }

    proptest! {
        #[test]
        fn no_circuit_beats_the_lower_bound(circuit in random_circuit(7, 40)) {
            let report = QueryComplexity::of_circuit(&circuit, &CancelToken::default()).unwrap();
            prop_assert!(u64::from(report.lower) <= report.upper_walk.min(report.upper_check));
            let table = TruthTable::from_circuit(&circuit, &CancelToken::default()).unwrap().unwrap();
            let depends = (0..7).filter(|&i| table.turned_on_by(i).ones() > 0).count();
            prop_assert_eq!(report.n as usize, depends);
        }

        #[test]
        fn a_conjunction_is_walked_in_about_log_n_reads(n in 2usize..40) {
            let names: Vec<String> = (1..=n).map(|i| format!("x{i}")).collect();
            let report = QueryComplexity::of_circuit(&formula::circuit(&names.join("&")).unwrap(), &CancelToken::default()).unwrap();
            prop_assert_eq!((report.n, report.size), (n as u64, n as u64 - 1));
            prop_assert_eq!(report.upper_walk, u64::from(ceil_log2(n as u64)) + 1);
        }
    }
}
