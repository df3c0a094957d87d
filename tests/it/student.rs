//! A student who has read abstracts, no file: the first start, and one debate of each chapter in a
//! real terminal, from the library by keys alone to the card that says what decided it, to its
//! review and to the next debate.

use portable_pty::CommandBuilder;

use crate::session::{Session, fresh_in};

fn first_start(data: &std::path::Path) -> Session {
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    Session::start(fresh_in(command, data))
}

#[test]
fn a_first_start_tells_on_three_pages_what_it_is_and_never_again() {
    let data = tempfile::tempdir().unwrap();
    let mut session = first_start(data.path());
    session.at(&["1 of 3", "judge who cannot check the claim"], "\r");
    session.at(&["Where the bits light up", "[1₁]"], "\x1b[D");
    session.at(&["What it is"], "\x1b[C");
    session.at(&["2 of 3"], "\r");
    session.at(&["Which key helps", "? explains", "Enter begin"], "\r");
    session.wait_for("Pick a debate");
    session.leave("q");
    let mut again = first_start(data.path());
    again.wait_for("Pick a debate");
    again.leave("q");
}

#[test]
fn the_pages_of_a_first_start_are_skipped_with_a_key() {
    for key in ["\x1b", "q"] {
        let data = tempfile::tempdir().unwrap();
        let mut session = first_start(data.path());
        session.at(&["1 of 3"], key);
        session.wait_for("Pick a debate");
        session.leave("qq");
        let mut again = first_start(data.path());
        again.wait_for("Pick a debate");
        again.leave("\x03");
    }
}

#[test]
fn a_first_start_with_a_debate_leads_to_the_library_and_the_next_start_to_the_pages() {
    let data = tempfile::tempdir().unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg("find-the-lie");
    let mut session = Session::start(fresh_in(command, data.path()));
    session.at(&["Start the debate"], "\x1b");
    session.wait_for("Pick a debate");
    session.leave("q");
    first_start(data.path()).at(&["1 of 3"], "\x1b");
}

const FIRST: &str = "\x1b[D";
const NEXT: &str = "\x1b[C";
const SECOND: &str = "\x1b[C\x1b[C";

/// A debate of the course, from the first start and the library to the person's first turn.
fn begun(data: &std::path::Path, title: &str) -> Session {
    let mut session = first_start(data);
    session.at(&["1 of 3"], "\x1b");
    session.at(&["Pick a debate"], "/");
    session.at(&["type a word"], title);
    session.at(&[&format!("filter: {title}")], "\r");
    session.at(&["Enter seats"], "\r");
    // The first debate of a chapter is opened by the chapter's page.
    session.at(&["Enter go on"], "\r");
    session.at(&["Start the debate", title], "\r");
    session
}

/// The ending plays by itself to a card that says what decided it; from there to the review, and
/// from the card of the same debate to the next one.
fn ended(session: &mut Session, card: &[&str], next: &str) {
    session.wait_for("the ending");
    session.wait_for("take with you");
    for words in card {
        session.wait_for(words);
    }
    session.wait_for(&format!("next: {next}"));
    // On a card that came by itself the first Enter chooses, the next one goes.
    session.at(&["Enter choose"], "\r");
    session.at(&["Enter go there"], "\r");
    session.wait_for("Start the debate");
    let head: String = session.text().lines().take(1).collect();
    assert!(head.contains(next), "{}", session.text());
    session.press("q");
    session.at(&["Pick a debate"], "p");
    session.at(&["1 kept"], "\r");
    session.wait_for("lines of play");
    let decided = session.text().lines().nth(1).map(str::to_owned).unwrap_or_default();
    // As many whole sentences as its row has, or what a semicolon parts.
    let decided = decided.trim();
    let part = decided.trim_end_matches('.');
    let told = |words: &&str| decided.contains(words) || words.starts_with(part);
    assert!(!decided.is_empty() && card.iter().any(told), "{}", session.text());
    session.then("q", "1 kept");
    session.leave("\x03");
}

