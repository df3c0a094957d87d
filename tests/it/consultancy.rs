//! One prover argues. These tests check the value of her choice of bits before each judge, and that
//! nobody learns more than she shows.

use elenchus::debate::Advance;
use elenchus::rules::{Seat, Side, Verb, Viewer};
use elenchus::scenario::{Scenario, read, resume};
use elenchus::work::CancelToken;

use crate::kit::{programs, seated, seen, solved, truth};
use crate::lessons::{says, shipped};

/// A consultancy about a formula on an input, whose claim is 1.
fn consultancy_scenario(formula: &str, x: &str, parameters: &str) -> Scenario {
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  consultancy: {{claim: 1{parameters}}}\n\
         machine:\n  circuit: {{formula: '{formula}', input: '{x}'}}\n"
    );
    read("test", &text).unwrap_or_else(|why| panic!("{why}"))
}

/// The exact expected result of Alice.
fn value(scenario: &Scenario, alice: &str, judge: &str) -> f64 {
    let plans = programs([alice, "honest", judge]);
    let game = seated(scenario, ["honest"; 3], 1);
    game.exact(&plans, &CancelToken::default()).expect("small").get()
}

/// The probability that the best choice of bits wins before a judge.
fn best(scenario: &Scenario, judge: &str) -> f64 {
    let plans = programs(["honest", "honest", judge]);
    let game = seated(scenario, ["honest"; 3], 1);
    let best =
        game.best_response(&plans, Seat::Alice, &CancelToken::default()).expect("few positions");
    best.value.limit().expect("every move was looked through")
}

fn every_input(inputs: usize) -> impl Iterator<Item = String> {
    (0..1u32 << inputs)
        .map(move |x| (0..inputs).map(|at| if x >> at & 1 == 1 { '1' } else { '0' }).collect())
}

const MAJORITY: &str = "majority(x1, x2, x3, x4, x5)";

/// Alice shows two of five votes. An honest Alice shows random ones. An advocate shows two that
/// approve, if there are two. A judge who trusts what it sees believes her.
#[test]
fn a_judge_who_takes_a_choice_for_chance_is_deceived_and_a_wary_one_is_not() {
    let mut deceived = 0;
    for x in every_input(5) {
        let scenario = consultancy_scenario(MAJORITY, &x, ", shows: 2");
        let ones = x.matches('1').count();
        let is_true = truth(seated(&scenario, ["honest"; 3], 1).position()).expect("a fact");
        assert_eq!(is_true, ones >= 3);
        let advocate = value(&scenario, "advocate", "honest");
        assert_eq!(advocate, if ones >= 1 { 1.0 } else { 0.5 }, "{x}");
        assert_eq!(advocate, best(&scenario, "honest"), "{x}");
        // Two votes prove nothing, and a wary judge treats them so.
        assert_eq!(best(&scenario, "wary"), 0.0, "{x}");
        deceived += u32::from(!is_true && advocate == 1.0);
    }
    assert_eq!(deceived, 15);
}

/// An Alice who may show enough bits proves a true claim, and no Alice proves a false one.
#[test]
fn a_wary_judge_accepts_a_proof_and_nothing_else() {
    for text in [MAJORITY, "x1 & x2 | !x1 & x3", "x1 ^ x2 ^ x3"] {
        let inputs = if text == MAJORITY { 5 } else { 3 };
        for x in every_input(inputs) {
            let scenario = consultancy_scenario(text, &x, "");
            let is_true = truth(seated(&scenario, ["honest"; 3], 1).position()).expect("a fact");
            let right = f64::from(is_true);
            assert_eq!(best(&scenario, "wary"), right, "{text} on {x}");
            assert_eq!(value(&scenario, "honest", "wary"), right, "{text} on {x}");
            assert_eq!(value(&scenario, "honest", "honest"), right, "{text} on {x}");
        }
    }
}

/// The judge's own reads are evidence against a biased choice.
#[test]
fn reads_of_its_own_make_the_judge_harder_to_deceive() {
    let deceived = |reads: u32| -> f64 {
        let all = every_input(5).filter(|x| x.matches('1').count() < 3);
        all.map(|x| {
            best(
                &consultancy_scenario(MAJORITY, &x, &format!(", shows: 2, reads: {reads}")),
                "honest",
            )
        })
        .sum()
    };
    // She may also show nothing. Only a judge who can read everything alone is never deceived.
    let all: Vec<f64> = (0..=5).map(deceived).collect();
    assert!(all.is_sorted_by(|one, more| more <= one), "{all:?}");
    assert!(all[0] > 14.0 && all[5] == 0.0, "{all:?}");
}

#[test]
fn unshown_bits_do_not_change_the_judges_view() {
    let shown = |x: &str| {
        let mut game =
            seated(&consultancy_scenario("x1 & x2 ^ x3", x, ", shows: 1"), ["human"; 3], 1);
        game.play(Seat::Alice, "wire x2".parse().expect("a move")).expect("legal");
        game.advance().expect("the bit is shown");
        (
            seen(game.position(), Viewer::Seat(Seat::Judge)),
            seen(game.position(), Viewer::Seat(Seat::Alice)),
        )
    };
    let mut different = 0;
    for one in every_input(3) {
        for other in every_input(3) {
            let alike = one[1..2] == other[1..2];
            assert_eq!(shown(&one).0 == shown(&other).0, alike, "{one} {other}");
            // Alice sees all of x.
            assert_eq!(shown(&one).1 == shown(&other).1, one == other, "{one} {other}");
            different += u32::from(one != other && alike);
        }
    }
    assert!(different > 0);
}

