//! The footer and the help list exactly the keys that work. By keys alone, the test plays a debate
//! of each protocol to its card. The nightly run plays every debate of the course. At each new kind
//! of stop, and on each screen behind a key, every listed key does something. Content that
//! continues below can be scrolled. The screens around a debate pass the same test.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::scenario::read;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::screen_checks;

use crate::kit::{at_night, one_in};

/// Keys that make a choice for any question. The test takes the first one that moves the debate.
pub const CHOICES: [&str; 8] = [
    "enter",
    "left enter",
    "0 . 5 enter",
    "1 enter",
    "down enter",
    "tab space tab",
    "f enter",
    "left left left 0 0 0 0 enter",
];

/// The number of choices after which the test leaves a debate. Later stops are the same again.
const CHOSEN: usize = 12;

/// These debates take seconds to open.
const LONG: [&str; 5] =
    ["chain-thousand-steps", "correlated-evidence", "needle", "smuggled-cell", "verifier-read"];

/// This key writes a file. Tests with a separate folder press it.
const WRITES: [&str; 3] = ["save", "hand out", "as HTML"];

/// Screens around a debate. Each entry has the name of the debate, or nothing for the library, and the keys that lead
/// to the screen.
const AROUND: [(&str, &str); 21] = [
    ("", ""),
    ("", "/"),
    ("", "o"),
    ("", "p"),
    ("", "L"),
    ("", "?"),
    ("", "enter"),
    ("", "c"),
    ("find-the-lie", ""),
    ("find-the-lie", "home right"),
    ("find-the-lie", "enter"),
    ("find-the-lie", "enter g"),
    ("find-the-lie", "enter w"),
    ("find-the-lie", "enter 1 enter"),
    ("find-the-lie", "enter 1 enter enter"),
    ("find-the-lie", "enter 1 enter enter v"),
    ("find-the-lie", "enter 1 enter enter v b"),
    ("contract-comma", "enter tab"),
    ("contract-comma", "enter :"),
    ("contract-comma", "enter T"),
    ("contract-comma", "enter $"),
];

/// A debate, or `None` for the library, and the keys to a stop of it.
struct Stop<'a> {
    entry: Option<&'a LibraryEntry>,
    keys: String,
}

impl Stop<'_> {
    fn stage(&self) -> HeadlessPlayground {
        let entries = match self.entry {
            // A list of one debate would have no arrows.
            Some(entry) => {
                let other = SHIPPED.iter().find(|e| e.id != entry.id).expect("another debate");
                vec![entry.clone(), other.clone()]
            }
            None => SHIPPED.clone(),
        };
        let mut stage = HeadlessPlayground::new(entries, (80, 24), None);
        if let Some(entry) = self.entry {
            stage.open(entry);
        }
        stage.press(&self.keys).expect("keys");
        stage
    }

    fn and(&self, keys: &str) -> Self {
        Self { entry: self.entry, keys: format!("{} {keys}", self.keys) }
    }
}

static SHIPPED: LazyLock<Vec<LibraryEntry>> = LazyLock::new(|| {
    let mut entries = library::shipped();
    // The screens of a million gates equal those of four thousand, and these open sooner.
    let gates = entries.iter_mut().find(|e| e.id == "million-gates").expect("it is shipped");
    gates.text = gates.text.replace("1048576", "4096").replace("314159", "3141");
    gates.scenario = read("million-gates.yaml", &gates.text);
    entries
});

/// The kinds of stop that the test has visited, each with its protocol, or with none.
static LOOKED: Mutex<BTreeSet<(&str, Vec<screen_checks::ShownCommand>)>> =
    Mutex::new(BTreeSet::new());

fn is_new(place: &'static str, stage: &HeadlessPlayground) -> bool {
    LOOKED.lock().expect("kinds").insert((place, screen_checks::listed(stage)))
}

