//! Every symbol that a screen shows is explained, a key away.

use std::collections::BTreeSet;

use elenchus::rules::{Eye, Seat};
use elenchus::scenario::{course, library, open};
use elenchus::show::glossary;
use elenchus::tui::stage::Stage;

/// Letters of other alphabets and signs of logic: what nobody can guess.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{2200}'..='\u{220f}' | '⌈')
        || "∧∨¬⊕".contains(c) && c != '·'
}

/// Capitals that stand alone in the words of the program itself, such as K and V.
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
    for entry in &entries {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let game = open(scenario).expect("it opens");
        let eyes = Seat::each(Eye::Seat).into_iter().chain([Eye::All]);
        for brief in eyes.map(|eye| game.now().brief(eye)) {
            let said = [brief.rule, brief.numbers, brief.warnings].concat().join(" ");
            for symbol in capitals(&said).into_iter().filter(|own| own != "A") {
                let known = glossary::on(&said).iter().any(|e| glossary::occurs(&symbol, e.word));
                assert!(known, "{}: {symbol} in `{said}`", entry.id);
                seen.insert(symbol);
            }
        }
        let mut stage = Stage::new(Vec::new(), (80, 24), None);
        stage.open(entry);
        stage.press("enter").expect("a key");
        for size in [(80, 24), (200, 60)] {
            stage.resize(size.0, size.1);
            let text = stage.text();
            for symbol in text.chars().filter(|&c| is_symbol(c)) {
                let explained = glossary::on(&text);
                let known = explained.iter().any(|e| e.word.contains(symbol));
                assert!(known, "{}: {symbol} at {size:?}: {text}", entry.id);
                seen.insert(symbol.to_string());
            }
        }
    }
    assert!(["K", "ρ", "ε", "∧", "V"].iter().all(|own| seen.contains(*own)), "{seen:?}");
}

/// The key that a screen names for help leads to the symbol on it.
#[test]
fn a_symbol_is_explained_one_key_from_where_it_stands() {
    for (id, symbol) in [("ten-desks-copy", "K "), ("most-of-three", "ρ "), ("qbf-duel", "∃ ")] {
        let mut stage = Stage::new(Vec::new(), (100, 60), None);
        stage.open(&library::find(id).expect("a shipped scenario"));
        stage.press("enter ?").expect("keys");
        let mut text = stage.text();
        for _ in 0..6 {
            stage.press("pagedown").expect("a key");
            text += &stage.text();
        }
        let here = text.find("words and symbols on this screen").expect("the heading");
        let others = text.find("other words and symbols").expect("the rest");
        let at = text.find(&format!("   {symbol}")).expect("the symbol");
        assert!(here < at && at < others, "{id}: {text}");
    }
}
