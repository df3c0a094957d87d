//! Oracles that differ from the truth, constants by the theorem's own formulas, and players who
//! answer whoever is seated: through the library, and through the program.

use std::process::Output;

use elenchus::analysis::{Game, Standing};
use elenchus::batch::Pair;
use elenchus::batch::simulate;
use elenchus::scenario::{Scenario, open, read, warnings};
use elenchus::work::Token;
use serde_json::Value;

use crate::kit::{elenchus, json, named, programs, shipped};

fn words(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(text).expect("UTF-8")
}

/// What needs no value of the players: P[output = 1] is 0.7, and one ask makes K 1.
#[test]
fn what_is_proved_is_told_where_the_samples_are_too_many_to_solve() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {stochastic: {k: 75, constants: paper}}, machine: \
                {plan: {steps: [{ask: Is it so?, yes: 0.3}, {not: 1}]}}}";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.yaml");
    std::fs::write(&file, text).expect("a file");
    let told = json(&["solve", &file.to_string_lossy(), "--json"]);
    assert_eq!(told["truth"], 0.7, "{told}");
    let near = |at: &str, wanted: f64| {
        let found = told.pointer(at).and_then(Value::as_f64);
        assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-9), "{at}: {told}");
    };
    near("/lipschitz/worst", 1.0);
    assert!(told.to_string().contains("samples are too many for exact work"), "{told}");
}

/// Three asks of 0.75 and their majority, the judge forgiving less than 0.03.
fn text(oracles: &str) -> String {
    format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 1.5, constants: teaching, \
         oracles: {oracles}}}}}, machine: {{votes: {{question: 'q', votes: 3, yes: 0.75, rule: \
         majority}}}}}}"
    )
}

fn scenario(oracles: &str) -> Scenario {
    read("test", &text(oracles)).unwrap_or_else(|e| panic!("{e:?}"))
}

fn value(game: &dyn Game, written: [&str; 3]) -> f64 {
    Pair::of(game, &programs(written), 200, &Token::default()).expect("a value").value.middle()
}

#[test]
fn debates_with_oracles_that_differ_come_out_as_they_are_solved() {
    for oracles in [
        "{judge: {off: -0.06}}",
        "{alice: {off: 0.05, at: [2]}, bob: {wrong: [1]}}",
        "{alice: {wrong: [3]}, judge: {wrong: [3]}}",
        "{bob: {off: 0.08}, judge: {off: 0.02, at: [1, 3]}}",
    ] {
        let game = open(&scenario(oracles)).unwrap_or_else(|e| panic!("{e:?}"));
        for (alice, bob) in [
            ("honest", "honest"),
            ("honest", "best-response"),
            ("best-response", "honest"),
            ("exact", "lazy:0.02"),
            ("shift:-0.06", "optimal"),
            ("late-lie:2", "abort-at:2"),
        ] {
            let seats = programs([alice, bob, "honest"]);
            let exact = game.exact(&seats, &Token::default()).expect("it is solved").get();
            let many = game.many(&seats, &Token::default()).expect("programs");
            let tally = simulate(&*many, 1000, 1, &Token::default()).expect("legal moves");
            let found = tally.rate().rate;
            let spread = (exact * (1.0 - exact) / 1000.0).sqrt();
            let allowed = 5.0 * spread + 0.01;
            assert!((found - exact).abs() <= allowed, "{oracles} {alice} v {bob}: {found} {exact}");
        }
    }
}

#[test]
fn an_oracle_that_is_wrong_for_everybody_is_a_plan_with_the_opposite_answers() {
    let wrong = scenario("{alice: {wrong: [1]}, bob: {wrong: [1]}, judge: {wrong: [1]}}");
    let game = open(&wrong).expect("a debate");
    // One vote of 0.25 and two of 0.75: 0.5625 + 0.25·2·0.75·0.25.
    let by_hand = 0.75 * 0.75 + 0.25 * 2.0 * 0.75 * 0.25;
    let found = value(&*game, ["honest", "honest", "honest"]);
    assert!((found - by_hand).abs() < 1e-3, "{found} {by_hand}");
}

