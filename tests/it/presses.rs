//! Keys that a newcomer presses: none of them leaves unasked, none is silent, and the words beside what is
//! typed say what it comes to.

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::library;
use elenchus::tui::stage::Stage;

use crate::kit::one_in;

/// The seats of a shipped debate, and the keys that are pressed there.
fn at(id: &str, keys: &str) -> Stage {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    stage.open(&library::find(id).expect("it is shipped"));
    stage.press(keys).expect("keys");
    stage
}

fn press(stage: &mut Stage, keys: &str) -> String {
    stage.press(keys).expect("keys");
    stage.text()
}

#[test]
fn the_key_that_leads_back_to_the_library_asks_before_it_leaves_the_program() {
    let mut stage = at("find-the-lie", "enter q");
    assert!(stage.text().contains("elenchus · library"), "{}", stage.text());
    let text = press(&mut stage, "q");
    assert!(stage.left().is_none() && text.contains("this is the library: q again leaves it"));
    // It is asked anew after each way back, and not of who pressed something else in between.
    let text = press(&mut stage, "enter enter q q");
    assert!(stage.left().is_none() && text.contains("q again leaves it"), "{text}");
    press(&mut stage, "q");
    assert_eq!(stage.left(), Some(0));
    let mut stage = at("find-the-lie", "q down");
    press(&mut stage, "q");
    assert_eq!(stage.left(), Some(0));
}

#[test]
fn who_plays_a_debate_again_and_goes_back_is_in_the_library() {
    let mut stage = at("find-the-lie", "enter 1 enter enter right right");
    let text = press(&mut stage, "enter");
    assert!(text.contains("Start the debate"), "{text}");
    let text = press(&mut stage, "q");
    assert!(text.contains("elenchus · library"), "{text}");
}

#[test]
fn left_leads_back_from_a_step_and_its_writer_to_the_choice_of_them() {
    let mut stage = at("palindrome", "enter right enter");
    let text = press(&mut stage, "right left");
    assert!(text.contains("(●) point at a step and a later writer"), "{text}");
    let text = press(&mut stage, "left left");
    assert!(text.contains("(●) point at a step  "), "{text}");
}

#[test]
fn enter_leads_from_a_step_to_its_writer_and_then_names_both() {
    let mut stage = at("palindrome", "enter right enter 7");
    let before = stage.node();
    let text = press(&mut stage, "enter 2");
    assert!(text.contains("step [ 7") && text.contains("written at [ 2"), "{text}");
    assert_eq!(stage.node(), before);
    press(&mut stage, "enter");
    assert_ne!(stage.node(), before);
}

/// To go on is offered where nothing is decided by it: it rested a consultant's case.
#[test]
fn go_on_is_offered_in_a_stochastic_debate_and_decides_nothing() {
    let mut entry = library::find("one-sided-brief").expect("it is shipped");
    let scenario = entry.scenario.as_mut().expect("it reads");
    scenario.seat = Some(Seat::Alice);
    scenario.seats.set(Seat::Alice, SeatPlan::Human);
    scenario.seats.set(Seat::Judge, SeatPlan::honest());
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    stage.open(&entry);
    let text = press(&mut stage, "enter");
    assert!(text.contains("show that f(x) is 1, or rest your case"), "{text}");
    assert!(!text.contains("g go on"), "{text}");
    assert!(press(&mut stage, "g").contains("g does nothing here"));
    let offers = at("drifting-liar", "enter").on_offer();
    assert!(offers.iter().any(|(_, words)| words == "go on"), "{offers:?}");
}

#[test]
fn enter_concedes_after_c_wherever_the_cursor_was() {
    for keys in ["enter", "enter tab"] {
        let mut stage = at("seven-steps", keys);
        let text = press(&mut stage, "c");
        assert!(text.contains("Enter now points at step 7"), "{text}");
        let before = stage.node();
        press(&mut stage, "enter");
        assert_ne!(stage.node(), before, "after {keys}");
    }
}

#[test]
fn a_step_that_is_none_is_said_to_be_none_while_it_is_typed() {
    let mut stage = at("seven-steps", "enter");
    let text = press(&mut stage, "9");
    assert!(text.contains("step [ 9 ]      9 is not from 1 to 7"), "{text}");
    let text = press(&mut stage, "backspace 5");
    assert!(text.contains("step [ 5 ]      Enter: point at it"), "{text}");
}

#[test]
fn a_form_is_no_answer_before_it_is_changed_or_named_twice() {
    let mut stage = at("binary-increment", "enter");
    let before = stage.node();
    let text = press(&mut stage, "enter");
    assert!(
        stage.node() == before && text.contains("a form to fill in: change it, or Enter"),
        "{text}"
    );
    press(&mut stage, "enter");
    assert_ne!(stage.node(), before);
    for keys in ["left enter", "x backspace enter"] {
        let mut stage = at("binary-increment", "enter");
        press(&mut stage, keys);
        assert_ne!(stage.node(), before, "{keys}");
    }
    // What her own run came to is her answer.
    let mut stage = at("binary-increment", "enter f6 f4");
    let before = stage.node();
    press(&mut stage, "enter");
    assert_ne!(stage.node(), before, "{}", stage.text());
}

