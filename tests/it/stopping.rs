//! All long work can be cancelled. It checks its token often, and ends after a cancel. None of it
//! runs on the thread that draws.

use std::time::Duration;

use elenchus::analysis::{Game, Report, Unsolved};
use elenchus::debate::{PlayError, SeatPlan};
use elenchus::rules::{Move, Seat, Viewer};
use elenchus::scenario::{cancellable, library, open, read, replay};
use elenchus::work::{CancelToken, Cancelled, work_on_thread};

use crate::kit::{
    about, command, debate, elenchus, file, folder, named, opened, press, printed, programs,
    scenario, shipped, shows, table, until,
};

/// A plan with 18 live bits over 80 steps. Its values take minutes.
fn wide() -> Box<dyn Game> {
    // Two gates that read the same bits keep them separate. With one gate, the plan would only need
    // a count.
    let step = |step: usize| {
        let start = (step - 1) / 20 * 20;
        let read: String = (start + 1..=start + 18).map(|s| format!("y{s}, ")).collect();
        match step % 20 {
            19 => format!("{{name: y{step}, xor: [{read}]}}, "),
            0 => format!("{{name: y{step}, or: [{read}]}}, "),
            _ => format!("{{name: y{step}, ask: Is it so?, yes: 0.5}}, "),
        }
    };
    let steps: String = (1..=80).map(step).collect();
    debate(&about("stochastic: {k: 2}", &format!("plan: {{steps: [{steps}]}}")))
}

#[test]
fn a_stopped_solve_gives_what_it_had_found() {
    let game = wide();
    for questions in [0, 1, 100, 1_000] {
        let mut report = Report::default();
        let token = CancelToken::limited(questions);
        let solved = game.solving()(&mut report, &token);
        assert!(matches!(solved, Err(Unsolved::Stopped(_))), "{questions}: {solved:?}");
    }
}

#[test]
fn a_cancel_stops_the_solver_and_the_evaluation_of_every_shipped_debate() {
    for (id, scenario) in shipped() {
        let game = open(&scenario).expect("a shipped scenario opens");
        let stopped = CancelToken::default();
        stopped.stop();
        let solved = game.solving()(&mut Report::default(), &stopped);
        assert!(matches!(solved, Err(Unsolved::Stopped(_))), "{id}: {solved:?}");
    }
}

#[test]
fn a_program_that_is_stopped_while_it_thinks_makes_no_move() {
    let mut game = wide();
    game.set_seat(Seat::Alice, &SeatPlan::Program("optimal".into())).expect("an optimal Alice");
    let before = game.tree().line().len();
    let stopped = game.table().run_under(&CancelToken::limited(20));
    assert!(matches!(stopped, Err(PlayError::Stopped(_))), "{stopped:?}");
    assert_eq!(game.tree().line().len(), before);
}

#[test]
fn a_wide_plan_is_drawn_without_being_unrolled() {
    // The values of this plan take minutes. Its first board, brief and questions must not.
    let game = wide();
    let position = game.position();
    for eye in [Viewer::All, Viewer::Seat(Seat::Bob)] {
        let brief = position.brief(eye);
        let told = brief.warnings.iter().any(|words| words.contains("is not checked"));
        assert!(told, "{:?}", brief.warnings);
        assert!(!position.board(eye).panes.is_empty());
    }
}

/// A plan with a witness of this many bits. Only a search checks it, because no single bit refutes it.
fn witnessed(bits: u32, protocol: &str, last: &str) -> Box<dyn Game> {
    let bits: String = (1..=bits).map(|n| format!("w{n}: 0, ")).collect();
    let all = bits.replace(": 0", "");
    let steps = format!("{{name: a, and: [{all}]}}, {{name: n, not: w1}}, {last}");
    debate(&about(
        protocol,
        &format!("plan: {{inputs: {{{bits}}}, witness: [{all}], steps: [{steps}]}}"),
    ))
}