#[test]
fn solve_puts_k_delta_beside_what_is_lost() {
    let solved = json(&["solve", "crooked-ruler", "--json", "--reveal"]);
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
    // What the lesson says.
    let scenario = named("crooked-ruler");
    let hints: Vec<&str> = scenario.lesson.hints.iter().map(|hint| &**hint).collect();
    let hints = hints.join(" ");
    let told = number("truth");
    for said in [
        format!("{judges:.3} of debates, not in {told:.3}"),
        format!("costs {:.3}", told - judges),
        format!("K·δ = {:.2} at most", number("k_delta")),
    ] {
        assert!(hints.contains(&said), "{said}: {hints}");
    }
    let game = open(&scenario).expect("a debate");
    assert!(value(&*game, ["honest", "best-response", "honest"]) < 1e-3, "she states the truth");
    let told_so = value(&*game, ["shift:-0.06", "best-response", "honest"]);
    assert!((told_so - judges).abs() < 1e-3, "{told_so} {judges}");
    let text = words(&elenchus(&["solve", "crooked-ruler", "--reveal"]));
    assert!(text.contains("oracles that differ") && text.contains("K·δ = 0.0900"), "{text}");
}

#[test]
fn an_oracle_that_cannot_be_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (oracles, why) in [
        ("{judge: {off: 1.5}}", "a number from -1 to 1"),
        ("{judge: {off: .nan}}", "a number from -1 to 1"),
        ("{judge: {off: 0.1, at: [4]}}", "step 4 is not one that asks"),
        ("{judge: {wrong: [0]}}", "step 0 is not one that asks"),
        ("{bob: {wrong: [9]}}", "step 9 is not one that asks"),
        ("{alice: {at: [1]}}", "say by how much"),
        ("{vera: {off: 0.1}}", "vera"),
    ] {
        let path = folder.path().join("bad.yaml");
        std::fs::write(&path, text(oracles)).expect("it can be written");
        let output = elenchus(&["check", path.to_str().expect("a name")]);
        assert_eq!(output.status.code(), Some(1), "{oracles}");
        let told = words(&output);
        assert!(told.contains("bad.yaml:1:") && told.contains(why), "{oracles}: {told}");
    }
}

#[test]
fn the_theorems_promise_is_not_given_for_oracles_that_differ() {
    let solved = json(&["solve", "crooked-ruler", "--json", "--reveal"]);
    assert_eq!(solved["guarantee"]["holds"], false);
    let words = solved["guarantee"]["words"].as_str().expect("words");
    assert!(words.contains("one oracle"), "{words}");
    // Nor is a wide tolerance, where K·b is above 2/3.
    let (_, vote) = shipped().into_iter().find(|(id, _)| id == "caffeine-vote").unwrap();
    let warned = warnings(&vote);
    assert!(warned.iter().any(|w| w.message.contains("K·b = 1 is above 2/3")), "{warned:?}");
}

#[test]
fn constants_names_the_cheapest_setting_and_what_it_saves() {
    let found = json(&["constants", "--k", "1", "--steps", "16", "--json"]);
    let judge = |setting: &Value| setting["queries"]["judge"].as_u64().expect("a count");
    assert!(judge(&found["cheapest"]) < judge(&found["lean"]), "{found}");
    assert!(found["cheapest"]["wins"].as_f64() >= Some(0.6), "{found}");
    // What the provers are held to is said, and what it rests on.
    assert_eq!(found["others_held_to"], 1.0);
    assert!(judge(&found["others_held_to_tenfold"]) < judge(&found["cheapest"]), "{found}");
    let text = words(&elenchus(&["constants", "--k", "1", "--steps", "16"]));
    assert!(
        text.contains("held to what the Lean defaults ask") && text.contains("not on"),
        "{text}"
    );
    assert!(text.contains(" %") && !text.contains("less than was asked"), "{text}");
    // Defaults that prove less are no measure.
    let more = ["--for", "1,1,1", "--wins", "0.99", "--truth", "1"];
    let text = words(&elenchus(&[&["constants", "--k", "2", "--steps", "7"][..], &more].concat()));
    assert!(!text.contains(" %") && text.contains("prove 0.9311, less than was asked"), "{text}");
    let provers = json(&["constants", "--k", "1", "--steps", "16", "--for", "provers", "--json"]);
    let both = |setting: &Value| {
        let of = |who: &str| setting["queries"][who].as_u64().expect("a count");
        of("alice") + of("bob")
    };
    assert!(both(&provers["cheapest"]) < both(&found["cheapest"]));
    // The setting is one that a scenario can hold, and the theorem promises what is said of it.
    let c = &found["cheapest"]["constants"];
    let custom = format!(
        "{{custom: {{c: {}, s: {}, b: {}, q: {}, v: {}}}}}",
        c["c"], c["s"], c["b"], c["q"], c["v"]
    );
    let scenario = format!(
        "{{elenchus: 1, title: t, claim: c, protocol: {{stochastic: {{k: 1, constants: {custom}}}}}, \
         machine: {{chain: {{question: 'q', steps: 16, start: 0.5, after-no: 0.1, after-yes: 0.2}}}}}}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cheap.yaml");
    std::fs::write(&path, scenario).expect("it can be written");
    let text = words(&elenchus(&["check", path.to_str().expect("a name")]));
    assert!(!text.contains("no theorem") && !text.contains("above 2/3"), "{text}");
}

