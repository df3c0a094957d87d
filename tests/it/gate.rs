//! The gate before every output. A shipped scenario hides some facts until its review. No command
//! reveals them in any form, on a screen or in a file, without `--reveal`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{Hidden, Scenario, archive, course, journal, library, open, write};
use elenchus::work::CancelToken;
use serde_json::Value;

use crate::course_keys::all_of;
use crate::kit::{elenchus, json, one_in, printed, refused};
use crate::promises::keeps;

/// The commands that describe a debate, in all their forms. `FILE` is the debate and `OUT` a new
/// file.
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

/// The commands that describe an unfinished debate. `FILE` is its record and `NAME` its name in the
/// archive.
const OF_RECORDS: [(&str, &[&str]); 7] = [
    ("replay FILE", &["", "--json"]),
    ("grade FILE", &["", "--json", "--csv", "--csv --out OUT"]),
    ("grade NAME", &["--csv"]),
    ("archive list", &["", "--json", "--json --out OUT"]),
    ("archive show NAME", &["", "--json", "--json --out OUT"]),
    ("check FILE", &["", "--json"]),
    ("export FILE", &["--to markdown", "--to html", "--to svg", "--to html --projector"]),
];

/// The name of the unfinished record in the archive.
const NAME: &str = "begun";

/// Keys of JSON and columns of CSV that contain the truth of a claim, or depend on it.
const OF_THE_TRUTH: &str = "claim_true truth alice_right right right_rate right_rulings right_answers \
    answer_is_right settled by_truth true_debates true_alice_wins true_paid false_debates \
    false_alice_wins false_paid exact promise theorem theorem_side theorem_limit pair bounds";

/// Keys that reveal nothing: the content of the file, and the table of all possible players.
const NO_TELLERS: [&str; 5] = ["machine", "protocol", "lesson", "vary", "values"];

/// Sentences with the truth of a claim.
const SENTENCES: [&str; 6] = [
    "The claim is ",
    "truth: ",
    "the side that is right wins",
    "Alice's answer is right ",
    "The judge rules correctly",
    "(exact)",
];

/// The parts of an output that can reveal something. An output can be long, so it is divided once
/// for all scenarios.
struct Told<'a> {
    /// The words of the lines about the players.
    of_players: BTreeSet<&'a str>,
    lines: BTreeSet<&'a str>,
    entries: Vec<(String, Value)>,
    sentences: Vec<&'a str>,
}

impl<'a> Told<'a> {
    fn new(text: &'a str, command: &str) -> Self {
        // `solve` lists every possible player, and the actual players in one line.
        let of_players = |line: &&str| !command.starts_with("solve") || line.contains(" against ");
        Self {
            of_players: text.lines().filter(of_players).flat_map(words).collect(),
            lines: text.lines().collect(),
            entries: entries(text),
            sentences: SENTENCES.into_iter().filter(|s| text.contains(s)).collect(),
        }
    }

    /// The facts that the output reveals although this scenario hides them.
    fn leaks(&self, scenario: &Scenario) -> Vec<String> {
        let mut told = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| scenario.hides(Hidden::player(seat))) {
            let name = scenario.player(seat).words();
            // A name that is an English word, or also another player's name, reveals nothing by itself.
            let is_its_own = name.contains([':', '-'])
                && Seat::ALL.into_iter().all(|s| s == seat || scenario.player(s).words() != name);
            if is_its_own && self.of_players.contains(&*name) {
                told.push(format!("{seat} is {name}"));
            }
            let own = self.entries.iter().filter(|(key, _)| key == seat.word());
            let own = own.filter(|(_, value)| value.as_str() == Some(&*name));
            told.extend(own.map(|(key, value)| format!("{key}: {value}")));
            let line = format!("  {:<6} {name}", seat.word());
            told.extend(self.lines.get(&*line).map(|&line| line.to_owned()));
        }
        if scenario.hides(Hidden::Truth) {
            let of_truth = |(key, value): &&(String, Value)| {
                words(OF_THE_TRUTH).any(|own| own == key) && !is_nothing(value)
            };
            let entries = self.entries.iter().filter(of_truth);
            told.extend(entries.map(|(key, value)| format!("{key}: {value}")));
            told.extend(self.sentences.iter().map(|&s| s.to_owned()));
        }
        told
    }
}

/// The words of a text, split as a strategy's name would be.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let of_a_name = |c: char| c.is_alphanumeric() || ".:-_+".contains(c);
    text.split(move |c| !of_a_name(c)).map(|word| word.trim_matches(['.', ':']))
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        // A part of a run has counts for the merge. It has no counts of hidden facts.
        Value::String(text) => text.is_empty() || text == "0",
        Value::Array(all) => all.iter().all(is_nothing),
        Value::Object(all) => all.values().all(is_nothing),
        Value::Number(n) => n.as_f64() == Some(0.0),
        Value::Bool(_) => false,
    }
}

