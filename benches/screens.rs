//! A key press to the drawn frame, with a transcript of 10^6 steps open at 200×60.

use criterion::{Criterion, criterion_group, criterion_main};
use elenchus::scenario::library::{LibraryEntry, Origin};
use elenchus::scenario::read;
use elenchus::tui::stage::Stage;

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
    let mut stage = Stage::new(vec![entry()], (200, 60), None);
    c.bench_function("a key in the library", |b| {
        b.iter(|| {
            stage.press("down").expect("a key");
            stage.buffer()
        });
    });
    stage.press("enter enter").expect("keys");
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

/// The largest shipped debate of each picture, and the keys to a place where it is drawn.
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

/// Nothing but drawing: what a key does is measured above.
fn pictures(c: &mut Criterion) {
    for (picture, id, keys) in PICTURES {
        let entries = elenchus::scenario::library::shipped();
        let entry = entries.into_iter().find(|e| e.id == id).expect("a shipped scenario");
        let mut stage = Stage::new(vec![entry.clone()], (200, 60), None);
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
        b.iter(|| Stage::new(elenchus::scenario::library::shipped(), (80, 24), None).buffer());
    });
}

criterion_group!(benches, frames, pictures, start);
criterion_main!(benches);
