//! The frames of a class. If two classes differ only in something that a student may not see, the student and the
//! projector get the same bytes.

use std::sync::Arc;
use std::time::Duration;

use super::grants::admit;
use super::sizes::{opened_with, stage};
use crate::connection::{Connection, OutgoingFrame};
use crate::projection::{LedDebate, ProjectorContent, played};
use crate::roster::{PROJECTOR, SeatHolder};
use crate::rules::Seat;
use crate::scenario::library::{self, LibraryEntry};
use crate::scenario::{Scenario, read};
use crate::session::Class;
use crate::tui::app::Appearance;
use crate::tui::headless::HeadlessPlayground;
use crate::tui::prelude::*;

/// The keys that a student presses at a table before the first move. They open the screens that say most.
const KEYS: [&str; 9] = ["", "$", "esc", "x", "esc", ":", "esc", "?", "esc"];

/// A shipped debate with a text in place of another.
fn debate(id: &str, from: &str, into: &str) -> LibraryEntry {
    let shipped = library::find(id).expect("shipped");
    assert!(shipped.text.contains(from), "{id}: {from}");
    let text = shipped.text.replacen(from, into, 1);
    let scenario = read("swapped.yaml", &text);
    assert!(scenario.is_ok(), "{id}: {:?}", scenario.err());
    LibraryEntry { text, scenario, ..shipped }
}

/// What a connection sends for a screen: the cells, then the text.
fn sent(stage: &HeadlessPlayground) -> Vec<Vec<u8>> {
    let line = Connection::default();
    let next = || match line.next(Duration::ZERO) {
        OutgoingFrame::Frame(frame) => frame.into_data().to_vec(),
        _ => panic!("nothing is sent"),
    };
    line.show(stage.buffer());
    let cells = next();
    line.show_face(stage.to_html());
    vec![cells, next()]
}

/// Presses keys, and adds what is sent after each of them.
fn pressed(what: &str, stage: &mut HeadlessPlayground, keys: &[&str], all: &mut Vec<Sent>) {
    for key in keys {
        stage.press(key).expect("keys");
        stage.wait_until_idle();
        all.push((format!("{what}, after `{key}`"), sent(stage)));
    }
}

type Sent = (String, Vec<Vec<u8>>);

fn projected(class: &Arc<Class>, what: &str, shown: ProjectorContent, all: &mut Vec<Sent>) {
    class.show(shown);
    pressed(what, &mut stage(class, "projector", Appearance::default()), &[""], all);
}

/// Everything that a class with this debate and a table for it sends to the student in a seat and to the projector,
/// before the student's first move. Programs play the other seats of the table.
fn everything(entry: &LibraryEntry, seat: Seat, programs: [&str; 3]) -> Vec<Sent> {
    let folder = tempfile::tempdir().expect("a folder");
    let class = opened_with(&folder, [entry.clone()].into());
    // The code is random, and the teacher sees it.
    let mut roll = class.members.roll().upgradable_read();
    class.members.change(&mut roll, |roll| roll.code = "ABCDEF".into()).expect("it is saved");
    drop(roll);
    class.add_table(&entry.id).expect("a table");
    let (table, mut all) = (Arc::clone(&class.tables()[0]), Vec::new());
    let ann = admit(&class, "Ann").expect("the name is free");
    let mut alone = stage(&class, "lobby", Appearance::default());
    pressed("the course", &mut alone, &["", "enter", "enter"], &mut all);
    pressed("alone", &mut alone, &KEYS, &mut all);
    for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
        let program = SeatHolder::Program(programs[other.index()].into());
        class.give(&table, other, program).expect("there is such a strategy");
    }
    class.sit(&table, seat, ann).expect("the seat is free");
    let mut shared = stage(&class, "lobby", Appearance::default());
    pressed("the lobby", &mut shared, &["", "enter"], &mut all);
    assert!(shared.text().contains("your turn"), "{}", shared.text());
    pressed("at a table", &mut shared, &KEYS, &mut all);
    for screen in ["teacher", "director"] {
        let mut staff = stage(&class, screen, Appearance::default());
        pressed(screen, &mut staff, &["", "down", "down"], &mut all);
    }
    projected(&class, "progress", ProjectorContent::Class { names: true }, &mut all);
    let mut led = table.sitting(None, PROJECTOR).expect("it opens");
    led.run(&CancelToken::default()).expect("it runs");
    let led = Arc::new(LedDebate::new(led));
    for action in [Action::First, Action::Last] {
        led.go(action);
        // The moves that are hidden from some player have no words here.
        projected(&class, "a table", ProjectorContent::Debate(Arc::clone(&led)), &mut all);
    }
    all
}

