//! The research bench: settings, sweeps, and runs shared out among machines.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use elenchus::scenario::{Setting, library, read, write};
use serde_json::Value;

use crate::kit::{elenchus, json, printed, refused, shipped, words};

#[test]
fn a_sweep_lies_on_its_exact_curve() {
    let vary = "--vary alice.shift=0:0.3:0.05 --vary k=2,3";
    let sweep = format!("sweep caffeine-vote {vary} --debates 600 --reveal --json");
    let sweep = json(&words(&sweep));
    let points = sweep["points"].as_array().expect("points");
    assert_eq!(points.len(), 14);
    let mut between = 0;
    for point in points {
        let exact = point["exact"].as_f64().expect("these players are solved exactly");
        let rate = point["rate"].as_f64().expect("a rate");
        let n = point["debates"].as_f64().expect("a count");
        between += u32::from(exact > 0.02 && exact < 0.98);
        // Of a normal interval at 99 % for all 14 together, and a debate for counting in wholes.
        let within = 3.389 * (exact * (1.0 - exact) / n).sqrt() + 1.0 / n;
        assert!((rate - exact).abs() <= within, "{point}");
    }
    assert!(between > 4, "the sweep crosses from winning to losing");
    assert_eq!(points[0]["at"], serde_json::json!({ "alice.shift": 0.0, "k": 2.0 }));
    assert_eq!(points[7]["at"]["k"], 3.0);
}

#[test]
fn points_have_seeds_of_their_own_unless_they_are_to_have_common_ones() {
    let sweep = |more: &[&str]| {
        let sweep = ["sweep", "caffeine-vote", "--vary", "alice=exact,exact", "--vary", "k=2"];
        json(&[&sweep[..], &["--debates", "200", "--reveal", "--json"], more].concat())
    };
    let rates = |sweep: &Value| -> Vec<f64> {
        let points = sweep["points"].as_array().expect("points").iter();
        points.map(|point| point["rate"].as_f64().expect("a rate")).collect()
    };
    let seeds = |sweep: &Value| -> Vec<u64> {
        let points = sweep["points"].as_array().expect("points").iter();
        points.map(|point| point["first_seed"].as_u64().expect("a seed")).collect()
    };
    // The same point twice: with seeds of its own it is another sample, with common ones the same.
    let (apart, common) = (sweep(&[]), sweep(&["--common-seeds"]));
    assert_eq!(seeds(&apart)[1], seeds(&apart)[0] + 200);
    assert_eq!(seeds(&common)[1], seeds(&common)[0]);
    assert_ne!(rates(&apart)[0], rates(&apart)[1]);
    assert_eq!(rates(&common)[0], rates(&common)[1]);
    // The second point is the run of its seeds.
    let seed = seeds(&apart)[1].to_string();
    let run = ["simulate", "caffeine-vote", "--alice", "exact", "--set", "k=2", "--seed", &seed];
    let run = json(&[&run[..], &["--debates", "200", "--reveal", "--json"]].concat());
    assert_eq!(run["rate"].as_f64(), Some(rates(&apart)[1]));
}

#[test]
fn a_seed_that_is_varied_is_played_and_has_one_column() {
    let sweep = ["sweep", "rigged-coin", "--vary", "seed=1,2", "--alice", "shift:0"];
    let rows = printed(&[&sweep[..], &["--debates", "20", "--csv"]].concat());
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let names = rows.headers().expect("names").clone();
    let place = |name: &str| names.iter().position(|own| own == name).expect("a column");
    assert_eq!(names.iter().filter(|name| *name == "seed").count(), 1, "{names:?}");
    for (seed, row) in ["1", "2"].into_iter().zip(rows.records()) {
        let row = row.expect("a row");
        assert_eq!(&row[place("seed")], seed);
        let run = ["simulate", "rigged-coin", "--seed", seed, "--alice", "shift:0"];
        let run = json(&[&run[..], &["--debates", "20", "--json"]].concat());
        assert_eq!(row[place("rate")].parse::<f64>().ok(), run["rate"].as_f64(), "{seed}");
    }
}

