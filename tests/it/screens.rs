//! The screens as drawn, over the shipped scenarios: what they say, how they look, and that no key
//! and no size breaks them.

use std::time::{Duration, Instant};

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::SafeText;
use elenchus::scenario::library;
use elenchus::tui::app::Looks;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::keys::{self, Action, Table as _};
use elenchus::tui::theme::Preset;
use proptest::prelude::*;

use crate::kit::{self, SMALL, entry, press, shows, skip};

/// What a person does, and the screens on the way: the name of the snapshot is what they show. A screen is
/// kept at each `|` and at the end. The debate is none for the library.
const SHOWN: &[(&str, &str, &str)] = &[
    // The library, its chapters, and the seats.
    ("arrows_and_enter_win_as_bob", "", "enter enter enter right right enter enter"),
    (
        "arrows_tab_and_enter_win_as_the_judge",
        "",
        "down enter enter enter | tab enter right enter right enter tab right right enter",
    ),
    ("every_letter_is_text_while_text_is_typed", "", "/ 'quick' | esc / 'comma' enter enter enter"),
    ("a_filter_hides_chapters_and_keeps_numbers", "", "/ 'Three lamps'"),
    (
        "a_filter_without_a_match_opens_nothing",
        "",
        "/ 'lampslamps' enter | enter | c | / 'lamps' enter enter enter",
    ),
    (
        "the_next_debate_and_the_page_of_its_chapter",
        "",
        "enter | enter enter 3 enter enter enter | q c",
    ),
    (
        "a_long_notice_is_read_whole",
        "",
        "esc o 'a-name-that-is-too-long-for-one-row-and-for-the-row-below-it-and-is-therefore-no-name' enter",
    ),
    ("a_digit_without_a_number_in_the_library", "", "9"),
    ("the_library_asks_before_it_is_left", "find-the-lie", "enter q | q | enter enter q q"),
    (
        "a_debate_played_again_leads_to_the_library",
        "find-the-lie",
        "enter 1 enter enter right right | enter | q",
    ),
    ("rules_name_the_seat_of_a_program", "query-golf", "| home down right"),
    ("a_seat_and_its_strategy", "find-the-lie", "home right | right '5' | backspace '99' enter"),
    ("a_seed_is_typed_anew", "find-the-lie", "end up up up | 1 2 | backspace backspace 7 1"),
    ("a_player_is_named_in_words", "brittle-but-true", "| home down"),
    ("a_player_is_named_as_it_is_typed", "ten-desks-look", "| home"),
    ("a_lesson_is_about_its_own_question", "parity-of-eight-walk", ""),
    (
        "another_question_about_a_file",
        "fuzz/corpus/aiger/adder4.aag",
        "| up | enter | 1 0 0 1 1 0 0 1 down down right down 0 1 0 0 enter | up left enter | esc | \
         up up up backspace enter | 1 enter up enter | esc",
    ),
    // The table.
    ("up_and_down_choose_in_a_list", "needle", "enter down | down"),
    ("a_read_bit_has_its_order", "contract-comma", "enter tab b right enter | left"),
    ("help_lists_the_keys_of_the_footer", "find-the-lie", "enter ctrl-l ? | pagedown"),
    ("the_oracle_answers", "pull-request", "enter 1 a"),
    ("the_judge_of_a_board_stands_on_a_cell", "verifier-read", "enter tab | enter"),
    ("the_judge_of_a_transcript_stands_on_a_cell", "verifier-cross-examined", "enter tab | enter"),
    ("a_bit_is_read_once", "contract-comma", "enter tab enter enter"),
    ("a_bit_of_a_liar_is_read_once", "two-faced-alice", "enter tab enter enter"),
    ("a_page_turns_beside_a_question", "two-faced-alice", "enter e | pagedown"),
    ("questions_of_a_round", "xor-price", "enter"),
    (
        "left_leads_from_a_writer_to_the_choice",
        "palindrome",
        "enter right enter right left | left left",
    ),
    (
        "enter_leads_from_a_step_to_its_writer",
        "palindrome",
        "enter right enter 7 | enter 2 | enter",
    ),
    ("arrows_reach_every_way_to_answer", "palindrome", "enter right '7' | esc left | down down"),
    ("enter_concedes_after_c", "seven-steps", "enter c | enter"),
    ("enter_concedes_from_the_board", "seven-steps", "enter tab c | enter"),
    ("a_step_that_is_none", "seven-steps", "enter 9 | backspace 5"),
    ("a_form_is_named_twice", "binary-increment", "enter enter | enter"),
    ("a_form_that_is_passed_through", "binary-increment", "enter left enter"),
    ("a_form_that_is_changed", "binary-increment", "enter x backspace enter"),
    ("an_own_run_fills_the_form", "binary-increment", "enter f6 f4 | enter"),
    ("an_arrow_at_the_end_says_how_to_go_on", "pull-request-sum", "enter tab right | b right"),
    (
        "digits_beyond_every_number",
        "caffeine-vote",
        "enter s backspace backspace backspace '123456789123456789'",
    ),
    ("a_digit_without_a_number_at_the_prompt", "contract-comma", "enter 9"),
    ("a_digit_without_a_number_on_the_board", "contract-comma", "enter tab 9"),
    ("a_bit_is_filled_by_the_claim", "lazy-bob", "enter end | home"),
    ("a_run_is_compared_with_what_is_written", "lazy-bob", "enter s | f | home space"),
    ("a_run_before_anything_is_written", "qbf-duel", "enter s"),
    ("evidence_is_zoomed", "pull-request", "enter x | pagedown | pagedown | x"),
    ("evidence_takes_nothing_off_the_board", "midpoint-hunt", "enter | left enter"),
    ("evidence_is_the_table_of_the_machine", "midpoint-hunt", "enter x"),
    // The ending and the review.
    ("a_notice_leaves_the_choices_in_view", "find-the-lie", "enter 3 enter enter space"),
    (
        "a_long_card_scrolls_the_board",
        "four-estimates",
        "enter 0 . 5 enter 0 . 5 enter 0 . 5 enter 0 . 5 enter 0 . 5 enter esc ctrl-l | up up | up up | \
         down down down down",
    ),
    (
        "a_move_that_lost_it_and_another_line",
        "find-the-lie",
        "enter enter enter v | enter | 3 enter enter | v b",
    ),
    (
        "the_ending_is_of_the_line_shown_last",
        "find-the-lie",
        "enter 1 enter enter v home enter right right enter enter | v b up enter | q",
    ),
    ("back_closes_the_list_of_lines", "find-the-lie", "enter 5 enter enter v b | q"),
    ("help_of_the_library", "", "?"),
    ("help_of_the_ending", "find-the-lie", "enter 1 enter enter ?"),
    ("help_of_the_review", "find-the-lie", "enter 1 enter enter v ?"),
];

