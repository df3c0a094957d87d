//! Measures the time from a key press to its drawn frame, at two screen sizes. It measures every shipped debate at its
//! first, middle and last question, the review, the lab, and a library with 1,000 records.
//!
//! `cargo bench --bench key-to-frame` prints the figures of docs/performance.md. Each word after `--` selects the
//! debates whose names contain it. If the environment variable `EACH` is set, every key is printed.

use std::time::Duration;

use elenchus::debate::{NodeId, SeatPlan};
use elenchus::rules::{Actor, Seat};
use elenchus::scenario::library::{LibraryEntry, Origin, shipped};
use elenchus::scenario::{Attempt, SafeText, Scenario, Verdict};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::session::DebateSession;
use elenchus::work::CancelToken;

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];
const PLACES: [&str; 3] = ["first question", "middle question", "last question"];
/// Keys at a question. None of them makes a move.
const AT_A_QUESTION: &str = "right down up left tab right right down up left pagedown end home \
    tab down v pagedown v f m e pageup ? pagedown esc tab right down";
const IN_REVIEW: &str =
    "left left right home end up down tab left right tab pagedown n H left b esc";
const IN_THE_LAB: &str = "down right left down down right right right left down down down up home";
const IN_THE_LIBRARY: &str = "down down up pagedown end home / a backspace esc p down pagedown end";
/// Keys that open an archived debate and leave it again.
const IN_THE_ARCHIVE: &str = "p enter left q q";
const RECORDS: usize = 1_000;

/// The place and name of a key, and the time until its frame was drawn.
type Frame = (String, Duration);

fn press(stage: &mut HeadlessPlayground, keys: &str, place: &str, frames: &mut Vec<Frame>) {
    for key in keys.split_whitespace() {
        frames.push((format!("{place}: {key}"), stage.frame_of(key).expect("a key")));
    }
}

/// Plays a debate between honest programs. Also returns the nodes at which the scenario asks a person.
fn played(entry: &LibraryEntry) -> (DebateSession, Vec<NodeId>) {
    let scenario = entry.scenario.clone().expect("it reads");
    let sitting = DebateSession::new(&entry.id, scenario).expect("it can be played");
    let people = sitting.people();
    let honest = Seat::each(|_| SeatPlan::honest());
    let mut played = sitting.restart(sitting.game().seed(), &honest).expect("it can be played");
    played.run(&CancelToken::default()).expect("honest programs");
    let tree = played.game().tree();
    let before = std::iter::once(NodeId::START).chain(tree.line().iter().copied());
    let asked =
        before.zip(tree.line()).filter_map(|(before, &made)| match tree.played(made)?.actor {
            Actor::Seat(seat) if people.contains(&seat) => Some(before),
            _ => None,
        });
    let asked = asked.collect();
    (played, asked)
}

/// The debate's record up to the node `at`, as a library entry with the players of its scenario.
fn up_to(entry: &LibraryEntry, played: &DebateSession, at: NodeId) -> LibraryEntry {
    let own = entry.scenario.clone().expect("it reads");
    let given = played.handed_out(at, own.title, own.summary);
    LibraryEntry { scenario: Ok(Scenario { seats: own.seats, ..given }), ..entry.clone() }
}

/// Makes a data folder that contains `records` records of this debate.
fn archive(entry: &LibraryEntry, mut sitting: DebateSession, records: usize) -> tempfile::TempDir {
    let data = tempfile::tempdir().expect("a folder");
    let scenario = SafeText::new(&entry.id).expect("a name");
    sitting.begin(Attempt { scenario, ..Attempt::default() });
    sitting.archive(data.path(), Verdict::Missed, "").expect("it is kept");
    let first = elenchus::scenario::archive::folder(data.path()).join(format!("{}.yaml", entry.id));
    for n in 1..records {
        std::fs::copy(&first, first.with_file_name(format!("{n}.yaml"))).expect("a copy");
    }
    data
}

fn debate(entry: &LibraryEntry, size: (u16, u16), frames: &mut Vec<Frame>) {
    let (played, asked) = played(entry);
    let places = match asked.len() {
        0 => Vec::new(),
        many => vec![asked[0], asked[many / 2], asked[many - 1]],
    };
    for (at, name) in places.into_iter().zip(PLACES) {
        let mut stage = HeadlessPlayground::new(Vec::new(), size, None);
        stage.open(&up_to(entry, &played, at));
        // Some debates first ask for a vote on the claim, or ask who sits at the screen.
        stage.press("y enter").expect("keys");
        press(&mut stage, AT_A_QUESTION, &format!("{}, {name}", entry.id), frames);
    }
    let mut stage = HeadlessPlayground::new(Vec::new(), size, None);
    stage.open(&up_to(entry, &played, played.here()));
    press(&mut stage, IN_REVIEW, &format!("{}, review", entry.id), frames);
    let mut stage = HeadlessPlayground::new(vec![entry.clone()], size, None);
    stage.press("L").expect("a key");
    press(&mut stage, IN_THE_LAB, &format!("{}, lab", entry.id), frames);
    let data = archive(entry, played, 1);
    let mut stage =
        HeadlessPlayground::new(vec![entry.clone()], size, Some(data.path().to_owned()));
    press(&mut stage, IN_THE_ARCHIVE, &format!("{}, archive", entry.id), frames);
}

fn library(size: (u16, u16), frames: &mut Vec<Frame>) {
    let entry = shipped().into_iter().find(|e| e.id == "contract-comma").expect("it is shipped");
    let data = archive(&entry, played(&entry).0, RECORDS);
    let mut stage = HeadlessPlayground::new(shipped(), size, Some(data.path().to_owned()));
    press(&mut stage, IN_THE_LIBRARY, &format!("library, {RECORDS} records"), frames);
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |id: &str| wanted.is_empty() || wanted.iter().any(|word| id.contains(&**word));
    println!("| screen | keys | median | p99 | slowest |\n|---|---:|---:|---:|---:|");
    let mut slowest: Vec<Frame> = Vec::new();
    for size in SIZES {
        let mut frames = Vec::new();
        for entry in shipped().iter().filter(|entry| is_wanted(&entry.id)) {
            debug_assert_eq!(entry.origin, Origin::Shipped);
            debate(entry, size, &mut frames);
        }
        if is_wanted("library") {
            library(size, &mut frames);
        }
        if std::env::var_os("EACH").is_some() {
            frames.iter().for_each(|(place, took)| println!("  {took:.1?} {place}"));
        }
        frames.sort_by_key(|frame| frame.1);
        let Some(last) = frames.len().checked_sub(1) else { continue };
        let [median, p99, most] = [last / 2, last * 99 / 100, last].map(|at| frames[at].1);
        println!(
            "| {}×{} | {} | {median:.1?} | {p99:.1?} | {most:.1?} |",
            size.0,
            size.1,
            frames.len()
        );
        let named = |(place, took): Frame| (format!("{place}, {}×{}", size.0, size.1), took);
        slowest.extend(frames.into_iter().rev().take(5).map(named));
    }
    for (place, took) in slowest {
        println!("- {took:.1?}: {place}");
    }
}
