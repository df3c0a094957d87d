//! What `solve` says of every shipped scenario, held against its own numbers: every line of every
//! section is of a form that is known here, and what the form says is computed from other lines,
//! from the table of values, or from scratch. A sentence of an unknown form fails.

mod bounds;
mod claims;
mod deterministic;
mod query;
mod stochastic;

use std::cell::RefCell;
use std::panic::Location;

use elenchus::analysis::Report;
use elenchus::scenario::open;
use elenchus::work::Token;
use serde_json::Value as Json;

use crate::kit::shipped;

/// What `solve` says of a scenario, and its numbers.
struct Said {
    id: String,
    report: Report,
    json: Json,
    /// What is wrong: all of it is told at once.
    wrong: RefCell<Vec<String>>,
}

fn all() -> impl Iterator<Item = Said> {
    shipped().into_iter().map(|(id, scenario)| {
        let game = open(&scenario).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        let mut report = Report::default();
        game.solving()(&mut report, &Token::default()).expect("it can be solved");
        let json = report.to_json();
        Said { id, report, json, wrong: RefCell::default() }
    })
}

impl Said {
    fn value(&self, alice: &str, bob: &str) -> Option<f64> {
        let mut own = self.report.values.iter();
        own.find(|v| v.alice == alice && v.bob == bob).map(|v| v.value)
    }

    /// Every line under a heading.
    fn lines(&self, title: &str) -> Vec<&str> {
        let sections = self.report.sections.iter().filter(|s| s.title == title);
        sections.flat_map(|s| s.lines.iter().map(String::as_str)).collect()
    }

    /// The value of the bound whose name begins so, beside its limit.
    fn bound(&self, name: &str) -> Option<[f64; 2]> {
        let mut bounds = self.report.bounds.iter();
        bounds.find(|b| b.name.starts_with(name)).map(|b| [b.value, b.limit])
    }

    /// What a seat pays of a kind when all are honest.
    fn cost(&self, seat: &str, cost: &str) -> Option<f64> {
        let mut costs = self.report.costs.iter();
        costs.find(|paid| paid.seat == seat && paid.cost == cost).map(|paid| paid.expected)
    }

    /// A number of the JSON, by a path such as `/lipschitz/worst`.
    fn number(&self, path: &str) -> f64 {
        let found = self.json.pointer(path).and_then(Json::as_f64);
        found.unwrap_or_else(|| panic!("{}: no number at {path}", self.id))
    }

    #[track_caller]
    fn is(&self, right: bool, line: &str) {
        if !right {
            self.wrong.borrow_mut().push(format!("{}, {}: {line}", self.id, Location::caller()));
        }
    }

    #[track_caller]
    fn same(&self, one: f64, other: f64, line: &str) {
        let slack = 2e-4 * one.abs().max(1.0);
        self.is((one - other).abs() <= slack, &format!("{one} is not {other}: {line}"));
    }

    /// Holds every line against what else is known.
    fn is_right(&self) -> usize {
        self.bounds_stand_where_their_numbers_put_them();
        self.best_responses_are_best();
        for paid in &self.report.costs {
            let limit = paid.limit.unwrap_or(f64::INFINITY);
            self.is(paid.expected <= limit * (1.0 + 1e-9), paid.cost);
        }
        let mut held = 0;
        for section in &self.report.sections {
            for line in &section.lines {
                let known = self.of_a_computation(&section.title, line)
                    || self.of_reads(&section.title, line)
                    || self.of_an_oracle(&section.title, line)
                    || self.of_claims(&section.title, line);
                self.is(known, &format!("nothing checks this of `{}`: {line}", section.title));
                held += 1;
            }
        }
        assert_eq!(*self.wrong.borrow(), [""; 0]);
        held
    }

    /// In a table, whoever answers best is beaten by nobody beside.
    fn best_responses_are_best(&self) {
        for row in &self.report.values {
            let said = format!("{row:?}");
            let near = 1e-9 * row.value.abs().max(1.0);
            if row.sd.is_none() {
                self.is((-1e-9..=1.0 + 1e-9).contains(&row.value), &said);
            }
            if let Some(best) = self.value("best-response", &row.bob) {
                self.is(best >= row.value - near, &said);
            }
            if let Some(best) = self.value(&row.alice, "best-response") {
                self.is(best <= row.value + near, &said);
            }
        }
    }
}

/// The texts that stand where a form has `{}`, if a line is of that form.
fn read<'a>(line: &'a str, form: &str) -> Option<Vec<&'a str>> {
    let mut pieces = form.split("{}");
    let mut rest = line.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let last = at + 1 == pieces.len();
        let end = if last { rest.len().checked_sub(piece.len())? } else { rest.find(piece)? };
        let (text, tail) = rest.split_at_checked(end)?;
        rest = tail.strip_prefix(piece)?;
        found.push(text);
    }
    rest.is_empty().then_some(found)
}

/// The same for numbers: thousands may have commas.
fn numbers<const N: usize>(line: &str, form: &str) -> Option<[f64; N]> {
    let found = read(line, form)?;
    let found: Option<Vec<f64>> =
        found.into_iter().map(|text| text.replace(',', "").parse().ok()).collect();
    found?.try_into().ok()
}

/// ⌈log2 n⌉, from scratch.
fn bits(n: f64) -> f64 {
    let (mut bits, mut reach) = (0.0, 1.0);
    while reach < n {
        bits += 1.0;
        reach *= 2.0;
    }
    bits
}

#[test]
fn a_form_reads_what_stands_in_it() {
    assert_eq!(read("a 3 b 4", "a {} b {}"), Some(vec!["3", "4"]));
    assert_eq!(read("a 3 c 4", "a {} b {}"), None);
    assert_eq!(numbers::<2>("1,024 of 5 %", "{} of {} %"), Some([1024.0, 5.0]));
    assert_eq!([1.0, 2.0, 3.0, 8.0, 9.0].map(bits), [0.0, 1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn no_sentence_of_solve_is_contradicted_by_its_numbers() {
    let held: Vec<usize> = all().map(|said| said.is_right()).collect();
    assert!(held.len() >= 40 && held.iter().sum::<usize>() > 600, "{held:?}");
}
