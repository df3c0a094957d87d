//! Programs outside: what they are told, what they answer, and how they fail.

use std::process::{Command, Output};

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan, Table};
use elenchus::outside::{Argument, Board, Programs};
use elenchus::rules::{Cost, Eye, Move, Seat};
use elenchus::scenario::{library, open, write};
use elenchus::tui::stage::Stage;
use elenchus::work::Token;
use serde_json::Value;

use crate::kit;

/// Whether there is a Python to play; where there is none, a test says that it was left out.
pub fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("left out: there is no python3 here");
    }
    found
}

pub fn player(name: &str) -> String {
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
        let run = json(&["run", id, seat, &command, "--out", &path, "--force", "--json"]);
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
    // Where a person was to sit, a program did.
    let graded = String::from_utf8(elenchus(&["grade", &path]).stdout).expect("text");
    assert!(graded.contains("other players"), "{graded}");
    let paper = elenchus(&["export", &path, "--to", "markdown"]).stdout;
    assert!(String::from_utf8(paper).expect("text").contains("bob: program:"), "it is named");
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
fn a_bandit_learns_by_its_own_command_a_shift_that_is_worth_nine_tenths_of_the_best() {
    if !python() {
        return;
    }
    // The command that the player itself shows, as it stands there.
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/players/bandit.py"));
    let (_, command) = text.split_once("\n\n    RAYON_NUM_THREADS=1").expect("its command");
    let (command, _) = command.split_once("\n\n").expect("its end");
    let players = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/players/");
    let folder = tempfile::tempdir().expect("a folder");
    let found = folder.path().join("found.json");
    let command = format!("RAYON_NUM_THREADS=1{command}").replace("examples/players/", players);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_elenchus")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{command}: {output:?}");
    let scenario = ["chain-thousand-steps", "--set", "steps=4", "--set", "constants=teaching"];
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
        (
            "program:sh -c \"while read -r l; do case $l in *ask*|*refused*) echo no;; esac; done\"",
            "3 wrong answers",
        ),
        ("program:yes", "answers no question"),
        ("program:sleep 1000", "said nothing for"),
        ("program:true", "has ended"),
        ("program:tr -d '\\n' < /dev/zero", "has ended"),
        ("program:sh -c 'sleep 1000 & exec head -c 9000000 /dev/zero'", "a line of more than"),
    ] {
        let run = ["run", "find-the-lie", "--bob", command, "--move-time", "0.4", "--out", &path];
        let run = [&run[..], &["--force"]].concat();
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
    assert_eq!(schema["title"], "Elenchus player, version 2");
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

/// What a server of chat completions does with a question.
pub enum Reply {
    /// It answers with this status and text; a text that is an object with `choices` is the whole reply.
    Says(u16, String),
    /// The same, and asks to be left alone for so many seconds.
    Later(u16, u32),
    /// It closes the connection.
    Closes,
    /// It sends half of an answer.
    Half,
    /// It says nothing for so long.
    Hangs(std::time::Duration),
}

/// A server of chat completions that does with each question what `answer` says, several at a time, and
/// keeps what it was asked.
pub fn chat_server(
    answer: impl Fn(&Value) -> Reply + Send + Sync + 'static,
) -> (String, std::sync::mpsc::Receiver<(String, Value)>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1/chat/completions", listener.local_addr().expect("one"));
    let (asked, questions) = std::sync::mpsc::channel();
    let answer = std::sync::Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            let (answer, asked) = (std::sync::Arc::clone(&answer), asked.clone());
            // Whoever was killed has left half a question.
            std::thread::spawn(move || answered(stream, &*answer, &asked));
        }
    });
    (address, questions)
}

