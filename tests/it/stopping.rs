//! Everything long can be stopped: it asks often whether to go on, and ends when it is told not to.
//! The thread that draws does none of it.

use std::time::Duration;

use elenchus::analysis::{Game, Report, Unsolved};
use elenchus::debate::{SeatPlan, Stuck};
use elenchus::rules::{Eye, Move, Seat};
use elenchus::scenario::{Scenario, library, open, read, reading, replay, write};
use elenchus::tui::stage::Stage;
use elenchus::work::{Stopped, Token, done_here};

use crate::kit::shipped;

/// A plan with 18 live bits over so many steps: its values take minutes.
fn wide(steps: usize) -> Box<dyn Game> {
    let mut plan = String::new();
    for step in 1..=steps {
        // Two gates that read the same bits keep them apart: one alone is counted as it goes.
        let start = (step - 1) / 20 * 20;
        let read: Vec<String> = (start + 1..=start + 18).map(|s| format!("y{s}")).collect();
        plan += &match step % 20 {
            19 => format!("      - {{name: y{step}, xor: [{}]}}\n", read.join(", ")),
            0 => format!("      - {{name: y{step}, or: [{}]}}\n", read.join(", ")),
            _ => format!("      - {{name: y{step}, ask: Is it so?, yes: 0.5}}\n"),
        };
    }
    let text = format!(
        "elenchus: 1\ntitle: T\nclaim: C\nprotocol:\n  stochastic: {{k: 2}}\nmachine:\n  plan:\n    \
         steps:\n{plan}seed: 1\n"
    );
    open(&read("f.yaml", &text).unwrap_or_else(|e| panic!("{e}"))).expect("it opens")
}

#[test]
fn a_stopped_solve_gives_what_it_had_found() {
    let game = wide(80);
    for questions in [0, 1, 100, 3_000] {
        let mut report = Report::default();
        let token = Token::limited(questions);
        let solved = game.solving()(&mut report, &token);
        assert!(matches!(solved, Err(Unsolved::Stopped(_))), "{questions}: {solved:?}");
    }
}

#[test]
fn every_shipped_debate_stops_being_solved_and_evaluated_when_it_is_told_to() {
    for (id, scenario) in shipped() {
        let game = open(&scenario).expect("a shipped scenario opens");
        let stopped = Token::default();
        stopped.stop();
        let solved = game.solving()(&mut Report::default(), &stopped);
        assert!(matches!(solved, Err(Unsolved::Stopped(_))), "{id}: {solved:?}");
    }
}

#[test]
fn a_program_that_is_stopped_while_it_thinks_makes_no_move() {
    let mut game = wide(80);
    game.set_seat(Seat::Alice, &SeatPlan::Program("optimal".into())).expect("an optimal Alice");
    let before = game.tree().line().len();
    let stopped = game.table().run_under(&Token::limited(20));
    assert!(matches!(stopped, Err(Stuck::Stopped(_))), "{stopped:?}");
    assert_eq!(game.tree().line().len(), before);
}

#[test]
fn a_wide_plan_is_drawn_without_being_unrolled() {
    // The values of this plan take minutes; its first board, brief and questions must not.
    let game = wide(80);
    let position = game.now();
    for eye in [Eye::All, Eye::Seat(Seat::Bob)] {
        let brief = position.brief(eye);
        let told = brief.warnings.iter().any(|words| words.contains("is not checked"));
        assert!(told, "{:?}", brief.warnings);
        assert!(!position.board(eye).panes.is_empty());
    }
}

/// A scenario in a file that has these lines after the first three.
fn written(rest: &str) -> Scenario {
    read("f.yaml", &format!("elenchus: 1\ntitle: T\nclaim: C\n{rest}")).expect("it reads")
}

