//! The program without a terminal: what it prints, and how it ends.

use std::process::Command;

use serde_json::Value;

use crate::kit::{elenchus, json};

#[test]
fn run_prints_the_winner_the_truth_the_ledger_and_the_record() {
    let run = json(&["run", "contract-comma", "--json"]);
    assert_eq!(run["winner"], "bob");
    assert_eq!(run["claim_true"], false);
    assert_eq!(run["payoff"], Value::Null);
    assert!(run["rounds"].as_u64().is_some_and(|rounds| rounds > 0));
    let judge = &run["ledger"]["judge"];
    assert_eq!(judge["location_bits"], 4);
    assert_eq!(judge["transcript_bits"], 3);
    assert_eq!(judge["input_bits"], 0);
    assert_eq!(judge["oracle_queries"], 1);
    assert_eq!(run["record"]["elenchus"], 1);
    assert!(run["record"]["moves"].as_array().is_some_and(|moves| moves.len() > 5));
}

#[test]
fn a_strategy_named_on_the_command_line_takes_the_seat() {
    let lazy = json(&["run", "contract-comma", "--bob", "lazy", "--json"]);
    assert_eq!(lazy["winner"], "alice");
    let pointed = json(&["run", "contract-comma", "--bob", "point:13", "--json"]);
    assert_eq!(pointed["winner"], "alice");
}

#[test]
fn a_saved_debate_replays_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.yaml");
    let path = path.to_str().expect("a name");
    let run = json(&["run", "pull-request", "--seed", "9", "--save", path, "--json"]);
    let replay = json(&["replay", path, "--json"]);
    assert_eq!(run, replay);
    assert!(elenchus(&["check", path]).status.success());
}

#[test]
fn check_ends_with_1_and_names_the_place_if_a_file_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.yaml");
    std::fs::write(&path, "elenchus: 1\ntitel: T\n").expect("it can be written");
    let output = elenchus(&["check", path.to_str().expect("a name")]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("bad.yaml:2:1:") && text.contains("titel"), "{text}");
}

#[test]
fn check_ends_with_2_if_a_file_cannot_be_read_and_still_checks_the_others() {
    for arguments in [
        &["check", "no-such-file.yaml", "find-the-lie"][..],
        &["check", "/dev/zero", "find-the-lie"],
    ] {
        let output = elenchus(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("find-the-lie: ok"), "{output:?}");
    }
}

#[test]
fn what_cannot_run_ends_with_2_and_leaves_standard_output_empty() {
    for arguments in [
        &["run", "no-such-scenario"][..],
        &["run", "find-the-lie", "--bob", "nobody"],
        &["run", "find-the-lie", "--alice", "lie-at:99"],
        &["replay", "find-the-lie"],
        &["solve", "no-such-scenario"],
        &["merge", "no-such-part"],
        &[],
    ] {
        let output = elenchus(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn without_a_terminal_the_playground_names_the_commands_that_need_none() {
    let output = elenchus(&[]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("elenchus list") && text.contains("solve"), "{text}");
}

#[test]
fn the_same_seed_simulates_the_same_counts_on_any_number_of_threads() {
    let counts = |threads: &str| {
        let arguments =
            ["simulate", "contract-comma", "--bob", "random", "--debates", "500", "--json"];
        let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .args(arguments)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("it starts");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(counts("1"), counts("3"));
}

#[test]
fn every_subcommand_explains_itself() {
    let help = String::from_utf8(elenchus(&["--help"]).stdout).expect("text");
    for command in ["list", "check", "run", "replay", "solve", "simulate", "schema", "man"] {
        assert!(help.contains(command), "{command}");
        assert!(elenchus(&[command, "--help"]).status.success());
    }
    assert!(!elenchus(&["man"]).stdout.is_empty());
    assert!(!elenchus(&["completions", "bash"]).stdout.is_empty());
    assert_eq!(json(&["schema"])["title"], "Elenchus scenario");
}

#[test]
fn solve_tells_what_a_scenario_hides_only_when_asked() {
    let text = |arguments: &[&str]| String::from_utf8(elenchus(arguments).stdout).expect("text");
    assert!(!text(&["solve", "contract-comma"]).contains("truth"));
    assert!(text(&["solve", "contract-comma", "--reveal"]).contains("truth: the claim is false\n"));
    assert!(text(&["solve", "find-the-lie"]).contains("truth: the claim is false\n"));
    // Nobody wins a series of rulings.
    let twins = text(&["solve", "twins", "--debates", "20"]);
    assert!(twins.contains("half the rulings or more are for Alice with"), "{twins}");
    assert!(!twins.contains("Alice wins"), "{twins}");
    assert_eq!(json(&["solve", "contract-comma", "--json"])["truth"], 0.0);
}
