//! Keys that a newcomer presses. No key leaves without a question, and no key is silent.

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::library;
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::{SMALL, one_in, press, shows};

/// The seats of a debate, or the library, after these keys.
fn at(id: &str, keys: &str) -> HeadlessPlayground {
    crate::kit::stage(id, SMALL, keys)
}

#[test]
fn the_key_that_leads_back_leaves_the_program_when_it_is_pressed_twice_or_after_another() {
    for keys in ["enter q q q", "enter q q enter q q q", "q down q"] {
        let mut stage = at("find-the-lie", keys.strip_suffix('q').expect("a last key"));
        assert_eq!(stage.left(), None, "{keys}");
        press(&mut stage, "q");
        assert_eq!(stage.left(), Some(0), "{keys}");
    }
}

/// Go on is offered only if it decides nothing. It once ended a consultant's case.
#[test]
fn go_on_is_offered_in_a_stochastic_debate_and_decides_nothing() {
    let mut entry = library::find("one-sided-brief").expect("it is shipped");
    let scenario = entry.scenario.as_mut().expect("it reads");
    scenario.seat = Some(Seat::Alice);
    scenario.seats.set(Seat::Alice, SeatPlan::Human);
    scenario.seats.set(Seat::Judge, SeatPlan::honest());
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), None);
    stage.open(&entry);
    let text = press(&mut stage, "enter");
    assert!(text.contains("prove that f(x) is 1"), "{text}");
    let goes_on = |stage: &HeadlessPlayground| {
        stage.on_offer().iter().any(|(_, words)| words == "go on for several rounds")
    };
    assert!(!goes_on(&stage), "{text}");
    assert!(goes_on(&at("drifting-liar", "enter")));
}

#[test]
fn the_cursor_or_a_click_picks_a_claim_on_the_board() {
    let row_of = |stage: &HeadlessPlayground, claim: &str| {
        let text = stage.text();
        text.lines().position(|row| row.contains(claim)).expect("it is on the board") as u16
    };
    // One of Alice's notes is between the claim and its subclaims.
    let mut stage = at("four-intervals", "enter");
    shows(&stage, &["because all of:"]);
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
    assert!(!text.contains("Dispute the subclaim"), "{text}");
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
    assert!(text.contains("Remember") && text.contains("the debate is over"), "{text}");
}

/// Screens of every kind: a debate, or `None` for the library, and the keys that lead there.
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
fn a_text_lists_no_letter_as_a_key_and_esc_and_tab_leave_it() {
    let written = |stage: &HeadlessPlayground| {
        let offers = stage.on_offer();
        offers.into_iter().flat_map(|(keys, _)| keys).collect::<Vec<_>>()
    };
    for leave in ["esc", "tab"] {
        let mut stage = at("binary-increment", "enter");
        let keys = written(&stage);
        assert!(keys.iter().all(|key| key.chars().count() > 1), "{keys:?}:\n{}", stage.text());
        assert!(keys.contains(&"f1".to_owned()), "help has a key all the same: {keys:?}");
        press(&mut stage, leave);
        assert!(written(&stage).contains(&"?".to_owned()), "{leave}:\n{}", stage.text());
    }
}

#[test]
fn no_key_is_silent() {
    let letters = ('a'..='z').chain('A'..='Z').map(String::from);
    let named = ["left", "right", "tab", "enter", "esc", "space", "backspace", "delete", "insert"];
    let keys: Vec<String> =
        letters.chain((2..=12).map(|n| format!("f{n}"))).chain(named.map(String::from)).collect();
    for (id, to) in one_in(5, SCREENS) {
        let fresh = || at(id, &format!("{to} ctrl-l"));
        let mut stage = fresh();
        let first = stage.buffer();
        for key in &keys {
            let said = press(&mut stage, key);
            let silent = stage.left().is_none() && stage.buffer() == first;
            // The first seat, step or way: there is none before it.
            let starts = ["▸ 1", "▸1", "▸ Next", "▸ Try again", "To play again"];
            let start = key == "left" && starts.iter().any(|words| said.contains(words));
            let end = key == "right" && said.contains("move 8 of 8");
            assert!(!silent || start || end, "{id} {to}: {key}\n{said}");
            if stage.left().is_none() {
                stage.press("ctrl-l").expect("a key");
            }
            if stage.left().is_some() || stage.buffer() != first {
                stage = fresh();
            }
        }
    }
}