/// Presses every key of a stop. If a key opens a screen of a new kind, presses every key there too, down to this depth.
/// Returns the keys that do nothing.
fn idle(stop: &Stop<'_>, depth: usize) -> Vec<String> {
    let mut deeper = Vec::new();
    let after = |stage: &HeadlessPlayground, keys: &str| {
        if depth > 0 && is_new("", stage) {
            deeper.extend(self::idle(&stop.and(keys), depth - 1));
        }
    };
    let mut found = screen_checks::idle(|| stop.stage(), &WRITES, after);
    let place = stop.entry.map_or("the library", |entry| &entry.id);
    found.iter_mut().for_each(|what| what.insert_str(0, &format!("{place}, {}: ", stop.keys)));
    found.extend(deeper);
    found
}

/// Plays a debate by keys to its card and visits every kind of stop that is new for its protocol.
/// If the debate is slow to open, it visits only stops that are new in all protocols.
fn walk(entry: &LibraryEntry) -> Vec<String> {
    let protocol = entry.scenario.as_ref().map_or("", |s| s.protocol.value.name());
    let place = if LONG.contains(&&*entry.id) { "" } else { protocol };
    let mut stop = Stop { entry: Some(entry), keys: "enter".into() };
    let mut stage = stop.stage();
    let mut found = Vec::new();
    for _ in 0..CHOSEN {
        let new = is_new(place, &stage);
        is_new("", &stage);
        if new {
            // By day, screens behind a key of a table are left to the test of the screens around a debate.
            found.extend(idle(&stop, usize::from(at_night())));
        }
        if !stage.text().contains("your turn") {
            return found;
        }
        let before = stage.node();
        let brings_on = |keys: &&&str| {
            stage.press(keys).expect("keys");
            stop = stop.and(keys);
            stage.node() != before
        };
        if CHOICES.iter().find(brings_on).is_none() {
            found.push(format!("{}: no choice brings it on\n{}", entry.id, stage.text()));
            return found;
        }
    }
    found
}

/// The findings for each of these, from two threads.
pub fn all_of<T: Sync, F: Send>(all: &[T], walk: impl Fn(&T) -> Vec<F> + Sync) -> Vec<F> {
    let (next, found) = (Mutex::new(all.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(one) = next.lock().expect("the rest").next() else { return };
                    let here = walk(one);
                    found.lock().expect("findings").extend(here);
                }
            });
        }
    });
    found.into_inner().expect("findings")
}

/// Presses the keys of a choice: the first ones that move the debate.
pub fn choose(stage: &mut HeadlessPlayground, choices: &[&str]) {
    let before = stage.node();
    let _ = choices.iter().find(|keys| {
        stage.press(keys).expect("keys");
        stage.node() != before
    });
}

#[test]
fn no_screen_around_a_debate_promises_a_key_that_does_nothing() {
    let stop = |(id, keys): (&str, &str)| {
        let entry = (!id.is_empty()).then(|| SHIPPED.iter().find(|e| e.id == id).expect("shipped"));
        Stop { entry, keys: keys.into() }
    };
    let found: Vec<String> = AROUND.into_iter().flat_map(|screen| idle(&stop(screen), 0)).collect();
    assert!(found.is_empty(), "{} keys do nothing:\n{}", found.len(), found.join("\n"));
}

/// The first debate of each protocol.
fn one_of_each() -> Vec<LibraryEntry> {
    let mut met: Vec<&str> = Vec::new();
    let first = |entry: &&LibraryEntry| {
        let protocol = entry.scenario.as_ref().map_or("", |s| s.protocol.value.name());
        let new = !met.contains(&protocol);
        met.push(protocol);
        new
    };
    SHIPPED.iter().filter(first).cloned().collect()
}

fn promises_nothing_idle(entries: &[LibraryEntry]) {
    let found = all_of(entries, walk);
    assert!(found.is_empty(), "{} keys do nothing:\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_screen_of_a_debate_of_each_protocol_promises_a_key_that_does_nothing() {
    let debates = one_of_each();
    assert!((8..SHIPPED.len() / 2).contains(&debates.len()), "{} debates", debates.len());
    promises_nothing_idle(&one_in(3, debates).collect::<Vec<_>>());
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_screen_of_the_course_promises_a_key_that_does_nothing() {
    promises_nothing_idle(&SHIPPED);
}