/// Whether a witness of 22 bits is one is found by a search of millions of plans. No bit says no.
fn witnessed(protocol: &str, last: &str) -> Box<dyn Game> {
    let names: Vec<String> = (1..=22).map(|n| format!("w{n}")).collect();
    let (bits, all) = (names.join(": 0, "), names.join(", "));
    open(&written(&format!(
        "protocol: {{{protocol}}}\nmachine:\n  plan:\n    inputs: {{{bits}: 0}}\n    witness: [{all}]\n    \
         steps:\n      - {{name: a, and: [{all}]}}\n      - {{name: n, not: w1}}\n{last}"
    )))
    .expect("it opens")
}

#[test]
fn nobody_searches_for_a_witness_who_does_not_ask_for_it() {
    let never = "      - {and: [a, n]}\n";
    let likely = "      - {name: b, and: [a, n]}\n      - {ask: Is it so?, given: [b], table: {0: 0.1, 1: 0.9}}\n";
    for (protocol, last) in
        [("cross-examination: {claim: 1}", never), ("stochastic: {k: 1}", likely)]
    {
        let mut game = witnessed(protocol, last);
        let alice = SeatPlan::Program("witness:1".into());
        game.set_seats(&[alice, SeatPlan::honest(), SeatPlan::honest()]).expect("they sit down");
        let token = Token::limited(1_000);
        game.table().run_under(&token).expect("a debate of little work");
        let searched = game.now().truth(&token);
        assert_eq!(searched, Err(Stopped), "{protocol}: whether there is one takes longer");
    }
}

#[test]
fn a_debate_of_a_wide_plan_is_played_without_being_unrolled() {
    let mut game = wide(80);
    game.set_seats(&Seat::each(|_| SeatPlan::honest())).expect("they sit down");
    game.table().run_under(&Token::limited(1_000)).expect("a debate of little work");
}

#[test]
fn opening_a_game_of_twins_is_stopped_while_its_table_is_made() {
    let (xs, ys): (Vec<_>, Vec<_>) = (1..=12).map(|n| (format!("x{n}"), format!("y{n}"))).unzip();
    let scenario = written(&format!(
        "protocol: {{twins: {{transcript: quantified, reads: 2}}}}\nmachine: {{quantified: {{formula: 'exists {}: \
         ({}) & ({})', input: '000000000000'}}}}\n",
        ys.join(", "),
        xs.join(" ^ "),
        ys.join(" ^ "),
    ));
    let stopped = reading::under(&Token::limited(20), || open(&scenario).map(|_| ()));
    assert_eq!(stopped, Err(Stopped));
}

#[test]
fn a_player_who_looks_ahead_before_the_debate_is_stopped_while_it_sits_down() {
    let (_, scenario) = shipped()
        .into_iter()
        .find(|(_, scenario)| scenario.protocol.value.name() == "prover-estimator")
        .expect("shipped");
    let mut game = open(&scenario).expect("it opens");
    let learned = SeatPlan::Program("learned:0.01".into());
    let seated = reading::under(&Token::limited(2), || game.set_seat(Seat::Bob, &learned));
    assert_eq!(seated, Err(Stopped));
    game.set_seat(Seat::Bob, &learned).expect("nothing is kept of it");
}

#[test]
fn a_search_that_a_move_pays_for_is_stopped_and_the_move_is_not_made() {
    // The table of so many variables takes long.
    let (mut random, mut clauses) = (1u32, "p cnf 24 1000\n".to_owned());
    for variable in 1..=24 {
        clauses += &format!("{} {variable} 0\n", if variable % 2 == 1 { 'a' } else { 'e' });
    }
    for _ in 0..1000 {
        for _ in 0..8 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let sign = if random >> 31 == 1 { "-" } else { "" };
            clauses += &format!("{sign}{} ", 1 + (random >> 16) % 24);
        }
        clauses += "0\n";
    }
    let clauses = clauses.replace('\n', "\n      ");
    let mut game = open(&written(&format!(
        "protocol: {{quantified: {{verifier: evaluated}}}}\nmachine:\n  quantified:\n    qdimacs: |\n      \
         {clauses}\n"
    )))
    .expect("it opens");
    assert_eq!(game.prepare(&Move::Run, &Token::limited(1)), Err(Stopped));
    game.set_seats(&Seat::each(|_| SeatPlan::honest())).expect("they sit down");
    let before = game.tree().line().len();
    assert!(matches!(game.table().run_under(&Token::limited(3)), Err(Stuck::Stopped(_))));
    assert_eq!(game.tree().line().len(), before);
}

