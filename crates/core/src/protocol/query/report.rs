//! What is known of how many bits a judge must read of a debate about a circuit or a quantified
//! game.

use serde::Serialize;

use super::bounds::{ceil_log2, derandomised, lower, lower_randomised};
use super::dqc::{Dqc, depended_on};
use crate::analysis::Fact;
use crate::fact;
use crate::machine::circuit::dependence::{Dependences, connected};
use crate::machine::circuit::{DecisionTree, NormalForm, TruthTable, decision_tree};
use crate::machine::quantified::PerfectPlay;
use crate::machine::{Circuit, QuantifiedGame};
use crate::work::{Stopped, Token};

/// The report on a function. Upper bounds count location, transcript and input bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueryComplexity {
    /// n: the inputs that f is known to depend on.
    pub n: u64,
    /// Whether f depends on no others; otherwise n is a lower bound, and the lower bounds hold
    /// with it.
    pub n_exact: bool,
    /// How many inputs there are: the bits of x.
    pub inputs: u64,
    /// s: the gates of the circuit; of the verifier's, in a quantified game.
    pub size: u64,
    /// The depth of the negation normal form over ∧ and ∨: what a walk goes down.
    pub depth: u64,
    /// The depth of the circuit as given.
    pub circuit_depth: u64,
    /// The size of the normal form.
    pub normal_size: u64,
    /// ⌈log2(n + 1)⌉: no debate for f lets the judge read fewer.
    pub lower: u32,
    /// log2 n − 3: nor does one whose judge tosses coins and errs one time in three.
    pub lower_randomised: f64,
    /// The circuit walk: normal form depth + 1.
    pub upper_walk: u64,
    /// The gate check: ⌈log2 s⌉ + 3.
    pub upper_check: u64,
    /// Reading x and nothing else: D(f) if that is known, otherwise all of x.
    pub upper_input: u64,
    /// Whether `upper_input` is D(f), the decision-tree depth of f.
    pub upper_input_exact: bool,
    /// Evaluating the verifier of a quantified game: D(V) if that is known, otherwise all that V
    /// is connected with, of x and the rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_read: Option<u64>,
    /// Whether `upper_read` is D(V).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_read_exact: Option<bool>,
    /// DQC(f): the reads that the best of all debates needs, where it could be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<u32>,
    /// k, the rounds of the debate: those of the game, or those in which a gate check is written.
    pub rounds: u64,
    /// What Theorem 14 adds to the reads of a judge with coins: log2(2k + n) + 10, where V reads
    /// n bits of x and k bits of each prover; −∞ (in JSON `null`) where it reads nothing.
    pub without_coins_adds: f64,
    /// Corollary 7.
    pub circuit_lower_bound: LowerBoundNote,
    /// f(x); `None` if the game is too wide to solve.
    pub truth: Option<bool>,
}

/// Corollary 7: what a large lower bound on the reads would prove about circuits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LowerBoundNote {
    /// log2 n + 7: a lower bound this large (one more than in the paper, whose log s is ⌈log2 s⌉) …
    pub needed: f64,
    /// … would prove that f needs circuits of this size, 8n.
    pub would_prove: u64,
    /// Whether that is left open: no upper bound on the reads rules it out.
    pub open: bool,
}

