//! The program without a terminal: what it prints, and how it ends.

use std::process::Command;

use serde_json::Value;

use crate::kit::{elenchus, json, printed, refused};

#[test]
fn run_counts_the_rounds_where_a_debate_has_several() {
    let run = |id: &str| {
        let seats = ["--alice", "honest", "--bob", "honest", "--judge", "honest"];
        json(&[&["run", id, "--json", "--reveal"], &seats[..]].concat())
    };
    // In each round of estimates Alice says one word on Bob's number.
    let estimates = run("needle-estimates");
    let moves = estimates["record"]["moves"].as_array().expect("moves").iter();
    let said = moves.filter_map(|mv| mv["alice"].as_str()).filter(|mv| mv.starts_with("say "));
    assert_eq!(estimates["rounds"], said.count());
    assert!(estimates["rounds"].as_u64() > Some(2), "{estimates}");
    // And in each round of a quantified game a bit or two is played.
    let solved = json(&["solve", "verifier-read", "--json", "--reveal"]);
    assert_eq!(run("verifier-read")["rounds"], solved["query_complexity"]["rounds"]);
}

#[test]
fn run_prints_the_winner_the_truth_the_ledger_and_the_record() {
    let run = json(&["run", "contract-comma", "--json", "--reveal"]);
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
fn solve_tells_what_a_scenario_hides_only_when_asked() {
    let text = |arguments: &[&str]| String::from_utf8(elenchus(arguments).stdout).expect("text");
    assert!(!text(&["solve", "contract-comma"]).contains("truth"));
    assert!(text(&["solve", "contract-comma", "--reveal"]).contains("truth: the claim is false\n"));
    assert!(text(&["solve", "find-the-lie"]).contains("truth: the claim is false\n"));
    // Nobody wins a series of rulings.
    let twins = text(&["solve", "twins", "--debates", "20"]);
    assert!(twins.contains("half the rulings or more are for Alice with"), "{twins}");
    assert!(!twins.contains("Alice wins"), "{twins}");
    assert_eq!(json(&["solve", "contract-comma", "--json"])["truth"], Value::Null);
    assert_eq!(json(&["solve", "contract-comma", "--json", "--reveal"])["truth"], 0.0);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_a_full_disk_does_not_take_is_no_success() {
    for asked in [&["--help"][..], &["--version"], &["solve", "--help"], &["list"]] {
        let full = std::fs::File::create("/dev/full").expect("a full disk");
        let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        let output = command.args(asked).stdout(full).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{asked:?}: {said}");
        assert!(said.contains("No space left on device"), "{asked:?}: {said}");
    }
}

#[test]
fn a_word_that_is_nearly_a_command_or_a_scenario_gets_a_suggestion() {
    for arguments in [&["solv", "find-the-lie"][..], &["solv"]] {
        let said = refused(arguments);
        assert!(said.contains("'solve'"), "{said}");
    }
    let named = [&["find-the-lei"][..], &["play", "find-the-lei"], &["run", "find-the-lei"]];
    for arguments in named {
        assert!(refused(arguments).contains("did you mean `find-the-lie`?"), "{arguments:?}");
    }
    assert!(!refused(&["run", "nothing-like-it"]).contains("did you mean"));
}

#[test]
fn how_the_playground_looks_may_be_said_before_play_or_after_it() {
    let needs = "the playground needs a terminal";
    for arguments in [
        &["--theme", "mono", "--ascii", "play", "find-the-lie"][..],
        &["play", "find-the-lie", "--theme", "mono", "--ascii"],
        &["--ascii", "play"],
        &["--ascii", "find-the-lie"],
    ] {
        assert!(refused(arguments).contains(needs), "{arguments:?}: {}", refused(arguments));
    }
    assert!(refused(&["--ascii", "run", "find-the-lie"]).contains("'run' cannot be used with"));
}

#[test]
fn a_file_alone_is_played_and_options_may_stand_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("solv");
    std::fs::write(&file, "elenchus: 1\ntitel: T\n").expect("it can be written");
    let file = file.to_str().expect("a name");
    for arguments in [
        &[file][..],
        &["play", file],
        &["--ascii", file],
        &["--theme", "mono", file],
        &["play", file, "--theme", "mono"],
    ] {
        let said = refused(arguments);
        assert!(said.contains(":2:1:") && said.contains("titel"), "{arguments:?}: {said}");
    }
    for arguments in [&["find-the-lie"][..], &["play", "find-the-lie"], &["play"]] {
        assert!(refused(arguments).contains("needs a terminal"), "{arguments:?}");
    }
    assert!(refused(&["no-such-file.yaml"]).contains("there is no such file"));
    assert!(refused(&["play", file, "--course", "exercises"]).contains("cannot be used with"));
}

#[test]
fn help_shows_six_commands_first_and_every_option_under_its_own_heading() {
    let help = printed(&["help"]);
    let first = help.split("To begin with:\n").nth(1).expect("a group");
    let first: Vec<&str> = first.split("\n\n").next().expect("lines").lines().collect();
    assert_eq!(first.len(), 6, "{help}");
    let mut at = 0;
    for title in ["Play", "Judge a file", "Many debates", "Theory"] {
        let here = help.find(&format!("\n{title}:\n")).unwrap_or_else(|| panic!("{title}: {help}"));
        assert!(here > at, "{help}");
        at = here;
    }
    for command in ["run", "solve", "simulate", "sweep", "attack", "convert"] {
        let help = printed(&[command, "-h"]);
        let asked = help.split("What is asked of the file:").nth(1).expect("a heading");
        for option in ["--json", "--out", "--force", "--debates", "--alice", "--help"] {
            assert!(!asked.contains(option), "{command} {option}:\n{help}");
        }
        assert!(asked.contains("--wire") && asked.contains("--set"), "{help}");
    }
}

#[test]
fn every_command_that_writes_a_file_does_so_by_out_and_replaces_one_only_by_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record.yaml").to_string_lossy().into_owned();
    printed(&["run", "find-the-lie", "--out", &record]);
    let part = folder.path().join("part").to_string_lossy().into_owned();
    printed(&["simulate", "find-the-lie", "--debates", "2", "--slice", "1/1", "-o", &part]);
    let file = folder.path().join("out").to_string_lossy().into_owned();
    let commands: [&[&str]; 22] = [
        &["list"],
        &["list", "--strategies", "find-the-lie"],
        &["check", "find-the-lie"],
        &["convert", "find-the-lie"],
        &["run", "find-the-lie"],
        &["replay", &record, "--json"],
        &["archive", "list"],
        &["export", "find-the-lie", "--to", "svg"],
        &["grade", &record],
        &["solve", "find-the-lie"],
        &["simulate", "find-the-lie", "--debates", "2", "--csv"],
        &["simulate", "find-the-lie", "--debates", "2", "--slice", "1/2"],
        &["sweep", "find-the-lie", "--debates", "2", "--vary", "seed=1,2"],
        &["attack", "find-the-lie", "--seat", "bob", "--over", "honest", "--reveal"],
        &["headline", "doubly-efficient", "--most", "8"],
        &["merge", &part],
        &["constants", "--k", "1", "--steps", "16"],
        &["dqc", "--function", "x1 & x2"],
        &["schema"],
        &["completions", "fish"],
        &["man"],
        &["man", "solve"],
    ];
    for command in commands {
        let all = |more: &[&str]| elenchus(&[command, more].concat());
        // A file that is empty holds nothing that could be lost.
        std::fs::write(&file, "").expect("it can be written");
        let output = all(&["--out", &file]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?}: {output:?}");
        let written = std::fs::read_to_string(&file).expect("it was written");
        assert!(!written.is_empty(), "{command:?}");
        std::fs::write(&file, "mine").expect("it can be written");
        let said = refused(&[command, &["-o", &file]].concat());
        assert!(said.contains("there already") && said.contains("--force"), "{command:?}: {said}");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mine", "{command:?}");
        assert!(matches!(all(&["-o", &file, "--force"]).status.code(), Some(0 | 1)), "{command:?}");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), written, "{command:?}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn names_of_before_are_still_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    printed(&["run", "find-the-lie", "--save", &place("run")]);
    printed(&["convert", "find-the-lie", "--save", &place("convert")]);
    printed(&["dqc", "--function", "x1 & x2", "--scenario", &place("dqc"), "--input", "01"]);
    for file in ["run", "convert", "dqc"] {
        assert!(elenchus(&["check", &place(file)]).status.success(), "{file}");
    }
    let gates = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/aiger/adder4.aag");
    let asked = |option: &str| json(&["solve", gates, option, "s[2]", "--claim", "1", "--json"]);
    assert_eq!(asked("--wire"), asked("--output"));
}