#[test]
fn every_bit_that_is_shown_costs_the_judge_a_query_and_none_of_its_own_reads() {
    let mut game =
        seated(&consultancy_scenario(MAJORITY, "11100", ", shows: 2, reads: 1"), ["human"; 3], 1);
    for input in ["x1", "x4"] {
        game.play(Seat::Alice, format!("wire {input}").parse().expect("a move")).expect("legal");
        game.advance().expect("the bit is shown");
    }
    let paid = |game: &dyn elenchus::analysis::Game| {
        game.position().ledger().account(Seat::Judge).queries()
    };
    assert_eq!(paid(&*game), 2);
    game.play(Seat::Judge, "read input 2".parse().expect("a move")).expect("one is its own");
    game.advance().expect("the bit is shown");
    assert_eq!(paid(&*game), 3);
    assert!(game.play(Seat::Judge, "read input 3".parse().expect("a move")).is_err());
    game.play(Seat::Judge, "rule alice".parse().expect("a move")).expect("legal");
    let why = game.position().outcome_reason();
    assert!(why.contains("saw 3 bits") && why.contains("guess"), "{why}");
}

#[test]
fn no_read_is_offered_where_every_bit_was_seen() {
    let mut game =
        seated(&consultancy_scenario("x1 & x2", "11", ", shows: 2, reads: 1"), ["human"; 3], 1);
    for input in ["x1", "x2"] {
        game.play(Seat::Alice, format!("wire {input}").parse().expect("a move")).expect("legal");
        game.advance().expect("the bit is shown");
    }
    let offered = game.position().menu();
    assert!(offered.offer(Verb::Rule).is_some() && offered.offer(Verb::Read).is_none());
}

#[test]
fn a_file_that_asks_for_too_much_is_refused_with_the_limit() {
    for parameters in [", shows: 3", ", reads: 3"] {
        let Err(fault) = resume(&consultancy_scenario("x1 & x2", "11", parameters)) else {
            panic!("it opens")
        };
        assert!(fault.message.contains("only 2 input bits"), "{}", fault.message);
    }
    assert!(
        resume(&consultancy_scenario("x1 & x2", "11", ", shows: 0")).is_ok(),
        "she may be silent"
    );
}

#[test]
fn the_report_says_what_the_best_choice_wins_before_each_judge() {
    let game = seated(&consultancy_scenario(MAJORITY, "11000", ", shows: 2"), ["honest"; 3], 1);
    let report = solved(&*game).expect("small");
    assert!(report.claims.iter().all(|claim| claim.unmet() == Some("one prover argues")));
    let chosen: Vec<(String, f64)> = report
        .facts("chosen")
        .map(|fact| (fact.to_string(), fact.number("most").expect("a probability")))
        .collect();
    assert_eq!(chosen.len(), 2, "{chosen:?}");
    assert!(chosen[0].0.contains("honest") && chosen[0].1 == 1.0, "{chosen:?}");
    assert!(chosen[1].0.contains("wary") && chosen[1].1 == 0.0, "{chosen:?}");
}

/// The shipped scenario: four votes of nine approve, and Alice shows those four.
#[test]
fn best_play_without_a_move_of_bob_is_the_best_choice_of_bits() {
    let scenario = shipped("one-sided-brief");
    let report = solved(&*seated(&scenario, ["honest"; 3], 0)).unwrap();
    let worth = report.more["game_value"].as_f64().expect("both ends are equal");
    assert!((worth - best(&scenario, "honest")).abs() < 1e-12, "{worth}");
}

#[test]
fn a_one_sided_brief_deceives_a_judge_who_trusts_it() {
    let scenario = shipped("one-sided-brief");
    let mut game = seated(&scenario, ["advocate", "honest", "honest"], 1);
    let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("programs play to the end") };
    assert_eq!((outcome.winner, truth(game.position())), (Side::Alice, Some(false)));
    let shown: Vec<bool> =
        game.position().ledger().readings().list().iter().map(|r| r.bit).collect();
    assert_eq!(shown, [true; 4]);
    // One more 1 among five votes makes a majority. 31 of 32 inputs agree with the votes that she
    // shows.
    says("one-sided-brief", "probability 31/32");
    assert_eq!(best(&scenario, "wary"), 0.0);
    // With two provers for the same claim nobody is deceived: the gate check of the same circuit.
    let text = elenchus::scenario::write(&scenario).expect("it can be written");
    let (before, after) = text.split_once("  consultancy:").expect("its protocol");
    let rest = after.split_once("machine:").expect("its machine").1;
    let argued = format!("{before}  gate-check: {{claim: 1}}\nmachine:{rest}");
    let argued = argued.replace("alice: advocate", "alice: honest");
    let argued = read("test", &argued).unwrap_or_else(|why| panic!("{why}"));
    let mut game = seated(&argued, ["honest"; 3], 1);
    let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("programs play to the end") };
    assert_eq!(outcome.winner, Side::Bob);
}
