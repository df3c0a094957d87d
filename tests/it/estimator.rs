//! Prover-estimator debate: consequences of the distribution over worlds, hidden facts, consistent
//! arguments, and players with partial knowledge.

use std::sync::Arc;

use elenchus::batch::{PlayersValue, simulate_some};
use elenchus::chance::Probability;
use elenchus::debate::SeatPlan;
use elenchus::machine::Bits;
use elenchus::machine::claims::{
    ClaimId, ClaimTree, ClaimsInstance, Knowledge, ListedArgument, ListedClaim, Rule,
    WorldDistribution, uniform,
};
use elenchus::protocol::ProverEstimator;
use elenchus::protocol::prover_estimator::players::estimator::{AskedSubclaim, EstimatorStrategy};
use elenchus::protocol::prover_estimator::players::prover::BestResponseProver;
use elenchus::protocol::prover_estimator::{ProverEstimatorInstance, RewardParams, StatedRatio};
use elenchus::rules::Seat;
use elenchus::scenario::{open, read};
use elenchus::work::CancelToken;
use proptest::prelude::*;

use crate::kit::{about, debate, programs};

/// The text of a debate with these parameters about these claims.
fn text(claims: &str, parameters: &str) -> String {
    let claims: String = claims.lines().map(|line| format!("    {line}\n")).collect();
    let head = "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  prover-estimator: ";
    format!("{head}{parameters}\nmachine:\n  claims:\n{claims}")
}

fn opened(claims: &str, parameters: &str) -> Result<serde_json::Value, String> {
    let scenario = read("test", &text(claims, parameters)).map_err(|e| e.to_string())?;
    let game = open(&scenario).map_err(|f| f.to_string())?;
    Ok(crate::kit::solved(&*game)?.to_json())
}

fn solved(claims: &str, parameters: &str) -> serde_json::Value {
    opened(claims, parameters).unwrap_or_else(|why| panic!("{why}"))
}

/// A list of the JSON.
fn list(of: &serde_json::Value) -> &[serde_json::Value] {
    of.as_array().expect("a list")
}

fn p(value: f64) -> Probability {
    Probability::new(value).unwrap()
}

#[test]
fn the_theorem_has_a_note_if_alice_knows_more_than_bob() {
    let kinds = ["who-knows", "bob-knows"];
    for (knows, said) in [
        ("{alice: everything, bob: root}", [Some([4.0, 1.0]), None]),
        ("{alice: root, bob: root}", [None, None]),
        ("{alice: nothing, bob: everything}", [None, Some([4.0, 4.0])]),
        ("{alice: root, bob: everything}", [None, Some([3.0, 4.0])]),
    ] {
        let claims = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nworlds: one-false\n";
        let found = solved(&format!("{claims}knows: {knows}"), "{epsilon: 0.1, ratio: 3}");
        let facts = || list(&found["sections"]).iter().flat_map(|section| list(&section["facts"]));
        for (kind, said) in kinds.into_iter().zip(said) {
            let own = facts().find(|fact| fact["kind"] == kind);
            assert_eq!(own.is_some(), said.is_some(), "{knows}, {kind}: {own:?}");
            let (Some(own), Some(said)) = (own, said) else { continue };
            let keys = if kind == "who-knows" { ["alice", "bob"] } else { ["his", "claims"] };
            assert_eq!(keys.map(|key| own[key].as_f64().expect("a number")), said, "{own}");
        }
    }
}

/// Two facts that depend on each other, three pieces for each.
const TOGETHER: &str = "worlds: {list: [{weight: 0.6}, {weight: 0.3, false-leaves: ['1', '2']}, \
    {weight: 0.1, false-leaves: ['2']}]}";

