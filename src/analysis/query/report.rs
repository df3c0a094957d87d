//! What is known of how many bits a judge must read of a debate about a circuit or a quantified
//! game.

use serde::Serialize;

use super::bounds::{ceil_log2, derandomised, lower, lower_randomised};
use crate::machine::circuit::NormalForm;
use crate::machine::circuit::dependence::Dependences;
use crate::machine::quantified::PerfectPlay;
use crate::machine::{Bits, Circuit, QuantifiedGame};
use crate::work::{Stopped, Token};

/// The report at the end of PROTOCOLS §8. Upper bounds count location, transcript and input bits.
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
    /// Reading all that the verifier reads of x and the rounds; in a quantified game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_read: Option<u64>,
    /// What Theorem 14 adds to the reads of a judge with coins: log2(2k + n) + 10, k being the
    /// rounds in which the gate check's transcript can be written.
    pub without_coins_adds: f64,
    /// Corollary 7.
    pub circuit_lower_bound: LowerBoundNote,
    /// f(x); none if it is too hard to find.
    pub truth: Option<bool>,
}

/// Corollary 7: what a large lower bound on the reads would prove about circuits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LowerBoundNote {
    /// log2 n + 6: a lower bound this large …
    pub needed: f64,
    /// … would prove that f needs circuits of this size, 8n.
    pub would_prove: u64,
    /// Whether this circuit leaves that open: its own upper bounds do not rule it out.
    pub open: bool,
}

impl QueryComplexity {
    /// Of f, computed by a circuit.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of_circuit(circuit: &Circuit, token: &Token) -> Result<Self, Stopped> {
        let dependences = Dependences::of(circuit);
        token.check()?;
        let n = dependences.count() as u64;
        Ok(Self::new(
            circuit,
            circuit.inputs(),
            n,
            dependences.is_exact(),
            Some(circuit.output()),
            None,
        ))
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
        let (n, exact) = dependence_of_game(game, token)?;
        let read = (0..game.verifier().inputs())
            .filter(|&at| game.is_read(crate::machine::Input::at(at)))
            .count();
        let inputs = game.free().count();
        Ok(Self::new(game.verifier(), inputs, n, exact, truth, Some(read as u64)))
    }

    fn new(
        circuit: &Circuit,
        inputs: usize,
        n: u64,
        n_exact: bool,
        truth: Option<bool>,
        read: Option<u64>,
    ) -> Self {
        let normal = NormalForm::of(circuit);
        let size = circuit.size() as u64;
        let (upper_walk, upper_check) = (normal.depth() as u64 + 1, u64::from(ceil_log2(size)) + 3);
        let best = upper_walk.min(upper_check).min(read.unwrap_or(u64::MAX));
        let needed = lower_randomised(n) + 9.0;
        Self {
            n,
            n_exact,
            inputs: inputs as u64,
            size,
            depth: normal.depth() as u64,
            circuit_depth: circuit.depth() as u64,
            normal_size: normal.size() as u64,
            lower: lower(n),
            lower_randomised: lower_randomised(n),
            upper_walk,
            upper_check,
            upper_read: read,
            without_coins_adds: derandomised(0.0, size.max(1), n),
            circuit_lower_bound: LowerBoundNote {
                needed,
                would_prove: 8 * n,
                open: n > 0 && best as f64 >= needed,
            },
            truth,
        }
    }

    /// The report as pairs of a label and what it says.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let at_least = if self.n_exact { "" } else { " or more: no others were found" };
        let mut rows = vec![
            (
                "f(x)",
                match self.truth {
                    Some(truth) => u8::from(truth).to_string(),
                    None => "not known: the search gave up".into(),
                },
            ),
            ("depends on", format!("{}{at_least}, of {} inputs", self.n, self.inputs)),
            ("circuit", format!("{}, {} deep", gates(self.size), self.circuit_depth)),
            ("over ∧ and ∨", format!("{}, {} deep", gates(self.normal_size), self.depth)),
            ("any debate", format!("at least {} reads (Cor. 4)", self.lower)),
            (
                "with coins",
                if self.lower_randomised > 0.0 {
                    format!(
                        "at least {:.2} reads, erring 1 time in 3 (Thm 13)",
                        self.lower_randomised
                    )
                } else {
                    "no lower bound: log2 n − 3 is not above 0 (Thm 13)".into()
                },
            ),
            ("circuit walk", format!("at most {} reads (Thm 5)", self.upper_walk)),
            ("gate check", format!("at most {} reads (Thm 6)", self.upper_check)),
        ];
        if let Some(read) = self.upper_read {
            rows.push(("verifier read", format!("at most {read} reads")));
        }
        rows.push((
            "without coins",
            format!(
                "a judge with coins and q reads can be replaced by one without and fewer than \
                 q + {:.2} (Thm 14)",
                self.without_coins_adds
            ),
        ));
        let note = &self.circuit_lower_bound;
        if self.n > 0 {
            let open =
                if note.open { "this circuit leaves it open" } else { "this circuit rules it out" };
            rows.push((
                "to prove more",
                format!(
                    "that {:.2} reads are needed would prove that f needs {} gates; {open} (Cor. 7)",
                    note.needed, note.would_prove
                ),
            ));
        }
        rows
    }
}

/// "1 gate", "7 gates".
fn gates(count: u64) -> String {
    if count == 1 { "1 gate".into() } else { format!("{count} gates") }
}

/// Up to this many inputs, f is evaluated on every x.
const MOST_EXACT: usize = 10;

/// On how many inputs f depends, and whether that is exact: with many, only how many the verifier
/// is connected with is known, which bounds it from above, so that nothing is claimed.
fn dependence_of_game(game: &QuantifiedGame, token: &Token) -> Result<(u64, bool), Stopped> {
    let free: Vec<_> = game.free().filter(|&input| game.is_read(input)).collect();
    let work = game.verifier().size() as u64;
    let played = game.turns().iter().filter(|turn| game.is_read(turn.input)).count();
    let words = (played.saturating_sub(6) + free.len()).try_into().ok();
    let all = words.and_then(|words| work.checked_mul(1u64.checked_shl(words)?));
    if free.len() > MOST_EXACT || all.is_none_or(|all| all > 1 << 30) {
        return Ok((0, false));
    }
    let values = (0..1u64 << free.len()).map_while(|x| token.check().ok().map(|()| x)).map(|x| {
        let mut inputs: Bits = game.verifier().plan().inputs().clone();
        for (place, input) in free.iter().enumerate() {
            inputs.set(input.index(), x >> place & 1 == 1);
        }
        PerfectPlay::of(&game.on(inputs).ok()?).truth()
    });
    let values = values.collect::<Option<Vec<bool>>>();
    token.check()?;
    let Some(values) = values else { return Ok((0, false)) };
    let depends = |place: usize| (0..values.len()).any(|x| values[x] != values[x ^ 1 << place]);
    Ok(((0..free.len()).filter(|&place| depends(place)).count() as u64, true))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::random::random_circuit;
    use crate::machine::circuit::{TruthTable, family, formula};
    use crate::machine::quantified;

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
            let table = TruthTable::of(&circuit).unwrap();
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
