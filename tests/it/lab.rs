//! The lab lists what works on the line it stands on, names what can vary, and says of which settings
//! its points are.

use std::collections::BTreeSet;
use std::time::Duration;

use elenchus::rules::Seat;
use elenchus::scenario::{Setting, library, read};
use elenchus::text::number::fixed;
use elenchus::tui::stage::Stage;

use crate::kit::{json, one_in, shipped};

/// The lab of a shipped scenario.
fn lab_of(id: &str) -> Stage {
    let entries = library::shipped().into_iter().filter(|entry| entry.id == id).collect();
    let mut stage = Stage::new(entries, (80, 24), None);
    stage.press("L").expect("a key");
    assert!(stage.text().contains("Lab · "), "{}", stage.text());
    stage
}

fn until(stage: &mut Stage, words: &str) {
    let begun = std::time::Instant::now();
    while !stage.text().contains(words) && begun.elapsed().as_secs() < 60 {
        stage.wait(Duration::from_millis(20));
    }
    assert!(stage.text().contains(words), "{words}:\n{}", stage.text());
}

#[test]
fn every_number_that_can_vary_is_one_that_the_file_gives() {
    let mut found = 0;
    for (id, scenario) in one_in(3, shipped()) {
        let (numbers, mut texts) = (scenario.numbers(), BTreeSet::new());
        for (path, value) in &numbers {
            let setting = Setting { path: path.clone(), value: value.clone() };
            let (set, text) = scenario.with(&id, &[setting]).expect("it can be set");
            found += 1;
            // Most settings leave the same text.
            if !texts.insert(text.clone()) {
                continue;
            }
            let again = read(&id, &text).expect("it reads");
            assert_eq!(set.numbers(), numbers, "{id}: {path} is {value} already");
            assert_eq!(again.numbers(), numbers, "{id}");
        }
    }
    assert!(found > 50, "{found}");
    let numbers = library::find("rigged-coin").expect("shipped").scenario.expect("it reads");
    assert!(numbers.numbers().iter().any(|(path, _)| path == "k"), "{:?}", numbers.numbers());
}

#[test]
fn on_every_line_of_the_lab_the_keys_that_are_listed_work_and_no_others() {
    for (id, run) in [("find-the-lie", false), ("caffeine-vote", false), ("find-the-lie", true)] {
        for line in one_in(2, 0..9) {
            let at = |keys: &str| {
                let mut stage = lab_of(id);
                if run {
                    stage.press("enter").expect("a key");
                    until(&mut stage, "done ·");
                }
                for _ in 0..line {
                    stage.press("down").expect("a key");
                }
                let before = stage.text();
                stage.press(keys).expect("a key");
                (before, stage)
            };
            let listed = at("").1.on_offer();
            let letters = listed.iter().any(|(_, words)| words == "name a parameter");
            // A letter is part of a name there.
            let letter = (!letters).then_some("p");
            for key in ["left", "right", "pagedown", "tab"].into_iter().chain(letter) {
                let named = listed.iter().any(|(keys, _)| keys.iter().any(|k| k == key));
                let (before, after) = at(key);
                let said = after.text();
                let works = after.left().is_some() || said != before;
                let idle = said.contains("does nothing here");
                assert_eq!(named, !idle && works, "{id}, line {line}, {key}:\n{said}");
            }
            let types = listed.iter().any(|(_, words)| words == "type it") || letters;
            let typed = at("7").1.text();
            assert_eq!(types, !typed.contains("does nothing"), "line {line}:\n{typed}");
        }
    }
}

#[test]
fn the_lab_says_that_points_are_of_settings_before_a_change() {
    let mut stage = lab_of("find-the-lie");
    stage.press("enter").expect("a key");
    until(&mut stage, "done ·");
    assert!(!stage.text().contains("before the change"), "{}", stage.text());
    stage.press("down down right").expect("keys");
    let text = stage.text();
    assert!(
        text.contains("before the change:") && text.contains("before the change · 1 of 1 point"),
        "{text}"
    );
    stage.press("left").expect("a key");
    assert!(!stage.text().contains("before the change"), "{}", stage.text());
}

#[test]
fn a_range_of_the_lab_ends_where_the_debate_does() {
    let stage = lab_of("find-the-lie");
    let text = stage.text();
    assert!(!text.contains("to 8"), "its plan has seven steps: {text}");
}

#[test]
fn the_lab_says_of_a_point_what_the_best_of_each_prover_comes_to() {
    let mut stage = lab_of("rigged-coin");
    assert!(!stage.text().contains("best "), "there is no point yet: {}", stage.text());
    stage.press("enter").expect("a key");
    until(&mut stage, "done ·");
    stage.press("b").expect("a key");
    until(&mut stage, "best Bob: ");
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
    // What is hidden is not computed.
    let mut hidden = lab_of("contract-comma");
    hidden.press("enter").expect("a key");
    until(&mut hidden, "done ·");
    hidden.press("b").expect("a key");
    assert!(hidden.text().contains("does nothing here"), "{}", hidden.text());
}

#[test]
fn what_a_debate_hides_until_its_end_is_not_told_by_the_lab_unasked() {
    let mut stage = lab_of("contract-comma");
    stage.press("enter").expect("a key");
    until(&mut stage, "play this point");
    stage.press("p").expect("a key");
    assert!(stage.text().contains("this tells what the debate hides"), "{}", stage.text());
    stage.press("p").expect("a key");
    until(&mut stage, "the claim is ");
}