fn answered(
    mut stream: std::net::TcpStream,
    answer: &dyn Fn(&Value) -> Reply,
    asked: &std::sync::mpsc::Sender<(String, Value)>,
) -> Option<()> {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut key, mut length, mut line) = (String::new(), 0, String::new());
    while reader.read_line(&mut line).ok()? > 0 && line.trim() != "" {
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        match name.to_ascii_lowercase().as_str() {
            "authorization" => key = value.trim().to_owned(),
            "content-length" => length = value.trim().parse().ok()?,
            _ => {}
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    let reply = answer(&body);
    let _ = asked.send((key, body));
    let whole = |text: String| match serde_json::from_str::<Value>(&text) {
        Ok(whole) if whole.get("choices").is_some() => text,
        _ => serde_json::json!({
            "choices": [{ "message": { "content": text } }],
            "usage": { "prompt_tokens": 90, "completion_tokens": 10 },
        })
        .to_string(),
    };
    let mut send = |status: u16, more: &str, text: &str, promised: usize| {
        let head = format!("HTTP/1.1 {status} Answer\r\n{more}Content-Length: {promised}\r\n\r\n");
        stream.write_all((head + text).as_bytes()).ok()
    };
    match reply {
        Reply::Says(status, text) => {
            let text = whole(text);
            send(status, "", &text, text.len())
        }
        Reply::Later(status, seconds) => {
            send(status, &format!("Retry-After: {seconds}\r\n"), "", 0)
        }
        Reply::Half => {
            let text = whole("point 3".into());
            send(200, "", &text[..text.len() / 2], text.len())
        }
        Reply::Closes => None,
        Reply::Hangs(long) => {
            std::thread::sleep(long);
            None
        }
    }
}

pub fn reply(text: &str) -> Reply {
    Reply::Says(200, text.into())
}

fn chatting(url: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(arguments)
        .envs([("CHAT_URL", url), ("CHAT_MODEL", "a-model"), ("CHAT_KEY", "a-key")])
        .env_remove("http_proxy")
        .output()
        .expect("it starts")
}

#[test]
fn a_model_behind_an_endpoint_plays_a_seat_and_is_told_why_it_is_refused() {
    if !python() {
        return;
    }
    // Its first answer is no move; the second is one, with a reason.
    let (url, questions) = chat_server(|body| {
        let messages = body["messages"].as_array().expect("messages");
        let last = messages.last().expect("one")["content"].as_str().expect("text");
        match last.starts_with("That was not taken: ") {
            true => reply("\n91 is odd.\n`point 3` # 91 is 7 times 13\nThat is it."),
            false => reply("I would rather not"),
        }
    });
    let bob = format!("{} --price-in 10 --price-out 20", player("chat.py"));
    let output = chatting(&url, &["run", "find-the-lie", "--bob", &bob, "--json"]);
    assert!(output.status.success(), "{output:?}");
    let run: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let moves = run["record"]["moves"].to_string();
    assert!(moves.contains("point 3"), "{moves}");
    let said = &run["comments"][0];
    assert_eq!(said["comment"], "91 is 7 times 13");
    assert_eq!((&said["meta"]["tokens"], &said["meta"]["model"]), (&100.into(), &"a-model".into()));
    assert!((said["meta"]["cost"].as_f64().expect("a cost") - 0.0011).abs() < 1e-12, "{said}");
    assert!(said["meta"]["reply"].as_str().is_some_and(|reply| reply.contains("91 is odd.")));
    let asked: Vec<(String, Value)> = questions.try_iter().collect();
    assert_eq!(asked.len(), 2);
    assert_eq!((asked[0].0.as_str(), &asked[0].1["model"]), ("Bearer a-key", &"a-model".into()));
    let message = |at: usize| asked[0].1["messages"][at]["content"].as_str().expect("text");
    let (rules, turn) = (message(0), message(1));
    // The rules, the claim, the offers and the board are told in words of a template.
    assert!(rules.contains("'bob'") && rules.contains("Alice claims"), "{rules}");
    assert!(rules.contains("Point at one step."), "{rules}");
    assert!(turn.contains("- point a step from 1 to "), "{turn}");
    assert!(turn.contains("\"panes\"") && turn.contains("\"numbers\""), "{turn}");
    assert_eq!(said["meta"]["prompt"], asked[1].1["messages"][3]["content"], "{said}");
}

#[test]
fn the_texts_that_a_model_is_told_are_templates() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
        folder.path().join(name).display().to_string()
    };
    let rules = write("rules", "You are {seat} in {title}. {unknown} {\"a\": 1}");
    let each = write("turn", "{question}! {offers}");
    let (url, questions) = chat_server(|_| reply("probability 0.25\npoint 3"));
    let more = format!("--template '{rules}' --turn-template '{each}' --probability");
    let bob = format!("{} {more}", player("chat.py"));
    let output = chatting(&url, &["run", "find-the-lie", "--bob", &bob, "--json"]);
    assert!(output.status.success(), "{output:?}");
    let asked: Vec<(String, Value)> = questions.try_iter().collect();
    let message = |at: usize| asked[0].1["messages"][at]["content"].as_str().expect("text");
    assert!(message(0).starts_with("You are bob in "), "{}", message(0));
    assert!(message(0).contains(" {unknown} {\"a\": 1}"), "{}", message(0));
    assert!(message(1).contains("! - point a step from 1"), "{}", message(1));
    let run: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(run["comments"][0]["meta"]["probability"], 0.25, "{run}");
}

