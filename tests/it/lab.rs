//! The lab varies one number or one player, and its points are those of `sweep`.

use std::collections::BTreeSet;
use std::time::Duration;

use elenchus::rules::Seat;
use elenchus::scenario::{ParameterSetting, read};
use elenchus::text::number::fixed;
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::{SMALL, entry, json, named as scenario, one_in, shipped, shows, until};

/// The lab of a shipped scenario.
fn lab_of(id: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(vec![entry(id)], SMALL, None);
    stage.press("L").expect("a key");
    shows(&stage, &["Lab · "]);
    stage
}

/// Varies this, and runs.
fn run_by(stage: &mut HeadlessPlayground, varied: &str) {
    for key in ["up", "down"] {
        for _ in 0..60 {
            if stage.text().contains(&format!("▸ {varied} ")) {
                stage.press("enter").expect("a key");
                return until(stage, &["done ·"]);
            }
            stage.press(key).expect("a key");
        }
    }
    panic!("{varied} cannot be varied:\n{}", stage.text());
}

#[test]
fn every_number_that_can_vary_is_one_that_the_file_gives() {
    let mut found = 0;
    for (id, scenario) in one_in(7, shipped()) {
        let (numbers, mut texts) = (scenario.numbers(), BTreeSet::new());
        for (path, value) in &numbers {
            let setting = ParameterSetting { path: path.clone(), value: value.clone() };
            let (set, text) = scenario.with_settings(&id, &[setting]).expect("it can be set");
            found += 1;
            // Most settings give a text that was already checked.
            if !texts.insert(text.clone()) {
                continue;
            }
            let again = read(&id, &text).expect("it reads");
            assert_eq!(set.numbers(), numbers, "{id}: {path} is {value} already");
            assert_eq!(again.numbers(), numbers, "{id}");
        }
    }
    assert!(found > 20, "{found}");
    let numbers = scenario("rigged-coin").numbers();
    assert!(numbers.iter().any(|(path, _)| path == "k"), "{numbers:?}");
}

#[test]
fn the_keys_that_are_listed_work_and_no_others() {
    for (id, varied) in
        [("find-the-lie", None), ("find-the-lie", Some("nothing")), ("rigged-coin", Some("k"))]
    {
        let mut stage = lab_of(id);
        if let Some(varied) = varied {
            run_by(&mut stage, varied);
            stage.press("right").expect("a key");
        }
        for key in ["left", "right", "up", "down", "pagedown", "tab", "p", "e", "7", "b"] {
            let listed = stage.on_offer();
            let named = listed.iter().any(|(keys, _)| keys.iter().any(|k| k == key));
            let before = stage.text();
            stage.press(key).expect("a key");
            let said = stage.text();
            let works = !said.contains("does nothing") && said != before;
            assert_eq!(named, works, "{id}, {varied:?}, {key}:\n{said}");
            stage.wait(Duration::from_millis(50));
        }
    }
}