/// More work than this holds up a frame.
const A_FRAMES_WORK: u64 = 3_000;

#[test]
fn no_shipped_debate_works_long_on_the_thread_that_draws() {
    for entry in library::shipped() {
        let mut stage = Stage::new(Vec::new(), (100, 30), None);
        let before = done_here();
        stage.open(&entry);
        stage.press("enter").expect("a key");
        let _ = stage.text();
        let work = done_here() - before;
        assert!(work < A_FRAMES_WORK, "{}: {work} pieces of work, {}", entry.id, stage.text());
    }
}

#[test]
fn ruling_on_the_last_of_a_million_gates_works_little_on_the_thread_that_draws() {
    let entries = library::shipped();
    let entry = entries.iter().find(|entry| entry.id == "million-gates").expect("shipped");
    let mut stage = Stage::new(Vec::new(), (100, 30), None);
    stage.open(entry);
    stage.press("enter").expect("a key");
    while !stage.text().contains("your turn") {
        assert!(stage.wait(Duration::from_secs(120)), "{}", stage.text());
    }
    let before = done_here();
    stage.press("right right enter").expect("keys");
    for _ in 0..4 {
        stage.press("left").expect("a key");
        let _ = stage.text();
    }
    stage.press("v").expect("a key");
    for _ in 0..4 {
        stage.press("right").expect("a key");
        let _ = stage.text();
    }
    assert!(stage.text().contains("Bob won"), "{}", stage.text());
    let work = done_here() - before;
    assert!(work < A_FRAMES_WORK, "{work} pieces of work");
}

/// A file of so many steps, none of them in the plain form.
fn large(steps: usize) -> String {
    let steps = "      - { ask: 'Is it so?', answer: 'yes' }\n".repeat(steps);
    format!(
        "elenchus: 1\ntitle: T\nclaim: C\nprotocol: {{cross-examination: {{claim: 1}}}}\nmachine:\n  \
         plan:\n    steps:\n{steps}"
    )
}

#[test]
fn reading_a_file_is_stopped_wherever_it_is_and_says_how_far_it_is() {
    let plain = large(3_000).replace("{ ask: 'Is it so?', answer: 'yes' }", "{not: 0}");
    for text in [large(3_000), plain] {
        for questions in 0..5 {
            let token = Token::limited(questions);
            let stopped = reading::under(&token, || read("f.yaml", &text));
            assert_eq!(stopped, Err(Stopped), "{questions}");
        }
        let token = Token::default();
        let _ = reading::under(&token, || read("f.yaml", &text)).expect("nobody stopped it");
        let (done, of) = token.progress();
        assert_eq!(of, text.lines().count() as u64 + 1);
        assert!(done > 2_000 && done <= of, "{done} of {of}");
    }
}

#[test]
fn opening_a_file_and_replaying_its_moves_are_stopped_too() {
    let scenario = read("f.yaml", &large(3_000)).expect("it reads");
    let stopped = reading::under(&Token::limited(2), || open(&scenario).map(|_| ()));
    assert_eq!(stopped, Err(Stopped));
    let played = shipped().into_iter().find_map(|(_, scenario)| {
        let mut game = open(&scenario).ok()?;
        game.set_seats(&Seat::each(|_| SeatPlan::honest())).ok()?;
        game.table().run().ok()?;
        Some(elenchus::scenario::journal::played(&scenario, &*game))
    });
    let record = played.expect("a shipped debate that programs can play");
    let record = read("f.yaml", &write(&record).expect("it can be written")).expect("it reads");
    let mut game = open(&record).expect("it opens");
    let stopped = Token::default();
    stopped.stop();
    let replayed = reading::under(&stopped, || replay(&record, &mut *game));
    assert_eq!(replayed, Err(Stopped));
    assert_eq!(game.tree().line().len(), open(&record).expect("it opens").tree().line().len());
}

