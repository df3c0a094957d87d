//! The gate before every output: what a shipped scenario hides until its review is told by no command
//! in any form, on a screen or in a file, unless `--reveal` asks for it.

use std::path::Path;
use std::process::Command;

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{Hidden, Scenario, archive, course, journal, library, open, write};
use elenchus::work::CancelToken;
use serde_json::Value;

use crate::course_keys::all_of;
use crate::kit::{elenchus, json, printed, refused};
use crate::promises::keeps;

/// The commands that tell of a debate, and the forms in which they do, with the debate for `FILE` and
/// a new file for `OUT`.
const OF_DEBATES: [(&str, &[&str]); 10] = [
    ("run FILE", &["", "--json"]),
    ("solve FILE --debates 2", &["", "--json", "--json --out OUT"]),
    ("simulate FILE --debates 2", &["", "--json", "--csv", "--jsonl", "--csv --out OUT"]),
    ("simulate FILE --debates 2 --slice 1/1", &["", "--out OUT"]),
    ("sweep FILE --debates 2 --vary seed=1,2", &["", "--json", "--csv", "--jsonl", "--plot"]),
    ("sweep FILE --debates 2 --vary seed=1,2 --slice 1/1", &["--out OUT"]),
    ("attack FILE --debates 2 --seat bob --over honest", &["", "--json"]),
    ("check FILE", &["", "--json"]),
    ("export FILE", &["--to markdown", "--to html", "--to svg", "--to html --projector"]),
    ("list --strategies FILE", &[""]),
];

/// The commands that tell of a debate that was begun and not ended, with its record for `FILE` and its
/// name in the archive for `NAME`.
const OF_RECORDS: [(&str, &[&str]); 7] = [
    ("replay FILE", &["", "--json"]),
    ("grade FILE", &["", "--json", "--csv", "--csv --out OUT"]),
    ("grade NAME", &["--csv"]),
    ("archive list", &["", "--json", "--json --out OUT"]),
    ("archive show NAME", &["", "--json", "--json --out OUT"]),
    ("check FILE", &["", "--json"]),
    ("export FILE", &["--to markdown", "--to html", "--to svg", "--to html --projector"]),
];

/// What the record that was begun is called in the archive.
const NAME: &str = "begun";

/// What says whether a claim is true, or follows from that: keys of JSON and columns of CSV.
const OF_THE_TRUTH: &str = "claim_true truth alice_right right right_rate right_rulings right_answers \
    answer_is_right settled by_truth true_debates true_alice_wins true_paid false_debates \
    false_alice_wins false_paid exact promise theorem theorem_side theorem_limit pair bounds";

/// What says something of its own: a file, whoever asks, and the table of all that could sit here.
const NO_TELLERS: [&str; 5] = ["machine", "protocol", "lesson", "vary", "values"];

/// Sentences that say it.
const SENTENCES: [&str; 6] = [
    "The claim is ",
    "truth: ",
    "the side that is right wins",
    "Alice's answer is right",
    "The judge rules correctly",
    "(exact)",
];

/// What an output tells of what stays hidden.
fn leaks(text: &str, command: &str, scenario: &Scenario) -> Vec<String> {
    let mut told = Vec::new();
    // `solve` speaks of every player there could be; of those in their seats in one line.
    let of_players = |line: &&str| !command.starts_with("solve") || line.contains(" against ");
    let of_players: Vec<&str> = text.lines().filter(of_players).collect();
    for seat in Seat::ALL.into_iter().filter(|&seat| scenario.hides(Hidden::player(seat))) {
        let name = scenario.player(seat).words();
        // A name that is an English word, or another's name, tells nothing by itself.
        let is_its_own = name.contains([':', '-'])
            && Seat::ALL.into_iter().all(|s| s == seat || scenario.player(s).words() != name);
        if is_its_own && of_players.iter().any(|line| words(line).any(|word| word == name)) {
            told.push(format!("{seat} is {name}"));
        }
        for (key, value) in entries(text).into_iter().filter(|(key, _)| key == seat.word()) {
            if value.as_str() == Some(&*name) {
                told.push(format!("{key}: {value}"));
            }
        }
        let line = format!("  {:<6} {name}", seat.word());
        told.extend(text.lines().filter(|at| **at == line).map(str::to_owned));
    }
    if scenario.hides(Hidden::Truth) {
        let of_truth = |(key, value): &(String, Value)| {
            words(OF_THE_TRUTH).any(|own| own == key) && !is_nothing(value)
        };
        let entries = entries(text).into_iter().filter(of_truth);
        told.extend(entries.map(|(key, value)| format!("{key}: {value}")));
        told.extend(SENTENCES.iter().filter(|s| text.contains(**s)).map(|&s| s.to_owned()));
    }
    told
}

