//! Prover-estimator debate: what follows from the law over worlds and what may not be shown,
//! arguments that fit their claims, and what those who know a part make of it.

use std::sync::Arc;

use elenchus::batch::{Pair, simulate_some};
use elenchus::chance::Probability;
use elenchus::debate::SeatPlan;
use elenchus::machine::Bits;
use elenchus::machine::claims::{
    Case, ClaimId, ClaimTree, Knowledge, ListedArgument, ListedClaim, Rule, Worlds, uniform,
};
use elenchus::protocol::ProverEstimator;
use elenchus::protocol::prover_estimator::players::estimator::{Estimator, PartAsked};
use elenchus::protocol::prover_estimator::players::prover::Hunter;
use elenchus::protocol::prover_estimator::{ProverEstimatorInstance, Stakes, Stated};
use elenchus::rules::Seat;
use elenchus::scenario::{open, read};
use elenchus::work::Token;
use proptest::prelude::*;

use crate::kit::programs;

fn scenario(claims: &str, parameters: &str) -> String {
    let claims: String = claims.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  prover-estimator: {parameters}\nmachine:\n  \
         claims:\n{claims}"
    )
}

fn opened(claims: &str, parameters: &str) -> Result<serde_json::Value, String> {
    let scenario = read("test", &scenario(claims, parameters)).map_err(|e| e.to_string())?;
    let game = open(&scenario).map_err(|f| f.to_string())?;
    Ok(crate::kit::solved(&*game)?.to_json())
}

fn p(value: f64) -> Probability {
    Probability::new(value).unwrap()
}

#[test]
fn where_alice_knows_more_than_bob_it_is_said_beside_the_theorem() {
    let told = |kind: &str, knows: &str| {
        let claims = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nworlds: one-false\n";
        let found = opened(&format!("{claims}knows: {knows}"), "{epsilon: 0.1, ratio: 3}").unwrap();
        let facts = found["sections"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|section| section["facts"].as_array().unwrap().clone());
        facts.into_iter().find(|fact| fact["kind"] == kind)
    };
    let said = told("who-knows", "{alice: everything, bob: root}").expect("she knows the leaves");
    assert_eq!((&said["alice"], &said["bob"]), (&4.0.into(), &1.0.into()), "{said}");
    assert_eq!(told("bob-knows", "{alice: everything, bob: root}"), None);
    assert_eq!(told("who-knows", "{alice: root, bob: root}"), None);
    assert_eq!(told("bob-knows", "{alice: root, bob: root}"), None);
    assert_eq!(told("who-knows", "{alice: nothing, bob: everything}"), None);
    let said = told("bob-knows", "{alice: root, bob: everything}").expect("he knows the leaves");
    assert_eq!(said["his"], 3.0, "{said}");
}

/// Two facts that go together, three pieces for each.
const TOGETHER: &str = "worlds: {list: [{weight: 0.6}, {weight: 0.3, false-leaves: ['1', '2']}, \
    {weight: 0.1, false-leaves: ['2']}]}";

#[test]
fn evidence_for_facts_that_go_together_is_paid_as_it_is_computed_whoever_knows_what() {
    for knows in [
        "{alice: everything, bob: nothing}",
        "{alice: root, bob: everything}",
        "{alice: nothing, bob: ['1#1', '2#3']}",
    ] {
        let claims = format!(
            "uniform: {{claim: x, rule: all, width: 2, depth: 1}}\n{TOGETHER}\nevidence: {{pieces: 3, \
             right: 0.8, correlation: 0.3}}\nknows: {knows}"
        );
        let text = scenario(&claims, "{epsilon: 0.1, ratio: 30}");
        let game = open(&read("test", &text).unwrap()).unwrap();
        let seats = Seat::each(|_| SeatPlan::honest());
        let exact = game.exact(&seats, &Token::default()).expect("it is small").get();
        let many = game.many(&seats, &Token::default()).unwrap();
        let played =
            simulate_some(&*many, 0..1_000, 1, &Token::default()).unwrap().value().unwrap();
        let off = (played.middle() - exact).abs();
        assert!(off <= 2.5 * played.error() + 1e-9, "{knows}: {exact} {played}");
    }
}