#[test]
fn chapter_1_a_lie_is_found() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Find the lie");
    let asked = ["you are Bob", "your turn: point at the step you think is wrong", "7 × 8 = 56?"];
    session.at(&asked, NEXT);
    session.at(&["step [ 2 ]"], NEXT);
    session.at(&["step [ 3 ]", "91 is prime?", "Enter: point at it"], "\r");
    let card = [
        "Bob won · the claim is false",
        "Bob pointed at step 3, and the judge ruled that it is wrong.",
        "transcript: 1 of at most 3",
        "a million",
    ];
    ended(&mut session, &card, "The contract's comma");
}

#[test]
fn chapter_2_a_number_is_voted_on() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Caffeine: is 3/4 right?");
    session.at(&["round 1 of 6 · your turn", "A: clear flaw?"], "\x1b[D\r");
    session.at(&["round 2 of 6 · your turn", "Alice's 0.75 for", "s  draw 82 votes"], "s");
    session.at(&["draw how many votes of your own?", "votes [ 82"], "\r");
    session.at(&["your 82 votes:", "honest Bob aborts at"], SECOND);
    session.at(&["(●) abort: the judge takes votes on 0.75"], "\r");
    let card = [
        "Alice won · the claim is false",
        "Bob aborted in round 2 over Alice's 0.75. The judge's mean of 738 votes is",
        "near enough",
    ];
    ended(&mut session, &card, "Caffeine: choose the plan");
}

#[test]
fn chapter_3_a_midpoint_is_hunted() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "The midpoint hunt");
    for round in 1..=8 {
        let turn = format!("round {round} of 8 · your turn");
        session.at(&[&turn, "your turn: which half holds the lie?"], "s");
        session.at(&["your own run"], "");
        // What is not as it was run is marked: then the lie is in the first half.
        let lies = session.text().contains("≠ not as you found it");
        let (keys, half) = if lies { (FIRST, "(●) first") } else { (SECOND, "(●) second") };
        session.press(keys);
        session.at(&[half, "The first half disputes her middle."], "\r");
    }
    ended(
        &mut session,
        &["Bob won · the claim is false", "After 8 rounds only step 77 was left."],
        "The smuggled cell",
    );
}

#[test]
fn chapter_4_a_circuit_is_walked() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Query golf: majority of three");
    session.at(&["your turn: point at the wire into gate 1", "x1=1"], SECOND);
    session.at(&["(●) gate 3", "reads: at most depth + 1"], "\r");
    let card = ["Bob won · the claim is false", "The walk ended at", "of at most 4"];
    ended(&mut session, &card, "Parity of eight, gate by");
}

#[test]
fn chapter_5_a_flaw_is_found_by_hand() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "221 in four intervals");
    let asked = ["dispute the subclaim that you think is false", "4  no divisor from 12 to 14"];
    session.at(&asked, &NEXT.repeat(4));
    session.at(&["(●) 4  no divisor from 12 to 14"], "\r");
    let card = [
        "Bob won · the claim is false",
        "The last claim was “no divisor from 12 to 14”",
        "and the judge",
    ];
    ended(&mut session, &card, "A needle in 10,000 intervals");
}

#[test]
fn chapter_6_numbers_are_stated_and_paid_for() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "221 in four estimates");
    let asked = ["how likely is Alice's answer to be right?", "“221 is prime”"];
    session.at(&asked, "0");
    session.at(&["├●"], "\r");
    for claim in ["no divisor from 2 to 5", "no divisor from 6 to 8", "no divisor from 9 to 11"] {
        session.at(&[&format!("“{claim}”"), "how likely is claim"], "0.5");
        session.at(&["0.5"], "\r");
    }
    session.at(&["“no divisor from 12 to 14”", "how likely is claim 4"], "0.5\r");
    let card = ["Alice was paid 4.50", "why Alice is paid", "Alice had said"];
    ended(&mut session, &card, "The needle, estimated");
}