/// The words of a text, as a strategy's name would be one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let of_a_name = |c: char| c.is_alphanumeric() || ".:-_+".contains(c);
    text.split(move |c| !of_a_name(c)).map(|word| word.trim_matches(['.', ':']))
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        // A part of a run holds counts to be added up: of what is hidden none were made.
        Value::String(text) => text.is_empty() || text == "0",
        Value::Array(all) => all.iter().all(is_nothing),
        Value::Object(all) => all.values().all(is_nothing),
        Value::Number(n) => n.as_f64() == Some(0.0),
        Value::Bool(_) => false,
    }
}

/// Everything that has a key in a text of JSON, of JSON in lines, or of CSV; nothing in other texts.
fn entries(text: &str) -> Vec<(String, Value)> {
    fn below(value: &Value, found: &mut Vec<(String, Value)>) {
        match value {
            Value::Object(all) => {
                for (key, value) in all {
                    found.push((key.clone(), value.clone()));
                    if !NO_TELLERS.contains(&&**key) {
                        below(value, found);
                    }
                }
            }
            Value::Array(all) => all.iter().for_each(|value| below(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(whole) = serde_json::from_str::<Value>(text) {
        below(&whole, &mut found);
    } else if text.starts_with('{') {
        for line in text.lines() {
            below(&serde_json::from_str(line).expect("a line of JSON"), &mut found);
        }
    } else if text.starts_with("scenario,") {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().expect("names of columns").clone();
        for row in reader.records() {
            let row = row.expect("a row");
            let cells = heads.iter().zip(row.iter());
            found.extend(cells.map(|(head, cell)| (head.to_owned(), cell.into())));
        }
    }
    found
}

/// Everything that a command says and writes, its archive being beside `out`.
fn output(command: &str, file: &str, out: &Path, more: &str) -> String {
    let _ = std::fs::remove_file(out);
    let out_name = out.to_string_lossy();
    let line = format!("{command} {more}");
    let arguments: Vec<&str> = line
        .split_whitespace()
        .map(|word| match word {
            "FILE" => file,
            "NAME" => NAME,
            "OUT" => &out_name,
            word => word,
        })
        .collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(&arguments).env("XDG_DATA_HOME", out.parent().expect("a folder"));
    let ended = command.output().expect("it starts");
    assert!(matches!(ended.status.code(), Some(0..=2)), "{arguments:?}: {ended:?}");
    let mut text = String::from_utf8(ended.stdout).expect("text");
    if text.is_empty() {
        text = std::fs::read_to_string(out).unwrap_or_default();
    }
    text + &String::from_utf8_lossy(&ended.stderr)
}

/// Every shipped scenario that hides something, of the courses too.
fn hiding() -> Vec<(String, Scenario)> {
    let courses = library::COURSES.iter().flat_map(|name| course::course(name).unwrap().entries);
    let all = library::shipped().into_iter().chain(courses);
    let read = all.map(|entry| (entry.id, entry.scenario.expect("a shipped scenario opens")));
    read.filter(|(_, scenario)| !scenario.hide.is_empty()).collect()
}

/// Debates that take a computer long.
const LONG: [&str; 3] = ["million-gates", "chain-thousand-steps", "smuggled-cell"];

#[test]
fn no_command_tells_in_any_form_what_a_shipped_scenario_hides() {
    let (outputs, asked) = looked_at(|id| !LONG.contains(&id), 12);
    assert!(asked > 50, "{asked} outputs tell more to who asks");
    keeps("outputs", outputs);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_command_tells_in_any_form_what_any_shipped_scenario_hides() {
    keeps("outputs at night", looked_at(|_| true, 1).0);
}

/// Looks at the outputs of every command of the shipped scenarios that hide something, of each scenario at
/// one form of `share`: how many there were, and how many of those that were asked for told something.
fn looked_at(which: impl Fn(&str) -> bool, share: usize) -> (usize, usize) {
    let all = hiding().into_iter().filter(|(id, _)| which(id)).enumerate().collect::<Vec<_>>();
    let counts = all_of(&all, |(at, (id, scenario))| vec![looked_at_one(id, scenario, *at, share)]);
    counts.into_iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// One form of `share` of these commands.
fn one_of<'a>(
    commands: &'a [(&'a str, &'a [&'a str])],
    at: usize,
    share: usize,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let forms = commands.iter().flat_map(|&(c, forms)| forms.iter().map(move |&f| (c, f)));
    forms.skip(at % share).step_by(share)
}

fn looked_at_one(id: &str, scenario: &Scenario, at: usize, share: usize) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let [out, part] = ["out", "part"].map(|name| folder.path().join(name));
    let (mut outputs, mut asked) = (0, 0);
    let mut look = |command: &str, file: &str, form: &str| {
        let text = output(command, file, &out, form);
        assert_eq!(leaks(&text, command, scenario), [""; 0], "{command} {form}, {id}:\n{text}");
        outputs += 1;
    };
    for (command, form) in one_of(&OF_DEBATES, at, share) {
        look(command, id, form);
        if form.contains("OUT") && command.contains("slice") {
            std::fs::rename(&out, &part).expect("a part was written");
            look("merge FILE", &part.to_string_lossy(), "");
            look("merge FILE", &part.to_string_lossy(), "--json");
        }
    }
    let record = write(&begun(scenario)).expect("it can be written");
    let kept = archive::folder(&folder.path().join("elenchus"));
    std::fs::create_dir_all(&kept).expect("a folder");
    let file = kept.join(NAME).with_extension("yaml");
    std::fs::write(&file, record).expect("it can be written");
    for (command, form) in one_of(&OF_RECORDS, at, share) {
        look(command, &file.to_string_lossy(), form);
    }
    for command in ["run FILE", "simulate FILE --debates 2"] {
        let text = output(command, id, &out, "--json --reveal");
        asked += usize::from(!leaks(&text, command, scenario).is_empty());
    }
    (outputs, asked)
}

/// The record of a debate that was begun: half the moves of its programs.
fn begun(scenario: &Scenario) -> Scenario {
    let mut game = open(scenario).expect("it opens");
    let honest = |seat| match scenario.player(seat) {
        SeatPlan::Human => SeatPlan::honest(),
        program => program,
    };
    game.set_seats(&Seat::each(honest)).expect("they sit down");
    game.table().run_under(&CancelToken::limited(1_000_000)).expect("programs play to the end");
    let mut record = journal::played(scenario, &*game);
    let moves = record.moves.as_mut().expect("its moves");
    moves.truncate(moves.len() / 2);
    record.seats = scenario.seats.clone();
    record
}

#[test]
fn a_handout_tells_nothing_that_its_debates_hide() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    for command in
        ["export --to markdown", "export --to html", "export --course exercises --to markdown"]
    {
        let text = output(command, "", &out, "");
        // The promise of a theorem to the right side, and Bob's question, tell of no claim.
        let general = ["If K = ", "How likely is it that Alice's answer is right?"];
        let lines = text.lines().filter(|line| !general.iter().any(|says| line.contains(says)));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        for (id, scenario) in hiding() {
            assert_eq!(leaks(&text, command, &scenario), [""; 0], "{command}, {id}");
        }
    }
}