#[test]
fn an_endpoint_that_fails_in_every_way_for_a_while_is_asked_again() {
    if !python() {
        return;
    }
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let (url, questions) = chat_server(move |body| {
        let schema = body.get("response_format").is_some();
        match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0 => Reply::Says(429, "later".into()),
            1 => Reply::Later(429, 0),
            2 => Reply::Says(500, "no".into()),
            3 => Reply::Says(503, String::new()),
            4 => reply(""),
            5 => reply("{\"choices\": []}"),
            6 => reply("{\"choices\": [{\"message\": {\"content\": null}}]}"),
            7 => reply("{\"choices\": \"<html>\"}"),
            8 => Reply::Closes,
            9 => Reply::Half,
            10 => Reply::Hangs(std::time::Duration::from_secs(3)),
            // It has no JSON Schema.
            _ if schema => Reply::Says(400, "what is a response_format?".into()),
            _ => reply("{\"move\": \"point 3\", \"comment\": \"there\"}"),
        }
    });
    let more = "--pause 0.001 --retries 14 --timeout 1 --temperature 0.5 --max-tokens 200 --seed 7 \
                --json-schema";
    let bob = format!("{} {more}", player("chat.py"));
    let run = ["run", "find-the-lie", "--bob", &bob, "--move-time", "60", "--json"];
    let output = chatting(&url, &run);
    assert!(output.status.success(), "{output:?}");
    let run: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let meta = &run["comments"][0]["meta"];
    assert_eq!(meta["asked"], 13, "{meta}");
    let errors = meta["errors"].as_array().expect("why").clone();
    assert_eq!(errors.len(), 12, "{meta}");
    for (at, word) in
        [(0, "429"), (2, "500"), (3, "503"), (9, "IncompleteRead"), (10, "imed out"), (11, "400")]
    {
        assert!(errors[at].as_str().is_some_and(|why| why.contains(word)), "{word}: {errors:?}");
    }
    assert_eq!(run["comments"][0]["comment"], "there");
    let bodies: Vec<Value> = questions.try_iter().map(|(_, body)| body).collect();
    assert!(bodies.last().is_some_and(|body| body.get("response_format").is_none()));
    let body = &bodies[0];
    assert_eq!(
        (&body["temperature"], &body["max_tokens"], &body["seed"]),
        (&0.5.into(), &200.into(), &7.into())
    );
    assert_eq!(body["response_format"]["json_schema"]["name"], "move");
}

