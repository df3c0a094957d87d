//! What the footer and the help list is what the keys do: each is pressed, on every screen.

use elenchus::scenario::library::{self, Entry};
use elenchus::tui::stage::Stage;

/// Screens, each as a debate (none for the library) and the keys that lead there from its seats.
const SCREENS: [(&str, &str); 28] = [
    ("", ""),
    ("", "/"),
    ("", "o"),
    ("", "p"),
    ("", "L"),
    ("", "?"),
    ("find-the-lie", ""),
    ("find-the-lie", "home right"),
    ("find-the-lie", "enter"),
    ("find-the-lie", "enter g"),
    ("find-the-lie", "enter w"),
    ("", "enter"),
    ("", "c"),
    ("find-the-lie", "enter 1 enter"),
    ("find-the-lie", "enter 1 enter enter"),
    ("find-the-lie", "enter 1 enter enter v"),
    ("find-the-lie", "enter 1 enter enter v b"),
    ("contract-comma", "enter"),
    ("contract-comma", "enter tab"),
    ("caffeine-vote", "enter"),
    ("caffeine-plan", "enter"),
    ("smuggled-cell", "enter"),
    ("four-intervals", "enter"),
    ("four-estimates", "enter"),
    ("obfuscator", "enter"),
    ("query-golf", "enter"),
    ("qbf-duel", "enter"),
    ("twins", "enter"),
];

fn entry(id: &str) -> Entry {
    library::shipped().into_iter().find(|e| e.id == id).expect("a shipped scenario")
}

fn stage((id, keys): (&str, &str)) -> Stage {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    if !id.is_empty() {
        stage.open(&entry(id));
    }
    stage.press(keys).expect("keys");
    stage
}

/// What becomes of a screen when a key is pressed: does it change, or is it left? And what does it
/// say then?
fn pressed(screen: (&str, &str), key: &str) -> (bool, String) {
    let mut stage = stage(screen);
    let before = stage.buffer();
    stage.press(key).expect("a key");
    (stage.left().is_some() || stage.buffer() != before, stage.text())
}

#[test]
fn every_key_that_is_listed_does_something() {
    let everywhere = ["next theme", "draw the screen again", "to the shell", "quit at once"];
    let mut idle = Vec::new();
    for screen in SCREENS {
        for (keys, words) in stage(screen).on_offer() {
            // What writes to a file is pressed in tests with a folder of their own.
            let writes = words == "save";
            if writes || keys.is_empty() || everywhere.iter().any(|all| words.starts_with(all)) {
                continue;
            }
            let after: Vec<(bool, String)> = keys.iter().map(|key| pressed(screen, key)).collect();
            // Of keys that go two ways, one may stand at the end of its way.
            let known = after.iter().all(|(_, text)| !text.contains("does nothing here"));
            if !known || !after.iter().any(|(changed, _)| *changed) {
                idle.push(format!("{screen:?}: {words} {keys:?}"));
            }
        }
    }
    assert!(idle.is_empty(), "keys that do nothing:\n{}", idle.join("\n"));
}

#[test]
fn in_a_text_no_letter_is_listed_as_a_key_and_esc_and_tab_leave_it() {
    let written = |stage: &Stage| {
        let offers = stage.on_offer();
        offers.into_iter().flat_map(|(keys, _)| keys).collect::<Vec<_>>()
    };
    for leave in ["esc", "tab"] {
        let mut stage = stage(("binary-increment", "enter"));
        let keys = written(&stage);
        assert!(keys.iter().all(|key| key.chars().count() > 1), "{keys:?}:\n{}", stage.text());
        assert!(keys.contains(&"f1".to_owned()), "help has a key all the same: {keys:?}");
        stage.press(leave).expect("a key");
        assert!(written(&stage).contains(&"?".to_owned()), "{leave}:\n{}", stage.text());
    }
}

#[test]
fn arrows_reach_every_way_to_answer_also_beside_the_table_that_fills_one_in() {
    let mut stage = stage(("palindrome", "enter right"));
    assert!(stage.text().contains("(●) point at a step and a later writer"), "{}", stage.text());
    stage.type_text("7");
    assert!(stage.text().contains("step [ 7"), "{}", stage.text());
    stage.press("esc").expect("a key");
    stage.press("left").expect("a key");
    assert!(stage.text().contains("(●) point at a step  "), "{}", stage.text());
    stage.press("down down").expect("keys");
    assert!(stage.text().contains("step [ 3  ]"), "{}", stage.text());
}

#[test]
fn the_cursor_of_the_rounds_of_a_bisection_is_seen() {
    let mut stage = stage(("smuggled-cell", "enter left enter tab"));
    stage.press("up").expect("a key");
    assert!(stage.text().contains(" ▸  1 "), "{}", stage.text());
}

#[test]
fn a_page_turns_while_the_program_asks_something_of_its_own() {
    let mut stage = stage(("two-faced-alice", "enter e"));
    assert!(stage.text().contains("more: PgDn"), "{}", stage.text());
    stage.press("pagedown").expect("a key");
    let text = stage.text();
    assert!(text.contains("more: PgUp") && text.contains("Enter look"), "{text}");
}

#[test]
fn the_title_of_evidence_takes_no_configuration_off_the_board() {
    let stage = stage(("midpoint-hunt", "enter left enter"));
    assert!(stage.text().contains("middle, after step 50: Alice says"), "{}", stage.text());
    assert!(stage.text().contains("x evidence"), "{}", stage.text());
}
