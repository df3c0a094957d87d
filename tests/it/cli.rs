//! The program without a terminal: its output and its exit codes.

use serde_json::Value;

use crate::kit::{command, elenchus, file, folder, json, printed, refused, said};

#[test]
fn run_counts_the_rounds_where_a_debate_has_several() {
    let run = |id: &str| {
        let seats = "--alice honest --bob honest --judge honest";
        json(&format!("run {id} --json --reveal {seats}"))
    };
    // In each round of estimates, Alice says one word about Bob's number.
    let estimates = run("needle-estimates");
    let moves = estimates["record"]["moves"].as_array().expect("moves").iter();
    let said = moves.filter_map(|mv| mv["alice"].as_str()).filter(|mv| mv.starts_with("say "));
    assert_eq!(estimates["rounds"], said.count());
    assert!(estimates["rounds"].as_u64() > Some(2), "{estimates}");
    // In each round of a quantified game, a player plays a bit or two.
    let solved = json("solve verifier-read --json --reveal");
    assert_eq!(run("verifier-read")["rounds"], solved["query_complexity"]["rounds"]);
}

#[test]
fn run_prints_the_winner_the_truth_the_ledger_and_the_record() {
    let run = json("run contract-comma --json --reveal");
    assert_eq!((&run["winner"], &run["claim_true"]), (&"bob".into(), &false.into()));
    assert_eq!(run["payoff"], Value::Null);
    let costs = ["location_bits", "transcript_bits", "input_bits", "oracle_queries"];
    assert_eq!(costs.map(|cost| run["ledger"]["judge"][cost].as_u64().unwrap()), [4, 3, 0, 1]);
    assert_eq!(run["record"]["elenchus"], 1);
    assert!(run["record"]["moves"].as_array().is_some_and(|moves| moves.len() > 5));
}

#[test]
fn check_ends_with_1_and_names_the_place_if_a_file_is_wrong() {
    let folder = folder();
    let output = elenchus(&["check", &file(folder.path(), "bad.yaml", "elenchus: 1\ntitel: T\n")]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output);
    assert!(text.contains("bad.yaml:2:1:") && text.contains("titel"), "{text}");
}