#[test]
fn an_endpoint_that_fails_stops_the_debate_and_says_so() {
    if !python() {
        return;
    }
    let (url, _questions) = chat_server(|_| Reply::Says(500, "no".into()));
    let bob = format!("{} --pause 0.01 --retries 2", player("chat.py"));
    let run = ["run", "find-the-lie", "--bob", &bob];
    let output = chatting(&url, &run);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("asked 3 times") && text.contains("500"), "{text}");
    assert!(text.contains("Bob's program"), "{text}");
    let text = String::from_utf8_lossy(&chatting("", &run).stderr).into_owned();
    assert!(text.contains("set CHAT_URL"), "{text}");
}

/// Who asks for a place at a time of its own is not turned away, and what is wrong with the question is not
/// asked twice.
#[test]
fn requests_keep_to_their_rate_and_a_wrong_one_is_not_repeated() {
    if !python() {
        return;
    }
    let (url, _questions) = chat_server(|_| Reply::Says(401, "who are you?".into()));
    let bob = format!("{} --pause 0.01", player("chat.py"));
    let output = chatting(&url, &["run", "find-the-lie", "--bob", &bob]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("asked 1 times") && text.contains("401"), "{text}");
    // Three questions, 120 a minute: half a second between two of them.
    let times = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = std::sync::Arc::clone(&times);
    let (url, _questions) = chat_server(move |_| {
        kept.lock().expect("times").push(std::time::Instant::now());
        reply("no move at all")
    });
    let bob = format!("{} --per-minute 120", player("chat.py"));
    let run = ["run", "find-the-lie", "--bob", &bob, "--move-time", "30"];
    assert_eq!(chatting(&url, &run).status.code(), Some(2));
    let times = times.lock().expect("times");
    assert_eq!(times.len(), 3);
    let least = std::time::Duration::from_millis(400);
    assert!(times.windows(2).all(|two| two[1].duration_since(two[0]) > least), "{times:?}");
}

/// At the table a person reads what an answer cost, and all of them so far.
#[test]
fn the_table_shows_what_a_model_cost() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("bob.py");
    let text = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'ask':\n        \
                print(json.dumps({'move': 'point 3', 'meta': {'tokens': 212, 'cost': 0.0125}}), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    let mut stage = table_with(&format!("python3 '{}'", script.display()));
    kit::until(&mut stage, &["212 tokens · cost 0.0125, 0.0125 so far"]);
}

/// The processes that carry this word in their environment.
fn marked(word: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let environment = |entry: std::fs::DirEntry| {
        let bytes = std::fs::read(entry.path().join("environ")).ok()?;
        let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
        found.then(|| entry.file_name().to_string_lossy().into_owned())
    };
    all.filter_map(environment).collect()
}

