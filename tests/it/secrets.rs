//! A scenario's secrets stay hidden until its review, unless somebody asks for them. The record
//! notes who asked.

use std::path::Path;

use elenchus::scenario::Hidden;
use elenchus::scenario::journal::{in_folder, read_journal};
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::{self, entry, folder, json, press, printed, shipped, shows};

/// True if the journal notes that a person opened the evaluation.
fn is_noted(data: &Path) -> bool {
    let journals = in_folder(&data.join("journals"));
    let found = read_journal(journals.first().expect("a journal")).expect("it can be read");
    found.scenario.attempt.expect("an attempt").evaluation
}

const EVALUATION: &str = ": 'evaluation' enter";

#[test]
fn the_evaluation_of_a_hidden_truth_asks_first_and_is_noted() {
    let data = folder();
    let mut stage = HeadlessPlayground::new(Vec::new(), (100, 30), Some(data.path().to_owned()));
    stage.open(&entry("contract-comma"));
    let is_on = |text: String| text.contains("─ Evaluation");
    press(&mut stage, "enter");
    // The key asks first, and shows nothing yet.
    assert!(!is_on(press(&mut stage, EVALUATION)));
    shows(&stage, &["The evaluation shows what is hidden from you"]);
    assert!(!is_on(press(&mut stage, "esc")) && !is_noted(data.path()));
    press(&mut stage, EVALUATION);
    assert!(is_on(press(&mut stage, "enter")) && is_noted(data.path()));
    press(&mut stage, EVALUATION);
    assert!(is_on(press(&mut stage, EVALUATION)), "it asks once");
}

#[test]
fn the_evaluation_asks_first_where_somebody_does_not_know_the_world() {
    let mut stage = kit::table("calibrated-bob", (100, 30));
    press(&mut stage, EVALUATION);
    shows(&stage, &["The evaluation shows what is hidden from you"]);
}

#[test]
fn run_and_simulate_name_hidden_players_and_the_truth_only_when_asked() {
    let mut seen = 0;
    for (id, scenario) in shipped() {
        if scenario.machine.word() == "circuit" || !scenario.hides(Hidden::Truth) {
            continue;
        }
        seen += 1;
        let truth = |more: &str| json(&format!("run {id} --json {more}"))["claim_true"].take();
        assert!(truth("").is_null() && !truth("--reveal").is_null(), "{id}");
    }
    assert!(seen > 10, "{seen}");
    for command in ["run contract-comma", "simulate contract-comma --debates 2"] {
        let is_hidden = |more: &str| {
            let text = printed(&format!("{command} {more}"));
            let line = text.lines().find(|line| line.starts_with("  alice"));
            line.expect("a line").contains("hidden")
        };
        assert!(is_hidden("") && !is_hidden("--reveal") && !is_hidden("--alice honest"));
    }
}

#[test]
fn sweep_names_hidden_players_and_exact_values_only_when_asked() {
    let sweep = "sweep contract-comma --vary seed=1,2 --debates 4";
    let all = |more: &str| printed(&format!("{sweep} {more}"));
    let is_hidden = |text: &str, seat: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(seat));
        line.expect("a line").contains("hidden")
    };
    for seat in ["alice", "bob"] {
        assert!(is_hidden(&all(""), seat) && is_hidden(&all("--plot"), seat));
        assert!(!is_hidden(&all("--reveal"), seat));
    }
    assert!(!is_hidden(&all("--set bob=honest"), "bob"));
    let exact = |more: &str| json(&format!("{sweep} --json {more}"))["points"][0]["exact"].take();
    assert!(exact("").is_null() && exact("--reveal").is_number());
}

#[test]
fn parts_of_a_run_hide_what_the_run_hides() {
    let folder = folder();
    let part = folder.path().join("all.part").to_string_lossy().into_owned();
    for run in
        ["simulate contract-comma --debates 5", "sweep contract-comma --vary seed=1,2 --debates 5"]
    {
        printed(&format!("{run} --slice 1/1 --out {part} --force"));
        assert_eq!(printed(&["merge", &part]), printed(run));
    }
}

/// A hidden thing is swapped for another. Nothing that a command prints tells the two files apart.
#[test]
fn a_swapped_secret_changes_no_byte() {
    let folder = folder();
    let path = folder.path().join("swapped.yaml");
    let text = |id: &str| {
        let path = format!("{}/scenarios/{id}.yaml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("it is shipped")
    };
    for (id, from, into) in [
        ("find-the-lie", "alice: lie-at:3", "alice: honest"),
        ("find-the-lie", "alice: lie-at:3", "alice: lie-at:1"),
        ("seven-steps", "alice: lie-at:5", "alice: honest"),
        ("who-wrote-last", "alice: skip:41", "alice: honest"),
        ("midpoint-hunt", "alice: ", "alice: honest #"),
        ("contract-comma", "answer: no", "answer: yes"),
        ("contract-comma", "alice: ", "alice: honest #"),
    ] {
        let (whole, name) = (text(id), path.display());
        assert!(whole.contains(from), "{id}: {from}");
        for command in [
            format!("solve {name}"),
            format!("solve {name} --json"),
            format!("check {name}"),
            format!("check {name} --json"),
            format!("attack {name} --seat alice --debates 20"),
            format!("attack {name} --seat bob --debates 20 --json"),
            format!("list --strategies {name}"),
            format!("list --course {} --json", folder.path().display()),
        ] {
            let told = |text: &str| {
                std::fs::write(&path, text).expect("it is written");
                let output = kit::elenchus(&command);
                (output.status.code(), kit::said(&output))
            };
            let (one, other) = (told(&whole), told(&whole.replacen(from, into, 1)));
            assert_eq!(one, other, "{id}, {into}: {command}");
        }
        let sweep = format!("sweep {name} --vary seed=1,2 --debates 3 --json");
        for text in [&whole, &whole.replacen(from, into, 1)] {
            std::fs::write(&path, text).expect("it is written");
            for point in json(&sweep)["points"].as_array().expect("points") {
                assert!(point["exact"].is_null() && point["theorem"].is_null(), "{id}: {point}");
            }
        }
    }
}
