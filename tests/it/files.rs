//! Bad files. The error names the line, the column and the expected text. Nothing panics.

use elenchus::batch::outlook;
use elenchus::rules::Move;
use elenchus::scenario::text as encoding;
use elenchus::scenario::{FileError, library, read, read_bytes, resume, warnings, write};
use elenchus::work::CancelToken;
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

/// The error in a file, and its place.
pub fn error_of(text: &str) -> FileError {
    match read("f.yaml", text) {
        Err(error) => error,
        Ok(scenario) => match resume(&scenario) {
            Err(fault) => FileError::at("f.yaml", text, fault),
            Ok(_) => panic!("this opens, but should not:\n{text}"),
        },
    }
}

/// The errors of a faulty file, one for each line `piece => by`. The test replaces the piece, or
/// adds the text if the piece is empty. `\n` begins a new line.
pub fn faults(good: &str, lines: &str) -> String {
    assert!(resume(&read("f.yaml", good).expect("it reads")).is_ok());
    let error = |line: &str| {
        let line = line.replace("\\n", "\n");
        let (piece, by) = line.split_once(" => ").expect("a piece and its replacement");
        assert!(good.contains(piece), "{piece}");
        match piece {
            "" => error_of(&format!("{good}{by}\n")),
            piece => error_of(&good.replacen(piece, by, 1)),
        }
    };
    lines.lines().map(|line| format!("{line}\n{}\n\n", error(line))).collect()
}

const FAULTS: &str = r#"{not: 1} => {not: 2}
{not: 1} => {and: [1, 7]}
answer: yes => answer: yes, given: [3]
answer: yes => yes: 0.5
answer: yes => yes: 1.5
answer: yes => yes: -0.1
answer: yes => yes: .nan
answer: yes => yes: .inf
answer: yes => anwser: yes
{not: 1} => {and: []}
{not: 1} => {at-least: {k: 3, of: [1, 1]}}
{not: 1} => {ask: And then?, given: [1], table: {"0": 0.5, "1": 1.5}}
{not: 1} => {ask: Q?, given: [1], table: {"0": 0.5}}
{not: 1} => {not: 1, copy: 1}
{not: 1} => {words: hm}
    steps: =>     inputs: {x: 1, why: 2}\n    steps:
    steps: =>     inputs: {x: true}\n    steps:
    steps:\n      - {ask: Is it?, answer: yes}\n      - {not: 1} =>     steps: []
  plan:\n    steps:\n      - {ask: Is it?, answer: yes}\n      - {not: 1} =>   shift-register: {steps: 1000000000000, taps: [1], start: "1"}
title: => titel:
elenchus: 1 => elenchus: 3
 => seats:\n  alice:\n    script: [write 1]\n    then: nosuch
 => seats:\n  alice:\n    rounds:\n      1: honest\n      3: nosuch
 => seats:\n  alice:\n    mix:\n      honest: 0.5\n      nosuch: 0.5
 => seats:\n  alice:\n    script:\n      - write 1\n      - flurb 1
 => moves:\n- alice: write 11\n- bob: point 3"#;

#[test]
fn every_fault_names_its_place() {
    insta::assert_snapshot!(faults(GOOD, FAULTS));
}

#[test]
fn a_program_in_a_persons_seat_gives_a_warning_if_a_person_plays_elsewhere() {
    let told = |seats: &str| {
        let text = GOOD.replace("protocol:", &format!("{seats}\nprotocol:"));
        let all = warnings(&read("f.yaml", &text).expect("it is good"));
        all.into_iter()
            .map(|fault| FileError::at("f.yaml", &text, fault).to_string())
            .collect::<String>()
    };
    let warned = told("seat: alice\nseats: {alice: 'lie-at:1', bob: human}");
    assert!(warned.contains("5:16") && warned.contains("the person plays Bob"), "{warned}");
    assert_eq!(told("seat: alice\nseats: {bob: human}"), "");
    assert_eq!(told("seat: alice\nseats: {alice: honest}"), "");
}