#[test]
fn no_process_is_left_behind_by_programs_that_fork_flood_hang_or_die() {
    if !std::path::Path::new("/proc/self/environ").exists() {
        eprintln!("left out: there is no /proc here");
        return;
    }
    let mark = format!("ELENCHUS_TEST_MARK={}", std::process::id());
    let (name, value) = mark.split_once('=').expect("two parts");
    for command in [
        "program:sh -c 'sleep 1000 & sleep 1000 & exec sleep 1000'",
        "program:sh -c 'sleep 1000 & exit 0'",
        "program:sh -c 'sleep 1000 & exec yes'",
        "program:sh -c 'trap \"\" TERM HUP; sleep 1000 & cat > /dev/null; sleep 1000'",
    ] {
        for run in [
            &["run", "find-the-lie", "--bob", command, "--move-time", "0.3"][..],
            &["simulate", "find-the-lie", "--bob", command, "--move-time", "0.3", "--debates", "4"],
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_elenchus"))
                .args(run)
                .env(name, value)
                .output()
                .expect("it starts");
            assert_eq!(output.status.code(), Some(2), "{run:?}: {output:?}");
            // Who was killed takes a moment to be gone.
            let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
            while !marked(&mark).is_empty() && std::time::Instant::now() < until {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            assert_eq!(marked(&mark), Vec::<String>::new(), "{run:?}");
        }
    }
}

/// Starts a debate with this program in Bob's seat; it and the program are running when this returns.
#[cfg(target_os = "linux")]
fn under_way(command: &str, mark: &str, processes: usize) -> std::process::Child {
    // Whoever runs the tests under nohup has signals ignored, and programs inherit that.
    let started = Command::new("env")
        .args(["--default-signal=HUP", env!("CARGO_BIN_EXE_elenchus")])
        .args(["run", "find-the-lie", "--move-time", "1000", "--bob", command])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while running(mark) < processes {
        assert!(std::time::Instant::now() < until, "{}", running(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    started
}

#[test]
#[cfg(target_os = "linux")]
fn programs_end_with_us_whatever_ends_us() {
    for (number, signal) in ["TERM", "HUP", "KILL"].into_iter().enumerate() {
        let mark = format!("86{}{number}", std::process::id());
        let command =
            format!("program:sh -c 'trap \"\" TERM HUP; sleep {mark} & exec sleep {mark}'");
        let mut started = under_way(&command, &mark, 3);
        let pid = started.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().expect("kill").success());
        assert!(!started.wait().expect("it ends").success());
        assert_none_is_left(&mark, signal);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_ends_with_us_also_if_we_are_killed_while_it_starts() {
    for moment in 0..24 {
        let mark = format!("86{}9{moment}", std::process::id());
        let command = format!("program:sh -c 'sleep {mark} & exec sleep {mark}'");
        let mut started = under_way(&command, &mark, 1 + moment % 3);
        started.kill().expect("it runs");
        started.wait().expect("it ends");
        assert_none_is_left(&mark, &moment.to_string());
    }
}

/// Nothing that bears this mark runs on.
#[cfg(target_os = "linux")]
fn assert_none_is_left(mark: &str, how: &str) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while running(mark) > 0 {
        assert!(std::time::Instant::now() < until, "{how}: {} are left", running(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_line_that_answers_no_question_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = r#"{\"move\": \"point 3\"}"#;
    for (name, script) in [
        (
            "two at once",
            format!(
                "while read -r l; do case $l in *'\"ask\"'*) printf '%s\\n%s\\n' \"{answer}\" \"{answer}\";; esac; done"
            ),
        ),
        ("before", format!("echo \"{answer}\"; sleep 0.1; cat >/dev/null")),
    ] {
        let path = folder.path().join("bob.sh");
        std::fs::write(&path, &script).expect("it can be written");
        // On a busy machine a program may come to speak only after it was asked: then it is tried again.
        let judge = "program:sh -c 'sleep 0.5; cat >/dev/null'";
        let bob = format!("program:sh {}", path.display());
        let run = ["run", "find-the-lie", "--bob", &bob, "--judge", judge, "--move-time", "2"];
        let told = |_| String::from_utf8_lossy(&elenchus(&run).stderr).into_owned();
        let mut tries = (0..8).map(told);
        assert!(tries.any(|text| text.contains("answers no question")), "{name}");
    }
}

#[test]
fn what_a_program_complains_of_is_told_and_never_written_over_the_table() {
    let mut stage = table_with("sh -c 'echo no such model >&2; exit 3'");
    kit::until(&mut stage, &["the program has ended; it wrote `no such model`"]);
}

/// A program that writes down all that it is told, and answers each question with the next of these.
fn listener(heard: &std::path::Path, answers: &[&str]) -> String {
    let script = heard.with_extension("py");
    let text = "import json, sys\nanswers = iter(sys.argv[2:])\nwith open(sys.argv[1], 'w') as out:\n    \
                for line in sys.stdin:\n        out.write(line)\n        out.flush()\n        \
                if json.loads(line)['type'] in ('ask', 'refused'):\n            \
                print(json.dumps({'move': next(answers)}), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    let answers: Vec<String> = answers.iter().map(|answer| format!("'{answer}'")).collect();
    format!("program:python3 '{}' '{}' {}", script.display(), heard.display(), answers.join(" "))
}

#[test]
fn a_program_is_sent_exactly_what_a_person_in_its_seat_is_shown() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (id, seat, answers) in [
        ("find-the-lie", Seat::Bob, &["point 3"][..]),
        (
            "midpoint-hunt",
            Seat::Bob,
            &["dispute first", "dispute first", "dispute second", "dispute first"],
        ),
        ("calibrated-bob", Seat::Bob, &["estimate 0.5"]),
    ] {
        let heard = folder.path().join(id);
        let command = listener(&heard, answers);
        let option = format!("--{seat}");
        // It may run out of answers: what it was sent until then counts.
        elenchus(&["run", id, &option, &command, "--seed", "9", "--move-time", "5"]);
        let heard = std::fs::read_to_string(&heard).expect("it heard something");
        let asked = told(&heard, "ask");
        assert!(!asked.is_empty(), "{id}: {heard}");
        let scenario = library::find(id).expect("shipped").scenario.expect("right");
        let plans = Seat::each(|other| match scenario.player(other) {
            _ if other == seat => SeatPlan::Human,
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        });
        let mut game = open(&scenario).expect("it opens").again(9, &plans).expect("they sit");
        for (at, asked) in asked.iter().enumerate() {
            let Advance::Waiting(waits) = game.table().run().expect("it goes on") else {
                panic!("{id}: it is the person's turn");
            };
            assert_eq!(waits, seat);
            let (now, eye) = (game.now(), Eye::Seat(seat));
            let brief = now.brief(eye);
            let prompt = now.prompt();
            assert_eq!(asked["question"], prompt.question, "{id}");
            assert_eq!(asked["notes"], serde_json::json!(prompt.notes), "{id}");
            let verbs: Vec<&str> = prompt.offers.iter().map(|put| put.verb.word()).collect();
            let told: Vec<&str> = asked["offers"]
                .as_array()
                .expect("offers")
                .iter()
                .filter_map(|o| o["verb"].as_str())
                .collect();
            assert_eq!(told, verbs, "{id}");
            let board = serde_json::to_value(Board::of(&now.board(eye))).expect("a board");
            assert_eq!(asked["board"], board, "{id}");
            assert_eq!(asked["brief"]["rule"], serde_json::json!(brief.rule), "{id}");
            assert_eq!(asked["brief"]["numbers"], serde_json::json!(brief.numbers), "{id}");
            for bill in asked["ledger"].as_array().expect("a ledger") {
                let payer: Seat = bill["seat"].as_str().expect("a seat").parse().expect("a seat");
                let cost =
                    Cost::ALL.into_iter().find(|cost| bill["cost"] == cost.key()).expect("one");
                assert_eq!(
                    bill["paid"].as_u64(),
                    now.ledger().seen(eye, payer, cost),
                    "{id}: {bill}"
                );
            }
            // The moves that it is told are those that the seat sees, and no others.
            let line = game.tree().line().iter().filter_map(|&node| game.tree().played(node));
            let seen = line.filter(|played| played.to.includes(seat)).count();
            let told: usize = asked_moves(&heard, at);
            assert_eq!(told, seen, "{id}");
            match answers.get(at).map(|answer| answer.parse::<Move>().expect("a move")) {
                Some(mv) if game.table().play(seat, mv.clone()).is_ok() => {}
                _ => break,
            }
        }
    }
}

#[test]
fn a_program_that_judges_reads_the_evidence_of_the_step_put_to_it_and_no_other() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (seat, titles) in [("--judge", 1), ("--bob", 2)] {
        let heard = folder.path().join(&seat[2..]);
        let command = listener(&heard, &["read step 9", "point 9"]);
        elenchus(&["run", "contract-comma", seat, &command, "--move-time", "5"]);
        let heard = std::fs::read_to_string(&heard).expect("it heard something");
        let asked = told(&heard, "ask").pop().expect("it was asked");
        let evidence = asked["evidence"].as_array().expect("evidence");
        let text: String = evidence.iter().filter_map(|own| own["text"].as_str()).collect();
        assert!(evidence.len() >= titles, "{seat}: {evidence:?}");
        assert!(text.contains("do not pack"), "{seat}: {text}");
        let of_nine = |own: &Value| own["steps"].as_array().is_some_and(|s| s.contains(&9.into()));
        let own = evidence.iter().filter(|own| of_nine(own)).count();
        assert_eq!(own == evidence.len(), seat == "--judge", "{seat}: {evidence:?}");
    }
}

#[test]
fn what_a_program_remarks_is_kept_whole_with_its_move() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("bob.py");
    let text = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'ask':\n        \
                print(json.dumps({'move': 'point 3', 'comment': 'look here\\nand there', 'meta': \
                {'tokens': 7}}), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    let saved = folder.path().join("saved.yaml").to_string_lossy().into_owned();
    let command = format!("program:python3 '{}'", script.display());
    let run = json(&["run", "find-the-lie", "--bob", &command, "--save", &saved, "--json"]);
    let kept = &run["comments"][0];
    assert_eq!(kept["comment"], "look here\nand there");
    assert_eq!(kept["meta"]["tokens"], 7);
    let at = kept["move"].as_u64().expect("a number");
    for record in [&run["record"], &json(&["replay", &saved, "--json"])["record"]] {
        assert_eq!(record["notes"][0]["comment"], "look here\nand there", "{record}");
        assert_eq!(record["notes"][0]["at"], at);
    }
}

/// The messages of this type that a program heard.
fn told(heard: &str, kind: &str) -> Vec<Value> {
    let all = heard.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|told| told["type"] == kind).collect()
}

#[test]
fn a_program_is_told_no_move_that_was_taken_back() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("bob");
    let command = listener(&heard, &["dispute first", "dispute first", "dispute second"]);
    let command = command.strip_prefix("program:").map(str::to_owned);
    let scenario = library::find("midpoint-hunt").expect("shipped").scenario.expect("right");
    let (token, bob) = (Token::default(), Seat::Bob);
    let programs =
        Programs::of(&scenario, [None, command, None], std::time::Duration::from_secs(20), false);
    let mut outsiders = programs.start(&token).expect("it starts");
    let mut game = open(&scenario).expect("it opens");
    outsiders.greet(game.table());
    let played_since = |game: &dyn Game, from: usize| -> Vec<Value> {
        let line = game.tree().line()[from..].iter().filter_map(|&node| game.tree().played(node));
        let seen = line.filter(|played| played.to.includes(bob));
        seen.map(|p| serde_json::json!({ "by": p.actor.to_string(), "move": p.mv.to_string() }))
            .collect()
    };
    let mut asks = |game: &mut dyn Game| {
        assert_eq!(game.table().run(), Ok(Advance::Waiting(bob)));
        let (here, seen) = (game.tree().here(), played_since(game, 0));
        let mut make = |table: &mut dyn Table, seat, mv| {
            table.play(seat, mv).map(|_| ()).map_err(|refusal| refusal.to_string())
        };
        outsiders.turn(bob, game.table(), &mut make, &token).expect("it answers");
        (here, seen)
    };
    let (first, _) = asks(&mut *game);
    asks(&mut *game);
    game.go_to(first).expect("a place");
    game.play(bob, "dispute second".parse().expect("a move")).expect("it is legal");
    let (_, seen) = asks(&mut *game);
    // Another line is gone to, and it ends without another question.
    game.go_to(first).expect("a place");
    let shared = game.tree().line().len();
    let outcome = loop {
        match game.table().run().expect("it goes on") {
            Advance::Over(outcome) => break outcome,
            _ => game.play(bob, "dispute first".parse().expect("a move")).expect("it is legal"),
        };
    };
    outsiders.over(game.table(), &outcome);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let mut text = String::new();
    while told(&text, "over").is_empty() && std::time::Instant::now() < until {
        std::thread::sleep(std::time::Duration::from_millis(20));
        text = std::fs::read_to_string(&heard).expect("it heard something");
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    }
    // Where moves that it was told of were taken back, the debate begins anew for it.
    assert_eq!(told(&text, "begin").len(), 2, "{text}");
    assert_eq!(
        told(&text, "ask").pop().expect("it was asked")["moves"],
        serde_json::json!(seen),
        "{text}"
    );
    let ended = told(&text, "over").pop().expect("it heard the end");
    assert_eq!(ended["moves"], serde_json::json!(played_since(&*game, shared)), "{text}");
}

/// How many moves a program was told of up to its so-manieth question, from 0.
fn asked_moves(heard: &str, last: usize) -> usize {
    let asked = told(heard, "ask").into_iter().take(last + 1);
    asked.map(|asked| asked["moves"].as_array().expect("moves").len()).sum()
}

/// A table of `find-the-lie` at which Bob is a program of this command and a person judges.
fn table_with(command: &str) -> Stage {
    let mut stage = Stage::new(Vec::new(), (100, 30), None);
    stage.open(&library::find("find-the-lie").expect("shipped"));
    // Bob's seat is the person's; to the left of a person stands a program outside.
    stage.press("home down left").expect("keys");
    stage.type_text(command);
    assert!(stage.text().contains("program: "), "{}", stage.text());
    stage.press("down left").expect("keys");
    stage.start("enter").expect("a key");
    stage
}

#[test]
fn a_person_at_the_table_meets_a_program_and_reads_what_it_does_and_remarks() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("bob.py");
    let text = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'ask':\n        \
                print(json.dumps({'move': 'point 3', 'comment': '91 is 7 times 13'}), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    let mut stage = table_with(&format!("python3 '{}'", script.display()));
    kit::until(&mut stage, &["91 is 7 times 13"]);
    assert!(stage.text().contains("step 3"), "{}", stage.text());
}

#[test]
fn a_program_that_fails_at_the_table_loses_the_seat_to_a_person() {
    let mut stage = table_with("true");
    kit::until(&mut stage, &["the program has ended; the seat is a person's"]);
    // The debate goes on: the person is asked what Bob was asked.
    kit::until(&mut stage, &["Point"]);
}

/// The processes with this word on their command line.
fn running(word: &str) -> usize {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.windows(word.len()).any(|part| part == word.as_bytes())).count()
}

#[test]
fn a_program_that_hangs_ends_with_the_table_and_all_that_it_started() {
    if !std::path::Path::new("/proc/self/cmdline").exists() {
        eprintln!("left out: there is no /proc here");
        return;
    }
    let mark = format!("86{}", std::process::id());
    let stage = table_with(&format!("sh -c 'sleep {mark} & exec sleep {mark}'"));
    let wait = |wanted: fn(usize) -> bool, why: &str| {
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !wanted(running(&mark)) {
            assert!(std::time::Instant::now() < until, "{why}: {}", running(&mark));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    wait(|n| n >= 2, "the program and its child run");
    drop(stage);
    wait(|n| n == 0, "nothing is left behind");
}

#[test]
fn a_file_that_names_a_program_opens_and_says_that_its_command_must_be_given_again() {
    let text = write(&library::find("find-the-lie").expect("shipped").scenario.expect("right"))
        .expect("it is written")
        .replace("bob: human", "bob: 'program:touch /tmp/never'");
    assert!(text.contains("program:"), "{text}");
    let entry = library::from_reader(std::path::Path::new("named.yaml"), text.as_bytes())
        .expect("it reads");
    let mut stage = Stage::new(Vec::new(), (100, 30), None);
    stage.open(&entry);
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("type the command of the program"), "{}", stage.text());
}
