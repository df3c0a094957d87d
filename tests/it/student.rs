//! A student who has read abstracts and no manual. The test covers the first start and one debate
//! of each chapter in a real terminal. Keys alone lead from the library to the card with the reason
//! for the result. Then come the review and the next debate.

use portable_pty::CommandBuilder;

use crate::session::{Session, fresh_in};

fn first_start(data: &std::path::Path) -> Session {
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    Session::start(fresh_in(command, data))
}

#[test]
fn a_first_start_opens_the_first_debate_and_says_how_to_begin_until_it_is_won() {
    let data = tempfile::tempdir().unwrap();
    let mut session = first_start(data.path());
    let line = "Start here: ↓ goes through the steps, Enter points at one of them.";
    session.at(&["you are Bob", line], SECOND);
    session.at(&["step [ 3 ]"], "\r");
    session.at(&["You won", "Remember"], "q");
    session.at(&["START HERE", "▸ ✓ Find the lie"], "\x03");
    session.end();
    // After the first win nobody is coached, and later starts open the library.
    let mut again = first_start(data.path());
    again.at(&["START HERE"], "\x1b[H\r");
    again.wait_for("your turn");
    assert!(!again.text().contains("Start here:"), "{}", again.text());
    again.leave("\x03");
}

#[test]
fn the_library_is_behind_a_first_debate_that_is_left() {
    let data = tempfile::tempdir().unwrap();
    let mut session = first_start(data.path());
    session.at(&["Start here:"], "q");
    session.at(&["START HERE", "▸ · Find the lie"], "\r");
    // The student left the debate before the first move, so it begins again. The line "Start here" stays until the
    // student wins a debate.
    session.wait_for("Start here:");
    session.leave("\x03");
}

#[test]
fn a_debate_that_the_command_line_names_opens_at_its_board_and_goes_on_after_a_crash() {
    let data = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
        command.arg("midpoint-hunt");
        Session::start(fresh_in(command, data.path()))
    };
    let mut session = start();
    session.at(&["round 1 of 8", "Which half holds the lie?"], FIRST);
    session.at(&["(●) 1  First"], "\r");
    session.wait_for("round 2 of 8");
    session.signal("KILL");
    session.end();
    let mut again = start();
    again.at(&["This debate was interrupted", "You are Bob. Round 2 of 8.", "▸ Go on"], "\r");
    again.at(&["round 2 of 8", "your turn"], "q");
    again.wait_for("START HERE");
    again.leave("\x03");
}

const FIRST: &str = "\x1b[D";
const NEXT: &str = "\x1b[C";
const SECOND: &str = "\x1b[C\x1b[C";

/// A debate of the course, from the library to the person's first turn.
fn begun(data: &std::path::Path, title: &str) -> Session {
    let mut session = Session::playground(data);
    session.at(&["START HERE"], "/");
    session.at(&["type a word"], title);
    session.at(&[&format!("filter: {title}")], "\r");
    session.at(&["Enter  play"], "\r");
    session
}

/// The ending plays by itself up to the decisive move. Keys lead from there to the next debate, and to the review of
/// this one.
fn ended(session: &mut Session, card: &[&str], next: &str) {
    session.wait_for("Remember");
    for words in card {
        session.wait_for(words);
    }
    session.wait_for(&format!("Next: {}", next.chars().take(8).collect::<String>()));
    // After a lost debate trying again and the review come first.
    if session.text().contains("▸ Try again") {
        session.press(SECOND);
    }
    session.at(&["▸ Next"], "\r");
    session.wait_for(&format!(" {next}"));
    session.wait_until("the next debate", |s| s.contents().starts_with(&format!(" {next}")));
    // Keys that are typed before the table is there do nothing on it.
    session.wait_for("you are ");
    std::thread::sleep(std::time::Duration::from_millis(500));
    session.press("q");
    session.at(&["Enter  play"], "p");
    session.at(&["1 kept"], "\r");
    session.wait_for("Review: ");
    session.press("q");
    session.wait_for("1 kept");
    session.leave("\x03");
}

#[test]
fn chapter_1_a_lie_is_found() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Find the lie");
    let asked = ["you are Bob", "Point at the step you think is wrong", "7 × 8 = 56?"];
    session.at(&asked, NEXT);
    session.at(&["step [ 2 ]"], NEXT);
    session.at(&["step [ 3 ]", "91 is prime?", "Enter: point at it"], "\r");
    let card = [
        "Bob won · the claim is false",
        "Bob pointed at step 3, and the judge ruled that it is wrong.",
    ];
    ended(&mut session, &card, "The contract's comma");
}

#[test]
fn chapter_2_a_number_is_voted_on() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Caffeine: is 3/4 right?");
    session.at(&["round 1 of 6 · your turn", "A: clear flaw?"], "\x1b[D\r");
    session.at(&["round 2 of 6 · your turn", "Alice's 0.75 for", "s draw votes"], "s");
    session.at(&["How many votes do you want to draw?", "votes [ 82"], "\r");
    session.at(&["Your 82 votes:", "honest Bob aborts at"], SECOND);
    session.at(&["(●) a  Abort: the judge takes votes on 0.75"], "\r");
    let card = [
        "Alice won · the claim is false",
        "Bob aborted in round 2 because of Alice's 0.75.",
        "which is near",
    ];
    ended(&mut session, &card, "Caffeine: choose the plan");
}

#[test]
fn chapter_3_a_midpoint_is_hunted() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "The midpoint hunt");
    for round in 1..=8 {
        let turn = format!("round {round} of 8 · your turn");
        session.at(&[&turn, "Which half holds the lie?"], "s");
        session.at(&["your own run"], "");
        // Cells that differ from the run are marked. Here the lie is in the first half.
        let lies = session.text().contains("≠ your run differs");
        let (keys, half) =
            if lies { (FIRST, "(●) 1  First") } else { (SECOND, "(●) 2  Second") };
        session.press(keys);
        session.at(&[half, "Choose the first half to dispute her middle"], "\r");
    }
    ended(
        &mut session,
        &["Bob won · the claim is false", "After 8 rounds only step 77 was left."],
        "Sixteen quantifiers",
    );
}

#[test]
fn chapter_4_a_circuit_is_walked() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "Query golf: majority of three");
    session.at(&["Point at a wire into gate 1", "x1=1"], SECOND);
    session.at(&["(●) 2  gate 3", "0/4"], "\r");
    let card = ["Bob won · the claim is false", "The walk ended at", "of at most 3"];
    ended(&mut session, &card, "The duel: w, x, y, z");
}

#[test]
fn chapter_5_a_flaw_is_found_by_hand() {
    let data = tempfile::tempdir().unwrap();
    let mut session = begun(data.path(), "221 in four intervals");
    let asked = ["Dispute the subclaim that you think is false", "4  no divisor from 12 to 14"];
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
    let asked = ["How likely is it that Alice's answer is right?", "“221 is prime”"];
    session.at(&asked, "0");
    session.at(&["├●"], "\r");
    for claim in ["no divisor from 2 to 5", "no divisor from 6 to 8", "no divisor from 9 to 11"] {
        session.at(&[&format!("“{claim}”"), "How likely is claim"], "0.5");
        session.at(&["0.5"], "\r");
    }
    session.at(&["How likely is claim 4, “no divisor from 12 to 14”"], "0.5\r");
    let card = ["Alice was paid 4.50", "Round 2 made the largest payment", "Alice had said"];
    ended(&mut session, &card, "The needle, estimated");
}
