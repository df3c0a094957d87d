//! The judge alone: its reads, their value, and the cost of a debate on the same claim.

use elenchus::debate::{Advance, SeatPlan};
use elenchus::machine::circuit::{DecisionTree, family, formula};
use elenchus::machine::{Input, location_bits};
use elenchus::rules::{Seat, Side, Viewer};
use elenchus::scenario::{Scenario, read, resume};
use elenchus::work::CancelToken;

use crate::kit::{seated, seen, solved, truth};
use crate::lessons::{says, shipped};

/// A judge of a formula on an input, whose claim is 1.
fn judge_scenario(formula: &str, x: &str, reads: Option<usize>) -> Scenario {
    let reads = reads.map_or_else(String::new, |reads| format!(", reads: {reads}"));
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  direct-judge: {{claim: 1{reads}}}\n\
         machine:\n  circuit: {{formula: '{formula}', input: '{x}'}}\n"
    );
    read("test", &text).unwrap_or_else(|why| panic!("{why}"))
}

/// The exact expected result of Alice before this judge.
fn value(scenario: &Scenario, judge: &str) -> f64 {
    let game = seated(scenario, ["honest", "honest", judge], 1);
    let seats = ["honest", "honest", judge].map(|name| SeatPlan::Program(name.into()));
    game.exact(&seats, &CancelToken::default()).expect("small").get()
}

fn every_input(inputs: usize) -> impl Iterator<Item = String> {
    (0..1u32 << inputs)
        .map(move |x| (0..inputs).map(|at| if x >> at & 1 == 1 { '1' } else { '0' }).collect())
}

/// The average, over every input, of the probability that the honest judge is right.
fn rightness(formula: &str, inputs: usize, reads: usize) -> f64 {
    let all = every_input(inputs).map(|x| {
        let scenario = judge_scenario(formula, &x, Some(reads));
        let value = value(&scenario, "honest");
        let is_true = truth(seated(&scenario, ["honest"; 3], 1).position()).expect("a fact");
        if is_true { value } else { 1.0 - value }
    });
    all.sum::<f64>() / f64::from(1u32 << inputs)
}

#[test]
fn a_judge_who_may_read_everything_is_right_and_reads_no_more_than_the_best_tree_is_deep() {
    for (text, inputs) in [("(x1 & x2) | (!x1 & x3)", 3), ("x1 ^ x2 ^ x3", 3), ("x1 | x2 & x4", 4)]
    {
        let circuit = formula::circuit(text).expect("a formula");
        let all: Vec<Input> = (0..circuit.inputs()).map(Input::at).collect();
        let depth = u64::from(DecisionTree::from_circuit(&circuit, &all).expect("small").depth());
        for x in every_input(circuit.inputs()) {
            let mut game = seated(&judge_scenario(text, &x, None), ["honest"; 3], 1);
            let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("{text} on {x}") };
            let is_true = truth(game.position()).expect("a fact");
            assert_eq!(is_true, circuit.output_on(&x.parse().unwrap()).unwrap());
            assert_eq!(outcome.winner, Side::of_claim(is_true), "{text} on {x}");
            let paid = game.position().ledger().account(Seat::Judge).queries();
            assert!(paid <= depth, "{text} on {x}: {paid} of {depth} in {inputs}");
        }
    }
}

/// One bit of a majority of three predicts it three times in four. No bit of a parity predicts it
/// except the last. Without any bit of a conjunction of three, the judge is right seven times in
/// eight.
#[test]
fn a_judge_with_too_few_reads_rules_for_the_likelier_side_or_by_a_coin() {
    for (text, inputs, reads, right) in [
        ("majority(x1, x2, x3)", 3, 0, 0.5),
        ("majority(x1, x2, x3)", 3, 1, 0.75),
        ("majority(x1, x2, x3)", 3, 3, 1.0),
        ("x1 ^ x2 ^ x3 ^ x4", 4, 3, 0.5),
        ("x1 ^ x2 ^ x3 ^ x4", 4, 4, 1.0),
        ("x1 & x2 & x3", 3, 0, 0.875),
    ] {
        let found = rightness(text, inputs, reads);
        assert!((found - right).abs() < 1e-12, "{text} with {reads} reads: {found}");
    }
    assert_eq!(value(&judge_scenario("x1 & x2", "11", None), "guess"), 0.5);
}

#[test]
fn more_reads_never_make_the_judge_worse() {
    for text in ["(x1 & x2) | (!x1 & x3) | x4 & x1", "majority(x1, x2, x3) ^ x4", "x1 | x2 & x4"] {
        let inputs = formula::circuit(text).expect("a formula").inputs();
        let all: Vec<f64> = (0..=inputs).map(|reads| rightness(text, inputs, reads)).collect();
        assert!(all.is_sorted_by(|one, more| *more >= one - 1e-12), "{text}: {all:?}");
        assert_eq!(all.last(), Some(&1.0), "{text}");
    }
}