fn assert_same(what: &str, one: Vec<Sent>, other: Vec<Sent>) {
    for ((screen, one), (_, other)) in one.into_iter().zip(other) {
        let text = |sent: &[Vec<u8>]| String::from_utf8_lossy(&sent[1]).into_owned();
        assert_eq!(text(&one), text(&other), "{what}: {screen}");
        assert!(one == other, "{what}: {screen}: the cells differ");
    }
}

/// The truth, a hidden player of the course and a hidden program at a table.
#[test]
fn a_swapped_secret_changes_no_byte_for_a_seat_that_does_not_see_it() {
    let lazy = |from: &str, into: &str| {
        let entry = debate("contract-comma", "bob: honest", "bob: lazy");
        let text = entry.text.replacen(from, into, 1);
        assert!(from.is_empty() || text != entry.text, "{from}");
        let scenario = read("swapped.yaml", &text);
        LibraryEntry { text, scenario, ..entry }
    };
    let whole = lazy("", "");
    let programs = ["lie-at:3", "lazy", "honest"];
    let shown = |entry: &LibraryEntry, alice| {
        everything(entry, Seat::Judge, [alice, programs[1], programs[2]])
    };
    let one = shown(&whole, "lie-at:3");
    assert_same("truth", one.clone(), shown(&lazy("answer: no\n", "answer: yes\n"), "lie-at:3"));
    assert_same("player", one.clone(), shown(&lazy("lie-at:9", "lie-at:3"), "lie-at:3"));
    // The teacher chose this program, and sees its name.
    let students =
        |all: Vec<Sent>| all.into_iter().filter(|(screen, _)| !screen.starts_with("teacher"));
    let of_program = students(shown(&whole, "honest")).collect();
    assert_same("program at a table", students(one.clone()).collect(), of_program);
    // The comparison sees what the judge may see.
    let other = shown(&lazy("words: both parties", "words: two parties"), "lie-at:3");
    assert_ne!(one, other);
}

/// Programs have already played the whole debate when the projector shows its start.
#[test]
fn the_start_of_a_debate_on_the_projector_does_not_tell_how_it_goes_on() {
    for (id, from, into) in [
        ("find-the-lie", "alice: lie-at:3", "alice: honest"),
        ("midpoint-hunt", "alice: wrong-at:77:2", "alice: honest"),
        ("lazy-bob", "bob: lazy", "bob: honest"),
        ("drifting-liar", "alice: ", "alice: honest #"),
    ] {
        let [one, other] = [(from, from), (from, into)].map(|(from, into)| {
            let entry = debate(id, from, into);
            let folder = tempfile::tempdir().expect("a folder");
            let class = opened_with(&folder, [entry.clone()].into());
            let scenario: Scenario = entry.scenario.expect("it reads");
            let led = played(id, &scenario, &CancelToken::default()).expect("it is played");
            let mut all = Vec::new();
            let shown = ProjectorContent::Debate(Arc::new(LedDebate::new(led)));
            projected(&class, "the start", shown, &mut all);
            all
        });
        assert_same(id, one, other);
    }
}
