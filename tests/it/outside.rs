//! External programs: their messages, answers and failures.

use std::path::Path;
use std::process::{Command, Output};

use elenchus::analysis::Game;
use elenchus::debate::{Advance, AnyDebate, SeatPlan};
use elenchus::outside::{BoardMessage, ProgramSettings};
use elenchus::rules::{Cost, Move, Seat, Viewer};
use elenchus::scenario::{library, open, write};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;
use serde_json::Value;

use crate::kit::{self, elenchus, json, printed, refused};

/// Finds a Python to play. `None` if there is none, and the test prints that it was skipped.
pub fn python() -> Option<()> {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("left out: there is no python3 here");
    }
    found.then_some(())
}

pub fn player(name: &str) -> String {
    format!("program:python3 '{}/examples/players/{name}'", env!("CARGO_MANIFEST_DIR"))
}

/// A Python program that answers each question with this JSON.
pub fn answering(folder: &Path, answer: &str) -> String {
    let script = kit::file(
        folder,
        "player.py",
        &format!(
            "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'ask':\n        \
             print(json.dumps({answer}), flush=True)\n"
        ),
    );
    format!("program:python3 '{script}'")
}

#[test]
fn a_random_program_plays_every_seat_to_the_end_and_its_debate_replays() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let path = folder.path().join("saved.yaml").to_string_lossy().into_owned();
    for (id, seat) in [
        ("find-the-lie", "--bob"),
        ("find-the-lie", "--judge"),
        ("caffeine-vote", "--alice"),
        ("midpoint-hunt", "--bob"),
        ("calibrated-bob", "--bob"),
    ] {
        let run = format!("run {id} {seat} `{} 3` --json", player("random_player.py"));
        let first = json(&format!("{run} --out {path} --force"));
        assert!(first["winner"].is_string(), "{id} {seat}");
        assert_eq!(json(&run), first, "{id} {seat}: the same seed, the same questions");
        assert_eq!(json(&["replay", &path, "--json"])["winner"], first["winner"]);
    }
    // The user has to give the command of a program again.
    assert!(refused(&["run", &path]).contains("--bob"));
    let check = printed(&["check", &path]);
    assert!(check.contains("ok") && check.contains("--bob"), "{check}");
    // A program had the seat of a person.
    let graded = elenchus(&["grade", &path, "--json"]).stdout;
    let graded: Value = serde_json::from_slice(&graded).expect("JSON");
    assert_eq!(graded[0]["verdict"], "other players", "{graded}");
    assert!(printed(&["export", &path, "--to", "markdown"]).contains("bob: program:"));
}

