//! Studies. Each debate is a line of a log. No stop, crash or failed debate loses a line.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::kit::{about, command, elenchus, said, words};
use crate::outside::{Reply, chat_server, player, python, reply};

/// A study in a separate folder, and the place of its log.
struct Study {
    _folder: TempDir,
    file: PathBuf,
    log: PathBuf,
}

impl Study {
    /// A study with these keys. `{}` in them is its folder, in which `bob.sh` is this script.
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
        command(&[&["eval", &*file, "--log", &*log, "--reveal"], more].concat())
    }

    /// The table of a study that runs to its end.
    fn table(&self, more: &[&str]) -> Value {
        let output = self.run(&[more, &["--json"]].concat());
        assert!(output.status.success(), "{}", said(&output));
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(more).output().expect("it starts")
    }

    fn rows(&self) -> Vec<Value> {
        let log = std::fs::read_to_string(&self.log).expect("a log");
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The number of times that each debate is in the log, by scenario, players, seed and repeat.
    fn counted(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows() {
            let key = ["scenario", "cast", "seed", "repeat"].map(|key| row[key].to_string());
            *counts.entry(key.join(" ")).or_default() += 1;
        }
        counts
    }
}

/// Points at step 3 of a debate after this time, and reports its cost.
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
    let table = study.table(&["--parallel", "4"]);
    assert_eq!(
        ["debates", "played", "failed"].map(|key| table[key].as_u64().unwrap()),
        [12, 12, 0]
    );
    let counted = study.counted();
    assert!(counted.len() == 12 && counted.values().all(|&count| count == 1), "{counted:?}");
    let rows = study.rows();
    for line in table["rows"].as_array().expect("rows") {
        let is_own = |row: &&Value| ["protocol", "cast"].iter().all(|key| row[key] == line[key]);
        let own: Vec<&Value> = rows.iter().filter(is_own).collect();
        let right = own.iter().filter(|row| row["right"] == true).count();
        assert_eq!(line["played"], own.len());
        assert_eq!(line["right"][0].as_f64(), Some(right as f64 / own.len() as f64), "{line}");
        let sum = |key: &str| own.iter().filter_map(|row| row[key].as_f64()).sum::<f64>();
        let queries = line["queries"].as_f64().expect("a mean");
        assert!((queries - sum("queries") / own.len() as f64).abs() < 1e-9);
        assert_eq!(line["tokens"].as_f64(), Some(sum("tokens")));
    }
    // A row names its inputs.
    let row = rows.iter().find(|row| row["cast"] == "pointing").expect("one");
    assert_eq!(row["scenario_hash"].as_str().map(str::len), Some(64));
    assert!(row["files"][0][0].as_str().is_some_and(|file| file.ends_with("bob.sh")), "{row}");
    assert_eq!(row["comments"][0]["comment"], "there");
    assert!(row["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    assert_eq!(row["players"][0], row["seats"][0], "a strategy is its name: {row}");
    assert!(row["commit"].is_string() && row["version"] == env!("CARGO_PKG_VERSION"), "{row}");
    // The table shows the expenses.
    let shown = said(&study.run(&["--resume"]));
    assert!(shown.contains("cost") && shown.contains("3.0000"), "{shown}");
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
    // The last line can be incomplete.
    let mut log = std::fs::read(&study.log).expect("a log");
    log.extend(b"{\"key\": \"half a li");
    std::fs::write(&study.log, log).expect("it can be written");
    let output = study.run(&["--resume", "--parallel", "2"]);
    assert!(output.status.success(), "{}", said(&output));
    let counted = study.counted();
    assert!(kept >= 4 && counted.len() == 12, "{counted:?}");
    assert!(counted.values().all(|&count| count == 1), "{counted:?}");
    assert!(said(&output).contains("12 of 12 debates were played"), "{}", said(&output));
    assert!(said(&output).contains("moved 1 line without a debate from"), "{}", said(&output));
    let aside = study.log.with_extension("jsonl.broken");
    let aside = std::fs::read_to_string(aside).expect("the broken line");
    assert!(aside.ends_with("{\"key\": \"half a li\n"), "{aside}");
}

#[test]
fn one_study_at_a_time_writes_a_log() {
    let study = Study::new(TWO, &pointing(0.1));
    let mut child = study.command(&[]).stdout(Stdio::null()).spawn().expect("it starts");
    while !study.log.exists() || study.counted_so_far() < 1 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = study.run(&["--resume"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains(&study.log.display().to_string()), "{}", said(&output));
    if cfg!(target_os = "linux") {
        let holder = format!("(process {}) writes", child.id());
        assert!(said(&output).contains(&holder), "{}", said(&output));
    }
    assert!(child.wait().expect("it ends").success());
    let counted = study.counted();
    assert!(counted.len() == 12 && counted.values().all(|&n| n == 1), "{counted:?}");
    // Broken lines between whole ones are kept beside the log.
    let log = std::fs::read_to_string(&study.log).expect("a log");
    let mut lines: Vec<&str> = log.lines().collect();
    lines.insert(5, "{\"key\": \"a\", \"stu{\"key\"");
    std::fs::write(&study.log, lines.join("\n") + "\n").expect("it can be written");
    assert!(study.run(&["--resume"]).status.success());
    assert_eq!(std::fs::read_to_string(&study.log).expect("a log"), log);
    // A file with other content is no log.
    std::fs::write(&study.log, "A letter.\n").expect("it can be written");
    let output = study.run(&["--resume"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(std::fs::read_to_string(&study.log).expect("a log"), "A letter.\n");
}

#[test]
fn a_dry_run_plays_some_debates_and_estimates_all() {
    let study = Study::new(TWO, &pointing(0.0));
    let (file, six) = (study.file.to_string_lossy(), "6");
    let run = |more: &[&str]| {
        let all = [&["eval", &*file, "--reveal", "--dry-run", six], more].concat();
        command(&all).output().expect("it starts")
    };
    let told: Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    assert_eq!([&told["played"], &told["debates"]], [&json!(6), &json!(12)], "{told}");
    assert_eq!(
        [&told["tokens"], &told["estimated_tokens"]],
        [&json!(30.0), &json!(60.0)],
        "{told}"
    );
    assert!(said(&run(&[])).contains("It would use about 60 tokens"), "{}", said(&run(&[])));
    assert!(!study.log.exists());
}

#[test]
fn a_log_that_is_cut_anywhere_goes_on() {
    let keys = "scenarios: [find-the-lie]\nplayers: [{name: a, bob: honest}, {name: b, bob: lazy}]\nseeds: 2\n";
    let study = Study::new(keys, "");
    let table = study.table(&[]);
    let whole = std::fs::read(&study.log).expect("a log");
    let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    let cuts = ends.flat_map(|end| [end - 100, end, end + 1]);
    for cut in cuts.chain([0, 1]) {
        std::fs::write(&study.log, &whole[..cut]).expect("it can be written");
        let again = study.table(&["--resume"]);
        assert_eq!(again["rows"][0]["right"], table["rows"][0]["right"], "{cut}");
        let counted = study.counted();
        assert!(counted.len() == 4 && counted.values().all(|&n| n == 1), "{cut}: {counted:?}");
    }
}

/// A limit on the size of files simulates a disk that fills in the middle of a line.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_anywhere_in_a_log_loses_and_doubles_no_debate() {
    let keys = "scenarios: [find-the-lie]\nplayers: [{name: a, bob: honest}, {name: b, bob: lazy}]\nseeds: 2\n";
    let study = Study::new(keys, "");
    study.table(&[]);
    let whole = std::fs::read(&study.log).expect("a log");
    let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    // The times in a log can make it a few bytes shorter, and it must not fit.
    for limit in ends.flat_map(|end| [end - 100, end - 30]).chain([0, 1]) {
        std::fs::remove_file(&study.log).expect("it is there");
        let own = study.command(&[]);
        let mut limited = Command::new("prlimit");
        limited.arg(format!("--fsize={limit}")).arg(own.get_program()).args(own.get_args());
        let output = limited.output().expect("prlimit");
        assert_eq!(output.status.code(), Some(2), "{limit}: {}", said(&output));
        assert!(said(&output).contains("cannot write"), "{limit}: {}", said(&output));
        study.table(&["--resume"]);
        let counted = study.counted();
        assert!(counted.len() == 4 && counted.values().all(|&n| n == 1), "{limit}: {counted:?}");
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
        "scenarios: [find-the-lie]\nplayers:\n  - {name: dead, bob: 'program:sh {}/bob.sh {}/once'}\n  - \
         {name: pointing, bob: 'program:sh {}/bob.sh'}\nseeds: 2\nretries: 1\n",
        // If the script gets the name of a file, it plays only if the file does not exist, and then makes the file. So
        // it plays only in the trial before the study.
        &format!(
            "if [ -n \"$1\" ]; then [ -e \"$1\" ] && exit 1; touch \"$1\"; fi\n{}",
            pointing(0.0)
        ),
    );
    let once = study.file.with_file_name("once");
    let output = study.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let rows = study.rows();
    for row in &rows {
        let failed = row["error"].is_string();
        assert_eq!(failed, row["cast"] == "dead", "{row}");
        assert_eq!(row["tries"], if failed { 2 } else { 1 }, "{row}");
    }
    assert_eq!(rows.len(), 4);
    // The study plays failed debates again, but not with a program that does not even begin.
    let output = study.run(&["--resume"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(study.rows().len(), 4);
    std::fs::remove_file(once).expect("it is there");
    study.run(&["--resume"]);
    assert_eq!(study.rows().len(), 6);
}

#[test]
fn the_cost_of_a_study_is_limited() {
    let study = Study::new(&format!("{TWO}cost-limit: 1.2\n"), &pointing(0.0));
    study.run(&[]);
    let spent: f64 = study.rows().iter().filter_map(|row| row["cost"].as_f64()).sum();
    // When the cost reaches a limit, running debates continue to their end.
    assert!((1.2..2.3).contains(&spent), "{spent}");
}

/// Replaced keys of a study, and the name in the error.
const FAULTS: [(&str, &str, &str); 15] = [
    ("scenarios: [find-the-lie]", "scenarios: [nowhere]", "nowhere"),
    ("bob: honest", "bob: nobody", "nobody"),
    ("bob: honest", "bob: 'program:/no/such/player'", "/no/such/player"),
    ("bob: honest", "bob: 'program:sh -c \"exit 3\"'", "the program has ended"),
    ("bob: honest", "bob: 'program:python3 /no/such/file.py'", "/no/such/file.py"),
    (
        "[find-the-lie]",
        "[find-the-lie, lazy-bob, find-the-lie]",
        "`find-the-lie` is in the list twice",
    ),
    (
        "[{name: a, bob: honest}]",
        "[{name: a}, {name: a, bob: lazy}]",
        "two players have the name `a`",
    ),
    ("scenarios: [find-the-lie]", "scenarios: []", "no debate"),
    ("seeds: 1", "seeds: 1\nretires: 3", "retires"),
    ("seeds: 1", "seeds: 1\nrepeats: 99999999999", "10000000"),
    ("seeds: 1", "seeds: 1\nfirst-seed: 18446744073709551615", "18446744073709551615"),
    ("seeds: 1", "seeds: 1\ncost-limit: .nan", "`cost-limit`"),
    ("seeds: 1", "seeds: 1\ntoken-limit: 0", "`token-limit`"),
    ("seeds: 1", "seeds: 1\nswap: true", "`a` does not name both"),
    ("seeds: 1", "seeds: 1\nbaselines: [direct-judge]", "can be played by `direct-judge`"),
];

#[test]
fn a_study_that_cannot_run_says_so_before_the_first_debate() {
    let good = "scenarios: [find-the-lie]\nplayers: [{name: a, bob: honest}]\nseeds: 1\n";
    for (piece, by, named) in FAULTS {
        let study = Study::new(&good.replace(piece, by), "");
        let output = study.run(&[]);
        assert_eq!(output.status.code(), Some(2), "{by}: {output:?}");
        assert!(said(&output).contains(named), "{by}: {output:?}");
        assert!(!study.log.exists(), "{by}");
    }
}

#[test]
fn the_repeats_of_a_seed_are_one_debate_to_an_interval() {
    let interval = |seeds: u32, repeats: u32| {
        let players = "scenarios: [rigged-coin]\nplayers: [{name: a, alice: honest}]";
        let table =
            Study::new(&format!("{players}\nseeds: {seeds}\nrepeats: {repeats}\n"), "").table(&[]);
        (table["rows"][0]["played"].as_u64(), table["rows"][0]["right"].clone())
    };
    let (once, often) = (interval(5, 1), interval(5, 40));
    assert_eq!([once.0, often.0], [Some(5), Some(200)]);
    assert_eq!(once.1, often.1, "strategies always play one seed alike");
    assert_ne!(interval(20, 1).1, once.1);
}

#[test]
fn copies_of_one_debate_count_once() {
    let players = "scenarios: [find-the-lie, lazy-bob]\nplayers: [{name: a, bob: honest}, {name: b, judge: \
                   'budget:1'}]\n";
    let of = |seeds: u32| Study::new(&format!("{players}seeds: {seeds}\n"), "");
    let (study, once) = (of(20), of(1).table(&[]));
    let table = study.table(&[]);
    for (line, once) in [0, 1].map(|at| (&table["rows"][at], &once["rows"][at])) {
        assert_eq!([&line["played"], &line["distinct"], &line["without_chance"]], [40, 2, 2]);
        assert_eq!(line["right"], once["right"], "more seeds make no interval narrower");
    }
    let text = said(&study.run(&["--resume"]));
    assert!(text.contains("2 distinct debates in 40, no chance in these"), "{text}");
    let drawn = "scenarios: [rigged-coin]\nplayers: [{name: a, alice: honest}]\nseeds: 9\n";
    let line = &Study::new(drawn, "").table(&[])["rows"][0];
    assert_eq!([&line["distinct"], &line["without_chance"]], [9, 0], "chance makes them distinct");
    // Two of these debates are equal by chance, but not copies.
    let guess = "scenarios: [nobody-argues]\nplayers: [{name: a, judge: guess}]\nseeds: 3\n";
    assert_eq!(Study::new(guess, "").table(&[])["rows"][0]["distinct"], 3);
}

#[test]
fn players_are_compared_on_the_scenarios_and_seeds_that_they_share() {
    let study = Study::new(
        "scenarios: [find-the-lie, contract-comma, lazy-bob, who-wrote-last]\nplayers:\n  - {name: whole, alice: \
         honest, bob: honest, judge: honest}\n  - {name: short, alice: honest, bob: random, judge: honest}\nseeds: \
         6\n",
        "",
    );
    let table = study.table(&[]);
    let found = &table["differences"][0];
    assert_eq!([&found["first"], &found["second"]], ["short", "whole"]);
    let rows = study.rows();
    let rate = |cast: &str, scenario: &str| {
        let own = rows.iter().filter(|row| row["cast"] == cast && row["scenario"] == scenario);
        let right: Vec<f64> = own.map(|row| f64::from(row["right"] == true)).collect();
        right.iter().sum::<f64>() / right.len() as f64
    };
    let scenarios = ["find-the-lie", "contract-comma", "lazy-bob", "who-wrote-last"];
    let differences = scenarios.map(|name| rate("short", name) - rate("whole", name));
    let mean = differences.iter().sum::<f64>() / 4.0;
    assert!((found["difference"].as_f64().expect("a mean") - mean).abs() < 1e-12, "{found}");
    assert_eq!(found["scenarios"], 4, "{found}");
    let text = said(&study.run(&["--resume"]));
    assert!(text.contains("differences on the same scenarios and seeds"), "{text}");
    assert_eq!(
        study.table(&["--resume"])["differences"],
        table["differences"],
        "the same bootstrap"
    );
}

#[test]
fn debaters_exchange_their_seats_and_each_pair_of_debates_counts_as_one() {
    let keys =
        "scenarios: [caffeine-vote]\nplayers: [{name: a, alice: optimal, bob: honest}]\nseeds: 8\n";
    let study = Study::new(&format!("{keys}swap: true\n"), "");
    let table = study.table(&[]);
    let rows = study.rows();
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let seats =
            if row["swapped"] == true { ["honest", "optimal"] } else { ["optimal", "honest"] };
        assert_eq!([&row["seats"][0], &row["seats"][1]], seats, "{row}");
    }
    let line = &table["rows"][0];
    let won = |row: &&Value| (row["winner"] == "alice") != (row["swapped"] == true);
    let rate = rows.iter().filter(won).count() as f64 / 16.0;
    assert_eq!(line["first_player_rate"][0].as_f64(), Some(rate), "{line}");
    assert_eq!([&line["played"], &line["distinct"]], [16, 8], "two debates are one pair: {line}");
    assert_eq!(study.table(&["--resume"])["rows"], table["rows"]);
    // Without `swap`, the keys of the log are those of before.
    let alone = Study::new(keys, "");
    assert!(alone.table(&[])["rows"][0]["first_player_rate"].is_null());
    assert_eq!(alone.rows()[0]["key"], rows[0]["key"]);
}

#[test]
fn a_protocol_stands_beside_its_baselines_on_the_same_questions() {
    let study = Study::new(
        "scenarios: [parity-of-eight, find-the-lie]\nplayers: [{name: a, alice: honest, bob: honest, judge: honest}]\n\
         seeds: 12\nbaselines: ['direct-judge: {reads: 5}', 'consultancy: {shows: 5}']\n",
        "",
    );
    let table = study.table(&[]);
    let baselines = table["baselines"].as_array().expect("a list");
    assert_eq!(baselines.len(), 2, "{table}");
    for own in baselines {
        assert_eq!(
            [&own["protocol"], &own["scenarios"]],
            [&json!("gate-check"), &json!(1)],
            "{own}"
        );
        let [right, alone] = [0, 1].map(|at| own["right"][at].as_f64().expect("a rate"));
        // Nobody can know a parity from 5 of 8 bits, so the judge alone is right by luck.
        assert!(right == 1.0 && (0.0..1.0).contains(&alone), "{own}");
        assert_eq!(own["performance_gap_recovered"], 1.0, "{own}");
    }
    let of = |protocol: &str| {
        let rows = study.rows();
        let own: Vec<Value> =
            rows.iter().filter(|row| row["protocol"] == protocol).cloned().collect();
        assert_eq!(own.len(), 12, "{protocol}");
        own[0]["question"].clone()
    };
    assert_eq!([of("direct-judge"), of("consultancy")], [of("gate-check"), of("gate-check")]);
    assert!(said(&study.run(&["--resume"])).contains("gap recovered"));
}

/// A changed program or script is another player, even with the same name.
#[test]
fn a_log_of_another_study_is_left_alone() {
    let study = Study::new(TWO, &pointing(0.0));
    assert!(study.run(&[]).status.success());
    let refused = |study: &Study, more: &[&str], says: &str| {
        let before = std::fs::read(&study.log).expect("a log");
        let output = study.run(more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(said(&output).contains(says), "{says}: {output:?}");
        assert_eq!(std::fs::read(&study.log).expect("a log"), before);
    };
    refused(&study, &[], "--resume");
    std::fs::write(study.file.with_file_name("bob.sh"), pointing(0.001)).expect("a script");
    refused(&study, &["--resume"], "another study");
    let file = study.file.to_string_lossy();
    let output = elenchus(&format!("eval {file} --log /dev/null --resume --reveal"));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let scripted = |first: u32| {
        let bob = format!("bob: 'script: [point {first}], then: honest'");
        format!(
            "title: A study\nscenarios: [find-the-lie]\nplayers:\n  - {{name: a, {bob}}}\nseeds: 1\n"
        )
    };
    let study = Study::new(scripted(2).trim_start_matches("title: A study\n"), "");
    assert!(study.run(&[]).status.success());
    std::fs::write(&study.file, scripted(3)).expect("a file");
    refused(&study, &["--resume"], "another study");
}

#[test]
fn a_line_of_a_log_that_tells_another_debate_than_its_key_is_refused() {
    let study = Study::new(TWO, &pointing(0.0));
    assert!(study.run(&[]).status.success());
    let row = study.rows().swap_remove(0);
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
        assert_eq!(output.status.code(), Some(2), "{key}: {output:?}");
        assert!(said(&output).contains("line 1"), "{key}: {output:?}");
    }
}

/// The same judge alone, with one prover, and with two, on claims that are false.
#[test]
fn the_gain_of_a_debate_is_measured_against_a_judge_alone_and_one_prover() {
    let study = Study::new(
        "scenarios: ['{}/alone.yaml', '{}/one.yaml', '{}/two.yaml']\nplayers:\n  - {name: dishonest, alice: \
         honest, bob: honest, judge: honest}\nseeds: 8\n",
        "",
    );
    for (name, protocol) in [
        ("alone.yaml", "direct-judge: {claim: 1, reads: 4}"),
        ("one.yaml", "consultancy: {claim: 1, shows: 4}"),
        ("two.yaml", "gate-check: {claim: 1}"),
    ] {
        let text = about(protocol, "circuit: {majority: 9, input: '100110010'}");
        std::fs::write(study.file.with_file_name(name), text).expect("a file");
    }
    let table = study.table(&[]);
    let line = |protocol: &str| {
        let mut rows = table["rows"].as_array().expect("rows").iter();
        rows.find(|row| row["protocol"] == protocol).expect("it was played")
    };
    // One prover shows the four votes in her favour, and the judge believes her. With two provers, the judge is not
    // deceived.
    assert_eq!(line("consultancy")["exploitability"], 1.0, "{table}");
    assert_eq!(line("gate-check")["exploitability"], 0.0, "{table}");
    assert_eq!(line("gate-check")["right"][0], 1.0);
    let alone = line("direct-judge")["exploitability"].as_f64().expect("exact");
    assert!((0.0..1.0).contains(&alone), "{table}");
    for protocol in ["direct-judge", "consultancy"] {
        let bits = line(protocol)["bits"].as_f64().expect("a mean");
        assert!(bits > 0.0 && bits <= 4.0, "{table}");
    }
    let text = said(&study.run(&["--resume"]));
    for word in ["exploited", "bits", "consultancy", "direct-judge", "gate-check", "Brier"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

/// A judge states the probability of the claim, and the table has its distance from the truth.
#[test]
fn the_probability_that_a_judge_states_is_compared_with_the_truth() {
    let study = Study::new(
        "scenarios: [find-the-lie]\nplayers:\n  - {name: sure, alice: honest, bob: honest, judge: 'program:sh \
         {}/bob.sh 0.9'}\n  - {name: wrong, alice: honest, bob: honest, judge: 'program:sh {}/bob.sh \
         0.1'}\nseeds: 2\n",
        "while read -r l; do case $l in *'\"type\":\"ask\"'*) echo \"{\\\"move\\\": \\\"rule alice\\\", \
         \\\"meta\\\": {\\\"probability\\\": $1}}\";; esac; done",
    );
    let table = study.table(&[]);
    let truth = study.rows()[0]["claim_true"].as_bool().expect("a fact");
    for (cast, said) in [("sure", 0.9), ("wrong", 0.1)] {
        let mut lines = table["rows"].as_array().expect("rows").iter();
        let line = lines.find(|line| line["cast"] == cast).expect("it was played");
        let off: f64 = said - f64::from(truth);
        for (key, value) in [("brier", off * off), ("calibration_error", off.abs())] {
            let found = line[key].as_f64().unwrap_or_else(|| panic!("{key}: {line}"));
            assert!((found - value).abs() < 1e-12, "{key}: {line}");
        }
        assert_eq!(line["calibration"][0]["debates"], 2, "{line}");
        // All debates are in one tenth, so both errors are the same.
        assert_eq!(line["expected_calibration_error"], line["calibration_error"], "{line}");
        let right = if truth { said } else { 1.0 - said };
        let logarithms = right.ln() - (1.0 - right).ln();
        let found = line["agent_score_difference_log"].as_f64().expect("a difference");
        assert!((found - logarithms).abs() < 1e-12, "{line}");
        assert_eq!(
            line["agent_score_difference"],
            2.0 * line["right"][0].as_f64().unwrap_or(9.0) - 1.0
        );
        assert!(line["right_if_false"].is_null() && line["right_if_true"].is_array(), "{line}");
    }
}

/// The report says that a search gives only a lower bound.
#[test]
fn a_judge_that_is_a_program_is_exploited_by_a_search_where_the_study_asks_for_one() {
    let keys = "scenarios: [nobody-argues, find-the-lie]\nplayers:\n  - {name: gullible, alice: honest, bob: \
                honest, judge: 'program:sh {}/bob.sh'}\nseeds: 1\n";
    let script = "while read -r l; do case $l in *'\"type\":\"ask\"'*) echo '{\"move\": \"rule alice\"}';; \
                  esac; done";
    for (more, exploited) in [("", 0), ("attack: 4\n", 2)] {
        let table = Study::new(&format!("{keys}{more}"), script).table(&[]);
        let exploits = table["exploits"].as_array().expect("a list");
        assert_eq!(exploits.len(), exploited, "{table}");
        assert!(exploits.iter().all(|own| own["by"] == "found"), "{table}");
    }
}

/// A Python that has pandas: `python3`, or the one in `ELENCHUS_PYTHON`.
fn pandas() -> Option<String> {
    let named = std::env::var("ELENCHUS_PYTHON").unwrap_or_else(|_| "python3".into());
    let has = Command::new(&named).args(["-c", "import pandas"]).output();
    let has = has.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("left out: there is no pandas here");
    }
    has.then_some(named)
}

/// Every block of Python on the page prints the rates of this table when it runs in the folder of a
/// log.
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
        let said = said(&output.expect("it runs"));
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

/// The scenarios of the comparison of models. The gate uses the first one.
const COMPARED: &str = "find-the-lie two-faced-alice-with-copies who-wrote-last adder-carry-lie lazy-bob \
    seating-plan two-faced-alice hundred-thousand-steps contract-comma pull-request";

#[test]
fn two_by_three_models_behind_an_endpoint_that_fails_in_every_way_are_compared() {
    two_by_three(&words(COMPARED)[..1]);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn two_by_three_models_behind_such_an_endpoint_are_compared_on_ten_scenarios() {
    two_by_three(&words(COMPARED));
}

/// Two judges by three provers on these scenarios. All are models behind an endpoint with every
/// kind of failure. The study is killed and continues, and its table agrees with its log.
fn two_by_three(scenarios: &[&str]) {
    let Some(()) = python() else { return };
    // Judges rule. Provers point if they may, and otherwise take an offered move. Half of the
    // answers are invalid.
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
    assert_eq!([&table["debates"], &table["played"]], [all, all], "{}", said(&output));
    assert_eq!(table["failed"], 0, "{}", said(&output));
    let counted = study.counted();
    assert!(counted.len() == all && counted.values().all(|&count| count == 1), "{counted:?}");
    // The log has prompts, replies, tokens, seconds, and the reason for each repeated question.
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