#[test]
fn evidence_for_dependent_facts_is_paid_as_computed_for_any_knowledge() {
    for knows in [
        "{alice: everything, bob: nothing}",
        "{alice: root, bob: everything}",
        "{alice: nothing, bob: ['1#1', '2#3']}",
    ] {
        let claims = format!(
            "uniform: {{claim: x, rule: all, width: 2, depth: 1}}\n{TOGETHER}\nevidence: {{pieces: 3, \
             right: 0.8, correlation: 0.3}}\nknows: {knows}"
        );
        let game = debate(&text(&claims, "{epsilon: 0.1, ratio: 30}"));
        let seats = Seat::each(|_| SeatPlan::honest());
        let exact = game.exact(&seats, &CancelToken::default()).expect("it is small").get();
        let many = game.simulator(&seats, &CancelToken::default()).unwrap();
        let played =
            simulate_some(&*many, 0..1_000, 1, &CancelToken::default()).unwrap().value().unwrap();
        let off = (played.middle() - exact).abs();
        assert!(off <= 2.5 * played.error() + 1e-9, "{knows}: {exact} {played}");
    }
}

#[test]
fn copies_of_a_claim_share_its_facts_and_each_copy_has_pieces_of_its_own() {
    // The root rests on three copies of each of two claims. Each copy rests on the one piece for
    // its one fact.
    let claims = "tree:\n  root: {claim: r, all: [a, b]}\n  a: {claim: a, all: [fa]}\n  b: {claim: b, \
        all: [fb]}\n  fa: {claim: fa}\n  fb: {claim: fb}\nworlds: {list: [{weight: 0.6}, {weight: 0.4, \
        false-leaves: [fb]}]}\nevidence: {pieces: 1, right: 0.8, copies: 3}\nknows: {alice: nothing, \
        bob: nothing}";
    let scenario = read("test", &text(claims, "{epsilon: 0.1, ratio: 30}")).unwrap();
    let case = scenario.machine.claims(Knowledge::Nothing).unwrap();
    let truth = case.worlds().chance(ClaimId::ROOT);
    let most = 0.8f64.powi(3) + 3.0 * 0.64 * 0.2;
    let root = 0.6 * most * most + 0.4 * most * (1.0 - most);
    assert!((truth - root).abs() < 1e-12, "{truth} {root}");
}

#[test]
fn the_default_ratio_does_not_tell_which_leaves_are_false() {
    // The most that Alice can be paid over one level is 1 + r + r².
    let of = |claims: &str, parameters: &str| {
        let claims = format!("uniform: {{claim: x, rule: majority, width: 5, depth: 1}}\n{claims}");
        let scenario = read("test", &text(&claims, parameters)).map_err(|e| e.to_string())?;
        open(&scenario).map(|game| game.max_value()).map_err(|fault| fault.to_string())
    };
    let with = |false_leaves: &str| {
        of(&format!("false-leaves: [{false_leaves}]"), "{epsilon: 0.1}").unwrap()
    };
    let (none, one, two) = (with(""), with("\"1\""), with("\"1\", \"2\""));
    assert!(none == one && one == two, "{none} {one} {two}");
    // A distribution over worlds is public, and its worst world counts.
    let law = "worlds: one-false\nknows: {alice: root, bob: root}";
    let epsilon = elenchus::machine::claims::Epsilon::new(0.1).unwrap();
    let worst = [false, true, true, true, true];
    let rho = Rule::MAJORITY.stability(worst.into_iter(), epsilon).rho;
    let is = |parameters: &str, r: f64| {
        let most = of(law, parameters).unwrap();
        assert!((most - (1.0 + r + r * r)).abs() < 1e-9, "{most} of {r}");
    };
    is("{epsilon: 0.1}", 1.0 + 20.0 / (1.0 - rho));
    // A stated ρ is public too.
    is("{epsilon: 0.1, rho: 0.28}", 28.777_777_777_777_78);
    assert!(of(law, "{epsilon: 0.1, rho: 1}").unwrap_err().contains("`rho` is 1."));
    assert!(of(law, "{ratio: 3, rho: 0.1}").unwrap_err().contains("both set"));
}

