//! Bad files: each is refused with the line, the column, and what was expected; nothing panics.

use elenchus::batch::outlook;
use elenchus::rules::Move;
use elenchus::scenario::{FileError, library, read, read_bytes, resume, warnings, write};
use elenchus::work::Token;
use proptest::prelude::*;

use crate::kit::any_moves;

const GOOD: &str = "\
elenchus: 1
title: T
claim: C
protocol: {cross-examination: {claim: 1}}
machine:
  plan:
    steps:
      - {ask: Is it?, answer: yes}
      - {not: 1}
";

fn error_of(text: &str) -> FileError {
    match read("f.yaml", text) {
        Err(error) => error,
        Ok(scenario) => match resume(&scenario) {
            Err(fault) => FileError::at("f.yaml", text, fault),
            Ok(_) => panic!("this opens, but should not:\n{text}"),
        },
    }
}

fn refused(text: &str, line: u32, column: u32, expectation: &str) {
    let error = error_of(text);
    let spot = error.spot.unwrap_or_else(|| panic!("no place: {error}"));
    assert!(error.message.contains(expectation), "{error}");
    assert_eq!((spot.line, spot.column), (line, column), "{error}");
    assert!(error.shown.is_some(), "{error}");
}

#[test]
fn the_good_file_opens() {
    let scenario = read("f.yaml", GOOD).expect("it is good");
    assert!(resume(&scenario).is_ok());
}

#[test]
fn a_step_that_reads_a_later_one_is_named() {
    let text = GOOD.replace("{not: 1}", "{not: 2}");
    refused(&text, 9, 15, "step 2 reads step 2, but a step may read only the steps before it");
    let text = GOOD.replace("{not: 1}", "{and: [1, 7]}");
    refused(&text, 9, 19, "step 2 reads step 7, but a step may read only the steps before it");
    let text = GOOD.replace("answer: yes", "answer: yes, given: [3]");
    refused(&text, 8, 44, "step 1 reads step 3, but a step may read only the steps before it");
}

#[test]
fn a_person_s_seat_that_a_program_has_while_a_person_sits_elsewhere_is_warned_of() {
    let told = |seats: &str| {
        let text = GOOD.replace("protocol:", &format!("{seats}\nprotocol:"));
        let all = warnings(&read("f.yaml", &text).expect("it is good"));
        all.into_iter()
            .map(|fault| FileError::at("f.yaml", &text, fault).to_string())
            .collect::<String>()
    };
    let warned = told("seat: alice\nseats: {alice: 'lie-at:1', bob: human}");
    assert!(warned.contains("5:16") && warned.contains("the person is Bob"), "{warned}");
    assert_eq!(told("seat: alice\nseats: {bob: human}"), "");
    assert_eq!(told("seat: alice\nseats: {alice: honest}"), "");
}

#[test]
fn who_knows_little_where_nothing_else_might_be_true_is_warned_of() {
    let told = |more: &str| {
        let text = format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{recursive-debate: {{}}}}, machine: {{claims: {{tree: \
             {{a: {{claim: A, is: false}}}}, {more}}}}}}}"
        );
        let all = warnings(&read("f.yaml", &text).expect("it is good")).into_iter();
        all.map(|fault| FileError::at("f.yaml", &text, fault).to_string()).collect::<String>()
    };
    let warned = told("knows: {alice: everything, bob: nothing}");
    assert!(warned.contains("1:154") && warned.contains("such as `worlds: one-false`"), "{warned}");
    assert_eq!(told("worlds: one-false, knows: {bob: nothing}"), "");
    assert_eq!(told("knows: {bob: everything}"), "");
}

#[test]
fn a_gate_with_the_wrong_number_of_sources_is_named() {
    refused(&GOOD.replace("{not: 1}", "{and: []}"), 9, 9, "`and` cannot read 0 values");
    refused(
        &GOOD.replace("{not: 1}", "{at-least: {k: 3, of: [1, 1]}}"),
        9,
        9,
        "at least 3 of 2 is decided before anything is read",
    );
}

#[test]
fn a_case_of_a_table_is_refused_at_its_own_number() {
    let table = "given: [1], table: {\"0\": 0.5, \"1\": 1.5}";
    let text = GOOD.replace("{not: 1}", &format!("{{ask: And then?, {table}}}"));
    refused(&text, 9, 61, "case 1: ");
}

#[test]
fn an_empty_plan_is_refused() {
    let text = GOOD.split("    steps:").next().expect("a head").to_owned() + "    steps: []\n";
    refused(&text, 6, 3, "a plan needs at least one step");
}

