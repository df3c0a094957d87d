//! Every symbol on a screen has an explanation one key away.

use std::collections::BTreeSet;

use elenchus::rules::{Seat, Viewer};
use elenchus::scenario::{course, library, open};
use elenchus::text::board::Pane;
use elenchus::text::glossary;
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::one_in;

/// Letters of other alphabets and signs of logic, which no reader can guess.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{2200}'..='\u{220f}' | '⌈')
        || "∧∨¬⊕".contains(c) && c != '·'
}

/// Single capitals in the program's own words, such as K and V.
fn capitals(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let alone = |word: &&str| word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase());
    words.filter(alone).map(str::to_owned).collect()
}

#[test]
fn every_symbol_of_a_screen_is_in_the_glossary() {
    let mut entries = library::shipped();
    entries.extend(course::course("exercises").expect("it ships").entries);
    let mut seen = BTreeSet::new();
    for entry in one_in(5, &entries) {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let game = open(scenario).expect("it opens");
        let eyes = Seat::each(Viewer::Seat).into_iter().chain([Viewer::All]);
        for brief in eyes.map(|eye| game.position().brief(eye)) {
            let said = [brief.rule, brief.numbers, brief.warnings].concat().join(" ");
            for symbol in capitals(&said).into_iter().filter(|own| own != "A") {
                let known =
                    glossary::entries_in(&said).iter().any(|e| glossary::occurs(&symbol, e.word));
                assert!(known, "{}: {symbol} in `{said}`", entry.id);
                seen.insert(symbol);
            }
        }
        let mut stage = HeadlessPlayground::new(Vec::new(), (80, 24), None);
        stage.open(entry);
        stage.press("enter").expect("a key");
        for size in [(80, 24), (200, 60)] {
            stage.resize(size.0, size.1);
            let text = stage.text();
            for symbol in text.chars().filter(|&c| is_symbol(c)) {
                let explained = glossary::entries_in(&text);
                let known = explained.iter().any(|e| e.word.contains(symbol));
                assert!(known, "{}: {symbol} at {size:?}: {text}", entry.id);
                seen.insert(symbol.to_string());
            }
        }
    }
    assert!(["K", "∧", "V"].iter().all(|own| seen.contains(*own)), "{seen:?}");
}

/// The help of a screen has a glossary with the symbols.
#[test]
fn a_symbol_is_explained_in_the_help() {
    for (id, symbol) in [("ten-desks-copy", "K "), ("most-of-three", "ρ "), ("qbf-duel", "∃ ")] {
        let mut stage = HeadlessPlayground::new(Vec::new(), (100, 60), None);
        stage.open(&library::find(id).expect("a shipped scenario"));
        stage.press("enter ? tab tab").expect("keys");
        let mut text = stage.text();
        for _ in 0..20 {
            stage.press("pagedown").expect("a key");
            text += &stage.text();
        }
        assert!(text.contains(&format!(" {symbol}")), "{id}: {text}");
    }
}

/// Only the judge reads. No text says that a prover did not read bits that she writes or sees.
#[test]
fn no_text_calls_a_bit_unread_to_a_prover() {
    let mut rows = 0;
    for entry in library::shipped() {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let game = open(scenario).expect("it opens");
        if scenario.protocol.value.name() != "cross-examination" {
            continue;
        }
        for seat in [Seat::Alice, Seat::Bob] {
            let board = game.position().board(Viewer::Seat(seat));
            for pane in &board.panes {
                let Pane::Strip(strip) = pane else { continue };
                for (label, text) in (0..strip.len.min(20)).flat_map(|at| (strip.detail)(at).rows) {
                    assert!(!text.contains("not read"), "{}, {seat:?}: {label} {text}", entry.id);
                    rows += 1;
                }
            }
        }
    }
    assert!(rows > 50, "{rows}");
}

/// The text explains the difference between Bob's tolerance and the judge's at their first use. It
/// uses the actual numbers.
#[test]
fn the_difference_between_both_tolerances_is_explained_once() {
    let mut said = 0;
    for entry in library::shipped() {
        let mut game = open(entry.scenario.as_ref().expect("it reads")).expect("it opens");
        let tells = |game: &dyn elenchus::analysis::Game| {
            let numbers = game.position().brief(Viewer::Seat(Seat::Bob)).numbers.join(" ");
            numbers.contains("he draws fewer votes").then_some(numbers)
        };
        let Some(numbers) = tells(&*game) else { continue };
        let after = |words: &str| -> f64 {
            let (_, rest) = numbers.split_once(words).expect("both are told");
            let end = rest.split([' ', ';']).next().expect("a number");
            end.trim_end_matches('.').parse().expect("a number")
        };
        assert!(after("is off by ") > after("accepts errors below "), "{}", entry.id);
        let honest = Seat::each(|_| elenchus::debate::SeatPlan::honest());
        game.set_seats(&honest).expect("honest players");
        let mut rounds = 0;
        while let Ok(elenchus::debate::Advance::Moved(_)) = game.advance() {
            let later = game.position().brief(Viewer::Seat(Seat::Bob)).progress;
            rounds += usize::from(!later.starts_with("round 1 ") && tells(&*game).is_some());
        }
        assert_eq!(rounds, 0, "{}", entry.id);
        said += 1;
    }
    assert!(said > 3, "{said}");
}
