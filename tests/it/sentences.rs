//! What `solve` says of every shipped scenario, held against its own numbers.

use elenchus::analysis::Report;
use elenchus::scenario::open;
use elenchus::work::Token;
use serde_json::Value;

use crate::kit::shipped;

/// What `solve` prints of a scenario, and its numbers.
struct Said {
    id: String,
    report: Report,
    json: Value,
}

/// Those whose exact values take minutes without optimisation.
fn is_long(id: &str) -> bool {
    ["thousand", "million", "sha", "1024", "correlated", "seating", "needle-e", "obfuscator"]
        .iter()
        .any(|w| id.contains(w))
}

fn all(long: bool) -> Vec<Said> {
    let scenarios = shipped().into_iter().filter(|(id, _)| long || !is_long(id));
    let solve = |(id, scenario)| {
        let game = open(&scenario).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        let mut report = Report::default();
        game.solving()(&mut report, &Token::default()).expect("it can be solved");
        let json = report.to_json();
        Said { id, report, json }
    };
    scenarios.map(solve).collect()
}

impl Said {
    fn value(&self, alice: &str, bob: &str) -> Option<f64> {
        self.report.values.iter().find(|v| v.alice == alice && v.bob == bob).map(|v| v.value)
    }

    /// The lines under a heading that contains these words.
    fn lines(&self, title: &str) -> Vec<&str> {
        let sections = self.report.sections.iter().filter(|s| s.title.contains(title));
        sections.flat_map(|s| s.lines.iter().map(String::as_str)).collect()
    }

    /// A bound in a state other than *does not apply* is in the state that its numbers say.
    fn bounds_stand_where_their_numbers_put_them(&self) {
        for bound in self.json["bounds"].as_array().into_iter().flatten() {
            let name = bound["name"].as_str().expect("a name");
            let (limit, value) = (bound["limit"].as_f64(), bound["value"].as_f64());
            let (Some(limit), Some(value)) = (limit, value) else { continue };
            let from_below = ["at least", "honest Alice's least", "wins where", "is true wins"]
                .iter()
                .any(|words| name.contains(words));
            let kept = match from_below {
                true => value >= limit - 1e-9,
                false => value <= limit * (1.0 + 1e-6) + 1e-9,
            };
            let said = format!("{}: {bound}", self.id);
            match bound["standing"].as_str().expect("a state") {
                "holds" | "held-in-this-debate" => assert!(kept, "{said}"),
                "fails" => assert!(!kept, "{said}"),
                _ => assert!(bound["reason"].as_str().is_some_and(|why| !why.is_empty()), "{said}"),
            }
        }
    }

    /// In a table of probabilities, whoever answers best is beaten by nobody beside.
    fn best_responses_are_best(&self) {
        for row in &self.report.values {
            let said = format!("{}: {row:?}", self.id);
            if row.sd.is_none() {
                assert!((-1e-9..=1.0 + 1e-9).contains(&row.value), "{said}");
            }
            if let Some(best) = self.value("best-response", &row.bob) {
                assert!(best >= row.value - 1e-9, "{said}: {best}");
            }
            if let Some(best) = self.value(&row.alice, "best-response") {
                assert!(best <= row.value + 1e-9, "{said}: {best}");
            }
        }
        if let Some(line) = self.lines("value of the game").first() {
            let value = self.value("best-response", "best-response").expect("the cell");
            assert!((number_after(line, "").expect("a number") - value).abs() < 1e-8, "{line}");
        }
    }

