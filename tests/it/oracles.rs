//! Oracles that differ from the truth, constants from the theorem's formulas, and best responses to any player. The
//! tests use the library and the program.

use elenchus::analysis::{BoundStatus, Game};
use elenchus::batch::PlayersValue;
use elenchus::batch::simulate;
use elenchus::scenario::{open, read, warnings};
use elenchus::work::CancelToken;
use serde_json::Value;

use crate::kit::{self, about, debate, elenchus, json, named, opened, printed, programs, scenario};

/// Facts that need no value of the players: P[output = 1] is 0.7, and one question makes K 1.
#[test]
fn a_debate_with_too_many_samples_to_solve_still_tells_its_theorems() {
    let text = about(
        "stochastic: {k: 75, constants: paper}",
        "plan: {steps: [{ask: q, yes: 0.3}, {not: 1}]}",
    );
    let report = kit::solved(&*debate(&text)).expect("the possible results").to_json();
    assert_eq!(report["truth"], 0.7, "{report}");
    let worst = report["lipschitz"]["worst"].as_f64().expect("a number");
    assert!((worst - 1.0).abs() < 1e-9 && report["values"].as_array().is_none_or(Vec::is_empty));
}

/// Three questions of 0.75 and their majority. The judge forgives less than 0.03.
fn text(oracles: &str) -> String {
    about(
        &format!("stochastic: {{k: 1.5, constants: teaching, oracles: {oracles}}}"),
        "votes: {question: 'q', votes: 3, yes: 0.75, rule: majority}",
    )
}

fn value(game: &dyn Game, written: [&str; 3]) -> f64 {
    PlayersValue::compute(game, &programs(written), 200, &CancelToken::default())
        .expect("a value")
        .value
        .middle()
}

#[test]
fn debates_with_oracles_that_differ_come_out_as_they_are_solved() {
    for oracles in [
        "{judge: {off: -0.06}}",
        "{alice: {off: 0.05, at: [2]}, bob: {wrong: [1]}}",
        "{alice: {wrong: [3]}, judge: {wrong: [3]}}",
        "{bob: {off: 0.08}, judge: {off: 0.02, at: [1, 3]}}",
    ] {
        let game = debate(&text(oracles));
        for (alice, bob) in [
            ("honest", "honest"),
            ("honest", "best-response"),
            ("best-response", "honest"),
            ("exact", "lazy:0.02"),
            ("shift:-0.06", "optimal"),
            ("late-lie:2", "abort-at:2"),
        ] {
            let seats = programs([alice, bob, "honest"]);
            let exact = game.exact(&seats, &CancelToken::default()).expect("it is solved").get();
            let many = game.simulator(&seats, &CancelToken::default()).expect("programs");
            let tally = simulate(&*many, 1000, 1, &CancelToken::default()).expect("legal moves");
            let found = tally.rate().rate;
            let spread = (exact * (1.0 - exact) / 1000.0).sqrt();
            let allowed = 5.0 * spread + 0.01;
            assert!((found - exact).abs() <= allowed, "{oracles} {alice} v {bob}: {found} {exact}");
        }
    }
}

#[test]
fn an_oracle_that_is_wrong_for_everybody_is_a_plan_with_the_opposite_answers() {
    let game = debate(&text("{alice: {wrong: [1]}, bob: {wrong: [1]}, judge: {wrong: [1]}}"));
    // One vote of 0.25 and two of 0.75: 0.5625 + 0.25·2·0.75·0.25.
    let by_hand = 0.75 * 0.75 + 0.25 * 2.0 * 0.75 * 0.25;
    let found = value(&*game, ["honest", "honest", "honest"]);
    assert!((found - by_hand).abs() < 1e-3, "{found} {by_hand}");
}