#[test]
fn an_honest_program_plays_the_debates_of_the_honest_strategy() {
    let Some(()) = python() else { return };
    for seed in 1..=3 {
        let moves = |bob: &str| {
            let run = "run chain-thousand-steps --set steps=6 --alice honest --judge honest --json";
            json(&format!("{run} --seed {seed} --bob `{bob}`"))["record"]["moves"].take()
        };
        assert_eq!(moves(&player("honest_bob.py")), moves("honest"));
    }
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn a_bandit_learns_by_its_own_command_a_shift_that_is_worth_nine_tenths_of_the_best() {
    let Some(()) = python() else { return };
    // The command that the player itself shows.
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/players/bandit.py"));
    let (_, command) = text.split_once("\n\n    RAYON_NUM_THREADS=1").expect("its command");
    let (command, _) = command.split_once("\n\n").expect("its end");
    let players = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/players/");
    let command = format!("RAYON_NUM_THREADS=1{command}").replace("examples/players/", players);
    let program = Path::new(env!("CARGO_BIN_EXE_elenchus")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = kit::folder();
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{command}: {output:?}");
    let found = std::fs::read_to_string(folder.path().join("found.json")).expect("it was written");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let sweep = json(
        "sweep chain-thousand-steps --set steps=4 --set constants=teaching --vary alice.shift=0:0.4:0.05 \
         --debates 1 --json",
    );
    let points = sweep["points"].as_array().expect("points").iter();
    let exact: Vec<(f64, f64)> = points
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
    let folder = kit::folder();
    let path = folder.path().join("kept.yaml").to_string_lossy().into_owned();
    for (command, why) in [
        ("sh -c \"while read -r l; do case $l in *ask*|*refused*) echo no;; esac; done\"", "3 "),
        ("yes", "Bob's"),
        ("sleep 1000", "no answer"),
        ("true", "ended"),
        ("tr -d '\\n' < /dev/zero", "ended"),
        ("sh -c 'sleep 1000 & exec head -c 9000000 /dev/zero'", "a line"),
        ("no-such-program", "no-such-program"),
    ] {
        let run =
            format!("run find-the-lie --bob `program:{command}` --move-time 0.4 --out {path}");
        let output = elenchus(&format!("{run} --force"));
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        let text = kit::said(&output);
        assert!(text.contains("Bob") && text.contains(why), "{command}: {text}");
        let kept = std::fs::read_to_string(&path).expect("the record is kept");
        assert!(kept.contains("alice: write"), "{command}: {kept}");
    }
}

/// The reaction of a server of chat completions to a question.
pub enum Reply {
    /// Answers with this status and text. If the text is an object with `choices`, it is the whole
    /// reply.
    Says(u16, String),
    /// Answers like `Says`, and asks for a pause of this many seconds.
    Later(u16, u32),
    /// Closes the connection.
    Closes,
    /// Sends half of an answer.
    Half,
    /// Sends nothing for this long.
    Hangs(std::time::Duration),
}

/// A server of chat completions that serves several questions at a time. `answer` gives its
/// reaction to each, and it keeps all questions.
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
            // A killed program leaves half a question.
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

fn chatting(url: &str, arguments: &str) -> Output {
    kit::command(arguments)
        .envs([("CHAT_URL", url), ("CHAT_MODEL", "a-model"), ("CHAT_KEY", "a-key")])
        .env_remove("http_proxy")
        .output()
        .expect("it starts")
}

/// A debate in which Bob is a model at this address, with these options. Returns the output and the
/// questions at the server.
fn chatted(url: &str, options: &str) -> Output {
    let bob = format!("{} {options}", player("chat.py"));
    chatting(url, &format!("run find-the-lie --bob `{bob}` --move-time 60 --json"))
}

fn parsed(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_model_behind_an_endpoint_plays_a_seat_and_gets_the_reason_for_a_refusal() {
    let Some(()) = python() else { return };
    // The model's first answer is no move. The second is a move with a reason.
    let (url, questions) = chat_server(|body| {
        let messages = body["messages"].as_array().expect("messages");
        let last = messages.last().expect("one")["content"].as_str().expect("text");
        match last.starts_with("This move is not legal: ") {
            true => reply("\n91 is odd.\n`point 3` # 91 is 7 times 13\nThat is it."),
            false => reply("I would rather not"),
        }
    });
    let run = parsed(&chatted(&url, "--price-in 10 --price-out 20"));
    assert!(run["record"]["moves"].to_string().contains("point 3"), "{run}");
    let said = &run["comments"][0];
    assert_eq!(said["comment"], "91 is 7 times 13");
    assert_eq!((&said["meta"]["tokens"], &said["meta"]["model"]), (&100.into(), &"a-model".into()));
    assert!((said["meta"]["cost"].as_f64().expect("a cost") - 0.0011).abs() < 1e-12, "{said}");
    assert!(said["meta"]["reply"].as_str().is_some_and(|reply| reply.contains("91 is odd.")));
    let asked: Vec<(String, Value)> = questions.try_iter().collect();
    assert_eq!(asked.len(), 2);
    assert_eq!((asked[0].0.as_str(), &asked[0].1["model"]), ("Bearer a-key", &"a-model".into()));
    let message = |at: usize| asked[0].1["messages"][at]["content"].as_str().expect("text");
    // A template has the seat, the legal actions and the board.
    assert!(message(0).contains("'bob'"), "{}", message(0));
    for part in ["- point a step from 1 to ", "\"panes\"", "\"numbers\""] {
        assert!(message(1).contains(part), "{}", message(1));
    }
    assert_eq!(said["meta"]["prompt"], asked[1].1["messages"][3]["content"], "{said}");
}

#[test]
fn the_texts_for_a_model_are_templates() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let rules = "You are {seat} in {title}. {unknown} {\"a\": 1}";
    let rules = kit::file(folder.path(), "rules", rules);
    let each = kit::file(folder.path(), "turn", "{question}! {offers}");
    let (url, questions) = chat_server(|_| reply("probability 0.25\npoint 3"));
    let options = format!("--template '{rules}' --turn-template '{each}' --probability");
    let run = parsed(&chatted(&url, &options));
    let asked: Vec<(String, Value)> = questions.try_iter().collect();
    let message = |at: usize| asked[0].1["messages"][at]["content"].as_str().expect("text");
    assert!(message(0).starts_with("You are bob in "), "{}", message(0));
    assert!(message(0).contains(" {unknown} {\"a\": 1}"), "{}", message(0));
    assert!(message(1).contains("! - point a step from 1"), "{}", message(1));
    assert_eq!(run["comments"][0]["meta"]["probability"], 0.25, "{run}");
}

#[test]
fn an_endpoint_that_fails_in_every_way_for_a_while_is_asked_again() {
    let Some(()) = python() else { return };
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
            // This server does not support a JSON Schema.
            _ if schema => Reply::Says(400, "what is a response_format?".into()),
            _ => reply("{\"move\": \"point 3\", \"comment\": \"there\"}"),
        }
    });
    let run = parsed(&chatted(
        &url,
        "--pause 0.001 --retries 14 --timeout 1 --temperature 0.5 --max-tokens 200 --seed 7 --json-schema",
    ));
    let meta = &run["comments"][0]["meta"];
    assert_eq!(meta["asked"], 13, "{meta}");
    let errors = meta["errors"].as_array().expect("why");
    assert_eq!(errors.len(), 12, "{meta}");
    for (at, word) in
        [(0, "429"), (2, "500"), (3, "503"), (9, "IncompleteRead"), (10, "imed out"), (11, "400")]
    {
        assert!(errors[at].as_str().is_some_and(|why| why.contains(word)), "{word}: {errors:?}");
    }
    assert_eq!(run["comments"][0]["comment"], "there");
    let bodies: Vec<Value> = questions.try_iter().map(|(_, body)| body).collect();
    assert!(bodies.last().is_some_and(|body| body.get("response_format").is_none()));
    let of = |key: &str| bodies[0][key].as_f64();
    assert_eq!(["temperature", "max_tokens", "seed"].map(of), [Some(0.5), Some(200.0), Some(7.0)]);
    assert_eq!(bodies[0]["response_format"]["json_schema"]["name"], "move");
}