    /// Where payments are averaged: who is said to earn most, to lead best, to be right.
    fn payments_are_those_of_the_table(&self) {
        for line in self.lines("soundness beside") {
            let Some((bob, rest)) =
                line.strip_prefix("most from ").and_then(|l| l.split_once(": "))
            else {
                continue;
            };
            let most = number_after(rest, "").expect("a number");
            let column = self.report.values.iter().filter(|v| v.bob == bob);
            let found = column.map(|v| v.value).fold(f64::NEG_INFINITY, f64::max);
            assert!((most - found).abs() < 1e-4, "{}: {line}, {found}", self.id);
        }
        let sides = &self.json["soundness"];
        let mut best = f64::NEG_INFINITY;
        for alice in sides["by_alice"].as_array().into_iter().flatten() {
            let paid = alice["bobs"].as_array().expect("Bobs").iter();
            let least = paid.filter_map(|bob| bob["value"].as_f64()).fold(f64::INFINITY, f64::min);
            assert_eq!(alice["least"].as_f64(), Some(least), "{}: {alice}", self.id);
            best = best.max(least);
        }
        for line in self.lines("leader and follower") {
            if line.starts_with("the Alice who leads best") {
                let led = number_after(line, "with ").expect("a number");
                assert!((led - best).abs() < 1e-4, "{}: {line}, {best}", self.id);
            }
        }
        // No theorem is named in a heading where its hypotheses fail.
        let theorem = self.report.sections.iter().any(|s| s.title.contains("(Thm 6.2)"));
        let promised = self.report.bounds.iter().find(|b| b.name.contains("(Thm 6.1)"));
        if theorem {
            assert!(promised.is_none_or(|bound| bound.holds()), "{}: {promised:?}", self.id);
        }
        let right = self.json["right"].as_array().into_iter().flatten();
        for (line, right) in self.lines("averages over worlds").iter().skip(1).zip(right) {
            let [alice, bob] = ["alice", "bob"].map(|who| right[who].as_str().expect("a name"));
            assert!(line.starts_with(&format!("{alice} against {bob}: ")), "{line}");
            let percent = number_after(line, "right ").expect("a number");
            let rate = right["rate"].as_f64().expect("a rate");
            assert!((percent / 100.0 - rate).abs() < 1e-3, "{line}: {rate}");
        }
    }

    /// A claim is brittle from ρ = 1 on, and stable below.
    fn stable_means_below_one(&self) {
        for line in self.lines("stability") {
            let Some(rho) = number_after(line, "ρ = ") else { continue };
            for (word, is) in [("; stable", rho < 1.0), ("; brittle", rho > 0.9999)] {
                assert!(!line.ends_with(word) || is, "{}: {line}", self.id);
            }
        }
    }

    /// No lower bound on reads is above an upper bound.
    fn reads_can_be_as_few_as_is_said(&self) {
        let lines = self.lines("query complexity");
        let all = |words: &str| -> Vec<f64> {
            let reads = lines.iter().filter(|line| line.contains(" reads"));
            reads.filter_map(|line| number_after(line, words)).collect()
        };
        for (least, most) in all("at least ")
            .into_iter()
            .flat_map(|l| all("at most ").into_iter().map(move |m| (l, m)))
        {
            assert!(least <= most, "{}: at least {least}, at most {most}: {lines:?}", self.id);
        }
    }

    /// A Bob who points at random finds a lie as often as there are steps that show it.
    fn lies_show_where_it_is_said(&self) {
        for line in self.lines("lies, and where they show") {
            let Some((alice, told)) = line.split_once(": ") else { continue };
            let Some(value) = self.value(alice, "random") else { continue };
            let shown = match (number_after(told, "; "), number_after(told, "steps of ")) {
                (Some(shown), Some(all)) => shown / all,
                _ if told.contains("no other step") => {
                    let all = self.report.sections.iter().flat_map(|s| &s.lines);
                    1.0 / all.clone().find_map(|l| number_after(l, "Turing machine, ")).expect("T")
                }
                _ => 0.0,
            };
            assert!((1.0 - shown - value).abs() < 1e-9, "{}: {line}, {value}", self.id);
        }
    }

    fn is_consistent(&self) {
        self.bounds_stand_where_their_numbers_put_them();
        self.best_responses_are_best();
        self.payments_are_those_of_the_table();
        self.stable_means_below_one();
        self.reads_can_be_as_few_as_is_said();
        self.lies_show_where_it_is_said();
    }
}

/// The number that follows these words.
fn number_after(line: &str, words: &str) -> Option<f64> {
    let rest = &line[line.find(words)? + words.len()..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || ".-".contains(c))).unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().ok()
}

#[test]
fn no_sentence_of_solve_is_contradicted_by_its_numbers() {
    let all = all(false);
    assert!(all.len() > 30);
    all.iter().for_each(Said::is_consistent);
}

#[test]
#[ignore = "the longest scenarios take minutes without optimisation"]
fn no_sentence_of_solve_is_contradicted_by_its_numbers_in_any_scenario() {
    all(true).iter().for_each(Said::is_consistent);
}