#[test]
fn worlds_that_rule_out_the_actual_one_are_refused() {
    let claims = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: [\"1\", \"2\"]";
    let with = |worlds: &str| opened(&format!("{claims}\nworlds: {worlds}"), "{ratio: 3}");
    for worlds in
        ["one-false", "{independent: {each: 1}}", "{list: [{weight: 1, false-leaves: [\"1\"]}]}"]
    {
        let found = with(worlds).unwrap_err();
        assert!(found.starts_with("line 10, ") && found.contains("2 false leaves"), "{found}");
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
    assert!(found.starts_with("line 10, column 9: ") && found.contains("`b`"), "{found}");
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

    /// Searches through all Alices. Bob states the truth that he knows. If the debate opens, no Alice is paid more than
    /// 1, and no wrong Alice is paid anything. If the debate is refused, some Alice is paid more than that.
    #[test]
    fn no_alice_gains_if_arguments_fit_and_some_alice_does_otherwise(
        word in 0usize..16, first in 0usize..2, second in 0usize..2, ratio in 2.0f64..30.0,
    ) {
        let rule = |at| [Rule::ALL, Rule::ANY][at];
        let tree = two_ways(rule(first), rule(second));
        let leaves: Bits = (0..4).map(|at| word >> at & 1 == 1).collect();
        let truths = Arc::new(tree.truths(&leaves));
        let case = ClaimsInstance::drawn(WorldDistribution::certain(&tree, leaves).unwrap());
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        let best = BestResponseProver::new(&case, stakes, &EstimatorStrategy::Informed).payoff_in_world(&truths).unwrap();
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
    let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
        .known_to(Knowledge::Everything, told);
    let truths = tree.truths(&"10".parse().unwrap());
    let bob = EstimatorStrategy::Informed;
    let mind = bob.initial_memory(&case);
    let of = |mind, at| {
        bob.estimate(&case, &truths, mind, AskedSubclaim { claim: ClaimId::ROOT, which: 0, at })
    };
    assert_eq!((of(&mind, 0), of(&mind, 1)), (1.0, 0.0));
    let heard = bob.after_answer(&mind, parts[0], true);
    assert_eq!(of(&heard, 1), 0.0, "what he hears changes nothing that he knows");
    // Bob knows the root. So he knows that every subclaim has become unlikely.
    let tree = uniform("x", Rule::ANY, 3, 1).unwrap();
    let law = WorldDistribution::independent(&tree, &[p(0.5); 3]).unwrap();
    let case = ClaimsInstance::drawn(law).known_to(Knowledge::Everything, Knowledge::root());
    let truths = tree.truths(&"000".parse().unwrap());
    let mind = bob.initial_memory(&case);
    for at in 0..3 {
        let asked = AskedSubclaim { claim: ClaimId::ROOT, which: 0, at };
        assert_eq!(bob.estimate(&case, &truths, &mind, asked), 0.0);
    }
}

#[test]
fn a_hunter_who_knows_the_root_uses_it() {
    // Two independent halves, both needed: a true root implies everything.
    let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
    let law = WorldDistribution::independent(&tree, &[p(0.5); 2]).unwrap();
    let case = |alice| ClaimsInstance::drawn(law.clone()).known_to(alice, Knowledge::Nothing);
    let stakes = RewardParams::new(&case(Knowledge::root()), 0.1, StatedRatio::Ratio(3.0)).unwrap();
    let bob = EstimatorStrategy::Calibrated;
    let paid = |case: &ClaimsInstance| {
        BestResponseProver::new(case, stakes, &bob).payoff_as_informed().unwrap()
    };
    let (blind, _) = paid(&case(Knowledge::Nothing));
    let (told, right) = paid(&case(Knowledge::root()));
    let (knowing, _) = paid(&case(Knowledge::Everything));
    assert_eq!(right, 0.75, "she says no, whatever is true: the coin pays more");
    assert!(
        blind.mean + 0.5 < told.mean && told.mean < knowing.mean + 1e-9,
        "{blind:?} {told:?} {knowing:?}"
    );
    // By hand: Bob states 3/4 for a no, and 1/2 for each half. These numbers fit his rule, so the coin pays 3/4 for a
    // no. If the root is true (probability 1/4), each half is true, which pays r²/2. If the root is false (probability
    // 3/4), each half is true with probability 1/3 only, which pays r²/6.
    let expected = 0.25 * (0.75 + 4.5) + 0.75 * (0.75 + 1.5);
    assert!((told.mean - expected).abs() < 1e-9, "{} {expected}", told.mean);
}

#[test]
fn the_guarantee_says_which_hypothesis_fails() {
    let uniform = |rule: &str, width: u32| {
        format!("uniform: {{claim: x, rule: {rule}, width: {width}, depth: 1}}\nfalse-leaves: []")
    };
    let told = format!("{}\nknows: {{alice: root}}", uniform("majority", 3));
    // At exactly ρ = 1 the theorem says nothing either, whatever a search finds.
    for (claims, parameters, reason) in [
        (&uniform("majority", 3), "{epsilon: 0.1}", None),
        (&uniform("majority", 3), "{ratio: 3}", Some("28.7778")),
        (&uniform("all", 3), "{ratio: 30}", Some("ρ = 2.7100")),
        (&uniform("all", 1), "{ratio: 30}", Some("ρ = 1.0000")),
        (&told, "{epsilon: 0.1}", Some("Alice")),
    ] {
        let found = solved(claims, parameters);
        let mut bounds = list(&found["bounds"]).iter();
        let bound = bounds.find(|bound| bound["name"].to_string().contains("1 − ε")).unwrap();
        assert_eq!(bound["holds"], reason.is_none(), "{bound}");
        let standing = if reason.is_none() { "holds" } else { "does-not-apply" };
        assert_eq!(bound["standing"], standing, "{bound}");
        assert!(bound["reason"].to_string().contains(reason.unwrap_or_default()), "{bound}");
    }
}

#[test]
fn averages_and_this_worlds_values_say_what_they_are() {
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: []\n\
                  worlds: {independent: {each: 0.9}}";
    let found = solved(claims, "{epsilon: 0.1, rho: 0.28}");
    let what = found["values_are"].as_str().unwrap();
    assert!(what.contains("all 8 worlds"), "{what}");
    let honest = |key: &str| {
        let mut all = list(&found[key]).iter();
        let own = all.find(|v| v["alice"] == "honest" && v["bob"] == "calibrated").unwrap();
        own["value"].as_f64().unwrap()
    };
    assert!(honest("values") > 2.0 && honest("this_world") <= 1.0, "{found}");
}

#[test]
fn the_claim_is_true_whatever_alice_answers() {
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: []";
    let scenario = crate::kit::scenario(&text(claims, "{epsilon: 0.1}"));
    for alice in ["honest", "obfuscator"] {
        let mut game = crate::kit::seated(&scenario, [alice, "informed", "honest"], 1);
        game.table().run().unwrap();
        assert_eq!(crate::kit::truth(game.position()), Some(true), "{alice}");
    }
}

#[test]
fn both_sides_of_the_theorem_are_measured() {
    let claims = "uniform: {claim: x, rule: all, width: 4, depth: 1}\nworlds: one-false\n\
                  knows: {alice: root, bob: root}";
    let found = solved(claims, "{ratio: 3}");
    let by_alice = list(&found["soundness"]["by_alice"]);
    let of = |name: &str| by_alice.iter().find(|own| own["alice"] == name).unwrap();
    // A Bob who ignores Alice's answers pays the wrong and ignorant Alice the lower bound of the
    // open finding.
    let mut by_bob = list(&found["soundness"]["by_bob"]).iter();
    for (value, expected) in [
        (&of("ignorant")["right"], 0.0),
        (&of("ignorant")["least"], 0.316_406_25),
        (&of("ignorant")["limit"], 0.316_406_25),
        (&found["open_finding"]["least"], 0.316_406_25),
        (&by_bob.find(|own| own["bob"] == "calibrated").unwrap()["value"], 4.375),
    ] {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-6, "{value} {expected}");
    }
    // The other wrong Alices can be paid nothing.
    assert!(of("obfuscator")["least"].as_f64().unwrap() <= 0.0);
    for own in by_alice {
        let of = |key: &str| own["learned"][key].as_f64().unwrap();
        assert!(of("advantage") <= of("delta"), "{own}");
        assert!(of("advantage_of_any_test") >= of("advantage"), "{own}");
    }
}

#[test]
fn a_best_response_to_the_learned_bob_can_be_played() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: one-false\n\
                  knows: {alice: root, bob: root}";
    let scenario = crate::kit::scenario(&text(claims, "{ratio: 3}"));
    let mut game = crate::kit::seated(&scenario, ["best-response", "learned:0.05", "honest"], 1);
    game.table().run().unwrap();
    assert!(matches!(game.position().turn(), elenchus::rules::Turn::Over(_)));
}

/// The refusal of these players, or their result.
fn outcome(claims: &str, seats: [SeatPlan; 3]) -> Result<f64, String> {
    let game = debate(&text(claims, "{epsilon: 0.1, ratio: 3}"));
    let pair = PlayersValue::compute(&*game, &seats, 10, &CancelToken::default());
    pair.map(|pair| pair.value.middle()).map_err(|why| why.to_string())
}

#[test]
fn an_alice_who_would_have_to_look_too_far_ahead_is_refused() {
    // Fifteen answers have 2^15 outcomes, and a calibrated Bob hears each.
    let wide = "uniform: {claim: x, rule: all, width: 15, depth: 1}\nworlds: one-false\nknows: \
                {alice: root, bob: root}";
    for alice in ["hunter", "blind-hunter", "best-response", "blind-best-response"] {
        let why =
            outcome(wide, programs([alice, "calibrated", "honest"])).expect_err("it is too far");
        assert!(why.starts_with(alice) && why.contains("15 subclaims"), "{why}");
    }
    // Bob states the same for all draws, so the answer to him is immediate.
    let paid =
        outcome(wide, programs(["best-response", "independent:1", "honest"])).expect("a value");
    assert!(paid > 0.0, "{paid}");
}

#[test]
fn players_that_are_gone_say_what_to_use_instead() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: one-false";
    for [alice, bob] in
        [["hunter-of-shading:0.2", "calibrated"], ["honest", "learned-against:0.05"]]
    {
        let why =
            outcome(claims, programs([alice, bob, "honest"])).expect_err("nobody has that name");
        assert!(why.contains("Write `best-response`"), "{why}");
    }
}