#[test]
fn any_number_of_parameters_is_varied_and_bands_hold_for_all_points_together() {
    let sweep = "sweep rigged-coin --debates 60 --vary alice.shift=0,0.2 --vary k=2,3 \
                 --vary bob=honest,never --vary votes=3,5";
    let sweep = words(sweep);
    let told = json(&[&sweep[..], &["--json"]].concat());
    let points = told["points"].as_array().expect("points");
    assert_eq!(points.len(), 16);
    for point in points {
        let ends = |key: &str| [0, 1].map(|end| point[key][end].as_f64().expect("an end"));
        let ([low, high], [from, to]) = (ends("interval"), ends("band"));
        assert!(from <= low && high <= to && to - from > high - low, "{point}");
    }
    // 1 − 0.05/32 of a normal law lies below 2.955: Wilson's interval with that.
    let (n, z): (f64, f64) = (60.0, 2.9552);
    let rate = points[0]["rate"].as_f64().expect("a rate");
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let band = points[0]["band"][1].as_f64().expect("an end");
    assert!((band - (middle + half).min(1.0)).abs() < 1e-3, "{band} {}", middle + half);
    let plot = printed(&[&sweep[..], &["--plot"]].concat());
    assert!(plot.contains("k 3, bob never, votes 5"), "{plot}");
    let svg = printed(&[&sweep[..], &["--svg"]].concat());
    assert!(svg.starts_with("<svg") && svg.contains("alice.shift"), "{svg}");
    // Eight curves, each with its band, two points and their intervals.
    assert_eq!(svg.matches("<circle").count(), 16, "{svg}");
    assert!(svg.matches("<polygon").count() >= 8 && svg.contains("bob never"), "{svg}");
    let error = refused(&["sweep", "rigged-coin", "--vary", "k=2", "--vary", "k=3"]);
    assert!(error.contains("--vary k is given twice"), "{error}");
}

#[test]
fn every_row_and_part_names_what_made_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("bob.sh");
    std::fs::write(
        &script,
        "while read -r l; do case $l in *'\"ask\"'*) echo '{\"move\": \"point 3\"}';; esac; done",
    )
    .expect("a script");
    let bob = format!("program:sh {}", script.display());
    let part = folder.path().join("part").to_string_lossy().into_owned();
    let simulate = ["simulate", "find-the-lie", "--bob", &bob, "--debates", "2", "--reveal"];
    let sweep = [&["sweep"], &simulate[1..], &["--vary", "alice=honest"]].concat();
    let form = |run: &[&str], more: &[&str]| printed(&[run, more].concat());
    form(&simulate, &["--slice", "1/1", "--out", &part]);
    let part: Value =
        serde_json::from_str(&std::fs::read_to_string(&part).expect("a part")).expect("JSON");
    let line = |text: String| -> Value {
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON")
    };
    let commit = elenchus(&["--version"]);
    let commit = String::from_utf8_lossy(&commit.stdout).into_owned();
    for told in [
        part["run"]["head"].clone(),
        line(form(&simulate, &["--jsonl"])),
        line(form(&sweep, &["--jsonl"])),
        serde_json::from_str(&form(&simulate, &["--json"])).expect("JSON"),
    ] {
        assert_eq!(told["scenario"], "find-the-lie", "{told}");
        assert_eq!(told["hash"].as_str().map(str::len), Some(64), "{told}");
        assert_eq!(told["players"][1], bob.as_str(), "{told}");
        assert_eq!(told["programs"][0][0], script.to_string_lossy().as_ref(), "{told}");
        assert_eq!(told["programs"][0][1].as_str().map(str::len), Some(64), "{told}");
        assert_eq!(told["version"], env!("CARGO_PKG_VERSION"), "{told}");
        assert!(commit.contains(told["commit"].as_str().expect("text")), "{told}");
    }
    for csv in [form(&simulate, &["--csv"]), form(&sweep, &["--csv"])] {
        let heads: Vec<&str> = csv.lines().next().expect("heads").split(',').collect();
        for head in ["scenario", "hash", "players", "programs", "commit", "version", "seed"] {
            assert!(heads.contains(&head), "{head}: {csv}");
        }
        assert!(csv.contains("bob.sh") && csv.lines().count() > 1, "{csv}");
    }
}