#[test]
fn an_arrow_that_leads_no_further_among_cells_on_trial_says_so_and_how_to_go_on() {
    let mut stage = at("pull-request-sum", "enter tab");
    let before = stage.text();
    let text = press(&mut stage, "right");
    assert!(text.contains("nothing else here is read on trial; b: all bits"), "{text}");
    let text = press(&mut stage, "b right");
    assert!(text.contains("step 61") && !before.contains("step 61"), "{text}");
}

#[test]
fn a_claim_of_the_board_is_picked_where_the_cursor_is_or_where_it_is_clicked() {
    let row_of = |stage: &Stage, claim: &str| {
        let text = stage.text();
        text.lines().position(|row| row.contains(claim)).expect("it is on the board") as u16
    };
    // A note of Alice's stands between the claim and what it rests on.
    let mut stage = at("four-intervals", "enter");
    assert!(stage.text().contains("because all of:"), "{}", stage.text());
    for claim in ["├ 1", "├ 2", "├ 3", "└ 4"] {
        let row = row_of(&stage, claim);
        stage.click(12, row);
        let cursor = stage.buffer().cell((6, row)).expect("a cell").style();
        let others = ["├ 1", "├ 2", "├ 3", "└ 4"].into_iter().filter(|other| *other != claim);
        for other in others {
            let there = stage.buffer().cell((6, row_of(&stage, other))).expect("a cell").style();
            assert_ne!(cursor, there, "{claim} and {other}\n{}", stage.text());
        }
    }
    let text = press(&mut stage, "enter");
    assert!(!text.contains("nothing to do here") && !text.contains("your turn: dispute"), "{text}");
}

#[test]
fn a_digit_that_makes_no_number_is_not_taken_for_another_one() {
    let mut stage = at("two-parcels", "enter");
    let text = press(&mut stage, "1 . 5");
    assert!(!text.contains("0.5 "), "{text}");
    let mut stage = at("caffeine-vote", "enter s");
    let text = press(
        &mut stage,
        "backspace backspace backspace backspace 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9",
    );
    assert!(text.contains("[ 1234567891234567"), "{text}");
}

#[test]
fn a_digit_where_no_number_is_asked_for_says_so() {
    for (id, keys) in [("contract-comma", "enter"), ("contract-comma", "enter tab"), ("", "")] {
        let mut stage = match id {
            "" => Stage::new(library::shipped(), (80, 24), None),
            id => at(id, keys),
        };
        let text = press(&mut stage, "9");
        assert!(text.contains("no number is asked for here: 9 does nothing"), "{text}");
    }
}

#[test]
fn a_digit_that_leaves_the_range_says_which_it_is() {
    let mut stage = at("pull-request", "enter");
    let text = press(&mut stage, "1 9");
    assert!(text.contains("19 is not from 1 to 18"), "{text}");
    // What is beyond all begins anew.
    let mut stage = at("find-the-lie", "enter");
    assert!(press(&mut stage, "9").contains("9 is not from 1 to 7"));
    let text = press(&mut stage, "1");
    assert!(text.contains("[ 1") && !text.contains("does nothing"), "{text}");
    let mut stage = at("two-parcels", "enter");
    assert!(press(&mut stage, "1 . 5").contains("1.5 is not from 0 to 1"));
}

#[test]
fn a_cell_that_the_claim_fills_is_not_said_to_be_written() {
    let mut stage = at("lazy-bob", "enter end");
    assert!(stage.text().contains("this one is 1, by the claim"), "{}", stage.text());
    assert!(press(&mut stage, "home").contains("0 1 write, Space turns"));
}

#[test]
fn a_seed_is_typed_anew_and_seen_whole() {
    let mut stage = at("find-the-lie", "");
    while !stage.text().contains("─ the seed ─") {
        stage.press("up").expect("a key");
    }
    assert!(press(&mut stage, "1 2").contains("← 12 →"), "{}", stage.text());
    // Also where it begins as the scenario's own, which is 7.
    press(&mut stage, "backspace backspace");
    assert!(press(&mut stage, "7 1").contains("← 71 →"), "{}", stage.text());
    press(&mut stage, "backspace backspace 1 2");
    let digits = "3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9";
    assert!(press(&mut stage, digits).contains("← 1234567890123456789 →"), "{}", stage.text());
}

#[test]
fn a_notice_longer_than_a_row_is_read_whole() {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    let name = "a-name-that-is-too-long-".repeat(6);
    let keys: Vec<String> = name.chars().map(String::from).collect();
    let text = press(&mut stage, &format!("esc o {} enter", keys.join(" ")));
    assert!(text.contains("no such file"), "{text}");
}

