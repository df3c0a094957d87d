//! The figures of `docs/performance.md`. Each is a lower bound that the tests reach. They read it
//! from the page and print their count (`--nocapture`).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use elenchus::text::number::count;
use portable_pty::CommandBuilder;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::session::{Session, kept_in};

const PAGE: &str = include_str!("../../docs/performance.md");

/// The figure that a cell of the page's table promises under this name, such as "5 kills".
pub fn promised(what: &str) -> usize {
    let cells = PAGE.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('|'));
    let mut figures = cells.filter_map(|cell| cell.trim().strip_suffix(what)?.strip_suffix(' '));
    let figure = figures.next().unwrap_or_else(|| panic!("no `{what}` in docs/performance.md"));
    figure.replace(',', "").parse().unwrap_or_else(|_| panic!("{figure} {what}"))
}

/// Prints the count and compares it with the page. With `UPDATE_PROMISES`, it writes the first two
/// digits of the count into the page.
pub fn keeps(what: &str, counted: usize) {
    println!("promise: {counted} {what}");
    if std::env::var_os("UPDATE_PROMISES").is_some() {
        static WRITING: Mutex<()> = Mutex::new(());
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.md");
        let page = std::fs::read_to_string(path).expect("the page");
        let tens = 10usize.pow(counted.max(1).ilog10().saturating_sub(1));
        let cell = |n: usize| format!("| {} {what} |", count(n as u64));
        let page = page.replace(&cell(promised(what)), &cell(counted / tens * tens));
        std::fs::write(path, page).expect("it can be written");
        return;
    }
    assert!(counted >= promised(what), "{counted} {what}, and docs/performance.md promises more");
}

#[test]
fn each_promise_of_the_threat_model_has_its_test() {
    let page = include_str!("../../SECURITY.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && *line != "| promise | test |");
    let mut sources = String::new();
    let mut folders: Vec<_> = ["tests", "crates", "src"].map(std::path::PathBuf::from).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if path.extension().is_some_and(|ending| ending == "rs") => {
                    sources += &std::fs::read_to_string(path).expect("a source");
                }
                _ => {}
            }
        }
    }
    let mut promises = 0;
    for row in rows {
        let tests: Vec<&str> = row.rsplit(" | ").next().expect("a cell").split('`').collect();
        let tests: Vec<&str> = tests.into_iter().skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            let declared = format!("fn {test}() {{");
            assert!(sources.contains(&declared), "there is no test {test}");
        }
        promises += 1;
    }
    assert!(promises > 20, "{promises}");
}

/// The first number after these words.
fn number_after(text: &str, words: &str) -> Option<usize> {
    let rest = &text[text.find(words)? + words.len()..];
    let digits: String = rest.chars().filter(|c| *c != ',').collect();
    let digits = digits
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .split(|c: char| !c.is_ascii_digit())
        .next()?;
    digits.parse().ok()
}

/// The round on the screen, and the number of votes that Bob has drawn.
fn shown(text: &str) -> Option<(usize, usize)> {
    Some((number_after(text, " round ")?, number_after(text, "││ you ")?))
}

/// Waits until the whole screen is drawn, and then returns the result of [`shown`].
fn wait_for_a_round(session: &Session) -> (usize, usize) {
    session.wait_until("a round, and its ledger", |screen| shown(&screen.contents()).is_some());
    shown(&session.text()).expect("it stands still until a key is pressed")
}

/// A chain that Bob plays against an honest Alice.
const LONG: &str = r#"elenchus: 1
title: Kills
claim: "Alice claims: yes at the end."
protocol: {stochastic: {k: 1, constants: teaching}}
machine:
  chain: {question: "Step {t}?", steps: 400, start: 0.9, after-no: 0.1, after-yes: 0.7}
seats: {alice: honest, bob: human, judge: honest}
seed: 5
"#;