#[test]
fn a_file_that_opens_again_hides_what_its_scenario_hides() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut refused) = (0, 0);
    for (id, scenario) in hiding() {
        let seat = Seat::ALL.into_iter().find(|&seat| scenario.player(seat) == SeatPlan::Human);
        for command in ["run FILE", "convert FILE", "attack FILE --debates 2 --over honest --seat"]
        {
            let out = folder.path().join(format!("{}.yaml", files));
            let attacking = match seat {
                Some(seat) if seat != Seat::Judge => seat.word(),
                _ => "bob",
            };
            let seat = if command.ends_with("seat") { attacking } else { "" };
            output(command, &id, &out, &format!("{seat} --out OUT"));
            let Ok(found) = library::find(&out.to_string_lossy()) else {
                // The value of a debate is hidden, or the attacked player, so nothing was.
                let other = if attacking == "bob" { Hidden::Alice } else { Hidden::Bob };
                let hides = scenario.hides(Hidden::Truth) || scenario.hides(other);
                assert!(command.starts_with("attack") && hides, "{id}");
                refused += 1;
                continue;
            };
            let written = found.scenario.expect("it opens");
            assert_eq!(written.hide, scenario.hide, "{command}, {id}");
            files += 1;
        }
    }
    assert!(files > 60 && refused > 5, "{files} files, {refused} attacks refused");
}

