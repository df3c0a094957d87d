//! Studies: each debate is a line of a log that no stop, crash or bad debate loses.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::kit::words;
use crate::outside::{Reply, chat_server, player, python, reply};

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
    assert_eq!(row["players"][0], row["seats"][0], "a strategy is its name: {row}");
    assert!(row["commit"].is_string() && row["version"] == env!("CARGO_PKG_VERSION"), "{row}");
    // What was spent is shown.
    let shown = told(&study.run(&["--resume"]));
    assert!(shown.contains("cost") && shown.contains("3.0000"), "{shown}");
}

/// Two scripts that are called alike are two players: one's log is not the other's.
#[test]
fn a_log_of_another_script_is_left_alone() {
    let keys = |first: &str| {
        format!(
            "scenarios: [find-the-lie]\nplayers:\n  - {{name: scripted, bob: 'script: [point {first}], then: \
             honest'}}\nseeds: 1\n"
        )
    };
    let study = Study::new(&keys("2"), "");
    assert!(study.run(&[]).status.success());
    let row = &study.rows()[0];
    assert!(row["players"][1].to_string().contains("point 2"), "{row}");
    std::fs::write(&study.file, format!("title: A study\n{}", keys("3"))).expect("a file");
    let output = study.run(&["--resume"]);
    assert!(told(&output).contains("is a debate of another study"), "{}", told(&output));
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

#[test]
fn a_log_that_is_cut_anywhere_goes_on() {
    let study = Study::new(
        "scenarios: [find-the-lie]\nplayers: [{name: a, bob: honest}, {name: b, bob: lazy}]\nseeds: 2\n",
        "",
    );
    let output = study.run(&["--json"]);
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let whole = std::fs::read(&study.log).expect("a log");
    let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    let cuts = ends.flat_map(|end| [end - 100, end, end + 1]);
    for cut in cuts.chain([0, 1]) {
        std::fs::write(&study.log, &whole[..cut]).expect("it can be written");
        let output = study.run(&["--resume", "--json"]);
        assert!(output.status.success(), "{cut}: {}", told(&output));
        let again: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(again["rows"][0]["right"], table["rows"][0]["right"], "{cut}");
        let counted = study.counted();
        assert!(counted.len() == 4 && counted.values().all(|&n| n == 1), "{cut}: {counted:?}");
    }
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
        (
            format!("scenarios: [find-the-lie]\n{players}first-seed: 18446744073709551615\n"),
            "no 1 seeds from 18446744073709551615 on",
        ),
        (format!("scenarios: [find-the-lie]\n{players}cost-limit: .nan\n"), "`cost-limit`"),
        (format!("scenarios: [find-the-lie]\n{players}token-limit: 0\n"), "`token-limit`"),
    ] {
        let study = Study::new(&keys, "");
        let output = study.run(&[]);
        assert_eq!(output.status.code(), Some(2), "{keys}: {}", told(&output));
        assert!(told(&output).contains(says), "{keys}: {}", told(&output));
        assert!(!study.log.exists(), "{keys}");
    }
}