#[test]
fn no_witness_search_runs_without_a_request() {
    for (protocol, last) in [
        ("cross-examination: {claim: 1}", "{and: [a, n]}"),
        (
            "stochastic: {k: 1}",
            "{name: b, and: [a, n]}, {ask: Is it so?, given: [b], table: {0: 0.1, 1: 0.9}}",
        ),
    ] {
        let mut game = witnessed(20, protocol, last);
        game.set_seats(&programs(["witness:1", "honest", "honest"])).expect("they sit down");
        let token = CancelToken::limited(1_000);
        game.table().run_under(&token).expect("a debate of little work");
        let searched = game.position().truth(&token);
        assert_eq!(searched, Err(Cancelled), "{protocol}: a witness search takes longer");
    }
}

/// A search among 2^24 candidates takes a minute, and one among 2^22 distributions too.
#[test]
fn a_witness_whose_search_takes_minutes_is_not_searched() {
    for (bits, protocol, last) in [
        (24, "cross-examination: {claim: 1}", "{and: [a, n]}"),
        (
            22,
            "stochastic: {k: 1}",
            "{name: b, and: [a, n]}, {ask: Q, given: [b], table: {0: 0.1, 1: 0.9}}",
        ),
    ] {
        let mut game = witnessed(bits, protocol, last);
        game.set_seats(&programs(["honest"; 3])).expect("they sit down");
        game.table().run_under(&CancelToken::limited(1_000)).expect("a debate of little work");
        assert_eq!(game.position().truth(&CancelToken::limited(1_000)), Ok(None), "{protocol}");
    }
}

/// The record of a debate with more moves does not fit into the memory.
#[test]
fn a_debate_ends_with_the_number_of_moves_that_the_memory_holds() {
    let mut game = opened("chain-thousand-steps");
    game.set_seats(&programs(["honest"; 3])).expect("they sit down");
    let stuck = game.table().run_under(&CancelToken::with_memory(400_000)).expect_err("it is long");
    assert_eq!((&stuck, game.tree().line().len()), (&PlayError::TooLong { most: 1000 }, 1000));
    assert!(stuck.to_string().contains("more than 1000 moves"), "{stuck}");
}

/// Each of these small files asks for hours.
#[test]
fn small_files_that_ask_for_hours_are_refused_with_the_number() {
    let claims = |width| {
        about(
            "prover-estimator: {epsilon: 0.1, ratio: 3}",
            &format!(
                "claims: {{uniform: {{claim: c, rule: all, width: {width}, depth: 1}}, false-leaves: []}}"
            ),
        )
    };
    assert!(open(&scenario(&claims(4096))).is_ok());
    let machine = "turing: {input: '1', blank: ' ', start state: a, space: {from: 0, to: 1000000}, \
        time limit: 100000, table: {a: {'1': R, ' ': R}, end: }, accept: end}";
    // Its configurations have long tapes, so its plan follows each cell.
    assert!(open(&scenario(&about("stochastic: {k: 2}", machine))).is_ok());
    let register = "shift-register: {steps: 16385, taps: [3, 20], start: '10000000000000000000'}";
    for (text, number) in [
        (claims(4097), "a claim has 4097 subclaims"),
        (about("twins: {transcript: circuit-walk, reads: 2}", register), "at most 16384 gates"),
    ] {
        let refused = open(&scenario(&text)).map(|_| ()).expect_err("it is refused");
        assert!(refused.to_string().contains(number), "{refused}");
    }
}

#[test]
fn a_debate_of_a_wide_plan_is_played_without_being_unrolled() {
    let mut game = wide();
    game.set_seats(&programs(["honest"; 3])).expect("they sit down");
    game.table().run_under(&CancelToken::limited(1_000)).expect("a debate of little work");
}

#[test]
fn opening_a_game_of_twins_is_stopped_while_its_table_is_made() {
    let [xs, ys] = ["x", "y"].map(|of| (1..=12).map(|n| format!("{of}{n}")).collect::<Vec<_>>());
    let formula = format!("exists {}: ({}) & ({})", ys.join(", "), xs.join(" ^ "), ys.join(" ^ "));
    let scenario = scenario(&about(
        "twins: {transcript: quantified, reads: 2}",
        &format!("quantified: {{formula: '{formula}', input: '{}'}}", "0".repeat(12)),
    ));
    let stopped = cancellable::under(&CancelToken::limited(20), || open(&scenario).map(|_| ()));
    assert_eq!(stopped, Err(Cancelled));
}