#[test]
fn no_move_that_was_shown_is_lost_by_kills_at_random_moments() {
    no_move_is_lost_by("kills");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_move_that_was_shown_is_lost_by_many_kills() {
    no_move_is_lost_by("kills at night");
}

fn no_move_is_lost_by(what: &str) {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("kills.yaml");
    std::fs::write(&file, LONG).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg(&file);
    let mut session = Session::start(kept_in(command, data.path()));
    let kills = promised(what);
    let mut before = (1, 0);
    // A debate without a move of the player is not offered again. While Alice thinks, the screen has the round
    // already, but takes no move.
    session.at(&["Your move"], "s");
    session.at(&["How many votes"], "\r");
    session.wait_until("votes", |screen| shown(&screen.contents()).is_some_and(|now| now.1 > 0));
    for kill in 0..kills {
        let now = wait_for_a_round(&session);
        assert!(now >= before, "kill {kill}: {before:?} were shown, {now:?} are left");
        // However busy the machine is, one round is played before each kill.
        session.at(&["Your move"], "g\r");
        session.wait_until("the next round", |screen| {
            shown(&screen.contents()).is_some_and(|next| next.0 > now.0)
        });
        for _ in 0..rng.random_range(1..12) {
            session.press(if rng.random_bool(0.3) { "s" } else { "g\r" });
            std::thread::sleep(Duration::from_millis(rng.random_range(0..40)));
        }
        session.signal("KILL");
        session.end();
        before = shown(&session.text()).unwrap_or(now).max(now);
        session = Session::playground(data.path());
        session.wait_for("GO ON");
        session.press("r");
    }
    let (round, _) = wait_for_a_round(&session);
    assert!(round > kills, "it was played in between: {round} rounds");
    keeps(what, kills);
}

/// Screens, as the keys that lead there from the library.
const SCREENS: [&str; 6] = ["", "\r", "\r\r", "?", "/lie", "\r\r?"];

/// Signals, and the shell's exit codes for them.
const SIGNALS: [(&str, u32); 7] = [
    ("TERM", 143),
    ("HUP", 129),
    ("INT", 130),
    ("QUIT", 131),
    ("USR1", 138),
    ("ALRM", 142),
    ("ABRT", 134),
];

#[test]
fn every_end_on_every_screen_gives_the_terminal_back() {
    let ends = promised("terminals");
    assert!(ends >= SIGNALS.len() && ends >= SCREENS.len(), "each of them once");
    let screens = SCREENS.iter().cycle().zip(SIGNALS.into_iter().cycle());
    for (keys, (signal, code)) in screens.take(ends) {
        gives_back(keys, signal, code);
    }
    keeps("terminals", ends);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn every_signal_on_every_screen_gives_the_terminal_back() {
    for keys in SCREENS {
        for (signal, code) in SIGNALS {
            gives_back(keys, signal, code);
        }
    }
    keeps("terminals at night", SCREENS.len() * SIGNALS.len());
}

fn gives_back(keys: &str, signal: &str, code: u32) {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    assert!(!session.given_back(), "it has the terminal");
    for key in keys.chars() {
        let before = session.text();
        session.press(&key.to_string());
        session.wait_until("another screen", |s| s.contents() != before);
    }
    session.signal(signal);
    assert_eq!(session.end(), code, "{signal} after {keys:?}");
    assert!(session.given_back(), "{signal} after {keys:?}:\n{}", session.text());
}

/// The most memory, in KiB, that the program used to play a chain of this many questions. The test
/// measures it when the output begins.
#[cfg(target_os = "linux")]
fn memory(questions: usize) -> u64 {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.yaml");
    let text = LONG.replace("steps: 400", &format!("steps: {questions}"));
    std::fs::write(&file, text.replace("bob: human", "bob: never")).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["run", &file.to_string_lossy(), "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The output is larger than a pipe, so the program waits for the test.
    let mut printed = run.stdout.take().unwrap();
    printed.read_exact(&mut [0]).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/status", run.id())).unwrap();
    printed.read_to_end(&mut Vec::new()).unwrap();
    assert!(run.wait().unwrap().success());
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_debate_takes_memory_in_proportion_to_its_length() {
    let [short, middle, long] = [4_000, 8_000, 16_000].map(memory);
    let (first, second) = (middle - short, long - middle);
    assert!(first > 4_000, "{first} KiB for 4,000 more questions is too little to measure");
    assert!(second as f64 <= 2.3 * first as f64, "{first} KiB, then {second} KiB");
}
