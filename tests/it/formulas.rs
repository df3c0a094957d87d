//! Rules that are Boolean formulas over subclaims, from the file to the payment.

use elenchus::analysis::BoundStatus;
use elenchus::chance::ChanceOutcome;
use elenchus::debate::RecordEntry;
use elenchus::forms::claims::FormulaHandling;
use elenchus::machine::claims::{ClaimId, Epsilon, Knowledge};
use elenchus::rules::{Move, Turn, YesNo};
use elenchus::scenario::{Scenario, open, read};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{play_at_random, seated};

const ESTIMATED: &str = "prover-estimator: {epsilon: 0.1, ratio: 3}";

/// The text of a debate about a root with this rule over these leaves, each with its truth.
fn text(protocol: &str, rule: &str, leaves: &[(&str, bool)]) -> String {
    let leaves: String = leaves
        .iter()
        .map(|(name, is)| format!("      {name}: {{claim: {name} holds, is: {is}}}\n"))
        .collect();
    format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n  claims:\n    tree:\n      \
         root: {{claim: it is so, rule: \"{rule}\"}}\n{leaves}    knows: {{bob: everything}}\n"
    )
}

fn scenario(protocol: &str, rule: &str, leaves: &[(&str, bool)]) -> Scenario {
    read("f.yaml", &text(protocol, rule, leaves)).expect("it is good")
}

#[track_caller]
fn refused(protocol: &str, rule: &str, expected: &[&str]) {
    let scenario = scenario(protocol, rule, &[("a", true), ("b", true), ("c", false)]);
    let fault = open(&scenario).err().expect("it is refused");
    let told = fault.to_string();
    for words in expected {
        assert!(told.contains(words), "`{told}` does not say `{words}`");
    }
}

#[test]
fn a_faulty_formula_is_named_with_its_claim_and_its_place() {
    let said = [
        "line 9, column 37: ",
        "the rule of `root`",
        "line 1 place 9",
        "a and (b",
        "no opening bracket",
    ];
    refused(ESTIMATED, "a and (b", &said[..4]);
    refused(ESTIMATED, "a and b) or c", &["line 1 place 8", said[4]]);
    refused(ESTIMATED, "a and b or d", &["depends on `d`, which is not a claim of this tree"]);
    refused(ESTIMATED, "a or not a", &["is true for all values of its subclaims"]);
    refused(ESTIMATED, "(a or b) or (c and not c)", &["`c` has no effect"]);
    refused("recursive-debate: {}", "(a and b) or not c", &["`root`", "opposite of a subclaim"]);
}

#[test]
fn a_formula_is_true_where_its_words_are() {
    for row in 0..8 {
        let [a, b, c] = [row & 4 > 0, row & 2 > 0, row & 1 > 0];
        let leaves = [("a", a), ("b", b), ("c", c)];
        for (rule, truth) in [
            ("(a and b) or not c", (a && b) || !c),
            ("a xor b xor c", a ^ b ^ c),
            ("c -> (a or b)", !c || a || b),
            ("at_least(2, a, b, c)", usize::from(a) + usize::from(b) + usize::from(c) > 1),
        ] {
            let case = scenario(ESTIMATED, rule, &leaves).machine.claims(Knowledge::Nothing);
            let case = case.expect("claims");
            assert_eq!(
                case.tree().truths(case.actual().expect("one")).is_true(ClaimId::ROOT),
                truth
            );
        }
    }
}

#[test]
fn stability_goes_through_the_answers_one_by_one() {
    let rho = |rule: &str, leaves: [bool; 3]| {
        let names = ["a", "b", "c"];
        let named: Vec<_> = names.into_iter().zip(leaves).filter(|n| rule.contains(n.0)).collect();
        let case = scenario(ESTIMATED, rule, &named).machine.claims(Knowledge::Nothing).unwrap();
        let rule = case.tree().argument(ClaimId::ROOT, 0).expect("an argument").rule;
        rule.stability(named.iter().map(|n| n.1), Epsilon::new(0.1).unwrap()).rho
    };
    for (rule, leaves, by_hand) in [
        // c stays true, and one of a and b goes wrong: 1 − 0.9².
        ("(a and b) or not c", [true, true, true], 1.9),
        // The rule changes if c goes wrong. Errors in a and b are allowed, but not needed.
        ("(a and b) or not c", [false, false, false], 1.0),
        // If the first answer goes wrong, the second stays right. Otherwise the second goes wrong: 0.1 + 0.9·0.1.
        ("a xor b", [true, true, false], 1.9),
        ("majority(a, b, c)", [true, true, true], 0.28),
        ("majority(a, b, c)", [true, true, false], 1.9),
    ] {
        let found = rho(rule, leaves);
        assert!((found - by_hand).abs() < 1e-12, "{rule} at {leaves:?}: {found}");
    }
}

#[test]
fn a_formula_without_not_is_argued_by_the_least_sets_that_make_it_hold() {
    let ways = |rule: &str| {
        let scenario =
            scenario("recursive-debate: {}", rule, &[("a", true), ("b", true), ("c", false)]);
        let case = scenario
            .machine
            .claims_with(Knowledge::Everything, FormulaHandling::AsWays)
            .expect("claims");
        let tree = case.tree();
        let names = |which| {
            let parts = tree.argument(ClaimId::ROOT, which).expect("a way").parts;
            parts.iter().map(|part| tree.name(part).to_string()).collect::<Vec<_>>().join("+")
        };
        (0..tree.argument_count(ClaimId::ROOT)).map(names).collect::<Vec<_>>()
    };
    assert_eq!(ways("(a and b) or c"), ["c", "a+b"]);
    assert_eq!(ways("a and (b or c)"), ["a+b", "a+c"]);
    // A player who knows every truth and is right wins against every move of the other.
    for row in 0..8 {
        let leaves = [("a", row & 4 > 0), ("b", row & 2 > 0), ("c", row & 1 > 0)];
        for rule in ["(a and b) or c", "a and (b or c)", "at_least(2, a, b, c)"] {
            let game = open(&scenario("recursive-debate: {}", rule, &leaves)).expect("it opens");
            let report = crate::kit::solved(&*game).expect("it is small");
            assert_eq!(report.bounds[0].standing, BoundStatus::Holds, "{rule} {leaves:?}");
        }
    }
}

/// A formula over three independent parts. The players know only the distribution.
fn unknown(protocol: &str) -> Scenario {
    let written = text(protocol, "(a and b) or not c", &[("a", true), ("b", true), ("c", true)])
        .replace(", is: true", "")
        .replace(
            "knows: {bob: everything}",
            "worlds: {independent: {each: 0.9, but: {b: 0.8, c: 0.7}}}\n    knows: {alice: nothing, bob: \
             nothing}",
        );
    read("f.yaml", &written).expect("it is good")
}

#[test]
fn between_players_who_know_nothing_a_yes_is_worth_the_formula_on_independent_parts() {
    let game = open(&unknown(ESTIMATED)).expect("it opens");
    let report = crate::kit::solved(&*game).expect("it is small");
    let json = serde_json::to_string(&report.sections).expect("plain");
    assert!(json.contains("m = 0.804000"), "{json}");
    // Three parts, so L is 3 at most and r = 3 is enough.
    assert!(json.contains("the best Bob pays her exactly 0.804000"), "{json}");
    let pays = |alice: &str| {
        let found = report.values.iter().find(|v| v.alice == alice && v.bob == "marginal");
        found.map(|value| value.value)
    };
    // The least payment of this Alice by any Bob is exactly the theorem's number. One such Alice says yes, and the
    // other no.
    let leaders = report.more["soundness"]["by_alice"].as_array().expect("leaders").clone();
    for (alice, worth) in [("marginal", 0.804), ("marginal-no", 0.196)] {
        let own = leaders.iter().find(|own| own["alice"] == alice).expect("she leads");
        let least = own["least"].as_f64().expect("a number");
        assert!((least - worth).abs() < 1e-6, "{alice}: {own}");
    }
    // The ignorant Alice is wrong on purpose: she says no.
    for (alice, wanted) in [("marginal", 0.804), ("ignorant", 0.196)] {
        let paid = pays(alice).expect("she is listed");
        assert!((paid - wanted).abs() < 1e-9, "{alice}: {paid}");
    }
}

#[test]
fn below_three_the_bracket_of_a_rule_that_is_not_monotone_is_as_narrow_as_any_row_says() {
    // L is 3 at most. Below it nothing is proved for every Alice, but the search covers one of
    // them.
    let written = unknown("prover-estimator: {epsilon: 0.1, ratio: 2}");
    let report = crate::kit::solved(&*open(&written).expect("it opens")).expect("it is small");
    let of = |from: &serde_json::Value, key: &str| from[key].as_f64().expect("a number");
    let yes = &report.more["if_independent"]["yes"];
    let led = report.more["soundness"]["by_alice"].as_array().expect("leaders");
    let (low, high) = (of(yes, "low"), of(yes, "high"));
    for limit in led.iter().filter_map(|own| own["limit"].as_f64()) {
        assert!(low >= limit.min(high) - 1e-9, "{low} {high} {limit}");
    }
    assert!(low <= high && high <= 0.804 + 1e-9, "{low} {high}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_play_over_a_formula_is_paid_by_what_it_says(seed in any::<u64>(), row in 0u8..8) {
        let leaves = [("a", row & 4 > 0), ("b", row & 2 > 0), ("c", row & 1 > 0)];
        let scenario = scenario(ESTIMATED, "(a and b) or not c", &leaves);
        let mut game = seated(&scenario, ["human"; 3], seed);
        play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
        let Turn::Over(outcome) = game.position().turn() else { panic!("it is over") };
        let (mut p, mut fell, mut said, mut at) = (vec![], vec![], vec![], 0);
        let (mut yes, mut judged) = (false, false);
        for entry in game.record() {
            let RecordEntry::Move { mv, .. } = entry else { continue };
            match mv {
                Move::Claim(YesNo(answer)) => yes = *answer,
                Move::Estimate(stated) => p.push(stated.get()),
                Move::Falls(ChanceOutcome::Bit(bit)) => fell.push(*bit),
                Move::Say(direction) => said.push(f64::from(direction.sign())),
                Move::Pick(place) => at = place.index() + 1,
                Move::Decide(YesNo(truth)) => judged = *truth,
                _ => {}
            }
        }
        // p_0 and z come first, then the three parts.
        let one = |bit: bool| f64::from(bit);
        let holds = fell[1] && fell[2] || !fell[3];
        let paid = one(fell[0]) + 3.0 * said[0] * (one(holds == yes) - p[0])
            + 9.0 * said[1] * (one(judged) - p[at]);
        prop_assert!((outcome.payoff.unwrap() - paid).abs() < 1e-9);
    }
}

#[test]
fn a_tree_with_a_not_may_have_exactly_one_false_leaf() {
    let written = text(ESTIMATED, "a and not b", &[("a", true), ("b", true)])
        .replace(", is: true", "")
        .replace("knows: {bob: everything}", "worlds: one-false");
    let scenario = read("f.yaml", &written).expect("it is good");
    let case = scenario.machine.claims(Knowledge::Nothing).expect("claims");
    // Only b false: true. Only a false: false.
    assert_eq!(case.worlds().chance(ClaimId::ROOT), 0.5);
}