#[test]
fn check_ends_with_2_if_a_file_cannot_be_read_and_still_checks_the_others() {
    for file in ["no-such-file.yaml", "/dev/zero"] {
        let output = elenchus(&["check", file, "find-the-lie"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("find-the-lie: ok"), "{output:?}");
    }
}

/// Command lines that the program refuses before any work.
const REFUSED: &str = "\
play

run no-such-scenario
run nothing-like-it
solve no-such-scenario
merge no-such-part
merge Cargo.toml
replay find-the-lie
no-such-file.yaml
solv
solv find-the-lie
find-the-lei
play find-the-lei
run find-the-lei
find-the-lie
play find-the-lie
--theme mono --ascii play find-the-lie
play find-the-lie --theme mono --ascii
--ascii play
--ascii find-the-lie
--ascii run find-the-lie
play find-the-lie --course exercises
list --course nowhere
run find-the-lie --bob ``
run find-the-lie --bob nobody
run find-the-lie --alice lie-at:99
run find-the-lie --seed -1
run find-the-lie --seed x
run find-the-lie --bob `script: [point 99], then: honest`
run find-the-lie --bob `mix: {honest: 0.7}`
run find-the-lie --bob `mix: {honest: 2, lazy: -1}`
run find-the-lie --bob `mix: {nobody: 1}`
run find-the-lie --bob `mix: {honest: 1}, then: honest`
run find-the-lie --bob `rounds: {0: point 3}`
run find-the-lie --bob `mixed: {honest: 1}`
run calibrated-bob --alice hunter --bob best-response
solve find-the-lie --bob program:x
solve rigged-coin --set kk=2
solve rigged-coin --set k=abc
solve rigged-coin --set votes=3.5
solve rigged-coin --set k=-1
simulate find-the-lie --debates -3
simulate find-the-lie --debates 0
sweep rigged-coin --vary k=2 --vary k=3
sweep rigged-coin --vary yes=0.5:1.5:0.5
sweep rigged-coin --vary alice.shift=0:1:0
attack contract-comma --seat alice
attack rigged-coin --seat judge
attack rigged-coin --seat alice --over shfit=0:1
attack rigged-coin --seat alice --over shift=0:7
attack rigged-coin --seat alice --over late-lie=1:99
attack rigged-coin --seat alice --over exact=0:1
attack rigged-coin --seat alice --over honest+exact=0:2
attack rigged-coin --seat alice --alice program:cat
attack rigged-coin --seat alice --out /no/such/folder/x
export find-the-lie --to cast
dqc --inputs 5
constants --k 0 --steps 4
constants --k -1 --steps 4
constants --k nan --steps 4
constants --k 1e200 --steps 4
constants --k 1 --steps 0
constants --k 1
constants --k 1 --steps 4 --wins 0.4
constants --k 1 --steps 4 --wins 0.7
constants --k 1 --steps 4 --truth 1.5 --wins 0.6
constants --k 1 --steps 4 --for bob
constants --k 1 --steps 4 --for 1,x,2,3
constants --k 1 --steps 4 --for 1,-2,3
constants --k 1 --steps 16 --check 1,2";

#[test]
fn a_command_that_cannot_run_ends_with_2_and_says_why() {
    let told = |line| format!("elenchus {line}\n{}\n", refused(line));
    insta::assert_snapshot!(REFUSED.lines().map(told).collect::<String>());
}

#[test]
fn solve_reveals_secrets_of_a_scenario_only_on_request() {
    assert!(!printed("solve contract-comma").contains("truth"));
    assert!(printed("solve contract-comma --reveal").contains("truth: "));
    assert!(printed("solve find-the-lie").contains("truth: "));
    // A series of rulings has no winner.
    assert!(!printed("solve twins --debates 20").contains("Alice wins"));
    assert_eq!(json("solve contract-comma --json")["truth"], Value::Null);
    assert_eq!(json("solve contract-comma --json --reveal")["truth"], 0.0);
}

#[test]
fn solve_prints_only_the_parts_that_are_asked_for() {
    let solve =
        |parts: &str| json(&["solve", "find-the-lie", "--reveal", "--json", "--only", parts]);
    let all = json(&["solve", "find-the-lie", "--reveal", "--json"]);
    let is_empty = |value: &Value| match value {
        Value::Object(map) => map.values().all(Value::is_null),
        Value::Array(list) => list.is_empty(),
        other => other.is_null(),
    };
    let keys = [
        ("truth", "truth"),
        ("players", "pair"),
        ("best-responses", "best_responses"),
        ("values", "values"),
        ("bounds", "bounds"),
        ("costs", "costs"),
        ("details", "sections"),
    ];
    for (part, key) in keys {
        let found = solve(part);
        for (other, own) in keys {
            match other == part {
                true => assert_eq!(found[own], all[own], "{part}"),
                false => assert!(is_empty(&found[own]), "{part}, {own}: {found}"),
            }
        }
        assert!(!is_empty(&all[key]), "{key}: {all}");
    }
    let text = printed(&["solve", "find-the-lie", "--only", "truth,values"]);
    assert!(text.contains("truth: ") && text.contains("Alice "), "{text}");
    assert!(!text.contains("bounds") && !text.contains("against"), "{text}");
    assert!(refused(&["solve", "find-the-lie", "--only", "truht"]).contains("truth"));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_a_full_disk_does_not_take_is_no_success() {
    for asked in ["--help", "--version", "solve --help", "list"] {
        let full = std::fs::File::create("/dev/full").expect("a full disk");
        let output = command(asked).stdout(full).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{asked}: {}", said(&output));
        assert!(said(&output).contains("No space left on device"), "{asked}: {}", said(&output));
    }
}

#[test]
fn a_file_alone_is_played_and_options_may_stand_before_it() {
    let folder = folder();
    let file = file(folder.path(), "solv", "elenchus: 1\ntitel: T\n");
    for before in ["", "play", "--ascii", "--theme mono", "--theme mono play"] {
        let said = refused(&format!("{before} {file}"));
        assert!(said.contains(":2:1:") && said.contains("titel"), "{before}: {said}");
    }
}

#[test]
fn help_shows_six_commands_first_and_every_option_under_its_own_heading() {
    let help = printed("help");
    let groups: Vec<&str> = help.split("\n\n").collect();
    let first = groups.iter().find(|group| group.starts_with("To begin with:\n")).expect("a group");
    assert_eq!(first.lines().count() - 1, 6, "{help}");
    for command in ["run", "solve", "simulate", "sweep", "attack", "convert"] {
        let help = printed(&[command, "-h"]);
        let asked = help.split("\nChanges to the debate:\n").nth(1).expect("a heading");
        let asked = asked.split("\n\n").next().expect("its options");
        for option in ["--json", "--out", "--force", "--debates", "--alice", "--help"] {
            assert!(!asked.contains(option), "{command} {option}:\n{help}");
        }
        assert!(asked.contains("--wire") && asked.contains("--set"), "{help}");
    }
}

/// Every command that writes a file.
const WRITES: &str = "\
list
list --strategies find-the-lie
check find-the-lie
convert find-the-lie
run find-the-lie
replay RECORD --json
archive list
export find-the-lie --to svg
grade RECORD
solve find-the-lie
simulate find-the-lie --debates 2 --csv
simulate find-the-lie --debates 2 --slice 1/2
sweep find-the-lie --debates 2 --vary seed=1,2
attack find-the-lie --seat bob --over honest --reveal
headline doubly-efficient --most 8
merge PART
constants --k 1 --steps 16
dqc --function `x1 & x2`
schema
schema --player
completions fish
man
man solve";

#[test]
fn every_command_that_writes_a_file_does_so_by_out_and_replaces_one_only_by_force() {
    let folder = folder();
    let [record, part, file] =
        ["record.yaml", "part", "out"].map(|name| folder.path().join(name).display().to_string());
    printed(&["run", "find-the-lie", "--out", &record]);
    printed(&format!("simulate find-the-lie --debates 2 --slice 1/1 -o {part}"));
    let written = || std::fs::read_to_string(&file).expect("it is there");
    for command in WRITES.replace("RECORD", &record).replace("PART", &part).lines() {
        let writes = |more: &str| {
            let output = elenchus(&format!("{command} {more} {file}"));
            assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
            let text = written();
            assert!(!text.is_empty() && text != "mine", "{command}");
            text
        };
        // A command may replace an empty file without `--force`.
        std::fs::write(&file, "").expect("it can be written");
        let text = writes("--out");
        std::fs::write(&file, "mine").expect("it can be written");
        assert!(refused(&format!("{command} -o {file}")).contains("--force"), "{command}");
        assert_eq!(written(), "mine", "{command}");
        assert_eq!(writes("--force -o"), text, "{command}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

#[test]
fn names_of_before_are_still_read() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    printed(&["run", "find-the-lie", "--save", &place("run")]);
    printed(&["convert", "find-the-lie", "--save", &place("convert")]);
    printed(&["dqc", "--function", "x1 & x2", "--scenario", &place("dqc"), "--input", "01"]);
    for file in ["run", "convert", "dqc"] {
        assert!(elenchus(&["check", &place(file)]).status.success(), "{file}");
    }
    let gates = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/aiger/adder4.aag");
    let asked = |option: &str| json(&format!("solve {gates} {option} s[2] --claim 1 --json"));
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
fn a_move_that_is_no_number_is_refused_with_the_move() {
    let folder = folder();
    let path = folder.path().join("sample.yaml").to_string_lossy().into_owned();
    printed(&["run", "caffeine-vote", "--out", &path]);
    let text = std::fs::read_to_string(&path).expect("it is there");
    let wrong = text.replacen("- alice: state", "- bob: sample -3\n- alice: state", 1);
    let said = refused(&["replay", &file(folder.path(), "sample.yaml", &wrong)]);
    assert!(said.contains("`sample`") && said.contains("`-3`"), "{said}");
}

#[test]
fn the_moves_of_a_record_have_a_heading_with_their_players() {
    let folder = folder();
    let whole = folder.path().join("whole.yaml").to_string_lossy().into_owned();
    printed(&format!("run caffeine-vote --bob honest --seed 4 --out {whole}"));
    let bob = |text: String| {
        text.lines().find(|line| line.starts_with("  bob ")).expect("a line").trim_end().to_owned()
    };
    assert_eq!(bob(printed(&["run", &whole])), "  bob    honest");
    for named in ["--bob never", "--seed 5"] {
        assert!(refused(&format!("run {whole} {named}")).contains("over"));
    }
    // The first moves alone. The named players make the others.
    let text = std::fs::read_to_string(&whole).expect("it is there");
    let moves = text.find("moves:").expect("moves") + 7;
    let upto = text[moves..].match_indices("- bob:").nth(1).expect("two rounds").0;
    let begun = file(folder.path(), "begun.yaml", &text[..moves + upto]);
    let on = folder.path().join("on.yaml").to_string_lossy().into_owned();
    let line = bob(printed(&format!("run {begun} --bob never --out {on}")));
    assert!(line.starts_with("  bob    honest, ") && line.ends_with(" never"), "{line}");
    // The first moves are not compared with the player who has the seat now.
    let again = json(&["replay", &on, "--json"]);
    assert!(again.get("doubts").is_none(), "{again}");
    assert_eq!(bob(printed(&["run", &begun])), "  bob    honest");
}