#[test]
fn nobody_is_called_a_best_response_to_a_list_of_players() {
    let claims = "uniform: {claim: x, rule: all, width: 3, depth: 1}\nworlds: one-false";
    let [best, honest] = ["best-response", "honest"].map(|name| SeatPlan::Program(name.into()));
    let mix = |other: &str| SeatPlan::Mix(vec![(p(0.5), "honest".into()), (p(0.5), other.into())]);
    for seats in [
        [best.clone(), mix("lazy"), honest.clone()],
        [mix("ignorant"), best.clone(), honest.clone()],
    ] {
        assert!(outcome(claims, seats).is_err());
    }
}

#[test]
fn a_table_names_players_who_can_be_played_by_that_name() {
    // One world, so the average equals the played result.
    let claims = "uniform: {claim: x, rule: majority, width: 3, depth: 1}\nfalse-leaves: [2]";
    let found = solved(claims, "{epsilon: 0.1, ratio: 3}");
    let rows = list(&found["values"]);
    assert!(rows.len() > 30, "{rows:?}");
    for row in rows {
        let [alice, bob] = ["alice", "bob"].map(|who| row[who].as_str().expect("a name"));
        let played = outcome(claims, programs([alice, bob, "honest"]));
        let played = played.unwrap_or_else(|why| panic!("{alice}, {bob}: {why}"));
        assert!(
            (played - row["value"].as_f64().expect("a number")).abs() < 1e-9,
            "{row}: {played}"
        );
    }
}

/// All of four facts, one of them false. Each claim rests on a majority of 11 copies of its fact.
/// The players know that much.
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
    let knows = "knows: {alice: nothing, bob: nothing}";
    about(
        "prover-estimator: {epsilon: 0.1, ratio: 5}",
        &format!("claims: {{tree: {{{claims}}}, worlds: {{list: [{worlds}]}}, {knows}}}"),
    )
}

/// The marginal Alice is always wrong, and the page states her payment.
#[test]
fn the_best_bob_found_pays_the_marginal_alice_the_least_that_is_proved() {
    let game = debate(&copied_facts());
    let seats = programs(["marginal", "honest", "honest"]);
    let best = game.best_response(&seats, Seat::Bob, &CancelToken::default()).expect("it is known");
    let paid = format!("{:.6}", best.value.played().expect("he plays"));
    assert_eq!(paid, "0.869600");
    assert!(include_str!("../../docs/results/open-finding.md").contains(&paid));
}