#[test]
fn screens_stay_as_they_are() {
    for &(name, id, keys) in SHOWN {
        let mut stage = kit::stage(id, SMALL, "");
        let mut screens = String::new();
        for keys in keys.split('|') {
            press(&mut stage, keys);
            skip(&mut stage);
            screens += &format!("{}\n", stage.text());
        }
        let facts = format!("{id}: {keys}");
        insta::with_settings!({ description => facts }, {
            insta::assert_snapshot!(format!("shown_{name}"), screens);
        });
    }
}

/// The table of a shipped scenario, everything as the scenario says.
fn table(id: &str, size: (u16, u16)) -> HeadlessPlayground {
    kit::stage(id, size, "enter")
}

fn row(stage: &HeadlessPlayground, n: usize) -> String {
    stage.text().lines().nth(n - 1).unwrap_or_default().to_owned()
}

#[test]
fn going_on_to_the_end_needs_no_more_memory_for_more_rounds() {
    // A test's thread has little memory for calls within calls.
    let text = entry("chain-thousand-steps")
        .text
        .replace("steps: 1000", "steps: 800")
        .replace("late-lie:700", "honest")
        .replace("bob: honest", "bob: human")
        .replace("judge: human", "judge: honest");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chain.yaml");
    std::fs::write(&path, text).unwrap();
    let stage = kit::stage(&path.to_string_lossy(), SMALL, "enter g 9 9 9 9 enter enter");
    assert!(row(&stage, 1).contains("won"), "{}", stage.text());
}