#[test]
fn a_cancel_stops_a_player_who_looks_ahead_before_the_debate() {
    let mut game = opened("calibrated-bob");
    let learned = SeatPlan::Program("learned:0.01".into());
    let seated =
        cancellable::under(&CancelToken::limited(2), || game.set_seat(Seat::Bob, &learned));
    assert_eq!(seated, Err(Cancelled));
    game.set_seat(Seat::Bob, &learned).expect("nothing is kept of it");
}

#[test]
fn a_search_that_a_move_pays_for_is_stopped_and_the_move_is_not_made() {
    // A table of this many variables takes long.
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
    let game = format!("quantified: {{qdimacs: {}}}", serde_json::json!(clauses));
    let mut game = debate(&about("quantified: {verifier: evaluated}", &game));
    assert_eq!(game.prepare(&Move::Run, &CancelToken::limited(1)), Err(Cancelled));
    game.set_seats(&programs(["honest"; 3])).expect("they sit down");
    let before = game.tree().line().len();
    assert!(matches!(game.table().run_under(&CancelToken::limited(3)), Err(PlayError::Stopped(_))));
    assert_eq!(game.tree().line().len(), before);
}

/// More work than this delays a frame.
const A_FRAMES_WORK: u64 = 3_000;

#[test]
fn no_shipped_debate_works_long_on_the_thread_that_draws() {
    for entry in library::shipped() {
        let before = work_on_thread();
        let text = table(&entry.id, (100, 30)).text();
        let work = work_on_thread() - before;
        assert!(work < A_FRAMES_WORK, "{}: {work} pieces of work, {text}", entry.id);
    }
}

#[test]
fn ruling_on_the_last_of_a_million_gates_works_little_on_the_thread_that_draws() {
    let mut stage = table("million-gates", (100, 30));
    until(&mut stage, &["your turn"]);
    let before = work_on_thread();
    for keys in "right right enter|left|left|left|left|v|right|right|right|right".split('|') {
        press(&mut stage, keys);
    }
    shows(&stage, &["Bob won"]);
    let work = work_on_thread() - before;
    assert!(work < A_FRAMES_WORK, "{work} pieces of work");
}

/// A file of this many steps, none of them in the plain form.
fn large(steps: usize) -> String {
    let steps = "      - { ask: 'Is it so?', answer: 'yes' }\n".repeat(steps);
    format!(
        "elenchus: 1\ntitle: T\nclaim: C\nprotocol: {{cross-examination: {{claim: 1}}}}\nmachine:\n  \
         plan:\n    steps:\n{steps}"
    )
}

#[test]
fn a_cancel_stops_the_reading_of_a_file_anywhere_and_it_reports_progress() {
    let plain = large(3_000).replace("{ ask: 'Is it so?', answer: 'yes' }", "{not: 0}");
    for text in [large(3_000), plain] {
        for questions in 0..5 {
            let token = CancelToken::limited(questions);
            let stopped = cancellable::under(&token, || read("f.yaml", &text));
            assert_eq!(stopped, Err(Cancelled), "{questions}");
        }
        let token = CancelToken::default();
        let _ = cancellable::under(&token, || read("f.yaml", &text)).expect("nobody stopped it");
        let (done, of) = token.progress();
        assert_eq!(of, text.lines().count() as u64 + 1);
        assert!(done > 2_000 && done <= of, "{done} of {of}");
    }
}

#[test]
fn opening_a_file_and_replaying_its_moves_are_stopped_too() {
    let scenario = read("f.yaml", &large(3_000)).expect("it reads");
    let stopped = cancellable::under(&CancelToken::limited(2), || open(&scenario).map(|_| ()));
    assert_eq!(stopped, Err(Cancelled));
    let scenario = named("find-the-lie");
    let mut game = open(&scenario).expect("it opens");
    game.set_seats(&programs(["honest"; 3])).expect("they sit down");
    game.table().run().expect("legal");
    let record = elenchus::scenario::journal::played(&scenario, &*game);
    let mut game = open(&record).expect("it opens");
    let before = game.tree().line().len();
    let stopped = CancelToken::default();
    stopped.stop();
    let replayed = cancellable::under(&stopped, || replay(&record, &mut *game));
    assert_eq!(replayed, Err(Cancelled));
    assert_eq!(game.tree().line().len(), before);
}