/// Inputs that agree on the bits that were read look alike to the judge, for any other bits and any
/// f(x).
#[test]
fn unread_bits_do_not_change_the_judges_view() {
    let shown = |x: &str, reads: usize| {
        let mut game = seated(&judge_scenario("x1 & x2 ^ x3", x, None), ["human"; 3], 1);
        for at in 1..=reads {
            game.play(Seat::Judge, format!("read input {at}").parse().expect("a move"))
                .expect("legal");
            game.advance().expect("the bit is shown");
        }
        seen(game.position(), Viewer::Seat(Seat::Judge))
    };
    for reads in 0..3 {
        let mut different = 0;
        for one in every_input(3) {
            for other in every_input(3) {
                let alike = one[..reads] == other[..reads];
                assert_eq!(shown(&one, reads) == shown(&other, reads), alike, "{one} {other}");
                different += u32::from(one != other && alike);
            }
        }
        assert!(different > 0, "{reads}");
    }
}

#[test]
fn a_file_that_asks_for_too_much_is_refused_with_the_limit() {
    let fault = |scenario: &Scenario| match resume(scenario) {
        Err(fault) => fault.message,
        Ok(_) => panic!("it opens"),
    };
    let told = fault(&judge_scenario("x1 & x2", "11", Some(3)));
    assert!(told.contains("only 2 input bits"), "{told}");
    assert!(resume(&judge_scenario("x1 & x2", "11", Some(0))).is_ok(), "a guess is a ruling too");
}

#[test]
fn no_theorem_applies_without_a_prover() {
    for reads in [None, Some(1)] {
        let game = seated(&judge_scenario("x1 ^ x2", "10", reads), ["honest"; 3], 1);
        let report = solved(&*game).expect("small");
        assert!(!report.claims.is_empty());
        assert!(report.claims.iter().all(|claim| claim.unmet() == Some("nobody argues")));
        assert!(report.bounds.iter().all(|bound| !bound.holds()));
        let kind = if reads.is_none() { "enough" } else { "too-few" };
        assert_eq!(report.facts(kind).count(), 1);
    }
}

#[test]
fn eight_reads_alone_are_six_in_a_gate_check() {
    let alone = shipped("nobody-argues");
    let argued = shipped("parity-of-eight");
    assert_eq!(alone.machine.value, argued.machine.value, "the same claim about the same circuit");
    assert_eq!(&*alone.claim, &*argued.claim);
    let mut game = seated(&alone, ["honest"; 3], 1);
    game.table().run().expect("programs play to the end");
    let eight = game.position().ledger().account(Seat::Judge).queries();
    let report = solved(&*seated(&argued, ["honest"; 3], 1)).expect("small");
    let reads = report.bounds.iter().find(|bound| bound.name.starts_with("judge's reads"));
    let reads = reads.expect("a bound on the reads");
    let six = reads.limit.get() as u64;
    assert!(reads.holds() && reads.value == reads.limit.get(), "{reads:?}");
    let told = game.position().brief(Viewer::All).numbers;
    assert!(told.contains(&format!("a gate check would cost at most {six}")), "{told:?}");
    says("nobody-argues", &format!("Alone a judge must read all {eight} bits of a parity"));
    says("nobody-argues", &format!("{six} reads are enough"));
    let circuit = alone.machine.circuit().expect("a circuit");
    assert_eq!(six, location_bits(circuit.size()) + 3);
    let all: Vec<Input> = (0..circuit.inputs()).map(Input::at).collect();
    assert_eq!(
        DecisionTree::from_circuit(&circuit, &all).map(|tree| tree.depth()),
        Some(eight as u32)
    );
    let text = elenchus::scenario::write(&alone).expect("it can be written");
    let seven = text.replace("claim: 0", "claim: 0\n    reads: 7");
    let seven = read("test", &seven).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(value(&seven, "honest"), 0.5);
    says("nobody-argues", "After 7 reads the claim is true with probability 1/2");
}

/// The statement about a million bits follows the pattern of the small parities.
#[test]
fn a_parity_takes_all_of_its_bits_alone_and_one_gate_fewer_than_bits() {
    for bits in 2..=12 {
        let circuit = family::parity(bits).expect("a circuit");
        let all: Vec<Input> = (0..bits).map(Input::at).collect();
        let depth = DecisionTree::from_circuit(&circuit, &all).expect("small").depth();
        assert_eq!((depth as usize, circuit.size()), (bits, bits - 1));
    }
    let game = seated(&shipped("nobody-argues"), ["honest"; 3], 1);
    let told = game.position().at_a_million().expect("it is said");
    assert!(told.ends_with(&format!("at most {}.", location_bits(999_999) + 3)), "{told}");
}

#[test]
fn a_ruling_says_whether_it_followed_from_what_was_read() {
    for (reads, ruling, words) in [
        (2, "alice", "The judge read 2 bits and ruled that the claim is true."),
        (2, "bob", "reads prove the opposite"),
        (1, "alice", "was a guess"),
        (0, "bob", "was a guess"),
    ] {
        let mut game = seated(&judge_scenario("x1 & x2", "11", Some(reads)), ["human"; 3], 1);
        for at in 1..=reads {
            game.play(Seat::Judge, format!("read input {at}").parse().expect("a move"))
                .expect("legal");
            game.advance().expect("the bit is shown");
        }
        let none_left = game.play(Seat::Judge, "read input 2".parse().expect("a move"));
        assert!(none_left.is_err(), "{reads}");
        game.play(Seat::Judge, format!("rule {ruling}").parse().expect("a move")).expect("legal");
        let why = game.position().outcome_reason();
        assert!(why.contains(words), "{why}");
        assert_eq!(why.contains("guess"), reads < 2, "{why}");
    }
}