#[test]
fn the_shell_completes_every_word_that_an_option_takes() {
    let script = printed(&["completions", "fish"]);
    for (option, words) in [
        ("theme", &["dark", "light", "high-contrast", "mono"][..]),
        ("to", &["markdown", "html", "svg"]),
        ("for", &["judge", "provers"]),
        ("seat", &["alice", "bob"]),
    ] {
        let from = script.find(&format!(" -l {option} ")).unwrap_or_else(|| panic!("--{option}"));
        let own = &script[from..];
        let own = &own[..own.find("\ncomplete ").unwrap_or(own.len())];
        assert!(words.iter().all(|word| own.contains(word)), "--{option}: {own}");
    }
}

#[test]
fn a_retired_word_is_told_with_what_to_use_instead() {
    for (arguments, instead) in [
        (&["export", "find-the-lie", "--to", "cast"][..], "asciinema rec"),
        (&["dqc", "--inputs", "5"], "--function"),
    ] {
        let error = crate::kit::refused(arguments);
        assert!(error.contains(instead) && error.trim().lines().count() == 1, "{error}");
    }
}

#[test]
fn what_is_missing_or_no_number_is_said_in_plain_words() {
    for (arguments, says) in [
        (&["run", "find-the-lie", "--bob", ""][..], "a strategy for Bob is missing"),
        (&["simulate", "find-the-lie", "--debates", "-3"], "write a whole number from 1"),
        (&["simulate", "find-the-lie", "--debates", "0"], "write a whole number from 1"),
        (&["run", "find-the-lie", "--seed", "-1"], "write a whole number from 0"),
        (&["run", "find-the-lie", "--seed", "x"], "write a whole number from 0"),
        (&["solve", "find-the-lie", "--bob", "program:x"], "a program outside is worth"),
        (&["constants", "--k", "1", "--steps", "9", "--for", "me"], "write judge, provers, or"),
    ] {
        let said = refused(arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
        assert!(!said.contains("invalid digit"), "{said}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sample.yaml").to_string_lossy().into_owned();
    printed(&["run", "caffeine-vote", "--out", &file]);
    let text = std::fs::read_to_string(&file).expect("it is there");
    let wrong = text.replacen("- alice: state", "- bob: sample -3\n- alice: state", 1);
    std::fs::write(&file, wrong).expect("it can be written");
    let said = refused(&["replay", &file]);
    assert!(said.contains("`sample` takes a whole number from 0, not `-3`"), "{said}");
}

#[test]
fn moves_that_a_record_holds_are_headed_by_who_made_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.yaml").to_string_lossy().into_owned();
    printed(&["run", "caffeine-vote", "--bob", "honest", "--seed", "4", "--out", &whole]);
    let bob = |text: String| {
        text.lines().find(|line| line.starts_with("  bob ")).expect("a line").trim_end().to_owned()
    };
    assert_eq!(bob(printed(&["run", &whole])), "  bob    honest");
    for named in [["--bob", "never"], ["--seed", "5"]] {
        let said = refused(&[&["run", &*whole][..], &named[..]].concat());
        assert!(said.contains("this debate is over"), "{said}");
    }
    // The first moves alone: the others are made by whoever is named.
    let text = std::fs::read_to_string(&whole).expect("it is there");
    let moves = text.find("moves:").expect("moves") + 7;
    let upto = text[moves..].match_indices("- bob:").nth(1).expect("two rounds").0;
    let begun = folder.path().join("begun.yaml");
    std::fs::write(&begun, &text[..moves + upto]).expect("it can be written");
    let on = folder.path().join("on.yaml").to_string_lossy().into_owned();
    let played = printed(&["run", &begun.to_string_lossy(), "--bob", "never", "--out", &on]);
    let line = bob(printed(&["run", &begun.to_string_lossy(), "--bob", "never"]));
    assert!(played.contains(&line), "{played}");
    // They are not held against who sits there now.
    let again = json(&["replay", &on, "--json"]);
    assert!(again.get("doubts").is_none(), "{again}");
    assert!(
        line.starts_with("  bob    honest, from move ") && line.ends_with(" on never"),
        "{line}"
    );
    assert_eq!(bob(printed(&["run", &begun.to_string_lossy()])), "  bob    honest");
}
