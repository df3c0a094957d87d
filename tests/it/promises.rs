//! The figures of `docs/promises.md`: each is a floor that the tests reach, read from the page
//! itself, and what was counted is printed (`--nocapture`).

use std::time::Duration;

use portable_pty::CommandBuilder;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::session::{Session, kept_in};

const PAGE: &str = include_str!("../../docs/promises.md");

/// The figure that the last column of the page's table promises under this name, as "20 kills".
pub fn promised(what: &str) -> usize {
    let cells = PAGE.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once("| "));
    let mut figures = cells.filter_map(|(_, cell)| cell.strip_suffix(what)?.strip_suffix(' '));
    let figure = figures.next().unwrap_or_else(|| panic!("no `{what}` in docs/promises.md"));
    figure.replace(',', "").parse().unwrap_or_else(|_| panic!("{figure} {what}"))
}

/// Prints what was counted, and holds it against the page.
pub fn keeps(what: &str, counted: usize) {
    println!("promise: {counted} {what}");
    assert!(counted >= promised(what), "{counted} {what}, and docs/promises.md says more");
}

/// The first number after these words.
fn number_after(text: &str, words: &str) -> Option<usize> {
    let rest = &text[text.find(words)? + words.len()..];
    let digits: String = rest.chars().filter(|c| *c != ',').collect();
    let digits = digits.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The round that the screen shows, and how many votes Bob has drawn.
fn shown(text: &str) -> Option<(usize, usize)> {
    Some((number_after(text, " round ")?, number_after(text, "Bob  oracle")?))
}

/// The same, once the whole screen is drawn.
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
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("kills.yaml");
    std::fs::write(&file, LONG).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg(&file);
    let mut session = Session::start(kept_in(command, data.path()));
    session.wait_for("Start the debate");
    session.press("\r");
    let kills = promised("kills");
    let mut before = (1, 0);
    for kill in 0..kills {
        let now = wait_for_a_round(&session);
        assert!(now >= before, "kill {kill}: {before:?} were shown, {now:?} are left");
        for _ in 0..rng.random_range(1..12) {
            session.press(if rng.random_bool(0.3) { "s" } else { "\x1b[D\r" });
            std::thread::sleep(Duration::from_millis(rng.random_range(0..40)));
        }
        session.signal("KILL");
        session.end();
        before = shown(&session.text()).unwrap_or(now).max(now);
        session = Session::playground(data.path());
        session.wait_for("left open");
        session.press("r");
    }
    let (round, _) = wait_for_a_round(&session);
    assert!(round > kills, "it was played in between: {round} rounds");
    keeps("kills", kills);
}

#[test]
fn whatever_ends_it_on_whatever_screen_the_terminal_is_given_back() {
    let mut restored = 0;
    for keys in ["", "\r", "\r\r", "?", "/lie", "\r\r?"] {
        for signal in ["TERM", "HUP", "INT", "QUIT"] {
            let data = tempfile::tempdir().unwrap();
            let mut session = Session::playground(data.path());
            session.wait_for("elenchus · library");
            for key in keys.chars() {
                let before = session.text();
                session.press(&key.to_string());
                session.wait_until("another screen", |s| s.contents() != before);
            }
            session.signal(signal);
            assert!(session.end() >= 128, "{signal} after {keys:?}");
            assert!(session.given_back(), "{signal} after {keys:?}:\n{}", session.text());
            restored += 1;
        }
    }
    keeps("terminals", restored);
}
