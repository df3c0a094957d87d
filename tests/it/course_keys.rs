//! Every debate of the course, played to its card by keys alone: at each new kind of stop, and on
//! each screen that a key leads to from there, every key that is listed does something or says why
//! not, and what says that there is more can be scrolled.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use elenchus::scenario::library::{self, Entry};
use elenchus::scenario::read;
use elenchus::tui::stage::Stage;

/// Keys that make a choice, whatever is asked: the first that brings the debate on is taken.
const CHOICES: [&str; 8] = [
    "enter",
    "left enter",
    "0 . 5 enter",
    "1 enter",
    "down enter",
    "tab right enter",
    "f enter",
    "left left left 0 0 0 0 enter",
];

/// A debate of more choices is left after so many: what comes then are the same stops again.
const CHOSEN: usize = 12;

/// Take seconds to open.
const LONG: [&str; 5] =
    ["chain-thousand-steps", "correlated-evidence", "needle", "smuggled-cell", "verifier-read"];

/// What every screen has, and is pressed in `keys.rs`.
const EVERYWHERE: [&str; 4] = ["next theme", "draw the screen", "to the shell", "quit at once"];

/// Writes to a file: is pressed in tests with a folder of their own.
const WRITES: [&str; 3] = ["save", "hand out", "as HTML"];

/// A debate, and the keys to a stop of it.
#[derive(Clone)]
struct Stop<'a> {
    entry: &'a Entry,
    keys: String,
}

impl Stop<'_> {
    fn stage(&self) -> Stage {
        // A list of one debate would have no arrows.
        let other = SHIPPED.iter().find(|e| e.id != self.entry.id).expect("another debate");
        let entries = vec![self.entry.clone(), other.clone()];
        let mut stage = Stage::new(entries, (80, 24), None);
        stage.open(self.entry);
        stage.press(&self.keys).expect("keys");
        stage
    }

    fn and(&self, key: &str) -> Self {
        Self { entry: self.entry, keys: format!("{} {key}", self.keys) }
    }
}

/// The keys of an offer, and its words.
type Listed = (Vec<String>, String);

/// What a screen lists of its own. Two stops that list the same are of one kind.
fn listed(stage: &Stage) -> Vec<Listed> {
    let own = |words: &str| !EVERYWHERE.iter().any(|all| words.starts_with(all));
    let offers = stage.on_offer().into_iter();
    offers.filter(|(keys, words)| !keys.is_empty() && own(words)).collect()
}

static SHIPPED: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries = library::shipped();
    // The screens of a million gates are those of four thousand, and open sooner.
    let gates = entries.iter_mut().find(|e| e.id == "million-gates").expect("it is shipped");
    gates.text = gates.text.replace("1048576", "4096").replace("314159", "3141");
    gates.scenario = read("million-gates.yaml", &gates.text);
    entries
});

/// The kinds of stop that were looked at, each with where: a protocol, or nowhere in particular.
static LOOKED: Mutex<BTreeSet<(&str, Vec<Listed>)>> = Mutex::new(BTreeSet::new());

fn is_new(place: &'static str, stage: &Stage) -> bool {
    LOOKED.lock().expect("kinds").insert((place, listed(stage)))
}

/// Presses every key of a stop, and of every new kind of screen that one of them leads to. What
/// does nothing.
fn idle(stop: &Stop<'_>, depth: usize) -> Vec<String> {
    let first = stop.stage();
    let (node, text, offers) = (first.node(), first.text(), listed(&first));
    let place = |keys: &str| format!("{}: {keys}", stop.entry.id);
    let mut idle = Vec::new();
    // An ending plays on by itself: its card is not there yet when it is opened anew.
    let mut more = text.contains("more: PgDn") && !text.contains("the ending");
    // What a key leaves as it was serves for the next one.
    let mut now = Some((first, stop.keys.clone()));
    for offer @ (keys, words) in &offers {
        if WRITES.iter().any(|write| words.starts_with(write)) {
            continue;
        }
        let mut does = false;
        for key in keys {
            let (mut stage, pressed) = now
                .take()
                .filter(|(stage, _)| listed(stage).contains(offer))
                .unwrap_or_else(|| (stop.stage(), stop.keys.clone()));
            let before = stage.buffer();
            stage.press(key).expect("a key");
            let (said, pressed) = (stage.text(), format!("{pressed} {key}"));
            if said.contains("does nothing here") {
                idle.push(format!("{}, ({words})\n{said}", place(&pressed)));
            }
            let changed = stage.left().is_some() || stage.buffer() != before;
            does |= changed;
            more &= !(key == "pagedown" && changed);
            if depth > 0 && stage.left().is_none() && is_new("", &stage) {
                let there = Stop { entry: stop.entry, keys: pressed.clone() };
                idle.extend(self::idle(&there, depth - 1));
            }
            if stage.left().is_none() && stage.node() == node {
                now = Some((stage, pressed));
            }
        }
        if !does {
            idle.push(format!("{}, {words} {keys:?}\n{text}", place(&stop.keys)));
        }
    }
    if more {
        idle.push(format!("{}, PgDn turns no page\n{text}", place(&stop.keys)));
    }
    idle
}

/// Plays a debate by keys to its card and looks at every kind of stop on the way that is new for
/// its protocol; of a debate that takes long to open, what is new at all.
fn walk(entry: &Entry) -> Vec<String> {
    let protocol = entry.scenario.as_ref().map_or("", |s| s.protocol.value.name());
    let place = if LONG.contains(&&*entry.id) { "" } else { protocol };
    let mut stop = Stop { entry, keys: "enter".into() };
    let mut stage = stop.stage();
    let mut found = Vec::new();
    for _ in 0..CHOSEN {
        let new = is_new(place, &stage);
        is_new("", &stage);
        if new {
            found.extend(idle(&stop, 1));
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

#[test]
fn no_screen_of_the_course_promises_a_key_that_does_nothing() {
    let next = Mutex::new(SHIPPED.iter());
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(entry) = next.lock().expect("debates").next() else { return };
                    let here = walk(entry);
                    found.lock().expect("findings").extend(here);
                }
            });
        }
    });
    let found = found.into_inner().expect("findings");
    assert!(found.is_empty(), "{} keys do nothing:\n{}", found.len(), found.join("\n"));
}