#[test]
fn copies_of_a_claim_share_its_facts_and_each_copy_has_pieces_of_its_own() {
    // The root rests on three copies of each of two claims, a copy on the one piece for its one fact.
    let claims = "tree:\n  root: {claim: r, all: [a, b]}\n  a: {claim: a, all: [fa]}\n  b: {claim: b, \
        all: [fb]}\n  fa: {claim: fa}\n  fb: {claim: fb}\nworlds: {list: [{weight: 0.6}, {weight: 0.4, \
        false-leaves: [fb]}]}\nevidence: {pieces: 1, right: 0.8, copies: 3}\nknows: {alice: nothing, \
        bob: nothing}";
    let found = opened(claims, "{epsilon: 0.1, ratio: 30}").unwrap();
    let most = 0.8f64.powi(3) + 3.0 * 0.64 * 0.2;
    let root = 0.6 * most * most + 0.4 * most * (1.0 - most);
    let truth = found["truth"].as_f64().expect("a probability");
    assert!((truth - root).abs() < 1e-12, "{truth} {root}");
}

#[test]
fn the_default_ratio_does_not_tell_which_leaves_are_false() {
    // The most that Alice can be paid over one level is 1 + r + r².
    let of = |claims: &str, parameters: &str| {
        let claims = format!("uniform: {{claim: x, rule: majority, width: 5, depth: 1}}\n{claims}");
        let scenario = read("test", &scenario(&claims, parameters)).map_err(|e| e.to_string())?;
        open(&scenario).map(|game| game.most()).map_err(|fault| fault.to_string())
    };
    let with = |false_leaves: &str| {
        of(&format!("false-leaves: [{false_leaves}]"), "{epsilon: 0.1}").unwrap()
    };
    let (none, one, two) = (with(""), with("\"1\""), with("\"1\", \"2\""));
    assert!(none == one && one == two, "{none} {one} {two}");
    // A law over worlds is public, and its worst world counts.
    let law = "worlds: one-false\nknows: {alice: root, bob: root}";
    let epsilon = elenchus::machine::claims::Epsilon::new(0.1).unwrap();
    let worst = [false, true, true, true, true];
    let rho = Rule::MAJORITY.stability(worst.into_iter(), epsilon).rho;
    let is = |parameters: &str, r: f64| {
        let most = of(law, parameters).unwrap();
        assert!((most - (1.0 + r + r * r)).abs() < 1e-9, "{most} of {r}");
    };
    is("{epsilon: 0.1}", 1.0 + 20.0 / (1.0 - rho));
    // And so is a stated ρ.
    is("{epsilon: 0.1, rho: 0.28}", 28.777_777_777_777_78);
    assert!(of(law, "{epsilon: 0.1, rho: 1}").unwrap_err().contains("ρ = 1 makes no sense"));
    assert!(of(law, "{ratio: 3, rho: 0.1}").unwrap_err().contains("not both"));
}

#[test]
fn worlds_that_rule_out_the_actual_one_are_refused() {
    let with = |worlds: &str| {
        opened(
            &format!(
                "uniform: {{claim: x, rule: all, width: 3, depth: 1}}\nfalse-leaves: [\"1\", \"2\"]\n\
                 worlds: {worlds}"
            ),
            "{ratio: 3}",
        )
    };
    let refused =
        "these worlds rule out the one that the leaves' own truths describe, with 2 false leaves";
    for worlds in
        ["one-false", "{independent: {each: 1}}", "{list: [{weight: 1, false-leaves: [\"1\"]}]}"]
    {
        let found = with(worlds).unwrap_err();
        assert!(found.starts_with("line 10, "), "{worlds}: {found}");
        assert!(found.contains(refused), "{worlds}: {found}");
    }
    assert!(with("{independent: {each: 0.5}}").is_ok());
}