#[test]
fn a_run_is_compared_with_what_is_written_alone() {
    // Before anything else is written there is the claim.
    let text = press(&mut at("lazy-bob", ""), "enter s");
    assert!(text.contains("step 9 is not as your run has it"), "{text}");
    let text = press(&mut at("qbf-duel", ""), "enter s");
    assert!(!text.contains("as your run has them"), "{text}");
}

#[test]
fn bits_that_are_filled_in_are_not_offered_to_be_filled_in() {
    let mut stage = at("lazy-bob", "");
    let before = press(&mut stage, "enter s f");
    assert!(!before.contains("fills in the honest values"), "{before}");
    // A bit that was turned can be filled in again.
    let after = press(&mut stage, "home space");
    assert!(after.contains("f fills in the honest values"), "{after}");
}

#[test]
fn a_key_of_the_table_says_at_the_ending_that_the_debate_is_over() {
    let mut stage = at("midpoint-hunt", "enter");
    for _ in 0..9 {
        if stage.text().contains("your turn") {
            press(&mut stage, "left enter");
        }
    }
    let text = press(&mut stage, "esc s");
    assert!(text.contains("take with you") && text.contains("the debate is over"), "{text}");
}

#[test]
fn a_player_is_named_in_words_and_as_it_is_typed_where_it_is_typed() {
    for (id, seat, typed, words) in [
        ("brittle-but-true", "home down", "independent:1:0.8", "independent ("),
        ("ten-desks-look", "home", "shift:0.016", "shift ("),
    ] {
        let mut stage = at(id, "");
        let text = stage.text();
        assert!(text.contains(words) && !text.contains(typed), "{text}");
        let text = press(&mut stage, seat);
        assert!(text.contains(&format!("← {typed} →")), "{text}");
    }
}

/// Screens of every kind: a debate, none for the library, and the keys that lead there.
const SCREENS: [(&str, &str); 12] = [
    ("", ""),
    ("", "c"),
    ("", "C"),
    ("find-the-lie", ""),
    ("find-the-lie", "enter"),
    ("find-the-lie", "enter 1 enter enter"),
    ("find-the-lie", "enter 1 enter enter v"),
    ("contract-comma", "enter tab"),
    ("caffeine-vote", "enter"),
    ("palindrome", "enter right enter"),
    ("four-intervals", "enter tab"),
    ("brittle-but-true", "enter"),
];

#[test]
fn no_key_is_silent() {
    let letters = ('a'..='z').chain('A'..='Z').map(String::from);
    // At the end of their way arrows lead no further, and a number may be typed that stands there.
    let ends = ["h", "j", "k", "l"];
    let named = ["left", "right", "tab", "enter", "esc", "space", "backspace", "delete", "insert"];
    let keys: Vec<String> = letters
        .filter(|key| !ends.contains(&&**key))
        .chain((2..=12).map(|n| format!("f{n}")))
        .chain(named.map(String::from))
        .collect();
    for (id, to) in one_in(2, SCREENS) {
        let fresh = || {
            let mut stage = match id {
                "" => Stage::new(library::shipped(), (80, 24), None),
                id => at(id, ""),
            };
            stage.press(&format!("{to} ctrl-l")).expect("keys");
            stage
        };
        let mut stage = fresh();
        let first = stage.buffer();
        for key in &keys {
            let said = press(&mut stage, key);
            let silent = stage.left().is_none() && stage.buffer() == first;
            // The first seat, step or way: there is none before it.
            let start = key == "left" && (said.contains("▸1") || said.contains("▸ next"));
            assert!(!silent || start, "{id} {to}: {key}\n{said}");
            if stage.left().is_none() {
                stage.press("ctrl-l").expect("a key");
            }
            if stage.left().is_some() || stage.buffer() != first {
                stage = fresh();
            }
        }
    }
}

#[test]
fn rows_that_the_card_leaves_no_room_for_are_reached_with_arrows() {
    let mut stage = at("four-estimates", "enter");
    for _ in 0..5 {
        press(&mut stage, "0 . 5 enter");
    }
    let card = press(&mut stage, "esc ctrl-l");
    assert!(card.contains("take with you") && card.contains("↑↓ board"), "{card}");
    let mut seen = card.clone();
    for keys in ["up", "up", "up", "up", "down", "down", "down", "down"] {
        seen += &press(&mut stage, keys);
    }
    for claim in ["from 2 to 5", "from 6 to 8", "from 9 to 11", "from 12 to 14"] {
        assert!(
            seen.lines().any(|row| row.contains(&format!("{claim} ")) && row.contains(" 0.5 ")),
            "{claim}\n{seen}"
        );
    }
    // The card stays what it is.
    let below = |text: &str| text.split_once("─ take with you").map(|parts| parts.1.to_owned());
    assert_eq!(below(&press(&mut stage, "ctrl-l")), below(&card));
}