/// Every entry with a key in a text of JSON, JSON lines or CSV. Other texts have none.
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

/// All output and all files of a command. Its archive is next to `out`.
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

/// Every shipped scenario that hides something, including those of the courses.
fn hiding() -> Vec<(String, Scenario)> {
    let courses = library::COURSES.iter().flat_map(|name| course::course(name).unwrap().entries);
    let all = library::shipped().into_iter().chain(courses);
    let read = all.map(|entry| (entry.id, entry.scenario.expect("a shipped scenario opens")));
    read.filter(|(_, scenario)| !scenario.hide.is_empty()).collect()
}

/// Debates that take long to compute.
const LONG: [&str; 3] = ["million-gates", "chain-thousand-steps", "smuggled-cell"];

#[test]
fn no_command_reveals_in_any_form_the_secrets_of_a_shipped_scenario() {
    let (outputs, asked) = looked_at(|id| !LONG.contains(&id), 12);
    assert!(asked > 25, "{asked} outputs reveal more on request");
    keeps("outputs", outputs);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_command_reveals_in_any_form_the_secrets_of_any_shipped_scenario() {
    keeps("outputs at night", looked_at(|_| true, 1).0);
}

/// Checks the outputs of every command for the shipped scenarios that hide something, with one in
/// `share` forms for each scenario. Returns the number of outputs, and the number of outputs with
/// `--reveal` that revealed something.
fn looked_at(which: impl Fn(&str) -> bool, share: usize) -> (usize, usize) {
    let all = hiding().into_iter().filter(|(id, _)| which(id)).enumerate().collect::<Vec<_>>();
    let counts = all_of(&all, |(at, (id, scenario))| vec![looked_at_one(id, scenario, *at, share)]);
    counts.into_iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// One in `share` of the forms of these commands, from form `at` on.
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
        let leaks = Told::new(&text, command).leaks(scenario);
        assert_eq!(leaks, [""; 0], "{command} {form}, {id}:\n{text}");
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
    let revealing = ["run FILE", "simulate FILE --debates 2"];
    for command in one_in(2, revealing.into_iter().cycle().skip(at).take(2)) {
        let text = output(command, id, &out, "--json --reveal");
        asked += usize::from(!Told::new(&text, command).leaks(scenario).is_empty());
    }
    (outputs, asked)
}

/// The record of an unfinished debate: half the moves of its programs.
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
fn a_handout_reveals_no_secret_of_its_debates() {
    let hiding = hiding();
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let commands =
        ["export --to markdown", "export --to html", "export --course exercises --to markdown"];
    for command in one_in(2, commands) {
        let text = output(command, "", &out, "");
        // A theorem's promise to the right side, and Bob's question, reveal no claim.
        let general = ["With K = ", "How likely is it that Alice's answer is right?"];
        let lines = text.lines().filter(|line| !general.iter().any(|says| line.contains(says)));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        let told = Told::new(&text, command);
        for (id, scenario) in &hiding {
            assert_eq!(told.leaks(scenario), [""; 0], "{command}, {id}");
        }
    }
}

#[test]
fn a_file_that_opens_again_hides_what_its_scenario_hides() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut refused) = (0, 0);
    let commands = ["run FILE", "convert FILE", "attack FILE --debates 2 --over honest --seat"];
    for (at, (id, scenario)) in hiding().into_iter().enumerate() {
        let seat = Seat::ALL.into_iter().find(|&seat| scenario.player(seat) == SeatPlan::Human);
        // By day, one command for each debate, in turns.
        for command in one_in(3, commands.into_iter().cycle().skip(at).take(3)) {
            let out = folder.path().join(format!("{}.yaml", files));
            let attacking = match seat {
                Some(seat) if seat != Seat::Judge => seat.word(),
                _ => "bob",
            };
            let seat = if command.ends_with("seat") { attacking } else { "" };
            output(command, &id, &out, &format!("{seat} --out OUT"));
            let Ok(found) = library::find(&out.to_string_lossy()) else {
                // The value of a debate, or the attacked player, is hidden. So there is no output.
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
    assert!(files > 30 && refused > 1, "{files} files, {refused} attacks refused");
}

/// A user can name another player, and that does not reveal the earlier one.
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
    // Many debates begin at the start, and the output says so.
    let many = elenchus(&["simulate", &file, "--alice", "honest", "--debates", "2"]);
    let said = String::from_utf8_lossy(&many.stderr);
    assert!(said.contains("are ignored. Every debate begins at the start."), "{said}");
}

#[test]
fn a_printed_record_opens_without_its_hidden_players() {
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
fn a_study_of_hidden_facts_needs_an_option() {
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