#[test]
fn solve_puts_k_delta_beside_the_loss() {
    let solved = json("solve crooked-ruler --json --reveal");
    let oracles = &solved["oracles"];
    let number = |key: &str| oracles[key].as_f64().unwrap_or_else(|| panic!("{key}: {oracles}"));
    assert!((number("delta") - 0.06).abs() < 1e-12);
    assert!((number("k_delta") - 0.09).abs() < 1e-12);
    let judges = oracles["outputs"][2].as_f64().expect("a number");
    assert!((number("truth") - judges - 0.072468).abs() < 1e-6, "{oracles}");
    let loss = |players: &str| {
        let all = oracles["losses"].as_array().expect("a list").iter();
        let found = all.clone().find(|loss| loss["players"] == players).expect("it is there");
        found["with_the_truth"].as_f64().unwrap() - found["value"].as_f64().unwrap()
    };
    assert!(loss("honest v best-response") > 0.84);
    assert!(loss("best-response v best-response") < number("k_delta"));
    // The claims of the lesson.
    let told = number("truth");
    for said in [
        format!("{judges:.3} of debates, not in {told:.3}"),
        format!("cost you {:.3}", told - judges),
        format!("K × 0.06 = {:.2}", number("k_delta")),
    ] {
        crate::lessons::says("crooked-ruler", &said);
    }
    let game = opened("crooked-ruler");
    assert!(value(&*game, ["honest", "best-response", "honest"]) < 1e-3, "she states the truth");
    let told_so = value(&*game, ["shift:-0.06", "best-response", "honest"]);
    assert!((told_so - judges).abs() < 1e-3, "{told_so} {judges}");
}

const FAULTS: &str = "\
{off: 0.1} => {off: 1.5}
{off: 0.1} => {off: .nan}
{off: 0.1} => {off: 0.1, at: [4]}
{off: 0.1} => {wrong: [0]}
{off: 0.1} => {wrong: [9]}
{off: 0.1} => {at: [1]}
{judge: {off: 0.1}} => {vera: {off: 0.1}}";

#[test]
fn an_oracle_that_cannot_be_is_refused_with_its_place() {
    insta::assert_snapshot!(crate::files::faults(&text("{judge: {off: 0.1}}"), FAULTS));
}

#[test]
fn the_theorems_promise_is_not_given_for_oracles_that_differ() {
    let solved = json("solve crooked-ruler --json --reveal");
    assert_eq!(solved["guarantee"]["holds"], false);
    // A wide tolerance gets no promise either. In this scenario, K·b is above 2/3.
    let warned = warnings(&named("caffeine-vote"));
    assert!(warned.iter().any(|w| w.message.contains("K·b = 1 is above 2/3")), "{warned:?}");
}

#[test]
fn constants_names_the_cheapest_setting_and_what_it_saves() {
    let constants = "constants --k 1 --steps 16 --json";
    let found = json(constants);
    let cost = |setting: &Value, who: &str| setting["queries"][who].as_u64().expect("a count");
    let judge = |setting: &Value| cost(setting, "judge");
    assert!(judge(&found["cheapest"]) < judge(&found["lean"]), "{found}");
    assert!(found["cheapest"]["wins"].as_f64() >= Some(0.6), "{found}");
    // The setting depends on a limit of the provers' cost.
    assert_eq!(found["others_held_to"], 1.0);
    assert!(judge(&found["others_held_to_tenfold"]) < judge(&found["cheapest"]), "{found}");
    // Defaults that prove too little give no comparison.
    assert!(printed("constants --k 1 --steps 16").contains(" %"));
    let more = printed("constants --k 2 --steps 7 --for 1,1,1 --wins 0.99 --truth 1");
    assert!(!more.contains(" %") && more.contains("0.9311"), "{more}");
    let provers = json(&format!("{constants} --for provers"));
    let both = |setting: &Value| cost(setting, "alice") + cost(setting, "bob");
    assert!(both(&provers["cheapest"]) < both(&found["cheapest"]));
    // A scenario accepts the setting, and the theorem covers it.
    let c = &found["cheapest"]["constants"];
    let custom = ["c", "s", "b", "q", "v"].map(|key| format!("{key}: {}", c[key])).join(", ");
    let scenario = scenario(&about(
        &format!("stochastic: {{k: 1, constants: {{custom: {{{custom}}}}}}}"),
        "chain: {question: 'q', steps: 16, start: 0.5, after-no: 0.1, after-yes: 0.1}",
    ));
    assert_eq!(warnings(&scenario).len(), 0, "{:?}", warnings(&scenario));
}

