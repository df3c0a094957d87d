//! Many debates, reported one by one as they end. No failure, stop or slow debate loses the
//! finished ones.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use elenchus::chance::seed_in_series;
use serde_json::Value;

use crate::kit::{command, folder};

/// A Bob who points at step 3 after this time, and exits in the debate of this number.
fn bob(folder: &Path, seconds: f64, ends_in: u32) -> String {
    let script = folder.join("bob.sh");
    let text = format!(
        "n=0; while read -r l; do case $l in *'\"type\":\"begin\"'*) n=$((n+1));; *'\"type\":\"ask\"'*) [ $n \
         -ge {ends_in} ] && exit 1; sleep {seconds}; echo '{{\"move\": \"point 3\"}}';; esac; done"
    );
    std::fs::write(&script, text).expect("a script");
    format!("program:sh {}", script.display())
}

fn simulate(bob: &str, more: &str) -> Command {
    let mut command = command(&format!("simulate find-the-lie --bob `{bob}` --reveal {more}"));
    command.env("RAYON_NUM_THREADS", "1");
    command
}

#[test]
fn a_failure_in_debate_50_keeps_49_in_every_form() {
    let folder = folder();
    let bob = bob(folder.path(), 0.0, 50);
    let run = |more: &str| {
        let output = simulate(&bob, &format!("--debates 80 {more}")).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{more}: {output:?}");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(why.contains("seed") && why.contains("ended"), "{why}");
        String::from_utf8(output.stdout).expect("text")
    };
    let lines = run("--jsonl");
    assert_eq!(lines.lines().count(), 49, "{lines}");
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{lines}");
    assert_eq!(run("--csv").lines().count(), 50);
    let told: Value = serde_json::from_str(&run("--json")).expect("JSON");
    assert_eq!((&told["debates"], &told["partial"]), (&49.into(), &true.into()), "{told}");
    assert!(run("").contains("partial"));
    let kept = folder.path().join("kept.jsonl");
    run(&format!("--jsonl --out {}", kept.display()));
    assert_eq!(std::fs::read_to_string(&kept).expect("it is kept").lines().count(), 49);
}

#[test]
fn a_line_is_there_as_soon_as_its_debate_has_ended() {
    let folder = folder();
    let bob = bob(folder.path(), 0.2, 1_000_000);
    let mut child = simulate(&bob, "--debates 1000000 --seed 1 --jsonl")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut seeds = Vec::new();
    for _ in 0..3 {
        let line = lines.next().expect("it goes on").expect("text");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        seeds.push(told["seed"].as_u64().expect("a seed"));
    }
    assert!(child.try_wait().expect("it is there").is_none(), "it is not over");
    assert_eq!(seeds, [0, 1, 2].map(|number| seed_in_series(1, number)), "in the order of the run");
    child.kill().expect("it is there");
    child.wait().expect("it ends");
}

#[test]
fn a_sweep_whose_player_fails_keeps_the_points_before() {
    let folder = folder();
    let sweep = |ends_in: u32, form: &str| {
        let bob = bob(folder.path(), 0.0, ends_in);
        let sweep = format!("sweep find-the-lie --bob `{bob}` --reveal --debates 4 {form}");
        let mut sweep = command(&format!("{sweep} --vary alice=honest,lie-at:3"));
        sweep.env("RAYON_NUM_THREADS", "1").output().expect("it starts")
    };
    // Each point starts its own programs, which play four debates.
    let told: Value = serde_json::from_slice(&sweep(5, "--json").stdout).expect("JSON");
    assert_eq!(told["points"].as_array().map(Vec::len), Some(2), "{told}");
    let failed = sweep(3, "--csv");
    assert_eq!(failed.status.code(), Some(2), "{failed:?}");
    // The first point has the two debates that were played, and the second never started.
    let csv = String::from_utf8(failed.stdout).expect("text");
    assert_eq!(csv.lines().count(), 2, "{csv}");
}