#[test]
fn the_varied_parameter_is_chosen_together_with_its_points() {
    let mut stage = lab_of("find-the-lie");
    run_by(&mut stage, "Alice's lie-at");
    let text = stage.text();
    // Its plan has seven steps.
    assert!(text.contains("done · 7 of 7 points") && text.contains("At ▲ 1:"), "{text}");
    assert!(text.contains("sweep find-the-lie --vary alice=lie-at:X,lie-at:Y"), "{text}");
    stage.press("up").expect("a key");
    shows(&stage, &["not run yet"]);
    run_by(&mut stage, "Bob's player");
    let text = stage.text();
    assert!(text.contains("At ▲ honest:") && text.contains("0/400 = 0.000"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn a_point_shows_what_a_sweep_prints_of_it_and_the_theorem() {
    let mut stage = lab_of("rigged-coin");
    run_by(&mut stage, "k");
    let text = stage.text();
    assert!(text.contains("how often Alice wins ─"), "{text}");
    assert!(text.contains("· exact") && text.contains("▾ at most: theorem"), "{text}");
    let words = text.replace(['│', '║'], " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, k) = words.split_once("At ▲ ").expect("the point looked at");
    let vary = format!("k={}", k.split(':').next().unwrap_or_default());
    let sweep = json(&["sweep", "rigged-coin", "--vary", &vary, "--debates", "1", "--json"]);
    let point = &sweep["points"][0];
    for (label, value) in [("exact", &point["exact"]), ("at most", &point["theorem"]["limit"])] {
        let value = value.as_f64().expect("a number");
        assert!(words.contains(&format!("{label} {value:.3}")), "{label} {value}: {text}");
    }
}

#[test]
fn payments_are_called_payments_and_what_the_scenario_hides_is_hidden() {
    let mut stage = lab_of("calibrated-bob");
    run_by(&mut stage, "nothing");
    let text = stage.text();
    assert!(text.contains("Alice's average over the debates"), "{text}");
    assert!(text.contains("● mean") && !text.contains("● rate"), "{text}");
    assert!(text.contains("exact "), "{text}");
    let mut hidden = lab_of("contract-comma");
    run_by(&mut hidden, "nothing");
    assert!(!hidden.text().contains("exact"), "{}", hidden.text());
    // This lab does not search for the best players either.
    hidden.press("b").expect("a key");
    shows(&hidden, &["does nothing here"]);
}

#[test]
fn the_lab_says_that_it_replaces_a_hidden_player() {
    let words = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let left = text.lines().map(|row| row.split('║').nth(1).unwrap_or_default().trim());
        left.collect::<Vec<_>>().join(" ")
    };
    let told = "Alice: in place of the scenario's player, who is hidden";
    let mut stage = lab_of("find-the-lie");
    assert!(words(&stage).contains(told), "{}", stage.text());
    run_by(&mut stage, "Alice's player");
    assert!(!words(&stage).contains(told), "{}", stage.text());
}

#[test]
fn bounds_above_and_below_differ_and_the_legend_is_whole() {
    let mut stage = lab_of("rigged-coin");
    run_by(&mut stage, "yes");
    let text = stage.text();
    assert!(text.contains("▾ at most ▴ at least: theorem"), "{text}");
    let legend = text.lines().find(|row| row.contains("▾ at most")).unwrap_or_default();
    assert!(!legend.contains('…') && text.matches('▾').count() > 3, "{text}");
    assert!(text.matches('▴').count() > 3, "{text}");
    // The theorem's name is readable in full at every point.
    for _ in 0..5 {
        let text = stage.text();
        let body = text.lines().skip(3).take(17);
        let cut = body.map(|row| row.split('│').next().unwrap_or_default());
        assert!(cut.filter(|left| left.contains('…')).count() == 0, "{text}");
        stage.press("right").expect("a key");
    }
}

#[test]
fn the_best_player_of_each_prover_is_the_one_that_solve_names() {
    let mut stage = lab_of("rigged-coin");
    run_by(&mut stage, "nothing");
    stage.press("b").expect("a key");
    until(&mut stage, &["best Bob: "]);
    let text = stage.text();
    let told = json(&["solve", "rigged-coin", "--reveal", "--json"]);
    for seat in [Seat::Alice, Seat::Bob] {
        let value = told["best_responses"][seat.word()]["value"]["value"].as_f64();
        let value = fixed(value.expect("it is exact"), 6);
        assert!(
            text.contains(&format!("best {}: {value} (exact)", seat.name())),
            "{value}: {text}"
        );
    }
}

#[test]
fn esc_stops_a_run_and_stays_and_then_leaves() {
    let mut stage = lab_of("caffeine-vote");
    while !stage.text().contains("▸ Bob's player") {
        stage.press("down").expect("a key");
    }
    stage.press("enter").expect("a key");
    let runs = stage.text().contains("running ·");
    stage.press("esc").expect("a key");
    assert_eq!(stage.text().contains("Lab · "), runs, "{}", stage.text());
    if runs {
        until(&mut stage, &["stopped ·"]);
        stage.press("esc").expect("a key");
        assert!(!stage.text().contains("Lab · "), "{}", stage.text());
    }
}
