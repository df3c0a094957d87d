//! Programs outside: what they are told, what they answer, and how they fail.

use std::process::{Command, Output};

use elenchus::outside::{Argument, Board};
use elenchus::rules::{Eye, Seat};
use serde_json::Value;

use crate::kit;

/// Whether there is a Python to play; where there is none, a test says that it was left out.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("left out: there is no python3 here");
    }
    found
}

fn player(name: &str) -> String {
    format!("program:python3 '{}/examples/players/{name}'", env!("CARGO_MANIFEST_DIR"))
}

fn elenchus(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(arguments)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("it starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = elenchus(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

#[test]
fn a_random_program_plays_every_seat_to_the_end_and_its_debate_replays() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.yaml").to_string_lossy().into_owned();
    for (id, seat) in [
        ("find-the-lie", "--bob"),
        ("find-the-lie", "--judge"),
        ("caffeine-vote", "--alice"),
        ("midpoint-hunt", "--bob"),
        ("calibrated-bob", "--bob"),
    ] {
        let command = format!("{} 3", player("random_player.py"));
        let run = json(&["run", id, seat, &command, "--save", &path, "--json"]);
        assert!(run["winner"].is_string(), "{id} {seat}");
        let again = json(&["run", id, seat, &command, "--json"]);
        assert_eq!(run, again, "{id} {seat}: the same seed, the same questions");
        assert_eq!(json(&["replay", &path, "--json"])["winner"], run["winner"]);
    }
    let output = elenchus(&["run", &path]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("give the seat again, such as --bob"), "{text}");
    let check = String::from_utf8(elenchus(&["check", &path]).stdout).expect("text");
    assert!(check.contains("ok") && check.contains("give the seat again"), "{check}");
}

#[test]
fn an_honest_program_plays_the_debates_of_the_honest_strategy() {
    if !python() {
        return;
    }
    for seed in ["1", "2", "3"] {
        let run = |bob: &str| {
            let run = ["run", "chain-thousand-steps", "--set", "steps=6", "--alice", "honest"];
            json(
                &[&run[..], &["--judge", "honest", "--seed", seed, "--bob", bob, "--json"]]
                    .concat(),
            )
        };
        let (ours, theirs) = (run("honest"), run(&player("honest_bob.py")));
        assert_eq!(theirs["record"]["moves"], ours["record"]["moves"]);
    }
}

#[test]
fn a_bandit_learns_a_shift_that_is_worth_nine_tenths_of_the_best() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let found = folder.path().join("found.json");
    let alice = format!("{} 0:0.4:0.05 '{}'", player("bandit.py"), found.display());
    let scenario = ["chain-thousand-steps", "--set", "steps=4", "--set", "constants=teaching"];
    json(
        &[&["simulate"], &scenario[..], &["--alice", &alice, "--debates", "1500", "--json"]]
            .concat(),
    );
    let found: Value =
        serde_json::from_str(&std::fs::read_to_string(found).expect("it was written"))
            .expect("JSON");
    let sweep = json(
        &[
            &["sweep"],
            &scenario[..],
            &["--vary", "alice.shift=0:0.4:0.05", "--debates", "1", "--json"],
        ]
        .concat(),
    );
    let exact: Vec<(f64, f64)> = sweep["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|p| (p["at"]["alice.shift"].as_f64().unwrap(), p["exact"].as_f64().unwrap()))
        .collect();
    let best = exact.iter().map(|p| p.1).fold(0.0, f64::max);
    let shift = found["shift"].as_f64().expect("a shift");
    let learned = exact.iter().find(|p| (p.0 - shift).abs() < 1e-9).expect("one of them").1;
    assert!(learned >= 0.9 * best, "{shift} is worth {learned}, the best {best}: {exact:?}");
    assert!(best > exact[0].1 + 0.05, "there is something to learn: {exact:?}");
}

#[test]
fn a_program_that_fails_stops_the_debate_with_its_record_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.yaml").to_string_lossy().into_owned();
    for (command, why) in [
        ("program:cat", "3 wrong answers"),
        ("program:yes", "3 wrong answers"),
        ("program:sleep 1000", "said nothing for"),
        ("program:true", "has ended"),
        ("program:tr -d '\\n' < /dev/zero", "has ended"),
        ("program:sh -c 'sleep 1000 & exec head -c 9000000 /dev/zero'", "a line of more than"),
    ] {
        let run = ["run", "find-the-lie", "--bob", command, "--move-time", "0.4", "--save", &path];
        let output = elenchus(&run);
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("Bob's program") && text.contains(why), "{command}: {text}");
        let kept = std::fs::read_to_string(&path).expect("the record is kept");
        assert!(kept.contains("alice: write"), "{command}: {kept}");
    }
    let output = elenchus(&["run", "find-the-lie", "--bob", "program:no-such-program"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("could not be started"), "{text}");
}

#[test]
fn the_language_has_a_schema_and_a_version() {
    let schema = json(&["schema", "--player"]);
    assert_eq!(schema["title"], "Elenchus player, version 1");
    let text = schema.to_string();
    for word in ["begin", "ask", "refused", "over", "move", "comment", "offers", "board"] {
        assert!(text.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn a_program_is_told_what_its_seat_is_shown_and_nothing_hidden() {
    for (id, scenario) in kit::shipped().into_iter().take(12) {
        let game = kit::seated(&scenario, ["honest"; 3], 1);
        for seat in Seat::ALL {
            let shown = game.now().board(Eye::Seat(seat));
            let told = Board::of(&shown);
            assert_eq!(
                (told.title, told.panes.is_empty()),
                (shown.title, shown.panes.is_empty()),
                "{id}"
            );
        }
    }
    let nothing = serde_json::to_value(Argument::Nothing).expect("a value");
    assert_eq!(nothing, serde_json::json!({ "kind": "nothing" }));
}