#[test]
fn an_argument_that_disagrees_with_its_claim_is_refused_with_its_line() {
    let claims = |last: &str| {
        format!(
            "tree:\n  r:\n    claim: r\n    arguments: [{{all: [a, b]}}, {{any: [c]}}]\n  \
             a: {{claim: a, is: true}}\n  b: {{claim: b, is: {last}}}\n  c: {{claim: c, is: true}}"
        )
    };
    assert!(opened(&claims("true"), "{ratio: 3}").is_ok());
    let found = opened(&claims("false"), "{ratio: 3}").unwrap_err();
    assert!(
        found.starts_with(
            "line 10, column 9: argument 1 of claim `r` fails although the claim is true"
        ),
        "{found}"
    );
    assert!(found.contains("where `b` is false"), "{found}");
}

/// A root with two ways to argue for it, over four leaves.
fn two_ways(first: Rule, second: Rule) -> ClaimTree {
    let claim =
        |name: &str, arguments| ListedClaim { name: name.into(), words: name.into(), arguments };
    let way = |rule, parts: [&str; 2]| ListedArgument {
        formula: None,
        words: None,
        rule,
        parts: parts.map(Arc::from).to_vec(),
    };
    let root = vec![way(first, ["a", "b"]), way(second, ["c", "d"])];
    let mut claims = vec![claim("r", root)];
    claims.extend(["a", "b", "c", "d"].map(|name| claim(name, vec![])));
    ClaimTree::listed(&claims).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A search over all Alices: no one is paid more than 1 by a Bob who says the truth he knows,
    /// and no one who is wrong anything, in a debate that opens. In those that do not, somebody is.
    #[test]
    fn no_alice_gains_where_arguments_fit_and_some_does_where_they_do_not(
        word in 0usize..16, first in 0usize..2, second in 0usize..2, ratio in 2.0f64..30.0,
    ) {
        let rule = |at| [Rule::ALL, Rule::ANY][at];
        let tree = two_ways(rule(first), rule(second));
        let leaves: Bits = (0..4).map(|at| word >> at & 1 == 1).collect();
        let truths = Arc::new(tree.truths(&leaves));
        let case = Case::drawn(Worlds::certain(&tree, leaves).unwrap());
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        let best = Hunter::new(&case, stakes, &Estimator::Informed).knowing(&truths).unwrap();
        let opens = ProverEstimator::new(ProverEstimatorInstance { case: case.clone(), stakes }).is_ok();
        prop_assert_eq!(opens, case.arguments_fit().is_ok());
        if opens {
            prop_assert!((best.0.mean - 1.0).abs() < 1e-9 && best.1, "{:?}", best);
        } else {
            prop_assert!(best.0.mean > 1.0 + 1e-9 || !best.1, "{:?}", best);
        }
    }
}

#[test]
fn an_informed_bob_draws_his_conclusions() {
    // Exactly one of two is false, and he knows that the first is true.
    let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
    let parts: Vec<ClaimId> = tree.argument(ClaimId::ROOT, 0).unwrap().parts.iter().collect();
    let told = Knowledge::Only(Arc::new([parts[0]].into()));
    let case = Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::Everything, told);
    let truths = tree.truths(&"10".parse().unwrap());
    let bob = Estimator::Informed;
    let mind = bob.mind(&case);
    let of = |mind, at| {
        bob.estimate(&case, &truths, mind, PartAsked { claim: ClaimId::ROOT, which: 0, at })
    };
    assert_eq!((of(&mind, 0), of(&mind, 1)), (1.0, 0.0));
    let heard = bob.hears(&mind, parts[0], true);
    assert_eq!(of(&heard, 1), 0.0, "what he hears changes nothing that he knows");
    // Told the root, he knows how unlikely every subclaim became.
    let tree = uniform("x", Rule::ANY, 3, 1).unwrap();
    let law = Worlds::independent(&tree, &[p(0.5); 3]).unwrap();
    let case = Case::drawn(law).known_to(Knowledge::Everything, Knowledge::root());
    let truths = tree.truths(&"000".parse().unwrap());
    let mind = bob.mind(&case);
    for at in 0..3 {
        let asked = PartAsked { claim: ClaimId::ROOT, which: 0, at };
        assert_eq!(bob.estimate(&case, &truths, &mind, asked), 0.0);
    }
}

