//! Other tools share out runs and read their results. If a tool is missing, its test prints that it
//! was skipped.

use std::path::Path;
use std::process::{Command, Output};

use crate::kit::printed;

const ELENCHUS: &str = env!("CARGO_BIN_EXE_elenchus");

/// True if a command exists and succeeds.
fn is_here(command: &str, arguments: &[&str]) -> bool {
    let here = Command::new(command).args(arguments).output().is_ok_and(|o| o.status.success());
    if !here {
        eprintln!("left out: `{command} {}` does not run here", arguments.join(" "));
    }
    here
}

/// The Python that has third-party packages: `ELENCHUS_PYTHON`, or the one on the path.
fn python() -> String {
    std::env::var("ELENCHUS_PYTHON").unwrap_or_else(|_| "python3".into())
}

fn ran(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    output
}

#[test]
fn pandas_reads_the_points_of_a_sweep_and_the_debates_of_a_simulation() {
    if !is_here(&python(), &["-c", "import pandas"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [points, debates] = ["points.csv", "debates.csv"].map(|name| folder.path().join(name));
    let sweep = ["sweep", "rigged-coin", "--vary", "alice.shift=0:0.2:0.1", "--debates", "40"];
    printed(&[&sweep[..], &["--csv", "--out", &points.to_string_lossy()]].concat());
    let simulate = ["simulate", "calibrated-bob", "--debates", "30"];
    printed(&[&simulate[..], &["--csv", "--out", &debates.to_string_lossy()]].concat());
    let json: serde_json::Value =
        serde_json::from_str(&printed(&[&sweep[..], &["--json"]].concat())).expect("JSON");
    let exact = json["points"][1]["exact"].as_f64().expect("an exact value");
    let script = "\
import pandas, sys
points = pandas.read_csv(sys.argv[1])
assert list(points['alice.shift']) == [0.0, 0.1, 0.2], points
assert str(points['exact'].dtype) == 'float64' and points['exact'][1] == float(sys.argv[3]), points
assert (points['debates'] == 40).all() and (points['rate_low'] <= points['rate']).all(), points
assert (points['judge_oracle_queries_se'] >= 0).all(), points.columns
debates = pandas.read_csv(sys.argv[2])
assert len(debates) == 30 and debates['seed'].is_unique and debates['paid'].notna().all(), debates
assert debates['hash'].str.len().eq(64).all() and debates['right'].dtype == bool, debates
";
    ran(Command::new(python())
        .args(["-c", script])
        .args([&points, &debates])
        .arg(exact.to_string()));
}

#[test]
fn pyyaml_reads_scenarios_and_records_and_what_it_writes_opens() {
    if !is_here(&python(), &["-c", "import yaml"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let script = "\
import sys, yaml
saved = yaml.safe_load(open(sys.argv[1]))
assert saved['elenchus'] == 1 and isinstance(saved['moves'], list) and saved['seed'] == 7, saved
open(sys.argv[2], 'w').write(yaml.safe_dump(saved, allow_unicode=True, sort_keys=False))
";
    for id in ["find-the-lie", "caffeine-vote", "calibrated-bob", "midpoint-hunt"] {
        let (saved, again) = (path("saved.yaml"), path("again.yaml"));
        printed(&["run", id, "--seed", "7", "--out", &saved, "--force"]);
        ran(Command::new(python()).args(["-c", script, &saved, &again]));
        assert_eq!(printed(&["replay", &again]), printed(&["replay", &saved]), "{id}");
    }
}

/// Sixteen slices of a sweep under GNU parallel, in a folder.
fn sixteen(folder: &Path, more: &[&str]) -> Output {
    let run = format!(
        "{ELENCHUS} sweep calibrated-bob --vary bob.constant=0.1,0.7 --debates 200 \
         --slice {{}}/16 --out {}/parts/{{}}.part",
        folder.display()
    );
    let log = folder.join("slices.log");
    let mut parallel = Command::new("parallel");
    parallel.env("RAYON_NUM_THREADS", "1").env("HOME", folder).args(more).arg("--joblog").arg(&log);
    if more.is_empty() {
        parallel.arg(run).arg(":::").args((1..=16).map(|n| n.to_string()));
    }
    parallel.output().expect("it starts")
}

#[test]
fn sixteen_slices_under_gnu_parallel_merge_to_the_single_run_and_failed_ones_are_made_again() {
    if !is_here("parallel", &["--version"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let parts = folder.path().join("parts");
    // The program cannot write the third slice, because a folder has its name.
    std::fs::create_dir_all(parts.join("3.part")).expect("a folder");
    let output = sixteen(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1), "one failed: {output:?}");
    std::fs::remove_dir(parts.join("3.part")).expect("it is empty");
    let output = sixteen(folder.path(), &["--retry-failed"]);
    assert!(output.status.success(), "{output:?}");
    let names: Vec<String> =
        (1..=16).map(|n| parts.join(format!("{n}.part")).to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let single = ["sweep", "calibrated-bob", "--vary", "bob.constant=0.1,0.7", "--debates", "200"];
    for form in ["--json", "--csv"] {
        let merged = printed(&[&["merge"], &names[..], &[form]].concat());
        assert_eq!(merged, printed(&[&single[..], &[form]].concat()));
    }
}