#[test]
fn the_footer_shows_the_keys_of_the_persons_own_file() {
    let keys = keys::read("help: F\nback: Q").unwrap();
    let looks = Looks { keys, ..Looks::default() };
    let mut stage = HeadlessPlayground::with_appearance(library::shipped(), SMALL, None, looks);
    assert!(row(&stage, 24).ends_with("F help  Q quit"), "{}", row(&stage, 24));
    press(&mut stage, "q");
    assert_eq!(stage.left(), None);
    assert!(stage.text().contains("q does nothing here"));
    press(&mut stage, "Q");
    assert_eq!(stage.left(), Some(0));
}

/// Words that address the person who looks on.
const TO_WHO_LOOKS_ON: [&str; 2] = ["you look on", "hidden from you"];

#[test]
fn where_no_person_sits_the_words_name_the_seats_and_say_you_to_nobody() {
    let addressed = |stage: &HeadlessPlayground| {
        let text = TO_WHO_LOOKS_ON.iter().fold(stage.text(), |text, known| text.replace(known, ""));
        let words = |row: &str| {
            let of_row = row.split(|c: char| !c.is_alphabetic());
            of_row.map(str::to_lowercase).any(|word| word == "you" || word == "your")
        };
        text.lines().filter(|row| words(row)).map(str::to_owned).collect::<Vec<_>>()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut protocols = std::collections::HashSet::new();
    let mut found = Vec::new();
    for entry in library::shipped() {
        let mut scenario = entry.scenario.expect("it reads");
        let kind = serde_json::to_value(&scenario.protocol).expect("plain");
        let kind = kind.as_object().and_then(|map| map.keys().next().cloned()).expect("a name");
        if !protocols.insert(kind.clone()) {
            continue;
        }
        // What a scenario says itself is written for the person who is to sit there.
        (scenario.lesson, scenario.evidence) = (Default::default(), Vec::new());
        scenario.summary = Default::default();
        scenario.claim = SafeText::new("Alice claims: it is so.").expect("words");
        (scenario.moves, scenario.seat) = (None, None);
        for seat in Seat::ALL {
            scenario.seats.set(seat, SeatPlan::honest());
        }
        let path = folder.path().join(format!("{kind}.yaml"));
        std::fs::write(&path, elenchus::scenario::write(&scenario).unwrap()).unwrap();
        let mut stage = kit::stage(&path.to_string_lossy(), SMALL, "");
        let mut look = |stage: &HeadlessPlayground, place: &str| {
            found.extend(addressed(stage).into_iter().map(|row| format!("{kind}, {place}: {row}")));
        };
        look(&stage, "the seats");
        press(&mut stage, "enter");
        look(&stage, "the table");
        for _ in 0..4 {
            press(&mut stage, "enter");
            look(&stage, "after the start");
        }
    }
    assert!(protocols.len() > 8, "{protocols:?}");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_click_does_what_the_keys_do() {
    let mut stage = table("find-the-lie", SMALL);
    // Step 3 stands in columns 13 to 18 of row 5.
    stage.click(15, 4);
    shows(&stage, &["step [ 3 ]"]);
    let at = row(&stage, 24).chars().position(|c| c == 'E').expect("Enter in the footer");
    stage.click(at as u16 + 1, 23);
    press(&mut stage, "enter");
    shows(&stage, &["Bob won"]);
}

#[test]
fn a_small_terminal_is_told_what_is_needed() {
    let mut stage = table("find-the-lie", SMALL);
    for (wide, high) in [(60, 20), (79, 24), (26, 2), (12, 4)] {
        stage.resize(wide, high);
        shows(&stage, &["q quits"]);
    }
    stage.resize(60, 20);
    shows(&stage, &["needs 80×24, this is 60×20"]);
    press(&mut stage, "enter");
    stage.resize(80, 24);
    // The key did nothing unseen.
    shows(&stage, &["your turn"]);
    stage.resize(60, 20);
    press(&mut stage, "q");
    assert_eq!(stage.left(), Some(0), "it says so and it does");
}

#[test]
fn the_highlighting_stays_as_it_is() {
    let mut stage = table("contract-comma", SMALL);
    press(&mut stage, "tab enter tab");
    insta::assert_debug_snapshot!("judge", stage.buffer());
    press(&mut stage, "n enter v");
    insta::assert_debug_snapshot!("review", stage.buffer());
}

/// Any key but those that leave, and those that write a file.
fn any_key() -> impl Strategy<Value = String> {
    use Action::{ExportReview, HandOut, Quit, Save, Suspend};
    let left = [Quit, Suspend, Save, HandOut, ExportReview];
    let left = left.map(|action| action.default_keys()).concat();
    let named: Vec<String> = Action::ALL
        .iter()
        .flat_map(|action| action.default_keys())
        .filter(|key| !left.contains(key))
        .map(|key| (*key).to_owned())
        .chain((0..10).map(|d| d.to_string()))
        .chain([".".to_owned(), "backspace".to_owned()])
        .collect();
    proptest::sample::select(named)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_key_at_no_size_breaks_a_screen(
        which in any::<proptest::sample::Index>(),
        keys in proptest::collection::vec(any_key(), 1..60),
        sizes in proptest::collection::vec((0u16..320, 0u16..110), 1..5),
        preset in 0usize..4,
    ) {
        let entries = library::shipped();
        let entry = which.get(&entries).clone();
        let theme = Preset::ALL[preset].theme();
        let looks = Looks { theme, ..Looks::default() };
        let mut stage = HeadlessPlayground::with_appearance(entries, SMALL, None, looks);
        stage.open(&entry);
        press(&mut stage, "enter");
        for (i, key) in keys.iter().enumerate() {
            press(&mut stage, key);
            let (w, h) = sizes[i % sizes.len()];
            stage.resize(w, h);
            stage.buffer();
            stage.resize(80, 24);
            stage.buffer();
        }
    }
}

/// Rows further down a tape have larger numbers than those that the blocks were counted by.
#[test]
fn a_tape_of_many_steps_stands_in_blocks_of_any_width() {
    for id in ["smuggled-cell", "hundred-thousand-steps", "midpoint-hunt"] {
        let mut stage = table(id, SMALL);
        press(&mut stage, "enter");
        for width in (120..320).step_by(7) {
            stage.resize(width, 40);
            for end in ["home", "end"] {
                press(&mut stage, end);
                stage.buffer();
            }
        }
    }
}

#[test]
fn a_curtain_hides_one_seat_from_the_other() {
    let mut stage = kit::stage("find-the-lie", SMALL, "");
    // Alice is a person too, and the curtain is on.
    press(&mut stage, "home left left down down down down down right");
    shows(&stage, &["← on →"]);
    press(&mut stage, "home");
    while !stage.text().contains("← you →") {
        press(&mut stage, "right");
    }
    for (keys, seat) in [("enter", "Alice"), ("enter f right right enter", "Bob")] {
        let text = press(&mut stage, keys);
        assert!(text.contains(&format!("The screen goes to {seat}")), "{text}");
        assert!(!text.contains("step 1"), "nothing of the board is seen: {text}");
    }
    press(&mut stage, "enter");
    // Nothing of hers is left: not where she pointed, nor is her move his to take back.
    shows(&stage, &["you are Bob", "step [ 1 ]"]);
    press(&mut stage, "u");
    shows(&stage, &["u does nothing here"]);
}

/// The form offers what opens, and seats the person where something is asked.
#[test]
fn every_protocol_of_the_form_opens_a_debate_about_the_file() {
    let mut stage = kit::stage("fuzz/corpus/aiger/adder4.aag", SMALL, "up enter down down");
    let protocol = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let row = text.lines().find(|row| row.contains("▸ protocol")).expect("it has the cursor");
        row.split_whitespace().last().expect("a name").to_owned()
    };
    let first = protocol(&stage);
    let mut names = std::collections::BTreeSet::new();
    while names.insert(protocol(&stage)) {
        press(&mut stage, "enter");
        assert!(row(&stage, 1).ends_with("seats"), "{}", stage.text());
        press(&mut stage, "esc right");
    }
    assert_eq!(protocol(&stage), first);
    for (name, opens) in [("direct-judge", true), ("quantified", false), ("twins", false)] {
        assert_eq!(names.contains(name), opens, "{names:?}");
    }
}

#[test]
fn the_ending_shows_every_read_and_then_what_decided_it_and_what_it_cost() {
    let mut stage = kit::stage("find-the-lie", SMALL, "enter 3 enter");
    let mut played = vec![stage.text()];
    let begun = Instant::now();
    while !stage.text().contains("take with you") {
        assert!(begun.elapsed().as_secs() < 60, "{}", stage.text());
        played.extend((played.last() != Some(&stage.text())).then(|| stage.text()));
        stage.wait(Duration::from_millis(50));
        stage.handle(elenchus::tui::terminal::Event::Woken);
    }
    assert!(played.len() >= 3, "the point, the read, what it shows: {played:#?}");
    assert!(!played[0].contains("Bob won"), "nothing is told before it happened: {}", played[0]);
    assert!(played.iter().any(|frame| frame.contains("the judge: read")), "{played:#?}");
    insta::assert_snapshot!("card", stage.text());
    // Enter was meant to skip what has just ended: nothing is chosen yet.
    assert!(!stage.text().contains("▸ next"), "{}", stage.text());
    press(&mut stage, "enter");
    shows(&stage, &["▸ next", "Enter go there"]);
    press(&mut stage, "enter");
    assert!(row(&stage, 1).starts_with(" The contract's comma"), "{}", stage.text());
}

#[test]
fn evidence_without_room_for_a_line_says_how_to_see_it() {
    let mut bare = 0;
    for entry in library::shipped() {
        let Ok(scenario) = &entry.scenario else { continue };
        if scenario.exhibits().is_empty() {
            continue;
        }
        let text = table(&entry.id, SMALL).text();
        let rows: Vec<&str> = text.lines().collect();
        // The frame of the evidence right above the line of the costs.
        for pair in rows.windows(2).filter(|pair| pair[1].contains("cost so far")) {
            assert!(!pair[0].contains("x zoom"), "{}:\n{text}", entry.id);
            bare += usize::from(pair[0].contains("x shows it"));
        }
    }
    assert!(bare > 0, "some evidence has no room");
}

#[test]
fn the_help_explains_the_symbols_of_the_screen_it_was_asked_on() {
    for (id, word) in [("four-estimates", "ρ"), ("caffeine-vote", "K")] {
        let mut stage = table(id, (100, 60));
        assert!(elenchus::text::glossary::occurs(word, &stage.text()), "{word}: {}", stage.text());
        press(&mut stage, "?");
        while !stage.text().contains("words and symbols on this screen") {
            press(&mut stage, "pagedown");
        }
        let text = stage.text();
        let (_, here) = text.split_once("words and symbols on this screen").expect("the heading");
        let own = here.split("other words").next().unwrap_or_default();
        assert!(own.lines().any(|line| line.trim_start().starts_with(word)), "{word}:\n{text}");
    }
}

#[test]
fn the_library_the_seats_and_the_lab_stay_as_they_are() {
    // A chapter and a little more: whatever else is shipped changes nothing here.
    let first = library::shipped().into_iter().take(12).collect();
    let mut stage = HeadlessPlayground::new(first, SMALL, None);
    insta::assert_snapshot!("library", stage.text());
    press(&mut stage, "L");
    insta::assert_snapshot!("lab", stage.text());
    insta::assert_snapshot!("seats", kit::stage("contract-comma", SMALL, "").text());
}