#[test]
fn a_hunter_who_knows_the_root_uses_it() {
    // Two independent halves, all of them needed: who knows that the root is true knows all.
    let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
    let law = Worlds::independent(&tree, &[p(0.5); 2]).unwrap();
    let case = |alice| Case::drawn(law.clone()).known_to(alice, Knowledge::Nothing);
    let stakes = Stakes::new(&case(Knowledge::root()), 0.1, Stated::Ratio(3.0)).unwrap();
    let bob = Estimator::Calibrated;
    let paid = |case: &Case| Hunter::new(case, stakes, &bob).told().unwrap();
    let (blind, _) = paid(&case(Knowledge::Nothing));
    let (told, right) = paid(&case(Knowledge::root()));
    let (knowing, _) = paid(&case(Knowledge::Everything));
    assert_eq!(right, 0.75, "she says no, whatever is true: the coin pays more");
    assert!(
        blind.mean + 0.5 < told.mean && told.mean < knowing.mean + 1e-9,
        "{blind:?} {told:?} {knowing:?}"
    );
    // By hand. Bob says 3/4 of a no and 1/2 of each half, and his rule agrees with him, so the coin
    // pays 3/4 for no. True root (1/4): each half is true, which pays r²/2. False root (3/4): each
    // half is true with 1/3 only, which pays r²/6.
    let expected = 0.25 * (0.75 + 4.5) + 0.75 * (0.75 + 1.5);
    assert!((told.mean - expected).abs() < 1e-9, "{} {expected}", told.mean);
}

