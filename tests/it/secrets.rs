//! What a scenario hides stays hidden until its review, unless somebody asks; and it is noted who
//! did.

use std::path::Path;
use std::process::Command;

use elenchus::scenario::journal::{in_folder, look};
use elenchus::scenario::{Hidden, library};
use elenchus::tui::stage::Stage;

use crate::kit::shipped;

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus")).args(arguments).output();
    String::from_utf8(output.expect("it starts").stdout).expect("text")
}

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
fn the_evaluation_of_a_hidden_truth_asks_first_and_is_noted() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = stage(data.path());
    stage.press("e").expect("a key");
    assert!(stage.text().contains("hides whether the claim is true"), "{}", stage.text());
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