#[test]
fn a_given_setting_is_checked_inequality_by_inequality() {
    let constants = "constants --k 1 --steps 16 --json";
    let check = |setting: &str, wins: &str| {
        let output = elenchus(&format!("{constants} --wins {wins} --check {setting}"));
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let rows = found["inequalities"].as_array().expect("rows").iter();
        let failing = rows.filter(|row| row["holds"] == false);
        let failing: Vec<String> = failing.map(|row| row["inequality"].to_string()).collect();
        (output.status.code(), found["proves"].as_f64(), failing)
    };
    let lean = "0.01,0.02,0.05,0.000625,0.01";
    let (code, proves, failing) = check(lean, "0.6");
    let by_default = json(constants)["lean"]["wins"].as_f64().expect("a number");
    assert!((proves.expect("it is valid") - by_default).abs() < 1e-12);
    assert_eq!((code, failing), (Some(0), vec![]));
    let (code, _, failing) = check(lean, "0.62");
    assert_eq!(code, Some(1));
    assert!(failing.len() == 1 && failing[0].contains("w − K·b"), "{failing:?}");
    let (code, proves, failing) = check("0.02,0.02,0.05,0.02,0.01", "0.6");
    assert_eq!((code, proves), (Some(1), None));
    assert!(failing[0].contains("c < s") && failing[1].contains("q ≤ v"), "{failing:?}");
    // Soundness alone needs K·b ≤ w.
    let wide = "constants --k 1 --steps 1 --truth 0.8 --check 0.1,0.2,0.9,0.0006,0.01";
    assert!(kit::said(&elenchus(wide)).contains("0.692406"));
}

#[test]
fn simulate_counts_how_often_her_answer_is_right() {
    let rate = |alice: &str| {
        let counted =
            json(&format!("simulate calibrated-bob --alice {alice} --debates 200 --json"));
        assert_eq!(counted["right_answers"]["answers"], 200);
        counted["right_answers"]["rate"].as_f64().expect("a rate")
    };
    assert_eq!((rate("honest"), rate("ignorant")), (1.0, 0.0));
    // If she does not choose her answer, no right answers are counted.
    let other = json("simulate find-the-lie --debates 10 --json --bob honest");
    assert_eq!(other["right_answers"], Value::Null);
}

#[test]
fn the_truth_of_a_leaf_may_be_a_probability() {
    let game = opened("tired-judge");
    let text = elenchus::scenario::write(&named("tired-judge")).expect("text");
    let certain = debate(&text.replace("judgement: 0.75", ""));
    let paid = |game: &dyn Game, alice: &str, bob: &str| {
        let seats = programs([alice, bob, "honest"]);
        let exact = game.exact(&seats, &CancelToken::default()).expect("it is solved").get();
        let many = game.simulator(&seats, &CancelToken::default()).expect("programs");
        let tally = simulate(&*many, 4000, 1, &CancelToken::default()).expect("legal moves");
        let found = tally.payoff().expect("it is paid");
        assert!((found.mean - exact).abs() <= 5.0 * found.se + 1e-9, "{alice} {bob}: {found:?}");
        exact
    };
    let noisy = paid(&*game, "honest", "constant:0.5");
    let sure = paid(&*certain, "honest", "constant:0.5");
    // 1/2 from the coin, nothing from the draws, and 9 · (0.75 − 0.5) or 9 · (1 − 0.5).
    assert!((noisy - 2.75).abs() < 1e-12 && (sure - 5.0).abs() < 1e-12, "{noisy} {sure}");
    let said = format!("paid {sure:.3} on average here. With this judge it is {noisy:.3}");
    crate::lessons::says("tired-judge", &said);
    // Players who look ahead also take the judge's errors into account.
    assert!(paid(&*game, "best-response", "constant:0.5") >= noisy);
    assert!(paid(&*game, "honest", "best-response") <= noisy);
    let report = kit::solved(&*game).expect("a report");
    let theorem = report.bounds.iter().filter(|bound| bound.name.contains("Thm 6.1"));
    let standings: Vec<&BoundStatus> = theorem.map(|bound| &bound.standing).collect();
    assert!(matches!(standings[..], [BoundStatus::DoesNotApply(_)]), "{standings:?}");
    for judgement in ["1.5", "-0.1", ".nan"] {
        let text = text.replace("judgement: 0.75", &format!("judgement: {judgement}"));
        let refused = read("bad", &text).map(|scenario| open(&scenario).is_err());
        assert!(refused.unwrap_or(true), "{judgement}");
    }
}
