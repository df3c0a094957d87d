//! Many debates, told of as they end: no failure, stop or slow debate loses those that were played.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A Bob who points at step 3, after so long, and ends when he is asked in this debate of his.
fn bob(folder: &Path, seconds: f64, ends_in: u32) -> String {
    let script = folder.join("bob.sh");
    let text = format!(
        "n=0; while read -r l; do case $l in *'\"type\":\"begin\"'*) n=$((n+1));; *'\"type\":\"ask\"'*) [ $n \
         -ge {ends_in} ] && exit 1; sleep {seconds}; echo '{{\"move\": \"point 3\"}}';; esac; done"
    );
    std::fs::write(&script, text).expect("a script");
    format!("program:sh {}", script.display())
}

fn simulate(bob: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(["simulate", "find-the-lie", "--bob", bob, "--reveal"]).args(more);
    command.env("RAYON_NUM_THREADS", "1");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_failure_in_debate_50_keeps_49_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let bob = bob(folder.path(), 0.0, 50);
    let run = |more: &[&str]| -> Output {
        let output = simulate(&bob, &[&["--debates", "80"], more].concat()).output();
        let output = output.expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{more:?}: {output:?}");
        let why = text(&output.stderr);
        let said = ["in the debate of seed", "the program has ended"];
        assert!(said.iter().all(|words| why.contains(words)), "{why}");
        output
    };
    let lines = text(&run(&["--jsonl"]).stdout);
    assert_eq!(lines.lines().count(), 49, "{lines}");
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{lines}");
    assert_eq!(text(&run(&["--csv"]).stdout).lines().count(), 50);
    let told: Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    assert_eq!((&told["debates"], &told["partial"]), (&49.into(), &true.into()), "{told}");
    assert!(text(&run(&[]).stdout).contains("partial figures: "));
    let kept = folder.path().join("kept.jsonl");
    run(&["--jsonl", "--out", &kept.to_string_lossy()]);
    assert_eq!(std::fs::read_to_string(&kept).expect("it is kept").lines().count(), 49);
}

#[test]
fn a_line_is_there_as_soon_as_its_debate_has_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let bob = bob(folder.path(), 0.2, 1_000_000);
    let mut child = simulate(&bob, &["--debates", "1000000", "--jsonl"])
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
    assert!(seeds.is_sorted(), "{seeds:?}");
    child.kill().expect("it is there");
    child.wait().expect("it ends");
}

#[test]
fn a_sweep_whose_player_fails_keeps_the_points_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let bob = bob(folder.path(), 0.0, 5);
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["sweep", "find-the-lie", "--bob", &bob, "--reveal", "--debates", "4", "--json"])
        .args(["--vary", "alice=honest,lie-at:3"])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("it starts");
    // Each point starts programs of its own, which play four debates.
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["points"].as_array().map(Vec::len), Some(2), "{told}");
    let bob = self::bob(folder.path(), 0.0, 3);
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["sweep", "find-the-lie", "--bob", &bob, "--reveal", "--debates", "4", "--csv"])
        .args(["--vary", "alice=honest,lie-at:3"])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // The first point has the two debates that were played, and the second was not begun.
    let csv = text(&output.stdout);
    assert_eq!(csv.lines().count(), 2, "{csv}");
}
