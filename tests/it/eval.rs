//! Studies: each debate is a line of a log that no stop, crash or bad debate loses.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::outside::{chat_server, player, python};

fn eval(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg("eval").args(arguments);
    command
}

fn told(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// A study in a folder of its own, and where its log belongs.
struct Study {
    _folder: TempDir,
    file: PathBuf,
    log: PathBuf,
}

impl Study {
    /// A study with these keys; `{}` in them is its folder, in which `bob.sh` is this script.
    fn new(keys: &str, script: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        std::fs::write(path.join("bob.sh"), script).expect("a script");
        let keys = keys.replace("{}", &path.to_string_lossy());
        let (file, log) = (path.join("study.yaml"), path.join("log.jsonl"));
        std::fs::write(&file, format!("title: A study\n{keys}")).expect("a file");
        Self { file, log, _folder: folder }
    }

    fn command(&self, more: &[&str]) -> Command {
        let (file, log) = (self.file.to_string_lossy(), self.log.to_string_lossy());
        eval(&[&[&*file, "--log", &*log, "--reveal"], more].concat())
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(more).output().expect("it starts")
    }

    fn rows(&self) -> Vec<Value> {
        let log = std::fs::read_to_string(&self.log).expect("a log");
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The debates in the log, by scenario, players, seed and repeat: how often each is there.
    fn counted(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows() {
            let key = ["scenario", "cast", "seed", "repeat"].map(|key| row[key].to_string());
            *counts.entry(key.join(" ")).or_default() += 1;
        }
        counts
    }
}

/// Points at step 3 of a debate, after so long, and says what it cost.
fn pointing(seconds: f64) -> String {
    format!(
        "while read -r l; do case $l in *'\"type\":\"ask\"'*) sleep {seconds}; echo '{{\"move\": \
         \"point 3\", \"comment\": \"there\", \"meta\": {{\"tokens\": 10, \"cost\": 0.5}}}}';; esac; \
         done"
    )
}

const TWO: &str = "\
scenarios: [find-the-lie, lazy-bob]
players:
  - {name: honest, bob: honest}
  - {name: pointing, bob: 'program:sh {}/bob.sh'}
seeds: 3
";

#[test]
fn the_table_of_a_study_follows_from_its_log() {
    let study = Study::new(TWO, &pointing(0.0));
    let output = study.run(&["--parallel", "4", "--json"]);
    assert!(output.status.success(), "{}", told(&output));
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&table["debates"], &table["played"], &table["failed"]),
        (&12.into(), &12.into(), &0.into())
    );
    let counted = study.counted();
    assert!(counted.len() == 12 && counted.values().all(|&count| count == 1), "{counted:?}");
    for line in table["rows"].as_array().expect("rows") {
        let own: Vec<Value> = study
            .rows()
            .into_iter()
            .filter(|row| row["protocol"] == line["protocol"] && row["cast"] == line["cast"])
            .collect();
        let right = own.iter().filter(|row| row["right"] == true).count();
        assert_eq!(line["played"], own.len());
        assert_eq!(line["right"][0].as_f64(), Some(right as f64 / own.len() as f64), "{line}");
        let queries: f64 = own.iter().filter_map(|row| row["queries"].as_f64()).sum();
        assert!(
            (line["queries"].as_f64().expect("a mean") - queries / own.len() as f64).abs() < 1e-9
        );
        let tokens: f64 = own.iter().filter_map(|row| row["tokens"].as_f64()).sum();
        assert_eq!(line["tokens"].as_f64(), Some(tokens));
    }
    // A row says what made it.
    let row = study.rows().into_iter().find(|row| row["cast"] == "pointing").expect("one");
    assert_eq!(row["scenario_hash"].as_str().map(str::len), Some(64));
    assert!(row["files"][0][0].as_str().is_some_and(|file| file.ends_with("bob.sh")), "{row}");
    assert_eq!(row["comments"][0]["comment"], "there");
    assert!(row["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
}

#[test]
fn a_study_that_is_killed_goes_on_without_losing_or_doubling_a_debate() {
    let study = Study::new(TWO, &pointing(0.2));
    let mut child = study.command(&[]).stdout(Stdio::null()).spawn().expect("it starts");
    while !study.log.exists() || study.counted_so_far() < 4 {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    let kept = study.counted_so_far();
    // The last line may have been cut off.
    let mut log = std::fs::read(&study.log).expect("a log");
    log.extend(b"{\"key\": \"half a li");
    std::fs::write(&study.log, log).expect("it can be written");
    let output = study.run(&["--resume", "--parallel", "2"]);
    assert!(output.status.success(), "{}", told(&output));
    let counted = study.counted();
    assert!(kept >= 4 && counted.len() == 12, "{counted:?}");
    assert!(counted.values().all(|&count| count == 1), "{counted:?}");
    assert!(told(&output).contains("12 of 12 debates were played"), "{}", told(&output));
}

impl Study {
    fn counted_so_far(&self) -> usize {
        std::fs::read(&self.log).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
    }
}

#[test]
fn a_player_that_fails_fails_its_debate_and_not_the_study() {
    let study = Study::new(
        "scenarios: [find-the-lie]\nplayers:\n  - {name: dead, bob: 'program:sh -c \"cat >/dev/null & exit \
         1\"'}\n  - {name: pointing, bob: 'program:sh {}/bob.sh'}\nseeds: 2\nretries: 1\n",
        &pointing(0.0),
    );
    let output = study.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let rows = study.rows();
    for row in &rows {
        let failed = row["error"].is_string();
        assert_eq!(failed, row["cast"] == "dead", "{row}");
        assert_eq!(row["tries"], if failed { 2 } else { 1 }, "{row}");
    }
    assert_eq!(rows.len(), 4);
    // What failed is played again.
    study.run(&["--resume"]);
    assert_eq!(study.rows().len(), 6);
}

#[test]
fn what_a_study_costs_is_limited() {
    let study = Study::new(&format!("{TWO}cost-limit: 1.2\n"), &pointing(0.0));
    let output = study.run(&[]);
    assert!(told(&output).contains("units of cost were spent, of 1.2"), "{}", told(&output));
    let spent: f64 = study.rows().iter().filter_map(|row| row["cost"].as_f64()).sum();
    // The debates under way when a limit is reached come to their end.
    assert!((1.2..2.3).contains(&spent), "{spent}");
}

#[test]
fn a_study_that_cannot_run_says_so_before_the_first_debate() {
    let players = "players: [{name: honest, bob: honest}]\nseeds: 1\n";
    for (keys, says) in [
        ("scenarios: [nowhere]\n".to_owned() + players, "nowhere"),
        ("scenarios: [find-the-lie]\nplayers: [{name: a, bob: nobody}]\nseeds: 1\n".into(), "nobody"),
        (
            "scenarios: [find-the-lie]\nplayers: [{name: a, bob: 'program:/no/such/player'}]\nseeds: 1\n"
                .into(),
            "/no/such/player",
        ),
        ("scenarios: []\n".to_owned() + players, "no debate"),
        ("scenarios: [find-the-lie]\nplayers: []\nseeds: 1\nretires: 3\n".into(), "retires"),
        (format!("scenarios: [find-the-lie]\n{players}repeats: 99999999999\n"), "more than 10000000"),
    ] {
        let study = Study::new(&keys, "");
        let output = study.run(&[]);
        assert_eq!(output.status.code(), Some(2), "{keys}: {}", told(&output));
        assert!(told(&output).contains(says), "{keys}: {}", told(&output));
        assert!(!study.log.exists(), "{keys}");
    }
}

#[test]
fn a_log_of_another_study_is_left_alone() {
    let study = Study::new(TWO, &pointing(0.0));
    assert!(study.run(&[]).status.success());
    let before = std::fs::read(&study.log).expect("a log");
    let refused = |study: &Study, more: &[&str], says: &str| {
        let output = study.run(more);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(says), "{says}: {}", told(&output));
        assert_eq!(std::fs::read(&study.log).expect("a log"), before);
    };
    refused(&study, &[], "--resume goes on with it");
    // A program that was changed is another player.
    let script = study.file.with_file_name("bob.sh");
    std::fs::write(&script, pointing(0.001)).expect("a script");
    refused(&study, &["--resume"], "is a debate of another study");
    let other = Path::new("/dev/null").to_string_lossy().into_owned();
    let file = study.file.to_string_lossy();
    let output = eval(&[&file, "--log", &other, "--resume", "--reveal"]).output();
    assert!(told(&output.expect("it starts")).contains("this is not a file"));
}

/// The page's own lines, run on a log.
#[test]
fn the_lines_of_the_page_recompute_the_table() {
    if !python() {
        return;
    }
    let study = Study::new(TWO, &pointing(0.0));
    assert!(study.run(&[]).status.success());
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/studies.md"));
    let (_, code) = page.split_once("```python\n").expect("its lines");
    let code = code.split("```").next().expect("their end");
    let folder = study.log.parent().expect("a folder");
    std::fs::rename(&study.log, folder.join("study.jsonl")).expect("it is there");
    let output = Command::new("python3").args(["-c", code]).current_dir(folder).output();
    let said = told(&output.expect("it runs"));
    assert!(said.contains("honest 6 1.0") && said.contains("pointing 6 "), "{said}");
}

#[test]
fn models_behind_an_endpoint_that_fails_in_every_way_are_compared_on_ten_scenarios() {
    if !python() {
        return;
    }
    // A judge who rules for Alice, or reads until it may; one answer in two is no answer.
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let (url, _questions) = chat_server(move |body| {
        let small = body["model"] == "small";
        match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 8 {
            0 => (429, "later".into()),
            2 => (500, "no".into()),
            4 => (200, "I would rather not say.".into()),
            6 => (200, String::new()),
            _ => (
                200,
                format!("Let me see.\nrule {} # so be it", if small { "alice" } else { "bob" }),
            ),
        }
    });
    let judge = player("chat.py").replace('\'', "\"");
    let model = |name: &str| format!("{judge} --url {url} --model {name} --pause 0.01 --retries 9");
    let keys = format!(
        "scenarios: [find-the-lie, lazy-bob, palindrome, adder-carry-lie, caffeine-plan, seating-plan, \
         parity-of-eight, two-faced-alice-with-copies, smuggled-cell, who-wrote-last]\nplayers:\n  - {{name: \
         small, judge: '{}'}}\n  - {{name: large, judge: '{}'}}\nseeds: 3\nretries: 3\n",
        model("small"),
        model("large"),
    );
    let study = Study::new(&keys, "");
    let mut child = study.command(&["--parallel", "6"]).stdout(Stdio::null()).spawn().expect("it");
    while child.try_wait().expect("it is there").is_none() && study.counted_so_far() < 10 {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    let output = study.run(&["--resume", "--parallel", "6", "--json"]);
    let table: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    assert_eq!(table["debates"], 60, "{}", told(&output));
    let counted = study.counted();
    assert_eq!(counted.len(), 60);
    let rows = study.rows();
    for row in rows.iter().filter(|row| row["error"].is_null()) {
        let key = ["scenario", "cast", "seed", "repeat"].map(|key| row[key].to_string()).join(" ");
        assert_eq!(counted[&key], 1, "{row}");
    }
    let failed: Vec<_> = rows.iter().filter(|row| row["error"].is_string()).collect();
    assert!(failed.is_empty() && table["failed"] == 0, "{failed:?}");
}
