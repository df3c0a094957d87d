//! Measures the time from a key to its drawn frame on a screen of 200×60, with a transcript of 10^6
//! steps.

use criterion::{Criterion, criterion_group, criterion_main};
use elenchus::scenario::library::{LibraryEntry, Origin};
use elenchus::scenario::read;
use elenchus::tui::headless::HeadlessPlayground;

const MILLION: &str = "\
elenchus: 1
title: A million steps
claim: Alice claims that the last bit is 1.
seat: bob
protocol: {cross-examination: {claim: 1}}
machine: {shift-register: {steps: 1000000, taps: [20, 3], start: \"10000000000000000000\"}}
";

fn entry() -> LibraryEntry {
    LibraryEntry {
        id: "million".into(),
        origin: Origin::Shipped,
        text: MILLION.into(),
        scenario: read("million.yaml", MILLION),
    }
}

fn frames(c: &mut Criterion) {
    let mut stage = HeadlessPlayground::new(vec![entry()], (200, 60), None);
    c.bench_function("a key in the library", |b| {
        b.iter(|| {
            stage.press("down").expect("a key");
            stage.buffer()
        });
    });
    stage.press("enter").expect("a key");
    while !stage.text().contains("your turn") {
        stage.wait(std::time::Duration::from_secs(1));
    }
    for key in ["right", "down", "pagedown", "end", "home"] {
        c.bench_function(&format!("{key} on a transcript of 10^6 steps"), |b| {
            b.iter(|| {
                stage.press(key).expect("a key");
                stage.buffer()
            });
        });
    }
}

/// For each kind of picture: its name, the largest shipped debate with such a picture, and the keys that show it.
const PICTURES: [(&str, &str, &str); 9] = [
    ("plan as a graph", "million-gates", "enter"),
    ("circuit as a graph", "sha-256", "enter"),
    ("verifier as a graph", "verifier-cross-examined", "enter"),
    ("claim tree", "needle-estimates", "enter 0 . 9 enter"),
    ("all rounds", "chain-thousand-steps", "enter"),
    ("halved interval", "smuggled-cell", "enter right enter right enter"),
    ("space and time", "tableau-smuggled-cell", "enter down down"),
    ("quantified game", "qbf-duel", "enter right enter"),
    ("map of a transcript", "hundred-thousand-steps", "enter"),
];

/// Measures drawing alone. The function `frames` measures the work of keys.
fn pictures(c: &mut Criterion) {
    for (picture, id, keys) in PICTURES {
        let entries = elenchus::scenario::library::shipped();
        let entry = entries.into_iter().find(|e| e.id == id).expect("a shipped scenario");
        let mut stage = HeadlessPlayground::new(vec![entry.clone()], (200, 60), None);
        stage.open(&entry);
        stage.press(keys).expect("keys");
        while !stage.text().contains("your turn") {
            stage.wait(std::time::Duration::from_secs(1));
        }
        c.bench_function(&format!("{picture}: {id}"), |b| b.iter(|| stage.buffer()));
    }
}

fn start(c: &mut Criterion) {
    c.bench_function("the library's first frame, shipped scenarios read", |b| {
        b.iter(|| {
            HeadlessPlayground::new(elenchus::scenario::library::shipped(), (80, 24), None).buffer()
        });
    });
}

criterion_group!(benches, frames, pictures, start);
criterion_main!(benches);