impl QueryComplexity {
    /// Of f, computed by a circuit.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of_circuit(circuit: &Circuit, token: &Token) -> Result<Self, Stopped> {
        let dependences = Dependences::of(circuit, token)?;
        let size = circuit.size() as u64;
        let known = FunctionFacts {
            n: dependences.count() as u64,
            n_exact: dependences.is_exact(),
            table: table_of(circuit, token)?,
            truth: Some(circuit.output()),
        };
        token.check()?;
        // Alice writes the gates one in a round; Bob's pointer begins in the round of the last.
        let rounds = size + u64::from(ceil_log2(size)).saturating_sub(1);
        Ok(Self::new(circuit, circuit.inputs(), known, rounds, None))
    }

    /// Of f(x) = ∀α_1 ∃β_1 …: V(x, α, β) = 1, V being read or cross-examined; `truth` is f(x), if
    /// it is known.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of_game(
        game: &QuantifiedGame,
        truth: Option<bool>,
        token: &Token,
    ) -> Result<Self, Stopped> {
        let game = &game.dropped();
        let table = table_of_game(game, token)?;
        let known = FunctionFacts {
            n: table.as_ref().map_or(0, |table| depended_on(table).len() as u64),
            // With many inputs only how many the verifier is connected with is known, which bounds
            // n from above, so that nothing is claimed.
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
        let normal = NormalForm::of(circuit);
        let size = circuit.size() as u64;
        let (upper_walk, upper_check) = (normal.depth() as u64 + 1, u64::from(ceil_log2(size)) + 3);
        let depth = known.table.as_ref().and_then(DecisionTree::depth_of_table);
        let upper_input = depth.map_or(inputs as u64, u64::from);
        let exact = known.table.as_ref().and_then(|table| Dqc::of(table)?.exact());
        let read_verifier = read.map_or(u64::MAX, |(read, _)| read);
        let others = [upper_check, upper_input, read_verifier, exact.map_or(u64::MAX, u64::from)];
        let best = others.into_iter().fold(upper_walk, u64::min);
        let n = known.n;
        let needed = lower_randomised(n) + 10.0;
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

    /// The findings, a row each.
    pub fn facts(&self) -> Vec<Fact> {
        let at_least = if self.n_exact { "" } else { " or more: no others were found" };
        let mut facts = vec![
            match self.truth.map(u32::from) {
                Some(value) => fact!("f": "f(x)           {value}", value = value),
                None => fact!("f": "f(x)           not known: the game is too wide to solve"),
            },
            fact!("depends-on": "depends on     {n}{or_more}, of {inputs} inputs", n = self.n,
                or_more = at_least, inputs = self.inputs),
            fact!("circuit": "circuit        {gates}, {depth} deep",
                gates = self.size => gates(self.size), depth = self.circuit_depth),
            fact!("normal-form": "over ∧ and ∨   {gates}, {depth} deep",
                gates = self.normal_size => gates(self.normal_size), depth = self.depth),
            fact!("any-debate": "any debate     at least {reads} reads (Cor. 4)", reads = self.lower),
            match self.lower_randomised {
                coins if coins > 0.0 => fact!("with-coins":
                    "with coins     at least {reads:.2} reads, erring 1 time in 3 (Thm 13)",
                    reads = coins),
                _ => {
                    fact!("with-coins": "with coins     no lower bound: log2 n − 3 is not above 0 \
                    (Thm 13)")
                }
            },
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
                how = best_tree(exact, "D(V)", "that V is connected with"); exact = exact));
        }
        if let Some(exact) = self.exact.map(u64::from) {
            facts.push(fact!("best-debate": "the best debate exactly {reads}, of all debates",
                reads = exact => reads(exact)));
        }
        // A circuit that reads no input takes no reads, with coins or without.
        if self.without_coins_adds.is_finite() {
            facts.push(
                fact!("without-coins": "without coins  a judge with coins and q reads can be \
                replaced by one without and fewer than q + {more:.2} (Thm 14, k = {k}, n = {n})",
                more = self.without_coins_adds, k = self.rounds, n = self.inputs),
            );
        }
        let note = &self.circuit_lower_bound;
        if self.n > 0 {
            facts.push(fact!("to-prove-more": "to prove more  that {reads:.2} reads are needed would \
                prove that f needs {gates} gates; what stands above {open} (Cor. 7)", reads = note.needed,
                gates = note.would_prove,
                open = note.open => if note.open { "leaves it open" } else { "rules it out" }));
        }
        facts
    }
}

/// "1 gate", "7 gates".
fn gates(count: u64) -> String {
    if count == 1 { "1 gate".into() } else { format!("{count} gates") }
}

/// "1 read", "7 reads".
fn reads(count: u64) -> String {
    if count == 1 { "1 read".into() } else { format!("{count} reads") }
}

/// What is known of f itself.
struct FunctionFacts {
    n: u64,
    n_exact: bool,
    /// f of the inputs that it depends on, or of a few more, where there are few.
    table: Option<TruthTable>,
    truth: Option<bool>,
}

/// Up to this many inputs, f is evaluated on every x.
const MOST_EXACT: usize = decision_tree::MOST_INPUTS;