/// The processor time of a process so far, in hundredths of a second. `None` if the process has
/// ended.
fn processor_time(process: &str) -> Option<u64> {
    // The name of the program can contain spaces, and ends with a bracket.
    let stat = std::fs::read_to_string(format!("{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
}

/// The processor time, in hundredths of a second, after which the test kills a command that was
/// interrupted. An idle machine needs a tenth of a second. Processor time does not depend on other
/// work, so a busy machine changes little.
const ENOUGH: u64 = 400;

/// Starts a command. Interrupts it after it listens for that and some time has passed. Returns its
/// exit code, its standard output and its standard error. The code is `None` if it worked for long
/// after the interrupt.
fn interrupted(arguments: &str, after: Duration) -> (Option<i32>, String, String) {
    use std::process::{Command, Stdio};
    let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("it starts");
    let id = child.id().to_string();
    let process = format!("/proc/{id}");
    let listens = || {
        let status = std::fs::read_to_string(format!("{process}/status")).expect("it goes on");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("its signals").trim(), 16).expect("bits");
        caught >> 1 & 1 == 1
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(after);
    let kill = |signal: &str| Command::new("kill").args([signal, &*id]).status().expect("kill");
    let before = processor_time(&process).unwrap_or(0);
    assert!(kill("-INT").success());
    let ends = std::thread::spawn(|| child.wait_with_output().expect("it ends"));
    while !ends.is_finished() {
        if processor_time(&process).is_some_and(|now| now > before + ENOUGH) {
            kill("-KILL");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = ends.join().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_every_command_that_is_at_work_with_130() {
    let folder = folder();
    let file = file(folder.path(), "large.yaml", &large(100_000));
    for (command, printed, after) in [
        (&*format!("check {file}"), Some(""), 50),
        (&*format!("check --json {file}"), Some("[]"), 50),
        (&*format!("replay {file}"), None, 50),
        ("solve chain-thousand-steps --set steps=200000 --reveal", None, 50),
        ("solve chain-thousand-steps --set steps=200000 --reveal", None, 400),
        ("run chain-thousand-steps --set steps=800000 --reveal", None, 50),
        ("run chain-thousand-steps --set steps=800000 --reveal", None, 400),
    ] {
        let (code, out, err) = interrupted(command, Duration::from_millis(after));
        assert_eq!(code, Some(130), "{command} after {after}: {err}");
        assert!(printed.is_none_or(|printed| printed == out.trim()), "{command}: {out}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn after_ctrl_c_no_program_is_started_and_what_was_found_is_printed() {
    let folder = folder();
    let script = file(
        folder.path(),
        "bob.sh",
        "echo started >> \"$1\"\nwhile read -r line; do case $line in *'\"ask\"'*) sleep 0.02; \
         echo '{\"move\": \"point 3\"}';; esac; done\n",
    );
    let starts = folder.path().join("starts");
    let bob = format!("program:sh {script} {}", starts.display());
    for form in ["--csv", "--jsonl", "--json"] {
        let _ = std::fs::remove_file(&starts);
        let simulate = format!("simulate find-the-lie --bob `{bob}` --debates 100000 {form}");
        let (code, out, err) = interrupted(&simulate, Duration::from_millis(1500));
        assert_eq!(code, Some(130), "{form}: {out} {err}");
        assert!(err.contains("partial") && !err.contains("program"), "{form}: {err}");
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
    }
}

#[test]
fn a_time_limit_ends_a_command_with_its_results_so_far() {
    let run = |arguments: &[&str]| crate::kit::elenchus(arguments);
    let simulate = ["simulate", "contract-comma", "--debates", "1000000000", "--json"];
    let output = run(&[&simulate[..], &["--time-limit", "0.5"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(124), "{said}");
    assert!(said.contains("stopped by the time limit") && said.contains("is partial"), "{said}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["partial"], true);
    assert!(found["debates"].as_u64() > Some(0), "{found}");
    let solve = ["solve", "chain-thousand-steps", "--set", "steps=200000", "--reveal", "--json"];
    let output = run(&[&solve[..], &["--time-limit", "0.5"]].concat());
    assert_eq!(output.status.code(), Some(124), "{output:?}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["partial"], true);
    // A command that ends in time is not affected.
    let output = run(&["solve", "find-the-lie", "--time-limit", "600"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        crate::kit::refused(&["solve", "find-the-lie", "--time-limit", "0"]).contains("seconds")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn after_ctrl_c_grade_prints_the_rows_that_it_had_and_says_so() {
    let folder = folder();
    let record = folder.path().join("0.yaml").display().to_string();
    let run = elenchus(&format!("run find-the-lie --bob honest --reveal --out {record}"));
    assert!(run.status.success(), "{run:?}");
    const RECORDS: usize = 20_000;
    for number in 1..RECORDS {
        let copy = folder.path().join(format!("{number}.yaml"));
        std::fs::hard_link(&record, copy).expect("a link");
    }
    let grade = format!("grade {} --csv", folder.path().display());
    let (code, out, err) = interrupted(&grade, Duration::from_millis(400));
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("partial"), "{err}");
    assert!(out.lines().count() < RECORDS, "all rows");
}

#[test]
#[cfg(target_os = "linux")]
fn after_ctrl_c_dqc_says_that_its_output_is_partial() {
    let mut ends = std::iter::repeat_with(|| interrupted("dqc --inputs 4", Duration::ZERO));
    // The command may end before the signal comes.
    let (code, _, err) =
        ends.by_ref().take(20).find(|end| end.0 != Some(0)).expect("one is in time");
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("partial"), "{err}");
}

/// A walk that follows its path anew at every read takes half an hour here.
#[test]
fn a_walk_down_tens_of_thousands_of_gates_is_played_and_told() {
    let folder = folder();
    let text = about(
        "circuit-walk: {}",
        "shift-register: {steps: 65536, taps: [3, 20], start: '10000000000000000000'}",
    );
    let walk = file(folder.path(), "walk.yaml", &text);
    let told = printed(&format!("run {walk} --time-limit 300"));
    assert!(told.lines().count() > 25_000 && told.contains("rule for "), "{}", told.len());
}

/// A judge who evaluates the circuit after every pointer needs minutes here.
#[test]
fn a_search_through_a_walk_evaluates_no_circuit_before_the_judge_reads_an_input() {
    let folder = folder();
    let text = about("circuit-walk: {}", "circuit: {parity: 65536}");
    let walk = file(folder.path(), "walk.yaml", &text);
    let solved = printed(&format!("solve {walk} --reveal --time-limit 60"));
    assert!(solved.contains("32 of 32") && solved.contains("1 of 1"), "{solved}");
    let attacked = printed(&format!("attack {walk} --seat alice --reveal --time-limit 60"));
    assert!(attacked.contains("1.000000"), "{attacked}");
}

/// Without chance, one debate is enough. Two thousand equal debates take minutes here.
#[test]
fn the_value_of_a_long_debate_without_chance_is_exact() {
    let folder = folder();
    let register = "shift-register: {steps: 65536, taps: [3, 20], start: '10000000000000000000'}";
    let walk = file(folder.path(), "walk.yaml", &about("circuit-walk: {}", register));
    for players in ["--bob honest", "--bob lazy", "--alice first --bob wrong"] {
        let solved = printed(&format!("solve {walk} {players} --only players --json --reveal"));
        let solved: serde_json::Value = serde_json::from_str(&solved).expect("JSON");
        assert_eq!(solved["pair"]["how"], "exact", "{players}: {solved}");
    }
    for attack in ["--seat alice", "--seat bob", "--seat alice --bob lazy"] {
        let attacked = printed(&format!("attack {walk} {attack} --reveal --time-limit 60"));
        assert!(attacked.contains("(exact)") && attacked.contains("0 debates"), "{attacked}");
    }
}