#[test]
fn an_input_that_is_no_bit_is_named() {
    let text = GOOD.replace("    steps:", "    inputs: {x: 1, why: 2}\n    steps:");
    refused(&text, 7, 25, "2 is not a bit: write 0 or 1");
    let text = GOOD.replace("    steps:", "    inputs: {x: true}\n    steps:");
    refused(&text, 7, 17, "0 or 1");
}

#[test]
fn an_unknown_key_is_named_with_those_that_are_known() {
    refused(
        &GOOD.replace("title:", "titel:"),
        2,
        1,
        "there is no key `titel` here; there are `elenchus`, `title`",
    );
    refused(&GOOD.replace("answer: yes", "anwser: yes"), 8, 23, "there is no key `anwser` here");
}

/// What is wrong with a shipped scenario, a piece of it replaced: where, and in which words.
fn of_shipped(name: &str, piece: &str, by: &str) -> FileError {
    let entry = library::find(name).expect("it is shipped");
    let text = write(entry.scenario.as_ref().expect("it is right")).expect("it can be written");
    assert!(text.contains(piece), "{text}");
    error_of(&text.replacen(piece, by, 1))
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    for (name, piece, by, expectation) in [
        ("caffeine-vote", "b: 0.5", "b: 7.0", "custom"),
        ("nearly-a-gate", "bob-tolerance: 0.", "bob-tolerance: -1.", "explicit"),
        ("all-of-three", "- bend", "- bendd", "- bendd"),
        ("all-of-three", "each: 0.9", "each: -0.9", "each: -0.9"),
        ("correlated-evidence", "right: 0.", "right: 1.", "right: 1."),
        ("correlated-evidence", "correlation: 0.", "correlation: -1.", "correlation: -1."),
        ("obfuscator", "rule: ", "rule: zzz", "rule: zzz"),
        ("all-of-three", "paid-at-most: 1", "paid-at-most: .nan", "paid-at-most"),
        ("four-estimates", "law: 0.02", "law: 5", "law"),
        ("adder-carry-lie", "b: 1187", "b: 118700", "b: 118700"),
        ("adder-carry-lie", "equals: 4176", "bit: 99", "bit: 99"),
        ("hundred-thousand-steps", "- 20", "- 30", "start: "),
    ] {
        let error = of_shipped(name, piece, by);
        let shown = error.shown.as_deref().unwrap_or_default();
        assert!(shown.contains(expectation) || error.message.contains(expectation), "{error}");
    }
}

#[test]
fn a_player_that_a_goal_names_and_nobody_knows_is_refused_by_check() {
    let entry = library::find("rigged-coin-asleep").expect("it is shipped");
    let text = write(entry.scenario.as_ref().expect("it is right")).expect("it can be written");
    let scenario = read("f.yaml", &text.replace("by: rig", "by: rigg")).expect("it opens");
    let told = outlook(&scenario, 4, &Token::default()).expect_err("nobody is called so");
    assert!(told.to_string().contains("`by`: ") && told.to_string().contains("rigg"), "{told}");
}

#[test]
fn a_strategy_within_a_player_is_refused_where_it_stands() {
    let seated = |player: &str| format!("{GOOD}seats:\n  bob: honest\n  alice:\n{player}");
    let unknown = "Alice has no strategy `nosuch` in this protocol";
    refused(&seated("    script: [write 1]\n    then: nosuch\n"), 14, 11, unknown);
    refused(&seated("    rounds:\n      1: honest\n      3: nosuch\n"), 15, 10, unknown);
    refused(&seated("    mix:\n      honest: 0.5\n      nosuch: 0.5\n"), 15, 15, unknown);
    let script = seated("    script:\n      - write 1\n      - flurb 1\n");
    refused(&script, 15, 9, "`flurb` is not a move");
}

#[test]
fn a_name_with_a_line_break_is_shown_whole() {
    let told = error_of(&format!("{GOOD}\"a\\nb\": 1\n")).message;
    assert!(told.starts_with("there is no key `a\\nb` here; there are `elenchus`"), "{told}");
}

#[test]
fn a_scenario_that_does_not_say_so_is_no_turing_machine() {
    for text in ["title: T\nsource: a paper\n", "elenchus: null\ntitle: T\nsource: a paper\n"] {
        let told = error_of(text).to_string();
        assert!(told.contains("elenchus"), "{told}");
        assert!(!told.contains("expected keys with values"), "{told}");
    }
}

#[test]
fn a_step_with_two_gates_or_none_is_refused() {
    refused(&GOOD.replace("{not: 1}", "{not: 1, copy: 1}"), 9, 9, "not and copy");
    refused(&GOOD.replace("{not: 1}", "{words: hm}"), 9, 9, "this step does nothing");
}