/// What changes between two parts is named, and they are not added up.
#[test]
fn parts_that_differ_in_anything_that_made_them_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = |slice: &str| {
        let path = folder.path().join(slice.replace('/', "-")).to_string_lossy().into_owned();
        let run = ["simulate", "rigged-coin", "--debates", "10", "--slice", slice, "--out", &path];
        printed(&run);
        path
    };
    let (one, two) = (part("1/2"), part("2/2"));
    assert!(elenchus(&["merge", &one, &two]).status.success());
    let right: Value =
        serde_json::from_str(&std::fs::read_to_string(&two).expect("a part")).expect("JSON");
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
        let error = refused(&["merge", &one, &two]);
        assert!(error.contains("different runs") && error.contains(key), "{key}: {error}");
    }
}

/// Scripts and rounds of stochastic debates have exact values, and their debates lie on them.
#[test]
fn scripts_and_rounds_lie_on_their_exact_values() {
    for (alice, bob) in [
        ("script: [state 0.4], then: exact", "honest"),
        (r#"rounds: {2: state 0.45, 3: "shift:0.1"}, then: exact"#, "honest"),
        ("rounds: {1: optimal}, then: honest", "rounds: {3: continue}, then: honest"),
    ] {
        let set = format!("alice={alice}");
        let sweep = ["sweep", "caffeine-vote", "--set", &set, "--bob", bob, "--vary", "k=2"];
        let told = json(&[&sweep[..], &["--debates", "1500", "--reveal", "--json"]].concat());
        let point = &told["points"][0];
        let exact = point["exact"].as_f64().unwrap_or_else(|| panic!("{alice}: {point}"));
        let rate = point["rate"].as_f64().expect("a rate");
        let within = 3.3 * (exact * (1.0 - exact) / 1500.0).sqrt() + 1.0 / 1500.0;
        assert!((rate - exact).abs() <= within, "{alice}, {bob}: {rate} {exact}");
    }
}

/// 0.3 and 0.03 are 0.33 in the record too: rounding decides no tie.
#[test]
fn a_shifted_number_is_stated_as_its_decimals_say() {
    let run =
        ["run", "rigged-coin", "--set", "yes=0.3", "--alice", "shift:0.03", "--json", "--reveal"];
    let moves = json(&run)["record"]["moves"].to_string();
    assert!(moves.contains("state 0.33\""), "{moves}");
}

#[test]
fn a_sweep_of_payments_is_one_of_payments() {
    let sweep = words("sweep calibrated-bob --vary bob.constant=0.2,0.8 --debates 200");
    let plot = printed(&[&sweep[..], &["--plot"]].concat());
    assert!(plot.contains("what Alice is paid") && plot.contains('●'), "{plot}");
    let sweep = json(&[&sweep[..], &["--json"]].concat());
    for point in sweep["points"].as_array().expect("points") {
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
        let setting: Setting = "seed=77".parse().expect("a setting");
        let (set, _) = scenario.with(&id, &[setting]).expect("every scenario has a seed");
        assert_eq!(set.seed, Some(77));
        let back = elenchus::scenario::Scenario { seed: scenario.seed, ..set };
        assert_eq!(back, scenario, "{id}");
    }
}

fn with(id: &str, settings: &[&str]) -> Result<elenchus::scenario::Scenario, String> {
    let scenario = library::find(id).expect("it is shipped").scenario.expect("it is right");
    let settings: Vec<Setting> = settings.iter().map(|s| s.parse().expect("a setting")).collect();
    scenario.with(id, &settings).map(|(scenario, _)| scenario).map_err(|e| e.to_string())
}

#[test]
fn a_parameter_is_named_by_as_much_of_its_path_as_tells_it_apart() {
    let short = with("rigged-coin", &["k=3", "votes=5"]).expect("both are there");
    let long =
        with("rigged-coin", &["protocol.stochastic.k=3", "machine.votes.votes=5"]).expect("same");
    assert_eq!(short, long);
    let text = write(&short).expect("it is written");
    assert!(text.contains("k: 3") && text.contains("votes: 5"), "{text}");
    let claimed = with("contract-comma", &["claim=0"]).expect("a bit");
    assert_eq!(claimed.protocol.value.form().claimed(), Some(false), "a bit is no words");
    let words = with("rigged-coin", &["claim=Alice claims: all is well"]).expect("words");
    assert_eq!(&*words.claim, "Alice claims: all is well");
    let bits = with("parity-of-eight", &["input=00001111"]).expect("bits, not a number");
    assert!(write(&bits).expect("it is written").contains("00001111"));
}

#[test]
fn one_constant_is_set_and_the_others_stay_in_force() {
    let text = write(&with("caffeine-vote", &["constants.c=0.0001"]).expect("c")).expect("text");
    for key in ["c: 0.0001", "s:", "b:", "q:", "v:"] {
        assert!(text.contains(key), "{key}: {text}");
    }
    let text = write(&with("caffeine-vote", &["constants.judge=9"]).expect("judge")).expect("text");
    assert!(text.contains("judge: 9") && text.contains("bob-tolerance:"), "{text}");
}

#[test]
fn what_cannot_be_set_says_why_and_what_can() {
    for (setting, words) in [
        ("kk=2", &["no parameter `kk`", "protocol.stochastic.k,", "machine.votes.yes"][..]),
        ("k=abc", &["rigged-coin with k=abc", "expected a number"]),
        ("votes=3.5", &["with votes=3.5", "whole number"]),
    ] {
        let error = with("rigged-coin", &[setting]).expect_err(setting);
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
    let error = refused(&["solve", "rigged-coin", "--set", "k=-1"]);
    assert!(error.contains("k=-1") && error.contains("not a Lipschitz constant"), "{error}");
    let error = refused(&["sweep", "rigged-coin", "--vary", "yes=0.5:1.5:0.5"]);
    assert!(error.contains("at yes=1.5") && error.contains("not a probability"), "{error}");
    let error = refused(&["sweep", "rigged-coin", "--vary", "alice.shift=0:1:0"]);
    assert!(error.contains("step of 0"), "{error}");
}

#[test]
fn a_scenario_is_read_from_standard_input() {
    let text = write(&with("rigged-coin", &[]).expect("it is there")).expect("it is written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["simulate", "-", "--debates", "40", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let piped: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let named = json(&["simulate", "rigged-coin", "--debates", "40", "--json"]);
    assert_eq!(piped["rate"], named["rate"]);
    assert_eq!(piped["hash"], named["hash"]);
    assert_eq!(piped["scenario"], "-");
}

#[test]
fn simulate_names_what_it_follows_from_and_counts_zero_costs() {
    let run = json(&["simulate", "rigged-coin", "--set", "k=3", "--debates", "50", "--json"]);
    assert_eq!(run["hash"].as_str().map(str::len), Some(64));
    assert_eq!(run["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(run["seats"]["bob"], "honest");
    assert_eq!(run["set"], serde_json::json!(["k=3"]));
    assert_eq!(run["costs"]["alice_transcript_bits"], 0.0);
    let truth = run["by_truth"]["false"]["debates"].as_u64().expect("a count");
    let other = run["by_truth"]["true"]["debates"].as_u64().expect("a count");
    assert_eq!(truth + other, run["settled"].as_u64().expect("a count"));
    let other = json(&["simulate", "rigged-coin", "--set", "k=4", "--debates", "50", "--json"]);
    assert_ne!(run["hash"], other["hash"]);
}

#[test]
fn lines_for_each_debate_add_up_to_the_run() {
    let arguments = ["simulate", "calibrated-bob", "--debates", "60"];
    let whole = json(&[&arguments[..], &["--json"]].concat());
    let lines = printed(&[&arguments[..], &["--jsonl"]].concat());
    let debates: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(debates.len(), 60);
    let paid: f64 = debates.iter().filter_map(|d| d["payoff"].as_f64()).sum::<f64>() / 60.0;
    assert!((paid - whole["payoff"]["mean"].as_f64().expect("a mean")).abs() < 1e-12);
    let csv = printed(&[&arguments[..], &["--csv"]].concat());
    // Commas in quotes part no columns.
    let bare = |line: &str| line.split('"').step_by(2).collect::<String>();
    let mut rows = csv.lines().map(|line| bare(line).split(',').count());
    let columns = rows.next().expect("a header");
    assert!(rows.all(|row| row == columns), "{csv}");
    assert_eq!(csv.lines().count(), 61);
}

/// Makes a run in slices and merges them, the last first.
fn merged(folder: &Path, run: &[&str], slices: usize, form: &[&str]) -> String {
    let mut parts: Vec<String> = (1..=slices)
        .map(|i| {
            let part = folder.join(format!("{i}.part")).to_string_lossy().into_owned();
            let slice = format!("{i}/{slices}");
            assert_eq!(
                printed(&[run, &["--slice", &slice, "--out", &part, "--force"]].concat()),
                ""
            );
            part
        })
        .collect();
    parts.reverse();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    printed(&[&["merge"], &parts[..], form].concat())
}

#[test]
fn slices_merge_to_the_bytes_of_the_single_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for (run, forms) in [
        (&["simulate", "rigged-coin", "--debates", "333"][..], &[&["--json"][..], &[]][..]),
        (&["simulate", "calibrated-bob", "--debates", "200"], &[&["--json"], &[]]),
        (
            &["sweep", "calibrated-bob", "--vary", "bob.constant=0.1,0.7", "--debates", "101"],
            &[&["--json"], &["--csv"], &["--jsonl"], &["--plot"], &[]],
        ),
    ] {
        for form in forms {
            let single = printed(&[run, form].concat());
            assert_eq!(merged(folder.path(), run, 5, form), single, "{run:?} {form:?}");
        }
    }
}

#[test]
fn holes_other_files_and_other_scripts_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = |name: &str, slice: &str, more: &[&str]| {
        let path = folder.path().join(name).to_string_lossy().into_owned();
        let run = ["simulate", "rigged-coin", "--debates", "30", "--slice", slice, "--out", &path];
        printed(&[&run[..], more].concat());
        path
    };
    let (one, three) = (part("one", "1/3", &[]), part("three", "3/3", &[]));
    assert!(refused(&["merge", &one, &three]).contains("debates 10 to 19 are in no part"));
    let error = refused(&["merge", "Cargo.toml"]);
    assert!(error.contains("not a part"), "{error}");
    // Two scripts of one move each are called alike, and are two players.
    let script = |name: &str, slice: &str, first: &str| {
        let alice = format!("script: [state {first}], then: exact");
        part(name, slice, &["--alice", &alice])
    };
    let (one, two) = (script("0.5", "1/2", "0.5"), script("0.6", "2/2", "0.6"));
    let error = refused(&["merge", &one, &two]);
    assert!(error.contains("players is") && error.contains("0.6"), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work_and_otherwise_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let forever = ["simulate", "rigged-coin", "--debates", "1000000000000", "--json", "--out"];
    for path in [inside("no/such/folder"), inside("")] {
        let error = refused(&[&forever[..], &[&path]].concat());
        assert!(error.contains("cannot be written"), "{error}");
    }
    let path = inside("run.json");
    let run = ["simulate", "rigged-coin", "--debates", "20", "--json"];
    assert_eq!(printed(&[&run[..], &["--out", &path]].concat()), "");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), printed(&run));
    refused(&["simulate", "rigged-coin", "--bob", "nobody", "--out", &path]);
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), printed(&run));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left");
}

