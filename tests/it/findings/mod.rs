//! The findings of `solve` on every shipped scenario, compared with its own numbers. The test knows
//! every kind of finding. It computes their numbers from other findings, from the table of values,
//! or independently. A finding of an unknown kind fails.

mod bounds;
mod claims;
mod machines;
mod oracle;
mod payments;
mod reads;

use std::cell::RefCell;
use std::panic::Location;

use elenchus::analysis::{Fact, Report};
use elenchus::scenario::{Scenario, open};
use elenchus::text::Limit;
use elenchus::work::CancelToken;
use rayon::prelude::*;
use serde_json::Value as Json;

use crate::kit::{sample, shipped};

/// The findings of `solve` on a scenario, and its JSON.
struct Said {
    id: String,
    report: Report,
    json: Json,
    /// The errors. The test prints all of them together.
    wrong: RefCell<Vec<String>>,
}

/// Compares every finding of a report with the others. Returns the number of findings.
pub fn contradicts_nothing(id: &str, report: &Report) -> usize {
    let (report, json) = (report.clone(), report.to_json());
    Said { id: id.to_owned(), report, json, wrong: RefCell::default() }.is_right()
}

/// A finding in a report: its values, and the data for the comparison.
struct Found<'a> {
    said: &'a Said,
    fact: &'a Fact,
}

impl Found<'_> {
    fn n(&self, name: &str) -> f64 {
        let number = self.fact.number(name);
        number.unwrap_or_else(|| panic!("{}: no number `{name}` in {:?}", self.said.id, self.fact))
    }

    fn words(&self, name: &str) -> &str {
        let words = self.fact.words(name);
        words.unwrap_or_else(|| panic!("{}: no `{name}` in {:?}", self.said.id, self.fact))
    }

    #[track_caller]
    fn is(&self, right: bool) {
        self.said.is(right, &self.fact.to_string());
    }

    #[track_caller]
    fn same(&self, one: f64, other: f64) {
        self.said.same(one, other, &self.fact.to_string());
    }

    /// Checks that the numbers of these names are these.
    #[track_caller]
    fn are<const N: usize>(&self, names: [&str; N], others: [f64; N]) {
        names.into_iter().zip(others).for_each(|(name, other)| self.same(self.n(name), other));
    }
}

impl Said {
    fn value(&self, alice: &str, bob: &str) -> Option<f64> {
        let mut own = self.report.values.iter();
        own.find(|v| v.alice == alice && v.bob == bob).map(|v| v.value)
    }

    /// The first finding of a kind.
    fn fact<'a>(&'a self, kind: &'a str) -> Option<&'a Fact> {
        self.report.facts(kind).next()
    }

    /// The value of the bound whose name begins with this text, and its limit.
    fn bound(&self, name: &str) -> Option<[f64; 2]> {
        let mut bounds = self.report.bounds.iter();
        bounds.find(|b| b.name.starts_with(name)).map(|b| [b.value, b.limit.get()])
    }

    /// The cost of one kind for a seat when all players are honest.
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
        let near = 1e-9 * one.abs().max(1.0);
        self.is((one - other).abs() <= near, &format!("{one} is not {other}: {line}"));
    }

    /// Every average says what it is over, and so does the table of a debate with payments.
    fn averages_name_their_scope(&self) {
        let report = &self.report;
        let facts = report.sections.iter().flat_map(|section| &section.facts);
        let texts = facts.map(ToString::to_string);
        let texts = texts.chain(report.bounds.iter().map(|bound| bound.name.clone()));
        let texts = texts.chain(report.claims.iter().map(|claim| claim.statement.clone()));
        for text in texts.filter(|text| text.contains("average")) {
            self.is(text.contains(" over "), &text);
        }
        if report.values.iter().any(|row| row.sd.is_some()) {
            let over = self.json["values_are"].as_str().unwrap_or_default();
            self.is(over.contains(" over "), &format!("the table of values: {over}"));
        }
    }

    /// Compares every finding with the other facts.
    fn is_right(&self) -> usize {
        self.bounds_stand_where_their_numbers_put_them();
        self.claims_stand_where_their_hypotheses_put_them();
        self.best_responses_are_best();
        self.averages_name_their_scope();
        for paid in &self.report.costs {
            let limit = paid.limit.map_or(f64::INFINITY, Limit::get);
            self.is(paid.expected <= limit * (1.0 + 1e-9), paid.cost);
        }
        let facts = self.report.sections.iter().flat_map(|section| &section.facts);
        let held = facts
            .map(|fact| {
                let found = Found { said: self, fact };
                found.is_printed_on_its_side();
                let known = found.of_a_machine()
                    || found.of_reads()
                    || found.of_an_oracle()
                    || found.of_claims()
                    || found.of_payments();
                self.is(known, &format!("nothing checks `{}`: {fact}", fact.kind));
            })
            .count();
        assert_eq!(*self.wrong.borrow(), [""; 0]);
        held
    }

    /// In a table, no other player beats the best response on the same witness.
    fn best_responses_are_best(&self) {
        for row in self.report.values.iter().filter(|row| !row.alice.starts_with("witness:")) {
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

/// ⌈log2 n⌉, computed independently.
fn bits(n: f64) -> f64 {
    let (mut bits, mut reach) = (0.0, 1.0);
    while reach < n {
        bits += 1.0;
        reach *= 2.0;
    }
    bits
}

#[test]
fn logarithms_are_rounded_up() {
    assert_eq!([1.0, 2.0, 3.0, 8.0, 9.0].map(bits), [0.0, 1.0, 2.0, 3.0, 4.0]);
}

/// The scenarios that are slow to solve.
const LONG: [&str; 4] = ["correlated-evidence", "needle-estimates", "smuggled-cell", "twins"];

/// The number of findings that were compared with their numbers, in each of these scenarios.
fn held(those: impl Iterator<Item = (String, Scenario)>) -> Vec<usize> {
    let held = those.collect::<Vec<_>>().into_par_iter().map(|(id, scenario)| {
        let game = open(&scenario).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        let mut report = Report::default();
        game.solving()(&mut report, &CancelToken::default()).expect("it can be solved");
        contradicts_nothing(&id, &report)
    });
    held.collect()
}

#[test]
fn no_finding_of_solve_is_contradicted_by_its_numbers() {
    let short = shipped().into_iter().filter(|(id, _)| !LONG.contains(&&**id)).collect();
    let held = held(sample(6, short));
    assert!(held.len() >= 15 && held.iter().sum::<usize>() > 200, "{held:?}");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_finding_of_a_slow_solve_is_contradicted_by_its_numbers() {
    let held = held(shipped().into_iter().filter(|(id, _)| LONG.contains(&&**id)));
    assert!(held.len() == LONG.len() && held.iter().all(|held| *held > 5), "{held:?}");
}