/// Elenchus does not repeat a faulty question, and asks nobody without an address.
#[test]
fn an_endpoint_that_fails_stops_the_debate_and_says_so() {
    let Some(()) = python() else { return };
    for (status, times) in [(500, "asked 3 times"), (401, "asked 1 times")] {
        let (url, _questions) = chat_server(move |_| Reply::Says(status, "no".into()));
        let output = chatted(&url, "--pause 0.01 --retries 2");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = kit::said(&output);
        for part in [times, &status.to_string(), "Bob"] {
            assert!(text.contains(part), "{text}");
        }
    }
    let text = kit::said(&chatted("", ""));
    assert!(text.contains("CHAT_URL"), "{text}");
}

#[test]
fn requests_keep_to_their_rate() {
    let Some(()) = python() else { return };
    // Three questions, at 120 a minute. At least half a second passes between two of them.
    let times = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = std::sync::Arc::clone(&times);
    let (url, _questions) = chat_server(move |_| {
        kept.lock().expect("times").push(std::time::Instant::now());
        reply("no move at all")
    });
    assert_eq!(chatted(&url, "--per-minute 120").status.code(), Some(2));
    let times = times.lock().expect("times");
    assert_eq!(times.len(), 3);
    let least = std::time::Duration::from_millis(400);
    assert!(times.windows(2).all(|two| two[1].duration_since(two[0]) > least), "{times:?}");
}