#[test]
fn a_given_setting_is_checked_inequality_by_inequality() {
    let check = |setting: &str, wins: &str| {
        let asked = ["--k", "1", "--steps", "16", "--wins", wins, "--check", setting, "--json"];
        let output = elenchus(&[&["constants"], &asked[..]].concat());
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let failing = |row: &&serde_json::Value| row["holds"] == false;
        let rows = found["inequalities"].as_array().expect("rows");
        let failing: Vec<String> =
            rows.iter().filter(failing).map(|row| row["inequality"].to_string()).collect();
        (output.status.code(), found["proves"].as_f64(), failing)
    };
    let lean = "0.01,0.02,0.05,0.000625,0.01";
    let (code, proves, failing) = check(lean, "0.6");
    let cheapest = json(&["constants", "--k", "1", "--steps", "16", "--json"]);
    let by_default = cheapest["lean"]["wins"].as_f64().expect("a number");
    assert!((proves.expect("it is valid") - by_default).abs() < 1e-12);
    assert_eq!((code, failing), (Some(0), vec![]));
    let (code, _, failing) = check(lean, "0.62");
    assert_eq!(code, Some(1));
    assert!(failing.len() == 1 && failing[0].contains("w − K·b"), "{failing:?}");
    let (code, proves, failing) = check("0.02,0.02,0.05,0.02,0.01", "0.6");
    assert_eq!((code, proves), (Some(1), None));
    assert!(failing[0].contains("c < s") && failing[1].contains("q ≤ v"), "{failing:?}");
    // Only soundness needs K·b ≤ w: `solve` says of such a setting what is proved of completeness.
    let wide = "0.1,0.2,0.9,0.0006,0.01";
    let asked = ["constants", "--k", "1", "--steps", "1", "--truth", "0.8", "--check", wide];
    let told = words(&elenchus(&asked));
    assert!(told.contains("An honest Alice wins at least 0.692406."), "{told}");
    let output = elenchus(&["constants", "--k", "1", "--steps", "16", "--check", "1,2"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn constants_refuses_what_no_setting_can_be_found_for() {
    for (arguments, why) in [
        (&["--k", "0", "--steps", "4"][..], "K"),
        (&["--k", "-1", "--steps", "4"], "K"),
        (&["--k", "nan", "--steps", "4"], "K"),
        (&["--k", "1", "--steps", "0"], "write a whole number from 1"),
        (&["--k", "1"], "--steps"),
        (&["--k", "1", "--steps", "4", "--wins", "0.4"], "--wins must be above 1/2"),
        (&["--k", "1", "--steps", "4", "--wins", "0.7"], "below --truth"),
        (&["--k", "1", "--steps", "4", "--truth", "1.5", "--wins", "0.6"], "at most 1"),
        (&["--k", "1", "--steps", "4", "--for", "bob"], "write judge, provers"),
        (&["--k", "1", "--steps", "4", "--for", "1,x,2,3"], "write judge, provers"),
        (&["--k", "1", "--steps", "4", "--for", "1,-2,3"], "write judge, provers"),
        (&["--k", "1e200", "--steps", "4"], "no setting was found"),
    ] {
        let mut all = vec!["constants"];
        all.extend(arguments);
        let output = elenchus(&all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let told = words(&output);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
}

#[test]
fn whoever_answers_the_other_can_be_seated_wherever_players_are_named() {
    // A Bob who knows this Alice pays her no more than any other does.
    let scenario = named("calibrated-bob");
    let game = open(&scenario).expect("a debate");
    for alice in ["honest", "ignorant", "obfuscator"] {
        let paid = |bob: &str| value(&*game, [alice, bob, "honest"]);
        let best = paid("best-response");
        for bob in ["calibrated", "constant:0.5", "lazy", "learned:0.05"] {
            assert!(best <= paid(bob) + 1e-9, "{alice}: {best}, {bob} {}", paid(bob));
        }
    }
    let seated = ["--alice", "ignorant", "--bob", "best-response", "--json"];
    let run = json(&[&["run", "calibrated-bob"], &seated[..]].concat());
    assert_eq!(run["claim_true"], false);
    assert!((value(&*game, ["best-response", "lazy", "honest"]) - 6.25).abs() < 1e-9);
    let output =
        elenchus(&["run", "calibrated-bob", "--alice", "hunter", "--bob", "best-response"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("no exact answer to Alice's `hunter` is known"));
}

#[test]
fn simulate_counts_how_often_her_answer_is_right() {
    let rate = |alice: &str| {
        let counted =
            json(&["simulate", "calibrated-bob", "--alice", alice, "--debates", "200", "--json"]);
        assert_eq!(counted["right_answers"]["answers"], 200);
        counted["right_answers"]["rate"].as_f64().expect("a rate")
    };
    assert_eq!((rate("honest"), rate("ignorant")), (1.0, 0.0));
    let text = words(&elenchus(&["simulate", "calibrated-bob", "--alice", "honest"]));
    assert!(text.contains("Alice's answer is right 1000/1000"), "{text}");
    // Where she does not choose her answer, none is counted.
    let other = json(&["simulate", "find-the-lie", "--debates", "10", "--json", "--bob", "honest"]);
    assert_eq!(other["right_answers"], Value::Null);
}

#[test]
fn the_truth_of_a_leaf_may_be_a_probability() {
    let scenario = named("tired-judge");
    let hints: Vec<&str> = scenario.lesson.hints.iter().map(|hint| &**hint).collect();
    let game = open(&scenario).expect("a debate");
    let certain =
        elenchus::scenario::write(&scenario).expect("text").replace("judgement: 0.75", "");
    let certain = open(&read("certain", &certain).expect("a scenario")).expect("a debate");
    let paid = |game: &dyn Game, alice: &str, bob: &str| {
        let seats = programs([alice, bob, "honest"]);
        let exact = game.exact(&seats, &Token::default()).expect("it is solved").get();
        let many = game.many(&seats, &Token::default()).expect("programs");
        let tally = simulate(&*many, 4000, 1, &Token::default()).expect("legal moves");
        let found = tally.payoff().expect("it is paid");
        assert!((found.mean - exact).abs() <= 5.0 * found.se + 1e-9, "{alice} {bob}: {found:?}");
        exact
    };
    let noisy = paid(&*game, "honest", "constant:0.5");
    let sure = paid(&*certain, "honest", "constant:0.5");
    // 1/2 from the coin, nothing from the draws, and 9 · (0.75 − 0.5) or 9 · (1 − 0.5).
    assert!((noisy - 2.75).abs() < 1e-12 && (sure - 5.0).abs() < 1e-12, "{noisy} {sure}");
    let said = format!("has {sure:.3} on average here, with this one {noisy:.3}");
    assert!(hints.iter().any(|hint| hint.contains(&said)), "{said}: {hints:?}");
    // Players who look ahead reckon with it too.
    assert!(paid(&*game, "best-response", "constant:0.5") >= noisy);
    assert!(paid(&*game, "honest", "best-response") <= noisy);
    let report = crate::kit::solved(&*game).expect("a report");
    let theorem = report.bounds.iter().filter(|bound| bound.name.contains("Thm 6.1"));
    let standings: Vec<&Standing> = theorem.map(|bound| &bound.standing).collect();
    assert!(matches!(standings[..], [Standing::DoesNotApply(_)]), "{standings:?}");
    for judgement in ["1.5", "-0.1", ".nan"] {
        let text = elenchus::scenario::write(&scenario).expect("text");
        let text = text.replace("judgement: 0.75", &format!("judgement: {judgement}"));
        let refused = read("bad", &text).map(|scenario| open(&scenario).is_err());
        assert!(refused.unwrap_or(true), "{judgement}");
    }
}