/// Another player can be named without revealing the one before.
#[test]
fn the_players_of_a_record_stay_hidden_from_a_person_who_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("begun.yaml");
    let scenario = library::find("find-the-lie").expect("it is shipped").scenario;
    let record = begun(&scenario.expect("it reads"));
    std::fs::write(&file, write(&record).expect("it can be written")).expect("a file");
    let file = file.to_string_lossy();
    let said = printed(&["run", &file, "--alice", "honest", "--bob", "honest"]);
    let unnamed = "alice  a program, hidden until the review, from move";
    assert!(said.contains(unnamed) && !said.contains("lie-at"), "{said}");
    let said = printed(&["run", &file, "--alice", "honest", "--bob", "honest", "--reveal"]);
    assert!(said.contains("alice  lie-at"), "{said}");
    // Many debates begin at the start, which is said.
    let many = elenchus(&["simulate", &file, "--alice", "honest", "--debates", "2"]);
    let said = String::from_utf8_lossy(&many.stderr);
    assert!(said.contains("are ignored. Every debate begins at the start."), "{said}");
}

#[test]
fn a_printed_record_opens_and_its_hidden_players_are_those_of_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("printed.yaml");
    let run = json(&["run", "contract-comma", "--json"]);
    std::fs::write(&file, run["record"].to_string()).expect("it can be written");
    let again = json(&["replay", &file.to_string_lossy(), "--json"]);
    assert_eq!(again["winner"], run["winner"]);
    assert_eq!(again["record"]["moves"], run["record"]["moves"]);
    assert_eq!(run["record"]["seats"]["alice"], "program:hidden until the review");
    assert_eq!(run["hidden"], serde_json::json!(["alice", "bob", "truth"]));
}

#[test]
fn a_study_of_what_a_scenario_hides_has_to_be_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let [study, log] = ["study.yaml", "log.jsonl"].map(|name| folder.path().join(name));
    let text = "title: S\nscenarios: [contract-comma]\nplayers: [{name: a}]\nseeds: 1\n";
    std::fs::write(&study, text).expect("it can be written");
    let [study, at] = [&study, &log].map(|path| path.to_string_lossy().into_owned());
    let said = refused(&["eval", &study, "--log", &at]);
    assert!(said.contains("--reveal"), "{said}");
    assert!(!log.exists());
    assert!(elenchus(&["eval", &study, "--log", &at, "--reveal"]).status.success());
}