#[test]
fn the_repeats_of_a_seed_are_one_debate_to_an_interval() {
    let interval = |seeds: u32, repeats: u32| {
        let keys = format!(
            "scenarios: [rigged-coin]\nplayers: [{{name: a, alice: honest}}]\nseeds: {seeds}\n\
             repeats: {repeats}\n"
        );
        let output = Study::new(&keys, "").run(&["--json"]);
        let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let row = &table["rows"][0];
        (row["played"].as_u64(), row["right"].clone())
    };
    let (once, often) = (interval(5, 1), interval(5, 40));
    assert_eq!([once.0, often.0], [Some(5), Some(200)]);
    assert_eq!(once.1, often.1, "players of the roster play one seed always alike");
    assert_ne!(interval(20, 1).1, once.1);
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

#[test]
fn a_line_of_a_log_that_tells_another_debate_than_its_key_is_refused() {
    let study = Study::new(TWO, &pointing(0.0));
    assert!(study.run(&[]).status.success());
    let whole = std::fs::read_to_string(&study.log).expect("a log");
    let row: Value = serde_json::from_str(whole.lines().next().expect("a line")).expect("JSON");
    for (key, other) in [
        ("scenario", json!("lazy-bob")),
        ("protocol", json!("twins")),
        ("cast", json!("others")),
        ("seats", json!(["a", "b", "c"])),
        ("seed", json!(77)),
    ] {
        let mut row = row.clone();
        row[key] = other;
        std::fs::write(&study.log, format!("{row}\n")).expect("it can be written");
        let output = study.run(&["--resume"]);
        assert_eq!(output.status.code(), Some(2), "{key}: {}", told(&output));
        let says = told(&output);
        assert!(says.contains("line 1 is a debate of another study"), "{key}: {says}");
    }
}

/// Who argues, and what that is worth: the same judge alone, with one prover, and with two, on claims that
/// are false.
#[test]
fn what_a_debate_gains_is_measured_against_a_judge_alone_and_one_prover() {
    let study = Study::new(
        "scenarios: ['{}/alone.yaml', '{}/one.yaml', '{}/two.yaml']\nplayers:\n  - {name: dishonest, alice: \
         honest, bob: honest, judge: honest}\nseeds: 8\n",
        "",
    );
    let file = |name: &str, protocol: &str| {
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n  circuit: {{majority: 9, \
             input: '100110010'}}\n"
        );
        std::fs::write(study.file.with_file_name(name), text).expect("a file");
    };
    file("alone.yaml", "direct-judge: {claim: 1, reads: 4}");
    file("one.yaml", "consultancy: {claim: 1, shows: 4}");
    file("two.yaml", "gate-check: {claim: 1}");
    let output = study.run(&["--json"]);
    assert!(output.status.success(), "{}", told(&output));
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let line = |protocol: &str| {
        let mut rows = table["rows"].as_array().expect("rows").iter();
        rows.find(|row| row["protocol"] == protocol).expect("it was played").clone()
    };
    // One prover shows the four votes that are for her, and is believed; two settle it.
    assert_eq!(line("consultancy")["exploitability"], 1.0, "{table}");
    assert_eq!(line("gate-check")["exploitability"], 0.0, "{table}");
    assert_eq!(line("gate-check")["right"][0], 1.0);
    let alone = line("direct-judge")["exploitability"].as_f64().expect("exact");
    assert!((0.0..=1.0).contains(&alone) && alone < 1.0, "{table}");
    for protocol in ["direct-judge", "consultancy"] {
        let bits = line(protocol)["bits"].as_f64().expect("a mean");
        assert!(bits > 0.0 && bits <= 4.0, "{table}");
    }
    let text = told(&study.run(&["--resume"]));
    for word in ["exploited", "bits", "consultancy", "direct-judge", "gate-check", "Brier"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

/// A judge that says how likely the claim is, is held against how often it is true.
#[test]
fn what_a_judge_says_is_likely_is_held_against_what_is_true() {
    let study = Study::new(
        "scenarios: [find-the-lie]\nplayers:\n  - {name: sure, alice: honest, bob: honest, judge: 'program:sh \
         {}/bob.sh 0.9'}\n  - {name: wrong, alice: honest, bob: honest, judge: 'program:sh {}/bob.sh \
         0.1'}\nseeds: 2\n",
        "while read -r l; do case $l in *'\"type\":\"ask\"'*) echo \"{\\\"move\\\": \\\"rule alice\\\", \
         \\\"meta\\\": {\\\"probability\\\": $1}}\";; esac; done",
    );
    let output = study.run(&["--json"]);
    assert!(output.status.success(), "{}", told(&output));
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = study.rows();
    let truth = rows[0]["claim_true"].as_bool().expect("a fact");
    for (cast, said) in [("sure", 0.9), ("wrong", 0.1)] {
        let mut lines = table["rows"].as_array().expect("rows").iter();
        let line = lines.find(|line| line["cast"] == cast).expect("it was played");
        let off: f64 = said - f64::from(truth);
        let near = |key: &str, value: f64| {
            let found = line[key].as_f64().unwrap_or_else(|| panic!("{key}: {line}"));
            assert!((found - value).abs() < 1e-12, "{key}: {line}");
        };
        near("brier", off * off);
        near("calibration_error", off.abs());
        assert_eq!(line["calibration"][0]["debates"], 2, "{line}");
        assert!(line["right_if_false"].is_null() && line["right_if_true"].is_array(), "{line}");
    }
}

/// What a search finds is said to be no more than that.
#[test]
fn a_judge_that_is_a_program_is_exploited_by_a_search_where_the_study_asks_for_one() {
    let keys = "scenarios: [nobody-argues, find-the-lie]\nplayers:\n  - {name: gullible, alice: honest, bob: \
                honest, judge: 'program:sh {}/bob.sh'}\nseeds: 1\n";
    let script = "while read -r l; do case $l in *'\"type\":\"ask\"'*) echo '{\"move\": \"rule alice\"}';; \
                  esac; done";
    for (more, exploited) in [("", 0), ("attack: 4\n", 2)] {
        let study = Study::new(&format!("{keys}{more}"), script);
        let output = study.run(&["--json"]);
        let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let exploits = table["exploits"].as_array().expect("a list");
        assert_eq!(exploits.len(), exploited, "{table}");
        assert!(exploits.iter().all(|own| own["by"] == "found"), "{table}");
    }
}

/// The Python that has pandas: `python3`, or the one that `ELENCHUS_PYTHON` names.
fn pandas() -> Option<String> {
    let named = std::env::var("ELENCHUS_PYTHON").unwrap_or_else(|_| "python3".into());
    let has = Command::new(&named).args(["-c", "import pandas"]).output();
    let has = has.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("left out: there is no pandas here");
    }
    has.then_some(named)
}

/// Every block of Python on the page, in the folder of a log, prints the rates of this table.
fn recomputed(study: &Study, table: &Value) {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/research.md"));
    let blocks: Vec<&str> = page.split("```python\n").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    let folder = study.log.parent().expect("a folder");
    std::fs::copy(&study.log, folder.join("study.jsonl")).expect("it is there");
    for block in blocks {
        let code = block.split("```").next().expect("its end");
        let python = match code.contains("pandas") {
            true => pandas(),
            false => Some("python3".into()),
        };
        let Some(python) = python else { continue };
        let output = Command::new(python).args(["-c", code]).current_dir(folder).output();
        let said = told(&output.expect("it runs"));
        for line in table["rows"].as_array().expect("rows") {
            let Some(right) = line["right"][0].as_f64() else { continue };
            let [protocol, cast] =
                ["protocol", "cast"].map(|key| line[key].as_str().expect("a name").to_owned());
            let found = said.lines().find_map(|own| {
                let words: Vec<&str> = own.split_whitespace().collect();
                match words[..] {
                    [p, c, n, rate] if p == protocol && c == cast => {
                        Some((n.parse::<f64>().ok()?, rate.parse::<f64>().ok()?))
                    }
                    _ => None,
                }
            });
            let (count, rate) = found.unwrap_or_else(|| panic!("{protocol} {cast}: {said}"));
            assert!((rate - right).abs() < 1e-4, "{line}: {said}");
            assert!(count <= line["played"].as_f64().expect("a count"), "{line}: {said}");
        }
    }
}

/// Where models are compared: in the gate on the first two.
const COMPARED: &str = "find-the-lie two-faced-alice-with-copies who-wrote-last adder-carry-lie lazy-bob \
    seating-plan two-faced-alice hundred-thousand-steps contract-comma pull-request";

#[test]
fn two_by_three_models_behind_an_endpoint_that_fails_in_every_way_are_compared() {
    two_by_three(&words(COMPARED)[..2]);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn two_by_three_models_behind_such_an_endpoint_are_compared_on_ten_scenarios() {
    two_by_three(&words(COMPARED));
}

/// Two judges by three provers, all of them models behind an endpoint that fails in every way, on these
/// scenarios: the study is killed, goes on, and its table is that of its log.
fn two_by_three(scenarios: &[&str]) {
    if !python() {
        return;
    }
    // Judges rule; provers point where they may, and else do what is offered. One answer in two is none.
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let (url, _questions) = chat_server(move |body| {
        let model = body["model"].as_str().unwrap_or_default().to_owned();
        let last = body["messages"].as_array().and_then(|all| all.last()).expect("a message");
        let answers = last["content"].as_str().is_some_and(|told| told.contains("\n- answer"));
        match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 12 {
            0 => Reply::Says(429, "later".into()),
            2 => Reply::Says(500, "no".into()),
            4 => reply("{\"choices\": []}"),
            6 => reply(""),
            8 => Reply::Closes,
            10 => Reply::Half,
            _ => reply(match model.as_str() {
                "small" | "large" if answers => "answer yes # it may be",
                "small" => "Let me see.\nrule alice # so be it",
                "large" => "rule bob",
                "first" => "point 1",
                "second" => "Hm.\npoint 2",
                _ => "point 3 # there",
            }),
        }
    });
    let program = player("chat.py").replace('\'', "\"");
    let model =
        |name: &str| format!("{program} --url {url} --model {name} --pause 0.002 --retries 9");
    let mut keys = format!("scenarios: [{}]\nplayers:\n", scenarios.join(", "));
    for judge in ["small", "large"] {
        for bob in ["first", "second", "third"] {
            keys += &format!(
                "  - {{name: {judge}-{bob}, alice: honest, judge: '{}', bob: '{}'}}\n",
                model(judge),
                model(bob)
            );
        }
    }
    let study = Study::new(&(keys + "seeds: 1\nretries: 3\n"), "");
    let all = 6 * scenarios.len();
    let mut child = study.command(&["--parallel", "6"]).stdout(Stdio::null()).spawn().expect("it");
    while child.try_wait().expect("it is there").is_none() && study.counted_so_far() < all / 4 {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    let output = study.run(&["--resume", "--parallel", "6", "--json"]);
    let table: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    assert_eq!([&table["debates"], &table["played"]], [all, all], "{}", told(&output));
    assert_eq!(table["failed"], 0, "{}", told(&output));
    let counted = study.counted();
    assert!(counted.len() == all && counted.values().all(|&count| count == 1), "{counted:?}");
    // Prompts, replies, tokens, seconds, and why it was asked again are in the log.
    let rows = study.rows();
    let metas = || rows.iter().flat_map(|row| row["comments"].as_array().expect("a list"));
    for said in metas() {
        let meta = &said["meta"];
        assert!(meta["prompt"].as_str().is_some_and(|prompt| prompt.contains("What you may do")));
        assert!(meta["reply"].is_string() && meta["tokens"] == 100, "{meta}");
        assert!(meta["seconds"].as_f64().is_some(), "{meta}");
    }
    let errors = metas().flat_map(|said| said["meta"]["errors"].as_array().expect("a list"));
    let errors: Vec<&str> = errors.filter_map(Value::as_str).collect();
    for word in ["429", "500", "ValueError", "IncompleteRead"] {
        assert!(errors.iter().any(|why| why.contains(word)), "{word}: {errors:?}");
    }
    recomputed(&study, &table);
}