#[test]
fn the_guarantee_says_which_hypothesis_fails() {
    let bound = |claims: &str, parameters: &str| {
        let all = opened(claims, parameters).unwrap();
        all["bounds"]
            .as_array()
            .unwrap()
            .iter()
            .find(|b| b["name"].as_str().unwrap().contains("1 − ε"))
            .unwrap()
            .clone()
    };
    let majority = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: []";
    let held = bound(majority, "{epsilon: 0.1}");
    assert_eq!((&held["standing"], &held["holds"]), (&"holds".into(), &true.into()));
    let reason = |claims: &str, parameters: &str| {
        let bound = bound(claims, parameters);
        assert_eq!(
            (&bound["standing"], &bound["holds"]),
            (&"does-not-apply".into(), &false.into())
        );
        bound["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(reason(majority, "{ratio: 3}"), "r = 3.0000 is below 1 + 2/(ε(1 − ρ)) = 28.7778");
    let brittle = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []";
    assert_eq!(reason(brittle, "{ratio: 30}"), "claim root has ρ = 2.7100, not below 1");
    // At exactly ρ = 1 the theorem is silent too, whatever a search finds.
    let one = "uniform: {claim: x, rule: all, width: 1, depth: 1}\nfalse-leaves: []";
    assert_eq!(reason(one, "{ratio: 30}"), "claim root has ρ = 1.0000, not below 1");
    let told = format!("{majority}\nknows: {{alice: root}}");
    assert!(reason(&told, "{epsilon: 0.1}").starts_with("Alice does not know every claim"));
}

#[test]
fn averages_and_this_worlds_values_say_what_they_are() {
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: []\n\
                  worlds: {independent: {each: 0.9}}";
    let found = opened(claims, "{epsilon: 0.1, rho: 0.28}").unwrap();
    let what = found["values_are"].as_str().unwrap();
    assert!(
        what.starts_with("averages over all 8 worlds") && what.contains("stand apart"),
        "{what}"
    );
    let honest = |key: &str| {
        let all = found[key].as_array().unwrap();
        let own = all.iter().find(|v| v["alice"] == "honest" && v["bob"] == "calibrated").unwrap();
        own["value"].as_f64().unwrap()
    };
    assert!(honest("values") > 2.0 && honest("this_world") <= 1.0, "{found}");
    assert_eq!(found["ratio_from"], "1 + 2/(ε(1 − ρ)) with the scenario's ρ = 0.28");
}

#[test]
fn the_claim_is_true_whatever_alice_answers() {
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: []";
    let scenario = read("test", &scenario(claims, "{epsilon: 0.1}")).unwrap();
    for alice in ["honest", "obfuscator"] {
        let mut game = crate::kit::seated(&scenario, [alice, "informed", "honest"], 1);
        game.table().run().unwrap();
        assert_eq!(crate::kit::truth(game.now()), Some(true), "{alice}");
    }
}

#[test]
fn both_sides_of_the_theorem_are_measured() {
    let claims = "uniform: {claim: x, rule: all, width: 4, depth: 1}\nworlds: one-false\n\
                  knows: {alice: root, bob: root}";
    let found = opened(claims, "{ratio: 3}").unwrap();
    let by_alice = found["soundness"]["by_alice"].as_array().unwrap();
    let of = |name: &str| by_alice.iter().find(|own| own["alice"] == name).unwrap();
    let close = |value: &serde_json::Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-6, "{value} {expected}");
    };
    // The wrong and ignorant Alice is paid the floor of the open finding, by the Bob who is deaf.
    close(&of("ignorant")["right"], 0.0);
    close(&of("ignorant")["least"], 0.316_406_25);
    close(&found["open_finding"]["least"], 0.316_406_25);
    close(&of("ignorant")["limit"], 0.316_406_25);
    // The others who are wrong can be paid nothing.
    assert!(of("obfuscator")["least"].as_f64().unwrap() <= 0.0);
    for own in by_alice {
        let learned = &own["learned"];
        assert!(learned["advantage"].as_f64().unwrap() <= learned["delta"].as_f64().unwrap());
        assert!(learned["advantage_of_any_test"].as_f64() >= learned["advantage"].as_f64());
    }
    let most = found["soundness"]["by_bob"].as_array().unwrap();
    close(&most.iter().find(|own| own["bob"] == "calibrated").unwrap()["value"], 4.375);
}

#[test]
fn a_best_response_to_the_learned_bob_can_be_played() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: one-false\n\
                  knows: {alice: root, bob: root}";
    let scenario = read("test", &scenario(claims, "{ratio: 3}")).unwrap();
    let mut game = crate::kit::seated(&scenario, ["best-response", "learned:0.05", "honest"], 1);
    game.table().run().unwrap();
    assert!(matches!(game.now().turn(), elenchus::rules::Turn::Over(_)));
}

/// What is said of players who are not let in, or what they come to.
fn of(claims: &str, seats: [SeatPlan; 3]) -> Result<f64, String> {
    let text = scenario(claims, "{epsilon: 0.1, ratio: 3}");
    let game = open(&read("test", &text).expect("a scenario")).expect("a debate");
    let pair = Pair::of(&*game, &seats, 10, &Token::default());
    pair.map(|pair| pair.value.middle()).map_err(|why| why.to_string())
}

#[test]
fn who_would_have_to_look_too_far_ahead_is_refused_and_nobody_plays_in_her_name() {
    // Fifteen answers fall in 2^15 ways, each of which a calibrated Bob hears.
    let wide = "uniform: {claim: x, rule: all, width: 15, depth: 1}\nworlds: one-false\nknows: \
                {alice: root, bob: root}";
    for alice in ["hunter", "blind-hunter", "best-response", "blind-best-response"] {
        let seats = programs([alice, "calibrated", "honest"]);
        let why = of(wide, seats).expect_err("she cannot look ahead");
        let told = "looks ahead, which is out of reach here: an argument has 15 subclaims";
        assert!(why.contains(told) && why.starts_with(alice), "{why}");
    }
    // A Bob who says the same whatever is drawn is answered at once.
    let deaf = ["best-response", "independent:1", "honest"];
    let paid = of(wide, programs(deaf)).expect("a value");
    assert!(paid > 0.0, "{paid}");
}