const SOON: Duration = Duration::from_millis(50);

/// Starts a command and interrupts it once it listens for that and some time has passed; its exit code
/// and what it said. It ends soon after.
fn interrupted(arguments: &[&str], after: Duration) -> (Option<i32>, String, String) {
    use std::process::{Command, Stdio};
    let command = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let status = format!("/proc/{}/status", command.id());
    let listens = || {
        let status = std::fs::read_to_string(&status).expect("it goes on");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("its signals").trim(), 16).expect("bits");
        caught >> 1 & 1 == 1
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(after);
    let sent = Command::new("kill").args(["-INT", &command.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let sent = std::time::Instant::now();
    let output = command.wait_with_output().expect("it ends");
    // A tenth of a second on a machine that does nothing else.
    assert!(sent.elapsed() < Duration::from_secs(4), "{arguments:?}: {:?}", sent.elapsed());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_check_and_a_replay_of_a_large_file_with_130() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("large.yaml");
    std::fs::write(&file, large(400_000)).expect("it is written");
    let file = file.to_str().expect("a name");
    let (code, out, err) = interrupted(&["check", file], SOON);
    assert_eq!((code, out.as_str()), (Some(130), ""), "{err}");
    assert!(err.contains("stopped: 0 of 1 files and courses were checked"), "{err}");
    let (code, out, err) = interrupted(&["check", "--json", file], SOON);
    assert_eq!((code, out.trim()), (Some(130), "[]"), "{err}");
    let (code, ..) = interrupted(&["replay", file], SOON);
    assert_eq!(code, Some(130));
}

#[test]
#[cfg(target_os = "linux")]
fn one_ctrl_c_ends_every_command_that_is_at_work() {
    for (command, steps, after) in [
        ("solve", "steps=200000", 50),
        ("solve", "steps=200000", 400),
        ("run", "steps=4000000", 50),
        ("run", "steps=4000000", 400),
    ] {
        let arguments = [command, "chain-thousand-steps", "--set", steps, "--reveal"];
        let (code, _, err) = interrupted(&arguments, Duration::from_millis(after));
        assert_eq!(code, Some(130), "{command} after {after}: {err}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn after_ctrl_c_no_program_is_started_and_what_was_found_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (script, starts) = (folder.path().join("bob.sh"), folder.path().join("starts"));
    let text = "echo started >> \"$1\"\nwhile read -r line; do case $line in *'\"ask\"'*) sleep 0.02; \
                echo '{\"move\": \"point 3\"}';; esac; done\n";
    std::fs::write(&script, text).expect("it can be written");
    let bob = format!("program:sh {} {}", script.display(), starts.display());
    for form in ["--csv", "--jsonl", "--json"] {
        let _ = std::fs::remove_file(&starts);
        let simulate = ["simulate", "find-the-lie", "--bob", &bob, "--debates", "100000", form];
        let (code, out, err) = interrupted(&simulate, Duration::from_millis(1500));
        assert_eq!(code, Some(130), "{form}: {out} {err}");
        assert!(err.contains("is partial"), "{form}: {err}");
        let started = std::fs::read_to_string(&starts).expect("they wrote").lines().count();
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(started <= workers, "{form}: {started} programs on {workers} workers");
        let told = match form {
            "--json" => serde_json::from_str::<serde_json::Value>(&out).expect("JSON")["debates"]
                .as_u64()
                .expect("a count") as usize,
            _ => out.lines().count() - 1,
        };
        assert!(told >= 2, "{form}: {out}");
        assert!(!err.contains("program"), "{form}: {err}");
    }
}