#[test]
fn a_mixture_is_worth_the_mixture_of_the_values_and_plays_so() {
    let mixed = r#"alice=honest,shift:0.2,mix: {honest: 0.7, "shift:0.2": 0.3}"#;
    let sweep = words("sweep caffeine-vote --debates 800 --reveal --json --vary");
    let sweep = json(&[&sweep[..], &[mixed]].concat());
    let exact = |at: usize| sweep["points"][at]["exact"].as_f64().expect("an exact value");
    let [honest, shifted, mixed] = [0, 1, 2].map(exact);
    assert!((mixed - 0.7 * honest - 0.3 * shifted).abs() < 1e-12);
    assert!((honest - shifted).abs() > 0.1, "the parts differ");
    let rate = sweep["points"][2]["rate"].as_f64().expect("a rate");
    assert!((rate - mixed).abs() < 2.576 * (mixed * (1.0 - mixed) / 800.0).sqrt(), "{rate}");
}

#[test]
fn a_debate_by_a_mixture_is_one_by_its_drawn_part_and_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mixed.yaml").to_string_lossy().into_owned();
    let mix = "mix: {honest: 0.5, lazy: 0.5}";
    let mut winners = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let seed = seed.to_string();
        let run = |bob: &str| {
            let run = ["run", "find-the-lie", "--bob", bob, "--seed", &seed, "--json", "--reveal"];
            json(&[&run[..], &["--out", &path, "--force"]].concat())
        };
        let parts = ["honest", "lazy"].map(|bob| run(bob)["record"]["moves"].clone());
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
        let run = json(&["run", "caffeine-vote", "--alice", alice, "--bob", "never", "--json"]);
        let moves = run["record"]["moves"].as_array().expect("moves").clone();
        let said = moves.iter().filter_map(|m| m["alice"].as_str()?.strip_prefix("state "));
        said.map(str::to_owned).collect::<Vec<String>>()
    };
    let exact = run("exact");
    let mut expected = exact.clone();
    expected[1] = "0.25".into();
    expected[2] = run("shift:0.1")[2].clone();
    assert_ne!(expected[2], exact[2]);
    let alice = r#"rounds: {2: state 0.25, 3: "shift:0.1"}, then: exact"#;
    // What comes after follows other coins.
    assert_eq!(run(alice)[..3], expected[..3]);
}