#[test]
fn little_knowledge_with_only_one_possible_world_gives_a_warning() {
    let told = |more: &str| {
        let text = format!(
            "{{elenchus: 1, title: t, claim: c, protocol: {{recursive-debate: {{}}}}, machine: {{claims: {{tree: \
             {{a: {{claim: A, is: false}}}}, {more}}}}}}}"
        );
        let all = warnings(&read("f.yaml", &text).expect("it is good")).into_iter();
        all.map(|fault| FileError::at("f.yaml", &text, fault).to_string()).collect::<String>()
    };
    let warned = told("knows: {alice: everything, bob: nothing}");
    assert!(warned.contains("1:154") && warned.contains("`worlds: one-false`"), "{warned}");
    assert_eq!(told("worlds: one-false, knows: {bob: nothing}"), "");
    assert_eq!(told("knows: {bob: everything}"), "");
}

/// The error in a shipped scenario after a piece is replaced: its place and its words.
fn shipped_error(name: &str, piece: &str, by: &str) -> FileError {
    let entry = library::find(name).expect("it is shipped");
    let text = write(entry.scenario.as_ref().expect("it is right")).expect("it can be written");
    assert!(text.contains(piece), "{text}");
    error_of(&text.replacen(piece, by, 1))
}

#[test]
fn faults_name_their_place() {
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
        let error = shipped_error(name, piece, by);
        let shown = error.shown.as_deref().unwrap_or_default();
        assert!(shown.contains(expectation) || error.message.contains(expectation), "{error}");
    }
}

#[test]
fn check_refuses_an_unknown_player_in_a_goal() {
    let entry = library::find("rigged-coin-asleep").expect("it is shipped");
    let text = write(entry.scenario.as_ref().expect("it is right")).expect("it can be written");
    let scenario = read("f.yaml", &text.replace("by: rig", "by: rigg")).expect("it opens");
    let told = outlook(&scenario, 4, &CancelToken::default()).expect_err("nobody is called so");
    assert!(told.to_string().contains("`by`: ") && told.to_string().contains("rigg"), "{told}");
}

#[test]
fn a_name_with_a_line_break_is_shown_whole() {
    let told = error_of(&format!("{GOOD}\"a\\nb\": 1\n")).message;
    assert!(told.starts_with("there is no key `a\\nb` here. "), "{told}");
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
fn control_characters_never_get_as_far_as_a_screen() {
    let error = error_of(&GOOD.replace("title: T", "title: \"\\e[2Jboo\""));
    assert!(error.message.contains("U+001B"), "{error}");
    let error = error_of("elenchus: \u{1b}[2J1\n");
    assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
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
    // Every verb with another verb's argument, and with a piece of it changed.
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

#[test]
fn a_name_is_the_same_text_in_every_encoding() {
    let text = "Zoë Ångström\nЙосиф\n";
    let wide = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.iter().copied().chain(text.encode_utf16().flat_map(bytes)).collect()
    };
    let plain = text.as_bytes().to_vec();
    for bytes in [
        plain.clone(),
        [b"\xef\xbb\xbf".to_vec(), plain].concat(),
        wide(b"\xff\xfe", u16::to_le_bytes),
        wide(b"\xfe\xff", u16::to_be_bytes),
        wide(b"", u16::to_le_bytes),
    ] {
        assert_eq!(encoding::unicode(&bytes).as_deref(), Some(text));
    }
    assert_eq!(encoding::any(b"M\xfcller \x96 \x80"), "Müller – €");
    assert!(encoding::unicode(b"M\xfcller").is_none() && encoding::unicode(b"\xff\xfea").is_none());
    for (apart, joined) in [
        ("Jose\u{301}", "José"),
        ("u\u{308}\u{30c}", "ǚ"),
        ("a\u{323}\u{302}", "ậ"),
        ("И\u{306}", "Й"),
        ("x\u{301}", "x\u{301}"),
        ("\u{301}", "\u{301}"),
    ] {
        assert_eq!(encoding::composed(apart), joined);
    }
    assert_eq!(encoding::name_key(" JOSE\u{301}   Díaz"), encoding::name_key("José díaz"));
}
