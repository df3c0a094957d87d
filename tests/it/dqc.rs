//! `elenchus dqc`: the exact debate query complexity of small functions, and debates that reach it.

use std::process::Output;

use elenchus::analysis::Game;
use elenchus::debate::{Advance, Debate, SeatPlan};
use elenchus::machine::quantified;
use elenchus::protocol::Quantified;
use elenchus::protocol::quantified::{QuantifiedInstance, Verifier};
use elenchus::protocol::query::dqc::classes;
use elenchus::rules::{Protocol, Seat, Side};
use serde_json::Value;

use crate::kit;

fn dqc(arguments: &[&str]) -> Output {
    kit::elenchus(&[&["dqc"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    kit::json(&[&["dqc"], arguments, &["--json"]].concat())
}

#[test]
fn optimal_debates_are_played_within_their_reads_against_anybody() {
    for class in classes(4).expect("four inputs").into_iter().step_by(11) {
        let game = quantified::formula::game(&class.dqc.debate.formula()).expect("a formula");
        let free: Vec<_> = game.free().collect();
        for x in 0..1usize << free.len() {
            let bits = (0..game.verifier().inputs()).map(|at| {
                let place = free.iter().position(|input| input.index() == at);
                place.is_some_and(|place| x >> place & 1 == 1)
            });
            let index = (0..4).fold(0, |n, place| n << 1 | (x >> place & 1));
            let one = class.table >> index & 1 == 1;
            let rules = Quantified::new(QuantifiedInstance {
                game: game.with_inputs(bits.collect()).expect("bits"),
                verifier: Verifier::Evaluated,
            });
            let players = match one {
                true => [["honest", "honest"], ["random", "honest"], ["wrong", "honest"]],
                false => [["honest", "honest"], ["honest", "random"], ["honest", "wrong"]],
            };
            for [alice, bob] in players {
                let mut debate = Debate::new(rules.clone(), 5).expect("players");
                for (seat, name) in Seat::ALL.into_iter().zip([alice, bob, "honest"]) {
                    debate.seat(seat, &SeatPlan::Program(name.into())).expect("a player");
                }
                let Ok(Advance::Over(outcome)) = Game::table(&mut debate).run() else {
                    panic!("no end")
                };
                assert_eq!(outcome.winner, Side::of_claim(!one));
                let reads = debate.rules().ledger().account(Seat::Judge).queries();
                assert!(reads <= u64::from(class.dqc.exact().expect("exact")), "{reads}");
            }
        }
    }
}

#[test]
fn all_functions_of_four_inputs_are_a_table() {
    let table = json(&["--inputs", "4"]);
    assert_eq!(table["classes"].as_array().map(Vec::len), Some(222));
    let counts: Vec<u64> =
        (0..5).map(|reads| table["counts"][reads.to_string()].as_u64().unwrap_or(0)).collect();
    assert_eq!(counts, [2, 8, 156, 11_224, 54_146]);
    let five = dqc(&["--inputs", "5"]);
    let told = String::from_utf8_lossy(&five.stderr);
    assert!(five.status.code() == Some(2) && told.contains("at most 4 inputs, not 5"), "{told}");
}

#[test]
fn a_formula_and_a_table_name_the_same_function() {
    let [formula, table] = ["x1 & x2 & x3 & x4", "0x8000"].map(|f| json(&["--function", f]));
    for found in [&formula, &table] {
        assert_eq!(
            (found["dqc"].as_u64(), found["decision_tree_depth"].as_u64()),
            (Some(3), Some(4))
        );
    }
    assert_eq!(json(&["--function", "0x2", "--inputs", "1"])["dqc"], 1);
    for wrong in [&["--function", "0x1ffff", "--inputs", "4"][..], &["--function", "0xz"], &[]] {
        let out = dqc(wrong);
        assert_eq!(out.status.code(), Some(2), "{wrong:?}");
        assert!(out.stdout.is_empty());
    }
}

#[test]
fn the_best_debate_becomes_a_scenario_that_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("best.yaml");
    let file = file.to_str().expect("a name");
    let out = dqc(&["--function", "x1 & x2 | x3 & x4", "--scenario", file, "--input", "0111"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let played = kit::json(&["run", file, "--json"]);
    assert_eq!((&played["winner"], &played["claim_true"]), (&"bob".into(), &false.into()));
    let paid = &played["ledger"]["judge"];
    let reads = ["input_bits", "transcript_bits"].map(|key| paid[key].as_u64().unwrap_or(0));
    assert!(reads.iter().sum::<u64>() <= 3, "{paid}");
}

#[test]
fn many_inputs_are_debated_on_their_circuit_and_no_file_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |n: usize, by: &str| (1..=n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(by);
    for (name, function, low, high, by) in
        [("all", of(8, " & "), 4, 4, "circuit-walk"), ("parity", of(8, " ^ "), 4, 6, "gate-check")]
    {
        let file = folder.path().join(name);
        let file = file.to_str().expect("a name");
        let found = json(&["--function", &function, "--scenario", file, "--input", "11111111"]);
        assert_eq!((&found["low"], &found["high"]), (&low.into(), &high.into()), "{found}");
        assert_eq!(found["by"], by);
        let played = kit::json(&["run", file, "--json"]);
        let paid = &played["ledger"]["judge"];
        let reads = ["input_bits", "transcript_bits", "location_bits"];
        let reads = reads.map(|key| paid[key].as_u64().unwrap_or(0)).into_iter().sum::<u64>();
        assert!((1..=high).contains(&reads), "{paid}");
        let before = std::fs::read(file).expect("a file");
        let again = dqc(&["--function", "x1", "--scenario", file]);
        assert!(!again.status.success());
        assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"));
        assert_eq!(std::fs::read(file).expect("a file"), before);
    }
}

#[test]
fn the_twins_score_is_in_the_json_of_run_and_simulate() {
    let run = kit::json(&["run", "twins", "--judge", "coin", "--json"]);
    assert_eq!(run["right_rulings"]["rulings"], 10);
    let many = kit::json(&["simulate", "twins", "--judge", "coin", "--debates", "20", "--json"]);
    assert_eq!(many["right_rulings"]["rulings"], 200);
    let rate = many["right_rulings"]["rate"].as_f64().expect("a rate");
    assert!((0.3..0.7).contains(&rate), "a coin is right half of the time, not {rate}");
}

#[test]
fn a_table_of_many_inputs_is_debated_on_the_circuit_that_is_found() {
    let file = tempfile::tempdir().expect("a folder");
    // A table of eight inputs: one row of 256 is 1, the highest. Parity of eight: rows with an odd
    // count.
    let digit = |rows: [usize; 4], value: &dyn Fn(usize) -> bool| {
        let bits = rows.iter().enumerate().map(|(k, &row)| usize::from(value(row)) << k);
        char::from_digit(bits.sum::<usize>() as u32, 16).expect("a digit")
    };
    let table = |value: &dyn Fn(usize) -> bool| -> String {
        let digits = (0..64).rev().map(|d| digit([0, 1, 2, 3].map(|k| 4 * d + k), value));
        format!("0x{}", digits.collect::<String>())
    };
    let all = table(&|row| row == 255);
    let parity = table(&|row| row.count_ones() % 2 == 1);
    for (function, by, high, circuit) in [
        (&all, "circuit-walk", 4, "x1 & x2 & x3 & x4 & x5 & x6 & x7 & x8"),
        (&parity, "gate-check", 6, "x1 ^ x2 ^ x3 ^ x4 ^ x5 ^ x6 ^ x7 ^ x8"),
    ] {
        let found = json(&["--function", function]);
        assert_eq!((&found["by"], &found["high"]), (&by.into(), &high.into()), "{found}");
        assert_eq!(found["circuit"], circuit);
        for (input, value) in [("11111111", function == &all), ("10000000", function != &all)] {
            let path = file.path().join("debate.yaml");
            let path = path.to_str().expect("a path");
            let made = dqc(&["--function", function, "--input", input, "--out", path, "--force"]);
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let played = kit::json(&["run", path, "--json"]);
            assert_eq!(
                played["winner"],
                if value { "bob" } else { "alice" },
                "{circuit} on {input}"
            );
        }
    }
}