#[test]
fn probabilities_outside_their_range_are_refused() {
    for p in ["1.5", "-0.1", ".nan", ".inf"] {
        let text = GOOD.replace("answer: yes", &format!("yes: {p}"));
        refused(&text, 8, 28, "is not a probability");
    }
}

#[test]
fn a_table_that_misses_a_case_says_which() {
    let text = GOOD.replace("{not: 1}", "{ask: Q?, given: [1], table: {\"0\": 0.5}}");
    refused(&text, 9, 38, "the table misses the case \"1\"");
}

#[test]
fn an_unsure_oracle_belongs_to_another_protocol() {
    let error = error_of(&GOOD.replace("answer: yes", "yes: 0.5"));
    assert!(error.message.contains("use the stochastic protocol"), "{error}");
}

#[test]
fn a_trillion_steps_are_refused_at_once() {
    let machine = "machine: {shift-register: {steps: 1000000000000, taps: [1], start: \"1\"}}\n";
    let text = GOOD.split("machine:").next().expect("a head").to_owned() + machine;
    refused(&text, 5, 35, "not 1000000000000");
}

#[test]
fn control_characters_never_get_as_far_as_a_screen() {
    let error = error_of(&GOOD.replace("title: T", "title: \"\\e[2Jboo\""));
    assert!(error.message.contains("U+001B"), "{error}");
    let error = error_of("elenchus: \u{1b}[2J1\n");
    assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
}

#[test]
fn an_illegal_move_in_a_record_is_named_with_its_number_and_reason() {
    let moves = "moves:\n- alice: write 10\n- bob: point 3\n";
    refused(
        &(GOOD.replace("claim: 1", "claim: 0") + moves),
        12,
        3,
        "move 2, `bob: point 3`: there is no step 3: they go from 1 to 2",
    );
}

#[test]
fn text_that_is_not_utf8_names_the_line() {
    let mut bytes = GOOD.as_bytes().to_vec();
    bytes.extend(b"summary: \xff\xfe\n");
    let error = read_bytes("f.yaml", &bytes).expect_err("it is not text");
    assert!(error.message.contains("line 10 is not UTF-8"), "{error}");
}

#[test]
fn a_file_of_a_hundred_megabytes_is_refused_unread() {
    let error = read_bytes("f.yaml", &vec![b' '; 100 << 20]).expect_err("it is too large");
    assert!(error.message.contains("at most 64 MiB"), "{error}");
}

#[test]
fn a_later_version_of_the_format_is_refused() {
    refused(&GOOD.replace("elenchus: 1", "elenchus: 3"), 1, 11, "reads versions 1 to 2");
}

#[test]
fn the_schema_knows_every_key_that_the_shipped_scenarios_use() {
    let schema = elenchus::scenario::schema();
    let known = schema["properties"].as_object().expect("an object");
    for (id, scenario) in crate::kit::shipped() {
        let value = serde_json::to_value(&scenario).expect("it can be written");
        for key in value.as_object().expect("an object").keys() {
            assert!(known.contains_key(key), "{id}: {key}");
        }
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_an_error_and_never_a_panic(bytes: Vec<u8>) {
        let _ = read_bytes("f.yaml", &bytes);
    }

    #[test]
    fn a_good_file_with_a_piece_cut_out_never_panics(from in 0usize..200, len in 0usize..60) {
        let mut text = GOOD.to_owned();
        let (from, to) = (from.min(text.len()), (from + len).min(text.len()));
        text.replace_range(from..to, "");
        if let Ok(scenario) = read("f.yaml", &text) {
            let _ = resume(&scenario);
        }
    }
}

#[test]
fn moves_read_back_as_they_are_written() {
    let moves = any_moves();
    for mv in &moves {
        assert_eq!(mv.to_string().parse().as_ref(), Ok(mv));
    }
    // Every verb before what belongs to another, and with a piece of it changed.
    let (mut read, mut refused) = (0, 0);
    for verb in &moves {
        let word = verb.to_string();
        let word = word.split(' ').next().expect("a verb");
        for other in &moves {
            let other = other.to_string();
            let argument = other.split_once(' ').map_or("", |(_, argument)| argument);
            for argument in [argument, &argument.replace('0', "3"), &argument.to_uppercase()] {
                match format!("{word} {argument}").parse::<Move>() {
                    Ok(mv) => {
                        read += 1;
                        assert_eq!(mv.to_string().parse(), Ok(mv));
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(read > 3 * moves.len() && refused > read, "{read} read, {refused} refused");
}