/// The processes that have this word in their environment.
#[cfg(target_os = "linux")]
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
#[cfg(target_os = "linux")]
fn no_process_is_left_behind_by_programs_that_fork_flood_hang_or_die() {
    let mark = format!("ELENCHUS_TEST_MARK={}", std::process::id());
    let (name, value) = mark.split_once('=').expect("two parts");
    for command in [
        "sh -c 'sleep 1000 & sleep 1000 & exec sleep 1000'",
        "sh -c 'sleep 1000 & exit 0'",
        "sh -c 'sleep 1000 & exec yes'",
        "sh -c 'trap \"\" TERM HUP; sleep 1000 & cat > /dev/null; sleep 1000'",
    ] {
        for run in ["run find-the-lie", "simulate find-the-lie --debates 4"] {
            let run = format!("{run} --bob `program:{command}` --move-time 0.3");
            let output = kit::command(&run).env(name, value).output().expect("it starts");
            assert_eq!(output.status.code(), Some(2), "{run}: {output:?}");
            // A killed program takes a moment to disappear.
            let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
            while !marked(&mark).is_empty() && std::time::Instant::now() < until {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            assert_eq!(marked(&mark), Vec::<String>::new(), "{run}");
        }
    }
}

/// Starts a debate with this program in Bob's seat. Both run when this returns.
#[cfg(target_os = "linux")]
fn under_way(command: &str, mark: &str, processes: usize) -> std::process::Child {
    // Under nohup, Elenchus ignores signals, and programs inherit that.
    let started = Command::new("env")
        .args(["--default-signal=HUP", env!("CARGO_BIN_EXE_elenchus")])
        .args(["run", "find-the-lie", "--move-time", "1000", "--bob", command])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    are_running(mark, processes);
    started
}

#[test]
#[cfg(target_os = "linux")]
fn programs_end_whenever_elenchus_ends() {
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
fn a_program_also_ends_if_elenchus_is_killed_while_it_starts() {
    for moment in 0..24 {
        let mark = format!("86{}9{moment}", std::process::id());
        let command = format!("program:sh -c 'sleep {mark} & exec sleep {mark}'");
        let mut started = under_way(&command, &mark, 1 + moment % 3);
        started.kill().expect("it runs");
        started.wait().expect("it ends");
        assert_none_is_left(&mark, &moment.to_string());
    }
}

/// Waits until this many processes with this mark run.
#[cfg(target_os = "linux")]
fn are_running(mark: &str, processes: usize) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while running(mark) < processes {
        assert!(std::time::Instant::now() < until, "{}", running(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Checks that no process with this mark runs.
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
    let folder = kit::folder();
    let answer = r#"{\"move\": \"point 3\"}"#;
    for script in [
        // Two answers at once, and an answer before the question.
        format!(
            "while read -r l; do case $l in *'\"ask\"'*) printf '%s\\n%s\\n' \"{answer}\" \"{answer}\";; esac; done"
        ),
        format!("echo \"{answer}\"; sleep 0.1; cat >/dev/null"),
    ] {
        let path = kit::file(folder.path(), "bob.sh", &script);
        // On a busy machine, the program may answer after the question. Then the test tries again.
        let judge = "program:sh -c 'sleep 0.5; cat >/dev/null'";
        let run =
            format!("run find-the-lie --bob `program:sh {path}` --judge `{judge}` --move-time 2");
        let mut tries = (0..8).map(|_| kit::said(&elenchus(&run)));
        assert!(tries.any(|text| text.contains("came without a question")), "{script}");
    }
}

/// A program that writes down all messages, and answers each question with the next of these.
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
    let Some(()) = python() else { return };
    let folder = kit::folder();
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
        // The program may run out of answers. The messages until then count.
        elenchus(&["run", id, &option, &command, "--seed", "9", "--move-time", "5"]);
        let heard = std::fs::read_to_string(&heard).expect("it heard something");
        let asked = messages_of_type(&heard, "ask");
        assert!(!asked.is_empty(), "{id}: {heard}");
        let scenario = kit::named(id);
        let plans = Seat::each(|other| match scenario.player(other) {
            _ if other == seat => SeatPlan::Human,
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        });
        let mut game = open(&scenario).expect("it opens").restart(9, &plans).expect("they sit");
        for (at, asked) in asked.iter().enumerate() {
            let Advance::Waiting(waits) = game.table().run().expect("it goes on") else {
                panic!("{id}: it is the person's turn");
            };
            assert_eq!(waits, seat);
            let (now, eye) = (game.position(), Viewer::Seat(seat));
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
            let board = serde_json::to_value(BoardMessage::new(&now.board(eye))).expect("a board");
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
            // The program's messages have exactly the moves that the seat sees.
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
    let Some(()) = python() else { return };
    let folder = kit::folder();
    for (seat, titles) in [("--judge", 1), ("--bob", 2)] {
        let heard = folder.path().join(&seat[2..]);
        let command = listener(&heard, &["read step 9", "point 9"]);
        elenchus(&["run", "contract-comma", seat, &command, "--move-time", "5"]);
        let heard = std::fs::read_to_string(&heard).expect("it heard something");
        let asked = messages_of_type(&heard, "ask").pop().expect("it was asked");
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
fn a_programs_remark_is_kept_whole_with_its_move() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let said = "{'move': 'point 3', 'comment': 'look here\\nand there', 'meta': {'tokens': 7}}";
    let saved = folder.path().join("saved.yaml").to_string_lossy().into_owned();
    let bob = answering(folder.path(), said);
    let run = json(&format!("run find-the-lie --bob `{bob}` --save {saved} --json"));
    let kept = &run["comments"][0];
    assert_eq!(kept["comment"], "look here\nand there");
    assert_eq!(kept["meta"]["tokens"], 7);
    for record in [&run["record"], &json(&["replay", &saved, "--json"])["record"]] {
        assert_eq!(record["notes"][0]["comment"], "look here\nand there", "{record}");
        assert_eq!(record["notes"][0]["at"], kept["move"]);
    }
}

/// The messages of this type that a program received.
fn messages_of_type(heard: &str, kind: &str) -> Vec<Value> {
    let all = heard.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|told| told["type"] == kind).collect()
}

#[test]
fn a_program_receives_no_undone_move() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let heard = folder.path().join("bob");
    let command = listener(&heard, &["dispute first", "dispute first", "dispute second"]);
    let command = command.strip_prefix("program:").map(str::to_owned);
    let scenario = kit::named("midpoint-hunt");
    let (token, bob) = (CancelToken::default(), Seat::Bob);
    let programs = ProgramSettings::new(
        &scenario,
        [None, command, None],
        std::time::Duration::from_secs(20),
        false,
    );
    let mut outsiders = programs.start(&token).expect("it starts");
    let mut game = open(&scenario).expect("it opens");
    outsiders.send_start(game.table());
    let played_since = |game: &dyn Game, from: usize| -> Vec<Value> {
        let line = game.tree().line()[from..].iter().filter_map(|&node| game.tree().played(node));
        let seen = line.filter(|played| played.to.includes(bob));
        seen.map(|p| serde_json::json!({ "by": p.actor.to_string(), "move": p.mv.to_string() }))
            .collect()
    };
    let mut asks = |game: &mut dyn Game| {
        assert_eq!(game.table().run(), Ok(Advance::Waiting(bob)));
        let (here, seen) = (game.tree().here(), played_since(game, 0));
        let mut make = |table: &mut dyn AnyDebate, seat, mv| {
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
    // The person goes to another line, and it ends without another question.
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
    while messages_of_type(&text, "over").is_empty() && std::time::Instant::now() < until {
        std::thread::sleep(std::time::Duration::from_millis(20));
        text = std::fs::read_to_string(&heard).expect("it heard something");
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    }
    // If the person undoes moves that the program has received, the debate begins again for it.
    assert_eq!(messages_of_type(&text, "begin").len(), 2, "{text}");
    assert_eq!(
        messages_of_type(&text, "ask").pop().expect("it was asked")["moves"],
        serde_json::json!(seen),
        "{text}"
    );
    let ended = messages_of_type(&text, "over").pop().expect("it received the end");
    assert_eq!(ended["moves"], serde_json::json!(played_since(&*game, shared)), "{text}");
}

/// The number of moves that a program has received when it gets its question of this index, from 0.
fn asked_moves(heard: &str, last: usize) -> usize {
    let asked = messages_of_type(heard, "ask").into_iter().take(last + 1);
    asked.map(|asked| asked["moves"].as_array().expect("moves").len()).sum()
}

/// A table of `find-the-lie` at which Bob is a program of this command and a person judges.
fn table_with(command: &str) -> HeadlessPlayground {
    // Bob's seat is the person's. In the list of players, an external program is to the left of a person.
    let keys = "home down left";
    let mut stage = kit::stage("find-the-lie", (100, 30), keys);
    stage.type_text(command);
    kit::shows(&stage, &["program: "]);
    stage.press("down left").expect("keys");
    stage.start("enter").expect("a key");
    stage
}

#[test]
fn a_person_at_the_table_reads_what_a_program_does_remarks_and_costs() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let said = "{'move': 'point 3', 'comment': '91 is 7 times 13', 'meta': {'tokens': 212, 'cost': 0.0125}}";
    let bob = answering(folder.path(), said);
    let mut stage = table_with(bob.trim_start_matches("program:"));
    kit::until(&mut stage, &["91 is 7 times 13"]);
    kit::until(&mut stage, &["212 tokens · cost 0.0125, in total 0.0125"]);
    kit::shows(&stage, &["step 3"]);
}

/// The error message of the program appears, and does not cover the table.
#[test]
fn a_program_that_fails_at_the_table_loses_the_seat_to_a_person() {
    let mut stage = table_with("sh -c 'echo no such model >&2; exit 3'");
    kit::until(&mut stage, &["no such model"]);
    // The person gets Bob's question.
    kit::until(&mut stage, &["Point"]);
}

/// The processes with this word on their command line.
#[cfg(target_os = "linux")]
fn running(word: &str) -> usize {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.windows(word.len()).any(|part| part == word.as_bytes())).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_hangs_ends_with_the_table_and_all_that_it_started() {
    let mark = format!("86{}", std::process::id());
    let stage = table_with(&format!("sh -c 'sleep {mark} & exec sleep {mark}'"));
    are_running(&mark, 2);
    drop(stage);
    assert_none_is_left(&mark, "the table was left");
}

#[test]
fn a_file_that_names_a_program_opens_and_says_that_its_command_must_be_given_again() {
    let text = write(&kit::named("find-the-lie"))
        .expect("it is written")
        .replace("bob: human", "bob: 'program:touch /tmp/never'");
    assert!(text.contains("program:"), "{text}");
    let entry = library::from_reader(std::path::Path::new("named.yaml"), text.as_bytes())
        .expect("it reads");
    let mut stage = HeadlessPlayground::new(Vec::new(), (100, 30), None);
    stage.open(&entry);
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("type the command of the program"), "{}", stage.text());
}

/// The children of the program leave its process group and ignore signals, and some of them lose their parent.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_started_outlives_it() {
    let Some(()) = python() else { return };
    let folder = kit::folder();
    let script = kit::file(
        folder.path(),
        "leaves.py",
        "import os, signal, sys, time\n\
         for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(s, signal.SIG_IGN)\n\
         for i in range(20):\n    \
             if os.fork() == 0:\n        \
                 os.setsid()\n        \
                 if i % 2 and os.fork(): os._exit(0)\n        \
                 time.sleep(300)\n        \
                 os._exit(0)\n\
         open(sys.argv[1], 'w').write('started')\n\
         time.sleep(300)\n",
    );
    let mark = folder.path().join("mark");
    let program = format!("`program:python3 '{script}' '{}'`", mark.display());
    for (command, is_pressed) in [
        (format!("run find-the-lie --bob {program} --move-time 2"), false),
        (format!("run find-the-lie --bob {program} --judge {program} --move-time 2"), false),
        (format!("simulate find-the-lie --debates 9 --bob {program} --move-time 200"), true),
    ] {
        let child = kit::command(&command).stderr(std::process::Stdio::piped()).spawn();
        let child = child.expect("it starts");
        let begun = std::time::Instant::now();
        while !mark.exists() {
            assert!(begun.elapsed().as_secs() < 60, "{command}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        // The mark says that the children run. Only this command still waits when they are counted: the others end
        // after the time for a move.
        if is_pressed {
            assert!(running(&script) > 20, "{command}: the children run");
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        }
        let output = child.wait_with_output().expect("it ends");
        assert!(!output.status.success(), "{output:?}");
        assert_eq!(running(&script), 0, "{command}: {output:?}");
        std::fs::remove_file(&mark).expect("a mark");
    }
}
