//! The research bench: settings, sweeps, and runs that several machines share.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use elenchus::scenario::{ParameterSetting, Scenario, read, write};
use serde_json::Value;

use crate::kit::{command, file, folder, json, named, printed, refused, shipped};

#[test]
fn a_sweep_lies_on_its_exact_curve() {
    let vary = "--vary alice.shift=0:0.3:0.05 --vary k=2,3";
    let points = points(&format!("caffeine-vote {vary} --debates 600 --reveal"));
    assert_eq!(points.len(), 14);
    let mut between = 0;
    for point in &points {
        let [exact, rate, n] = ["exact", "rate", "debates"].map(|key| number(&point[key]));
        between += u32::from(exact > 0.02 && exact < 0.98);
        // A normal interval at 99 % for all 14 points together, with one debate for rounding to
        // whole numbers.
        let within = 3.389 * (exact * (1.0 - exact) / n).sqrt() + 1.0 / n;
        assert!((rate - exact).abs() <= within, "{point}");
    }
    assert!(between > 4, "the sweep crosses from winning to losing");
    assert_eq!(points[0]["at"], serde_json::json!({ "alice.shift": 0.0, "k": 2.0 }));
    assert_eq!(points[7]["at"]["k"], 3.0);
}

/// The points of a sweep.
fn points(sweep: &str) -> Vec<Value> {
    json(&format!("sweep {sweep} --json"))["points"].as_array().expect("points").clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn points_have_seeds_of_their_own_unless_they_are_to_have_common_ones() {
    let debates = "--debates 200 --reveal";
    let sweep = |more: &str| {
        points(&format!("caffeine-vote --vary alice=exact,exact --vary k=2 {debates} {more}"))
    };
    // The sweep measures the same point twice. With different seeds the sample differs, and with common seeds it is the
    // same.
    let (apart, common) = (sweep(""), sweep("--common-seeds"));
    let seed = |point: &Value| point["first_seed"].as_u64().expect("a seed");
    assert_ne!(seed(&apart[1]), seed(&apart[0]));
    assert_eq!(seed(&common[1]), seed(&common[0]));
    assert_ne!(apart[0]["rate"], apart[1]["rate"]);
    assert_eq!(common[0]["rate"], common[1]["rate"]);
    // The second point equals a run of `simulate` with the seeds of that point.
    let run = format!("simulate caffeine-vote --alice exact --set k=2 {debates} --json");
    assert_eq!(json(&format!("{run} --seed {}", seed(&apart[1])))["rate"], apart[1]["rate"]);
}

#[test]
fn runs_with_neighbouring_seeds_share_no_debate_and_each_debate_can_be_run_alone() {
    let players = "rigged-coin --alice shift:0";
    let mut seeds = std::collections::BTreeSet::new();
    for run_seed in 1..=3 {
        let lines = printed(&format!("simulate {players} --debates 200 --seed {run_seed} --jsonl"));
        for (number, line) in lines.lines().enumerate() {
            let debate: Value = serde_json::from_str(line).expect("a debate");
            let seed = debate["seed"].as_u64().expect("a seed");
            assert!(seeds.insert(seed), "seed {seed} is in two runs");
            if number < 4 {
                let alone = json(&format!("run {players} --seed {seed} --json"));
                assert_eq!(alone["winner"], debate["winner"], "{seed}");
                assert_eq!(alone["ledger"]["judge"]["oracle"], debate["costs"]["judge_oracle"]);
            }
        }
    }
    assert_eq!(seeds.len(), 600);
}

#[test]
fn a_seed_that_is_varied_is_played_and_has_one_column() {
    let debates = "rigged-coin --alice shift:0 --debates 20";
    let rows = printed(&format!("sweep {debates} --vary seed=1,2 --csv"));
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let names = rows.headers().expect("names").clone();
    let place = |name: &str| names.iter().position(|own| own == name).expect("a column");
    assert_eq!(names.iter().filter(|name| *name == "seed").count(), 1, "{names:?}");
    for (seed, row) in ["1", "2"].into_iter().zip(rows.records()) {
        let row = row.expect("a row");
        assert_eq!(&row[place("seed")], seed);
        let run = json(&format!("simulate {debates} --seed {seed} --json"));
        assert_eq!(row[place("rate")].parse::<f64>().ok(), run["rate"].as_f64(), "{seed}");
    }
}

#[test]
fn any_number_of_parameters_is_varied_and_bands_hold_for_all_points_together() {
    let sweep = "rigged-coin --debates 60 --vary alice.shift=0,0.2 --vary k=2,3 --vary bob=honest,never \
                 --vary votes=3,5";
    let points = points(sweep);
    assert_eq!(points.len(), 16);
    for point in &points {
        let ends = |key: &str| [0, 1].map(|end| number(&point[key][end]));
        let ([low, high], [from, to]) = (ends("interval"), ends("band"));
        assert!(from <= low && high <= to && to - from > high - low, "{point}");
    }
    // In a normal distribution, a value is below 2.955 with probability 1 − 0.05/32. The band is Wilson's interval with
    // 2.955.
    let (n, z): (f64, f64) = (60.0, 2.9552);
    let rate = number(&points[0]["rate"]);
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let band = number(&points[0]["band"][1]);
    assert!((band - (middle + half).min(1.0)).abs() < 1e-3, "{band} {}", middle + half);
    let plot = printed(&format!("sweep {sweep} --plot"));
    assert!(plot.contains("k 3, bob never, votes 5"), "{plot}");
    let svg = printed(&format!("sweep {sweep} --svg"));
    assert!(svg.starts_with("<svg") && svg.contains("alice.shift"), "{svg}");
    // Eight curves, each with its band, two points and their intervals.
    assert_eq!(svg.matches("<circle").count(), 16, "{svg}");
    assert!(svg.matches("<polygon").count() >= 8 && svg.contains("bob never"), "{svg}");
}

#[test]
fn every_row_and_part_names_what_made_it() {
    let folder = folder();
    let script = file(
        folder.path(),
        "bob.sh",
        "while read -r l; do case $l in *'\"ask\"'*) echo '{\"move\": \"point 3\"}';; esac; done",
    );
    let part = folder.path().join("part").to_string_lossy().into_owned();
    let debates = format!("find-the-lie --bob `program:sh {script}` --debates 2 --reveal");
    let simulate = format!("simulate {debates}");
    let sweep = format!("sweep {debates} --vary alice=honest");
    printed(&format!("{simulate} --slice 1/1 --out {part}"));
    let part = std::fs::read_to_string(&part).expect("a part");
    let parsed = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    let line = |command: &str| {
        let text = printed(&format!("{command} --jsonl"));
        parsed(text.lines().next().expect("a line"))
    };
    let commit = printed("--version");
    for told in [
        parsed(&part)["run"]["head"].take(),
        line(&simulate),
        line(&sweep),
        json(&format!("{simulate} --json")),
    ] {
        assert_eq!(told["scenario"], "find-the-lie", "{told}");
        assert_eq!(told["hash"].as_str().map(str::len), Some(64), "{told}");
        assert_eq!(told["players"][1], format!("program:sh {script}"), "{told}");
        assert_eq!(told["programs"][0][0], script.as_str(), "{told}");
        assert_eq!(told["programs"][0][1].as_str().map(str::len), Some(64), "{told}");
        assert_eq!(told["version"], env!("CARGO_PKG_VERSION"), "{told}");
        assert!(commit.contains(told["commit"].as_str().expect("text")), "{told}");
    }
    for command in [&simulate, &sweep] {
        let csv = printed(&format!("{command} --csv"));
        let heads: Vec<&str> = csv.lines().next().expect("heads").split(',').collect();
        for head in ["scenario", "hash", "players", "programs", "commit", "version", "seed"] {
            assert!(heads.contains(&head), "{head}: {csv}");
        }
        assert!(csv.contains("bob.sh") && csv.lines().count() > 1, "{csv}");
    }
}

/// The error names the difference between two parts, and they are not added up.
#[test]
fn parts_that_differ_in_anything_that_made_them_are_refused() {
    let folder = folder();
    let [one, two] = [1, 2].map(|n| part(folder.path(), "", &format!("{n}/2")));
    printed(&["merge", &one, &two]);
    let text = std::fs::read_to_string(&two).expect("a part");
    let right: Value = serde_json::from_str(&text).expect("JSON");
    for (key, other) in [
        ("scenario", Value::from("another")),
        ("hash", "0".into()),
        ("version", "9.9.9".into()),
        ("commit", "ffffffff0".into()),
        ("players", serde_json::json!(["honest", "never", "honest"])),
        ("programs", serde_json::json!([["bob.sh", "00"]])),
        ("seed", 99.into()),
        ("common_seeds", true.into()),
    ] {
        let mut changed = right.clone();
        changed["run"]["head"][key] = other;
        std::fs::write(&two, changed.to_string()).expect("it is written");
        assert!(refused(&["merge", &one, &two]).contains(key), "{key}");
    }
}

/// A part of a run of thirty debates with these options.
fn part(folder: &Path, options: &str, slice: &str) -> String {
    let name = format!("{}-{options}", slice.replace('/', "-"));
    let name: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    let path = folder.join(name).to_string_lossy().into_owned();
    printed(&format!("simulate rigged-coin --debates 30 --slice {slice} --out {path} {options}"));
    path
}

/// Stochastic debates with scripts or rounds have exact values, and the played debates agree with them.
#[test]
fn scripts_and_rounds_lie_on_their_exact_values() {
    for (alice, bob) in [
        ("script: [state 0.4], then: exact", "honest"),
        (r#"rounds: {2: state 0.45, 3: "shift:0.1"}, then: exact"#, "honest"),
        ("rounds: {1: optimal}, then: honest", "rounds: {3: continue}, then: honest"),
    ] {
        let sweep = format!("caffeine-vote --set `alice={alice}` --bob `{bob}` --vary k=2");
        let point = &points(&format!("{sweep} --debates 1500 --reveal"))[0];
        let [exact, rate] = ["exact", "rate"].map(|key| number(&point[key]));
        let within = 3.3 * (exact * (1.0 - exact) / 1500.0).sqrt() + 1.0 / 1500.0;
        assert!((rate - exact).abs() <= within, "{alice}, {bob}: {rate} {exact}");
    }
}

/// 0.3 plus 0.03 is exactly 0.33 in the record too. Rounding decides no tie.
#[test]
fn a_shifted_number_is_stated_as_its_decimals_say() {
    let run = json("run rigged-coin --set yes=0.3 --alice shift:0.03 --json --reveal");
    assert!(run["record"]["moves"].to_string().contains("state 0.33\""), "{run}");
}

#[test]
fn a_sweep_of_payments_is_one_of_payments() {
    for point in points("calibrated-bob --vary bob.constant=0.2,0.8 --debates 200") {
        let paid = &point["payoff"];
        let (mean, low) = (paid["mean"].as_f64(), paid["interval"][0].as_f64());
        assert!(low.is_some() && low <= mean && paid["se"].as_f64().is_some(), "{paid}");
    }
}

#[test]
fn every_parameter_of_every_shipped_scenario_can_be_written_again() {
    for (id, scenario) in shipped() {
        let text = write(&scenario).expect("it is written");
        assert!(!text.contains(": !"), "{id} has a tag that only some loaders know: {text}");
        assert_eq!(read(&id, &text).expect("it reads back"), scenario, "{id}");
        let setting: ParameterSetting = "seed=77".parse().expect("a setting");
        let (set, _) = scenario.with_settings(&id, &[setting]).expect("every scenario has a seed");
        assert_eq!(set.seed, Some(77));
        let back = Scenario { seed: scenario.seed, ..set };
        assert_eq!(back, scenario, "{id}");
    }
}

fn with(id: &str, settings: &[&str]) -> Scenario {
    let settings: Vec<ParameterSetting> =
        settings.iter().map(|s| s.parse().expect("a setting")).collect();
    let (scenario, _) = named(id).with_settings(id, &settings).unwrap_or_else(|e| panic!("{e}"));
    scenario
}

#[test]
fn a_parameter_is_named_by_as_much_of_its_path_as_tells_it_apart() {
    let short = with("rigged-coin", &["k=3", "votes=5"]);
    let long = with("rigged-coin", &["protocol.stochastic.k=3", "machine.votes.votes=5"]);
    assert_eq!(short, long);
    let text = write(&short).expect("it is written");
    assert!(text.contains("k: 3") && text.contains("votes: 5"), "{text}");
    let claimed = with("contract-comma", &["claim=0"]);
    assert_eq!(claimed.protocol.value.form().claimed(), Some(false), "a bit is no words");
    let words = with("rigged-coin", &["claim=Alice claims: all is well"]);
    assert_eq!(&*words.claim, "Alice claims: all is well");
    let bits = with("parity-of-eight", &["input=00001111"]);
    assert!(write(&bits).expect("it is written").contains("00001111"));
}

#[test]
fn one_constant_is_set_and_the_others_stay_in_force() {
    for (set, keys) in [
        ("constants.c=0.0001", &["c: 0.0001", "s:", "b:", "q:", "v:"][..]),
        ("constants.judge=9", &["judge: 9", "bob-tolerance:"]),
    ] {
        let text = write(&with("caffeine-vote", &[set])).expect("text");
        assert!(keys.iter().all(|key| text.contains(key)), "{text}");
    }
}

#[test]
fn a_scenario_is_read_from_standard_input() {
    let text = write(&with("rigged-coin", &[])).expect("it is written");
    let run = "--debates 40 --json";
    let mut child = command(&format!("simulate - {run}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let piped: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let named = json(&format!("simulate rigged-coin {run}"));
    assert_eq!([&piped["rate"], &piped["hash"]], [&named["rate"], &named["hash"]]);
    assert_eq!(piped["scenario"], "-");
}

#[test]
fn simulate_names_what_it_follows_from_and_counts_zero_costs() {
    let run = |k| json(&format!("simulate rigged-coin --set k={k} --debates 50 --json"));
    let (three, four) = (run(3), run(4));
    assert_eq!(three["seats"]["bob"], "honest");
    assert_eq!(three["set"], serde_json::json!(["k=3"]));
    assert_eq!(three["costs"]["alice_transcript_bits"], 0.0);
    let counts = ["false", "true"].map(|truth| number(&three["by_truth"][truth]["debates"]));
    assert_eq!(counts[0] + counts[1], number(&three["settled"]));
    assert_ne!(three["hash"], four["hash"]);
}

#[test]
fn lines_for_each_debate_add_up_to_the_run() {
    let simulate = "simulate calibrated-bob --debates 60";
    let whole = json(&format!("{simulate} --json"));
    let lines = printed(&format!("{simulate} --jsonl"));
    let paid = |line: &str| number(&serde_json::from_str::<Value>(line).expect("JSON")["payoff"]);
    let paid: Vec<f64> = lines.lines().map(paid).collect();
    assert_eq!(paid.len(), 60);
    let mean = number(&whole["payoff"]["mean"]);
    assert!((paid.iter().sum::<f64>() / 60.0 - mean).abs() < 1e-12);
    // The reader refuses rows whose number of columns differs from the first.
    let csv = printed(&format!("{simulate} --csv"));
    let rows = csv::Reader::from_reader(csv.as_bytes()).into_records();
    assert_eq!(rows.filter(|row| row.is_ok()).count(), 60);
}

/// Makes a run in slices and merges them. The last slice comes first.
fn merged(folder: &Path, run: &str, slices: usize, form: &str) -> String {
    let parts = (1..=slices).rev().map(|i| {
        let part = folder.join(format!("{i}.part")).to_string_lossy().into_owned();
        let run = format!("{run} --slice {i}/{slices} --out {part} --force");
        assert_eq!(printed(&run), "");
        part
    });
    printed(&format!("merge {} {form}", parts.collect::<Vec<_>>().join(" ")))
}

#[test]
fn slices_merge_to_the_bytes_of_the_single_run() {
    let folder = folder();
    for (run, forms) in [
        ("simulate rigged-coin --debates 333", &["--json", ""][..]),
        ("simulate calibrated-bob --debates 200", &["--json", ""]),
        (
            "sweep calibrated-bob --vary bob.constant=0.1,0.7 --debates 101",
            &["--json", "--csv", "--jsonl", "--plot", ""],
        ),
    ] {
        for form in forms {
            let single = printed(&format!("{run} {form}"));
            assert_eq!(merged(folder.path(), run, 5, form), single, "{run} {form}");
        }
    }
}

#[test]
fn holes_and_other_scripts_are_refused_by_name() {
    let folder = folder();
    let [one, three] = [1, 3].map(|n| part(folder.path(), "", &format!("{n}/3")));
    assert!(refused(&["merge", &one, &three]).contains("10 to 19"));
    // Two scripts of one move each have the same name, and are two players.
    let [one, two] = [("0.5", "1/2"), ("0.6", "2/2")].map(|(first, slice)| {
        part(folder.path(), &format!("--alice `script: [state {first}], then: exact`"), slice)
    });
    let error = refused(&["merge", &one, &two]);
    assert!(error.contains("players") && error.contains("0.6"), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work_and_otherwise_whole() {
    let folder = folder();
    let inside = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for path in [inside("no/such/folder"), inside("")] {
        refused(&format!("simulate rigged-coin --debates 1000000000000 --json --out {path}"));
    }
    let path = inside("run.json");
    let run = "simulate rigged-coin --debates 20 --json";
    assert_eq!(printed(&format!("{run} --out {path}")), "");
    let written = || std::fs::read_to_string(&path).expect("it is there");
    assert_eq!(written(), printed(run));
    refused(&format!("simulate rigged-coin --bob nobody --out {path}"));
    assert_eq!(written(), printed(run));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left");
}

#[test]
fn a_mixture_is_worth_the_mixture_of_the_values_and_plays_so() {
    let mixed = r#"alice=honest,shift:0.2,mix: {honest: 0.7, "shift:0.2": 0.3}"#;
    let points = points(&format!("caffeine-vote --debates 800 --reveal --vary `{mixed}`"));
    let [honest, shifted, mixed] = [0, 1, 2].map(|at: usize| number(&points[at]["exact"]));
    assert!((mixed - 0.7 * honest - 0.3 * shifted).abs() < 1e-12);
    assert!((honest - shifted).abs() > 0.1, "the parts differ");
    let rate = number(&points[2]["rate"]);
    assert!((rate - mixed).abs() < 2.576 * (mixed * (1.0 - mixed) / 800.0).sqrt(), "{rate}");
}

#[test]
fn a_debate_by_a_mixture_is_one_by_its_drawn_part_and_replays() {
    let folder = folder();
    let path = folder.path().join("mixed.yaml").to_string_lossy().into_owned();
    let mix = "mix: {honest: 0.5, lazy: 0.5}";
    let mut winners = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let run = |bob: &str| {
            let run = format!("run find-the-lie --bob `{bob}` --seed {seed} --json --reveal");
            json(&format!("{run} --out {path} --force"))
        };
        let parts = ["honest", "lazy"].map(|bob| run(bob)["record"]["moves"].take());
        let mixed = run(mix);
        assert!(parts.contains(&mixed["record"]["moves"]), "{mixed}");
        assert_eq!(json(&["replay", &path, "--json"]), mixed);
        winners.insert(mixed["winner"].to_string());
    }
    assert_eq!(winners.len(), 2, "both parts are drawn");
    let saved = read("saved", &std::fs::read_to_string(&path).expect("a file")).expect("it opens");
    let seat = &saved.seats.bob.expect("a seat").value;
    assert_eq!(seat, &mix.parse().expect("the same mixture"));
}

#[test]
fn rounds_are_played_by_a_move_or_a_strategy_and_the_others_as_ever() {
    let run = |alice: &str| {
        let run = json(&format!("run caffeine-vote --alice `{alice}` --bob never --json"));
        let moves = run["record"]["moves"].as_array().expect("moves").iter();
        let said = moves.filter_map(|m| m["alice"].as_str()?.strip_prefix("state "));
        said.map(str::to_owned).collect::<Vec<String>>()
    };
    let exact = run("exact");
    let expected = [exact[0].clone(), "0.25".into(), run("shift:0.1")[2].clone()];
    assert_ne!(expected[2], exact[2]);
    // Later moves use other random bits.
    let alice = r#"rounds: {2: state 0.25, 3: "shift:0.1"}, then: exact"#;
    assert_eq!(run(alice)[..3], expected);
}

#[test]
fn a_script_may_pass_over_a_move_that_is_not_legal() {
    printed("run find-the-lie --bob `script: [point 99], if-legal: true, then: honest`");
}

#[test]
fn one_option_chooses_the_format_of_every_table() {
    let folder = folder();
    let part = folder.path().join("part").to_string_lossy().into_owned();
    let vary = "--vary alice.shift=0,0.2";
    printed(&format!("sweep rigged-coin --debates 20 {vary} --slice 1/1 --out {part}"));
    let study = "title: t\nscenarios: [contract-comma]\nplayers: [{name: a}]\nseeds: 2\n";
    let study = file(folder.path(), "study.yaml", study);
    let (log, data) = (folder.path().join("log"), folder.path().join("data"));
    let archive = data.join("elenchus/archive");
    std::fs::create_dir_all(&archive).expect("folders");
    let record = archive.join("find.yaml").display().to_string();
    printed(&format!("run find-the-lie --bob honest --reveal --out {record}"));
    for (table, rows) in [
        ("simulate rigged-coin --debates 3".to_owned(), 3),
        (format!("sweep rigged-coin --debates 20 {vary}"), 2),
        (format!("merge {part}"), 2),
        ("attack find-the-lie --seat bob --reveal --debates 10".to_owned(), 1),
        ("headline doubly-efficient --most 64 --table 1".to_owned(), 0),
        (format!("grade {record}"), 1),
        (format!("eval {study} --reveal --log {}", log.display()), 1),
        ("list --course exercises".to_owned(), 0),
        ("list --strategies find-the-lie".to_owned(), 0),
        ("archive list".to_owned(), 1),
        ("dqc --inputs 2".to_owned(), 0),
    ] {
        let told = |format: &str| {
            let _ = std::fs::remove_file(&log);
            let mut command = command(&format!("{table} --format {format}"));
            let output = command.env("XDG_DATA_HOME", &data).output().expect("it starts");
            assert!(matches!(output.status.code(), Some(0 | 1)), "{table}: {output:?}");
            String::from_utf8(output.stdout).expect("text")
        };
        let [text, csv, excel, json, lines] = ["text", "csv", "excel", "json", "jsonl"].map(told);
        let timed = table.starts_with("eval");
        assert!(timed || excel == format!("\u{feff}{csv}"), "{table}: {excel}");
        assert!(excel.starts_with('\u{feff}') && !csv.starts_with('\u{feff}'), "{table}");
        serde_json::from_str::<Value>(&json).unwrap_or_else(|e| panic!("{table}: {e}: {json}"));
        for line in lines.lines() {
            let row: Value = serde_json::from_str(line).expect("a row");
            assert!(row.is_object(), "{table}: {line}");
        }
        let written =
            csv::Reader::from_reader(csv.as_bytes()).records().filter(Result::is_ok).count();
        assert_eq!(lines.lines().count(), written, "{table}");
        assert!(rows == 0 && written > 0 || written == rows, "{table}: {csv}");
        assert!(text != csv && text != json, "{table}");
    }
    let told = refused("list --json --format csv");
    assert!(told.contains("both choose the format"), "{told}");
}
