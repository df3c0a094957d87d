//! What keys do on single screens; that every listed key does something is in `course_keys.rs`.

use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::tui::stage::Stage;

fn entry(id: &str) -> LibraryEntry {
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