/// f of the inputs that its circuit is connected with; none if they are many.
///
/// # Errors
/// If the work was stopped.
fn table_of(circuit: &Circuit, token: &Token) -> Result<Option<TruthTable>, Stopped> {
    let read = connected(circuit);
    let vary: Vec<usize> = (0..circuit.inputs()).filter(|&at| read[at]).collect();
    let few = vary.len() <= MOST_EXACT && (circuit.size() as u64) << vary.len() <= 1 << 30;
    if few { TruthTable::over(circuit, &vary, token) } else { Ok(None) }
}

/// f of the inputs that V can read; none if they are many or V is large.
///
/// # Errors
/// If the work was stopped.
fn table_of_game(game: &QuantifiedGame, token: &Token) -> Result<Option<TruthTable>, Stopped> {
    let free: Vec<_> = game.free().filter(|&input| game.is_read(input)).collect();
    let work = game.verifier().size() as u64;
    let played = game.turns().iter().filter(|turn| game.is_read(turn.input)).count();
    let words = (played.saturating_sub(6) + free.len()).try_into().ok();
    let all = words.and_then(|words| work.checked_mul(1u64.checked_shl(words)?));
    if free.len() > MOST_EXACT || all.is_none_or(|all| all > 1 << 30) {
        return Ok(None);
    }
    match PerfectPlay::of(game) {
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
    fn parity_of_eight_is_as_the_paper_says() {
        let report =
            QueryComplexity::of_circuit(&family::parity(8).unwrap(), &Token::default()).unwrap();
        assert_eq!((report.n, report.size, report.depth), (8, 7, 6));
        assert_eq!((report.upper_walk, report.upper_check, report.lower), (7, 6, 4));
        assert_eq!(report.lower_randomised, 0.0);
        assert_eq!(report.truth, Some(false));
        assert_eq!(report.circuit_lower_bound.would_prove, 64);
        assert!(!report.circuit_lower_bound.open);
    }

    #[test]
    fn majority_of_three_needs_two_reads_and_four_do() {
        let report =
            QueryComplexity::of_circuit(&family::majority(3).unwrap(), &Token::default()).unwrap();
        assert_eq!((report.lower, report.upper_walk, report.upper_check), (2, 4, 5));
    }

    #[test]
    fn sha_256_takes_twenty_reads() {
        let message = b"abc";
        let digest = family::sha256(message).unwrap();
        let circuit = family::sha256_circuit(message, &digest).unwrap();
        let report = QueryComplexity::of_circuit(&circuit, &Token::default()).unwrap();
        assert_eq!((report.upper_check, report.n, report.truth), (20, 24, Some(true)));
        assert!(report.n_exact);
    }

    #[test]
    fn a_closed_game_depends_on_nothing_and_an_open_one_on_its_names() {
        let closed = quantified::formula::game("forall x exists y: x <-> y").unwrap();
        let report = QueryComplexity::of_game(&closed, Some(true), &Token::default()).unwrap();
        assert_eq!((report.n, report.lower, report.upper_read), (0, 0, Some(2)));
        let open = quantified::formula::game("forall a exists b: (x1 | a <-> b) & x2").unwrap();
        let report = QueryComplexity::of_game(&open, Some(false), &Token::default()).unwrap();
        assert_eq!((report.n, report.n_exact, report.lower), (1, true, 1));
    }

    proptest! {
        #[test]
        fn no_circuit_beats_the_lower_bound(circuit in random_circuit(7, 40)) {
            let report = QueryComplexity::of_circuit(&circuit, &Token::default()).unwrap();
            prop_assert!(u64::from(report.lower) <= report.upper_walk.min(report.upper_check));
            let table = TruthTable::of(&circuit, &Token::default()).unwrap().unwrap();
            let depends = (0..7).filter(|&i| table.turned_on_by(i).ones() > 0).count();
            prop_assert_eq!(report.n as usize, depends);
        }

        #[test]
        fn a_conjunction_is_walked_in_about_log_n_reads(n in 2usize..40) {
            let names: Vec<String> = (1..=n).map(|i| format!("x{i}")).collect();
            let report = QueryComplexity::of_circuit(&formula::circuit(&names.join("&")).unwrap(), &Token::default()).unwrap();
            prop_assert_eq!((report.n, report.size), (n as u64, n as u64 - 1));
            prop_assert_eq!(report.upper_walk, u64::from(ceil_log2(n as u64)) + 1);
        }
    }
}
