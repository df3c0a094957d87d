//! Exact values of debates about claims, and the scope of each average. Other programs computed the
//! numbers.

use elenchus_core::rules::Seat;
use serde_json::Value;

use crate::kit::{about, file, folder, json, printed, quick, sample};

const ESTIMATED: &str = "prover-estimator: {epsilon: 0.1, ratio: 3}";

/// A file with this debate, and the output of a command about it.
fn about_file<T>(protocol: &str, machine: &str, run: impl FnOnce(&str) -> T) -> T {
    let folder = folder();
    run(&file(folder.path(), "debate.yaml", &about(protocol, machine)))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

#[test]
fn independent_leaves_need_no_list_of_worlds() {
    let tree = "uniform: {claim: c, rule: majority, width: 3, depth: 3}";
    let knows = "knows: {alice: everything, bob: nothing}";
    let machine = format!("claims: {{{tree}, worlds: {{independent: {{each: 0.8}}}}, {knows}}}");
    let (found, text) = about_file(ESTIMATED, &machine, |path| {
        (json(&format!("solve {path} --json")), printed(&format!("solve {path}")))
    });
    for (alice, value) in [("best-response", 65.679_812), ("honest", 47.006_324)] {
        let rows = found["values"].as_array().expect("values").iter();
        let mut rows = rows.filter(|row| row["alice"] == alice && row["bob"] == "calibrated");
        let row = rows.next().expect("a row");
        assert!((number(&row["value"]) - value).abs() < 1e-6, "{row}");
    }
    assert_eq!(found["worlds"]["exact"], true);
    let best = &found["best_responses"][Seat::Alice.word()]["value"]["value"];
    assert!((number(best) - 65.679_812).abs() < 1e-6, "{best}");
    assert!(text.contains("47.006324 (exact), over the worlds and the draws"), "{text}");
    assert!(text.contains("averages over all worlds of the independent leaves"), "{text}");
}

/// The obfuscator loses only if every guess of Bob is right.
#[test]
fn one_flaw_among_many_leaves_is_one_class_of_worlds() {
    for (depth, lost) in [(5, 4f64.powi(-5)), (8, 4f64.powi(-8))] {
        let tree = format!("uniform: {{claim: c, rule: all, width: 4, depth: {depth}}}");
        let machine =
            format!("claims: {{{tree}, worlds: one-false, knows: {{alice: root, bob: root}}}}");
        let found = about_file("recursive-debate: {answer: yes}", &machine, |path| {
            json(&format!("solve {path} --alice obfuscator --json"))
        });
        assert!((number(&found["pair"]["value"]) - (1.0 - lost)).abs() < 1e-12, "{found}");
        for seat in ["alice", "bob"] {
            let best = &found["best_responses"][seat]["value"]["value"];
            assert!((number(best) - (1.0 - lost)).abs() < 1e-12, "{found}");
        }
        assert_eq!(found["values"].as_array().expect("values").len(), 12);
    }
}

/// A marginal Alice with a small r. The best Bob raises his error after the first answer, so his
/// numbers lie between the breakpoints.
#[test]
fn each_average_names_its_scope() {
    let four = |leaf: &str| {
        let parts: String =
            ["a", "b", "c", "d"].map(|part| format!("{part}: {{claim: {part}{leaf}}}, ")).concat();
        let tree = format!("tree: {{root: {{claim: all, all: [a, b, c, d]}}, {parts}}}");
        format!("claims: {{{tree}, worlds: one-false, knows: {{alice: nothing, bob: nothing}}}}")
    };
    let protocol = "prover-estimator: {epsilon: 0.1, ratio: 1.5}";
    let of = |machine: &str| {
        let players = "--seat bob --alice marginal --over best-response";
        about_file(protocol, machine, |path| printed(&format!("attack {path} {players}")))
    };
    let drawn = of(&four(""));
    assert!(drawn.contains("0.31146"), "{drawn}");
    assert!(drawn.contains("on average over the worlds and the draws"), "{drawn}");
    let swept = |machine: &str| {
        let players = "--alice marginal --bob best-response --vary ratio=1.5 --debates 40";
        about_file(protocol, machine, |path| printed(&format!("sweep {path} {players}")))
    };
    let over_worlds = swept(&four(""));
    assert!(over_worlds.contains("0.3115"), "{over_worlds}");
    assert!(over_worlds.contains("Averages are over the worlds and the draws."), "{over_worlds}");
    let in_a_world = four("").replace("a: {claim: a}", "a: {claim: a, is: false}");
    let in_a_world = ["b", "c", "d"].iter().fold(in_a_world, |text, part| {
        text.replace(
            &format!("{part}: {{claim: {part}}}"),
            &format!("{part}: {{claim: {part}, is: true}}"),
        )
    });
    let own = of(&in_a_world);
    assert!(own.contains("0.31146"), "{own}");
    assert!(own.contains("on average over the worlds that Bob cannot distinguish"), "{own}");
    assert!(swept(&in_a_world).contains("Averages are over the draws in this world."));
    let solved = about_file(protocol, &in_a_world, |path| printed(&format!("solve {path}")));
    assert!(solved.contains("(exact), over the draws in this world"), "{solved}");
}

#[test]
fn a_ratio_below_that_of_the_theorem_may_be_enough() {
    let tree = "uniform: {claim: c, rule: majority, width: 3, depth: 1}, worlds: {list: [{weight: 1, false-leaves: []}]}";
    let machine = format!("claims: {{{tree}, knows: {{alice: everything, bob: nothing}}}}");
    let text = about_file("prover-estimator: {epsilon: 0.1, ratio: 2}", &machine, |path| {
        printed(&format!("solve {path}"))
    });
    assert!(text.contains("the best Bob against honest: 0.900000 (exact"), "{text}");
    assert!(text.contains("at least 0.9 from r = 1.06203"), "{text}");
    assert!(text.contains("Thm 6.1 asks for 28.77"), "{text}");
}

#[test]
fn values_stay_exact_with_departures() {
    let plan = "plan: {steps: [{ask: q, yes: 0.3}, {copy: 1}, {copy: 2}, {copy: 3}]}";
    let protocol = "stochastic: {k: 1, departures: {tolerant-gates: true}}";
    let found = about_file(protocol, plan, |path| json(&format!("solve {path} --json")));
    assert_eq!(found["truth"], 0.3);
    // Each of the three gates may be off by less than (b + s)/2 = 0.035 in Alice's favour.
    let best = &found["best_responses"]["alice"]["value"]["value"];
    let by_hand = 1.0 - 0.7 * (1.0f64 - 0.035).powi(3);
    let shifted = about_file(protocol, plan, |path| {
        json(&format!("solve {path} --alice shift-gates:0.0349 --json"))["pair"]["value"].take()
    });
    assert!(number(best) >= by_hand && number(best) < by_hand + 0.05, "{best} {by_hand}");
    let by_hand = 1.0 - 0.7 * (1.0f64 - 0.0349).powi(3);
    assert!((number(&shifted) - by_hand).abs() < 1e-4, "{shifted} {by_hand}");
    let text = about_file(protocol, plan, |path| printed(&format!("solve {path}")));
    assert!(text.contains("true with probability 0.3\n"), "{text}");
    assert!(!text.contains("±"), "{text}");
}

/// Of the shipped debates, a sample by day and all at night.
#[test]
fn every_average_names_its_scope() {
    let mut averages = 0;
    for (id, _) in sample(9, quick()) {
        for command in ["simulate --debates 9", "solve --reveal"] {
            let (command, options) = command.split_once(' ').expect("options");
            let text = printed(&format!("{command} {id} {options}"));
            if text.contains("on average") {
                averages += 1;
                let named = [
                    "verages are over the ",
                    "on average over the ",
                    "over the worlds",
                    "over the draws",
                ];
                assert!(named.iter().any(|scope| text.contains(scope)), "{command} {id}:\n{text}");
            }
        }
    }
    assert!(averages > 3, "{averages}");
}