#[test]
fn players_that_are_gone_say_what_to_use_instead() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: one-false";
    for (seats, gone) in [
        (
            ["hunter-of-shading:0.2", "calibrated", "honest"],
            "`hunter-of-…` is gone: use `best-response`",
        ),
        (
            ["honest", "learned-against:0.05", "honest"],
            "`learned-against` is gone: use `best-response`",
        ),
    ] {
        let seats = programs(seats);
        let why = of(claims, seats).expect_err("nobody has that name");
        assert!(why.contains(gone), "{why}");
    }
}

#[test]
fn nobody_is_called_a_best_response_to_a_list_of_players() {
    let claims = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nworlds: one-false";
    let honest = SeatPlan::honest;
    let best = || SeatPlan::Program("best-response".into());
    let mix = |other: &str| SeatPlan::Mix(vec![(p(0.5), "honest".into()), (p(0.5), other.into())]);
    for (seats, whose) in
        [([best(), mix("lazy"), honest()], "Bob"), ([mix("ignorant"), best(), honest()], "Alice")]
    {
        let why = of(claims, seats).expect_err("whom does she answer?");
        assert!(why.contains(&format!("no exact answer to {whose}'s list of players")), "{why}");
    }
}

#[test]
fn a_table_names_who_can_be_played_by_that_name() {
    // One world, so that what is averaged is what is played.
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: [2]";
    let found = opened(claims, "{epsilon: 0.1, ratio: 3}").expect("a report");
    let rows = found["values"].as_array().expect("a table");
    assert!(rows.len() > 30, "{rows:?}");
    for row in rows {
        let [alice, bob] = ["alice", "bob"].map(|who| row[who].as_str().expect("a name"));
        let seats = programs([alice, bob, "honest"]);
        let played = of(claims, seats).unwrap_or_else(|why| panic!("{alice}, {bob}: {why}"));
        let solved = row["value"].as_f64().expect("a number");
        assert!((played - solved).abs() < 1e-9, "{row}: {played}");
    }
}

/// All of four facts, one of them false, each a claim that rests on a majority of 11 copies of it,
/// between players who know that much.
fn copied_facts() -> String {
    let parts = |name: &str, count: usize| -> String {
        (0..count).map(|at| format!("{name}{at}, ")).collect()
    };
    let mut claims = format!("root: {{claim: all, all: [{}]}}, ", parts("f", 4));
    let mut worlds = String::new();
    for fact in 0..4 {
        let own = parts(&format!("c{fact}-"), 11);
        claims += &format!("f{fact}: {{claim: fact {fact}, majority: [{own}]}}, ");
        for copy in own.split(", ").filter(|copy| !copy.is_empty()) {
            claims += &format!("{copy}: {{claim: copy {copy}}}, ");
        }
        worlds += &format!("{{weight: 0.25, false-leaves: [{own}]}}, ");
    }
    format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{prover-estimator: {{epsilon: 0.1, ratio: 5}}}}, \
         machine: {{claims: {{tree: {{{claims}}}, worlds: {{list: [{worlds}]}}, knows: {{alice: nothing, \
         bob: nothing}}}}}}}}"
    )
}

/// She is always wrong, and the page says what she is paid.
#[test]
fn the_best_bob_found_pays_the_marginal_alice_the_least_that_is_proved() {
    let game = open(&read("test", &copied_facts()).expect("it reads")).expect("a debate");
    let seats = programs(["marginal", "honest", "honest"]);
    let best = game.best_response(&seats, Seat::Bob, &Token::default()).expect("it is known");
    let paid = format!("{:.6}", best.value.played().expect("he plays"));
    assert_eq!(paid, "0.869600");
    assert!(include_str!("../../docs/results/open-finding.md").contains(&paid));
}