#[test]
fn a_script_stops_at_a_move_that_is_not_legal_unless_it_may_pass_it_over() {
    let lenient =
        ["run", "find-the-lie", "--bob", "script: [point 99], if-legal: true, then: honest"];
    assert!(elenchus(&lenient).status.success());
    let strict = ["run", "find-the-lie", "--bob", "script: [point 99], then: honest"];
    assert!(refused(&strict).contains("move 1 of Bob's script"), "{}", refused(&strict));
}

#[test]
fn a_composed_player_that_is_wrong_says_how() {
    for (bob, why) in [
        ("mix: {honest: 0.7}", "sum to 0.7"),
        ("mix: {honest: 2, lazy: -1}", "not a probability"),
        ("mix: {nobody: 1}", "no strategy `nobody`"),
        ("mix: {honest: 1}, then: honest", "no `then`"),
        ("rounds: {0: point 3}", "count from 1"),
        ("mixed: {honest: 1}", "no strategy"),
    ] {
        let error = refused(&["run", "find-the-lie", "--bob", bob]);
        assert!(error.contains(why) && error.contains("Bob"), "{bob}: {error}");
    }
    let list = printed(&["list", "--strategies", "find-the-lie"]);
    assert!(list.contains("mix: {") && list.contains("rounds: {"), "{list}");
}
