//! What a scenario hides stays hidden until its review, unless somebody asks; and it is noted who
//! did.

use std::path::Path;

use elenchus::scenario::journal::{in_folder, look};
use elenchus::scenario::{Hidden, library};
use elenchus::tui::stage::Stage;

use crate::kit::{printed, shipped};

/// A debate of a scenario that hides the truth, at its first question to a person.
fn stage(data: &Path) -> Stage {
    let entry = library::find("contract-comma").expect("a shipped scenario");
    let mut stage = Stage::new(Vec::new(), (100, 30), Some(data.to_owned()));
    stage.open(&entry);
    stage.press("enter").expect("a key");
    stage
}

/// Whether the journal notes that the evaluation was looked at.
fn is_noted(data: &Path) -> bool {
    let journals = in_folder(&data.join("journals"));
    let found = look(journals.first().expect("a journal")).expect("it can be read");
    found.scenario.attempt.expect("an attempt").evaluation
}

#[test]
fn the_evaluation_asks_first_where_somebody_does_not_know_the_world() {
    let mut stage = Stage::new(Vec::new(), (100, 30), None);
    stage.open(&library::find("calibrated-bob").expect("shipped"));
    stage.press("enter right enter e").expect("keys");
    assert!(
        stage.text().contains("the evaluation tells what is hidden from you"),
        "{}",
        stage.text()
    );
}

#[test]
fn the_evaluation_of_a_hidden_truth_asks_first_and_is_noted() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = stage(data.path());
    stage.press("e").expect("a key");
    assert!(
        stage.text().contains("the evaluation tells what is hidden from you"),
        "{}",
        stage.text()
    );
    assert!(stage.text().contains("evaluation off"), "{}", stage.text());
    stage.press("esc").expect("a key");
    assert!(stage.text().contains("evaluation off"), "{}", stage.text());
    assert!(!is_noted(data.path()));
    stage.press("e enter").expect("keys");
    assert!(!stage.text().contains("evaluation off"), "{}", stage.text());
    assert!(is_noted(data.path()));
    stage.press("e e").expect("keys");
    assert!(!stage.text().contains("evaluation off"), "it asks once: {}", stage.text());
    assert!(is_noted(data.path()));
}

#[test]
fn run_and_simulate_name_hidden_players_and_the_truth_only_when_asked() {
    let mut seen = 0;
    for (id, scenario) in shipped() {
        if scenario.machine.word() == "circuit" || !scenario.hides(Hidden::Truth) {
            continue;
        }
        seen += 1;
        let run = printed(&["run", &id]);
        assert!(!run.contains("The claim is"), "{id}: {run}");
        assert!(printed(&["run", &id, "--reveal"]).contains("The claim is"), "{id}");
    }
    assert!(seen > 10, "{seen}");
    for command in ["run", "simulate"] {
        let all = |more: &[&str]| {
            let debates: &[&str] = if command == "simulate" { &["--debates", "2"] } else { &[] };
            printed(&[&[command, "contract-comma"], debates, more].concat())
        };
        let alice =
            |text: String| text.lines().find(|l| l.starts_with("  alice")).map(str::to_owned);
        let hidden = alice(all(&[])).expect("a line");
        assert!(hidden.contains("hidden until the review"), "{hidden}");
        assert!(!alice(all(&["--reveal"])).expect("a line").contains("hidden"));
        assert!(!alice(all(&["--alice", "honest"])).expect("a line").contains("hidden"));
    }
}

#[test]
fn sweep_names_hidden_players_and_exact_values_only_when_asked() {
    let sweep = ["sweep", "contract-comma", "--vary", "seed=1,2", "--debates", "4"];
    let all = |more: &[&str]| printed(&[&sweep[..], more].concat());
    let revealed = all(&["--reveal"]);
    let line = |text: &str, seat: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(seat));
        line.expect("a line").to_owned()
    };
    for plot in [&[][..], &["--plot"]] {
        let told = all(plot);
        for seat in ["alice", "bob"] {
            assert!(line(&told, seat).contains("hidden until the review"), "{told}");
            assert!(!line(&revealed, seat).contains("hidden"), "{revealed}");
        }
        assert!(told.contains("Exact values and theorems stay hidden"), "{told}");
        assert!(!told.contains("· exact"), "{told}");
    }
    assert!(!revealed.contains("stay hidden"), "{revealed}");
    let named = all(&["--set", "bob=honest"]);
    assert!(!line(&named, "bob").contains("hidden"), "{named}");
    let exact = |text: &str| {
        let row = text.lines().last().expect("a row").split_whitespace().collect::<Vec<_>>()[5];
        row.to_owned()
    };
    assert!(exact(&revealed).parse::<f64>().is_ok(), "{revealed}");
    let told = all(&[]);
    let row = told.lines().find(|row| row.starts_with("1 ")).expect("a row");
    assert!(exact(row).parse::<f64>().is_err(), "{told}");
}

#[test]
fn parts_of_a_run_hide_in_words_what_the_run_hides() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = folder.path().join("all.part").to_string_lossy().into_owned();
    for run in [
        &["simulate", "contract-comma", "--debates", "5"][..],
        &["sweep", "contract-comma", "--vary", "seed=1,2", "--debates", "5"],
    ] {
        printed(&[run, &["--slice", "1/1", "--out", &part, "--force"]].concat());
        let merged = printed(&["merge", &part]);
        assert!(merged.contains("hidden until the review"), "{merged}");
        assert_eq!(merged, printed(run));
    }
}
