//! The drawn screens of the shipped scenarios: their text, their look, and their safety for all
//! keys and sizes.

use std::time::{Duration, Instant};

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::SafeText;
use elenchus::scenario::library;
use elenchus::tui::app::Appearance;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::keys::{self, Action, ActionNames as _};
use elenchus::tui::screen::START_HERE;
use elenchus::tui::theme::Preset;
use proptest::prelude::*;

use crate::kit::{self, SMALL, entry, one_in, press, shows, skip};

/// A person's keys, and the screens on the way. The name of the snapshot describes them. The test
/// keeps a screen at each `|` and at the end. The debate is `None` for the library.
const SHOWN: &[(&str, &str, &str)] = &[
    // The library, its chapters, and the seats.
    ("arrows_and_enter_win_as_bob", "", "enter right right enter enter"),
    (
        "arrows_tab_and_enter_win_as_the_judge",
        "",
        "down enter enter enter | tab space right space tab right enter",
    ),
    ("every_letter_is_text_while_text_is_typed", "", "/ 'quick' | esc / 'comma' enter enter"),
    ("a_filter_hides_chapters_and_keeps_numbers", "", "/ 'Three lamps'"),
    (
        "a_filter_without_a_match_opens_nothing",
        "",
        "/ 'lampslamps' enter | enter | c | / 'lamps' enter enter",
    ),
    ("the_next_debate_and_the_page_of_its_chapter", "", "enter | 3 enter enter enter | q c"),
    (
        "a_long_notice_is_read_whole",
        "",
        "esc o 'a-name-that-is-too-long-for-one-row-and-for-the-row-below-it-and-is-therefore-no-name' enter",
    ),
    ("a_digit_without_a_number_in_the_library", "", "9"),
    ("the_library_asks_before_it_is_left", "find-the-lie", "enter q | q | enter q q"),
    (
        "a_debate_played_again_leads_to_the_library",
        "find-the-lie",
        "enter 3 enter enter right right | enter | q",
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
    ("a_read_bit_has_its_order", "contract-comma", "enter tab space | left"),
    ("help_is_one_screen", "find-the-lie", "enter ctrl-l ? | tab | tab"),
    ("all_commands_with_a_filter", "contract-comma", "enter : | 'save'"),
    ("the_theory_and_the_cost_are_behind_keys", "contract-comma", "enter T | esc $"),
    ("enter_never_reads_and_space_never_rules", "contract-comma", "enter y space | tab enter"),
    ("the_bits_decide_the_ruling", "sha-256", "enter tab space m space m space"),
    ("the_oracle_answers", "pull-request", "enter 1 a"),
    ("the_judge_of_a_board_stands_on_a_cell", "verifier-read", "enter tab | space"),
    ("the_judge_of_a_transcript_stands_on_a_cell", "verifier-cross-examined", "enter tab | space"),
    ("a_bit_is_read_once", "contract-comma", "enter tab space space"),
    ("a_bit_of_a_liar_is_read_once", "two-faced-alice", "enter tab space space"),
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
    ("a_step_that_is_none", "seven-steps", "enter 9 | backspace 5"),
    ("a_form_is_named_twice", "binary-increment", "enter enter | enter"),
    ("a_form_that_is_passed_through", "binary-increment", "enter left enter"),
    ("a_form_that_is_changed", "binary-increment", "enter x backspace enter"),
    ("an_own_run_fills_the_form", "binary-increment", "enter f6 f4 | enter"),
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
        "a_long_ending_is_read_on",
        "four-estimates",
        "enter 0 . 5 enter 0 . 5 enter 0 . 5 enter 0 . 5 enter 0 . 5 enter esc ctrl-l | pagedown | up",
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
    ("a_gain_and_no_loss", "ten-desks-look", "enter left enter right enter esc v | home"),
    (
        "a_ruling_by_the_rules_is_not_praised",
        "two-faced-alice",
        "enter tab enter right enter right enter tab left enter esc v",
    ),
    (
        "par_was_held",
        "four-estimates",
        "enter 0 . 3 2 enter 0 . 7 5 enter 0 . 7 5 enter 0 . 7 5 enter 0 . 7 5 enter esc | v",
    ),
    ("a_wrong_pick_is_a_mistake", "four-intervals", "enter 1 enter esc v"),
    // The library beside its list, and the ending and the review of other debates.
    ("a_chapter_lists_its_debates", "", "end enter | q | down left | left"),
    ("a_debate_that_cannot_be_won", "hide-in-sha-256", "enter f enter esc | v"),
    ("a_guess_for_either_side", "two-faced-alice", "enter left enter esc | v"),
    ("the_burden_of_proof_is_no_guess", "one-sided-brief", "enter right enter esc | v"),
    ("the_reason_for_an_answer", "contract-comma", "enter n enter esc"),
    ("a_round_of_twins_is_told", "twins", "enter left enter"),
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

/// The table of a shipped scenario, with the scenario's own settings.
fn table(id: &str, size: (u16, u16)) -> HeadlessPlayground {
    kit::stage(id, size, "enter")
}

fn row(stage: &HeadlessPlayground, n: usize) -> String {
    stage.text().lines().nth(n - 1).unwrap_or_default().to_owned()
}

#[test]
fn going_on_to_the_end_needs_no_more_memory_for_more_rounds() {
    // A test thread has little memory for nested calls.
    let text = entry("chain-thousand-steps")
        .text
        .replace("steps: 1000", "steps: 800")
        .replace("late-lie:700", "honest")
        .replace("bob: honest", "bob: human")
        .replace("judge: human", "judge: honest");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chain.yaml");
    std::fs::write(&path, text).unwrap();
    let stage =
        kit::stage(&path.to_string_lossy(), SMALL, "enter : 'several' enter 9 9 9 9 enter enter");
    assert!(row(&stage, 1).contains("won"), "{}", stage.text());
}

#[test]
fn the_footer_shows_the_keys_of_the_persons_own_file() {
    let keys = keys::read("help: F\nback: Q").unwrap();
    let looks = Appearance { keys, ..Appearance::default() };
    let mut stage = HeadlessPlayground::with_appearance(library::shipped(), SMALL, None, looks);
    assert!(row(&stage, 24).ends_with("F help  Q quit"), "{}", row(&stage, 24));
    press(&mut stage, "q");
    assert_eq!(stage.left(), None);
    assert!(stage.text().contains("q does nothing here"));
    press(&mut stage, "Q");
    assert_eq!(stage.left(), Some(0));
}

/// Words that address the viewer.
const TO_WHO_LOOKS_ON: [&str; 2] = ["you look on", "hidden from you"];

#[test]
fn the_text_names_the_seats_if_no_person_plays() {
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
        // The text of the scenario itself addresses its player.
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
    // Step 3 stands in row 6.
    stage.click(15, 5);
    shows(&stage, &["step [ 3 ]"]);
    let at = row(&stage, 24).chars().position(|c| c == 'E').expect("Enter in the footer");
    stage.click(at as u16 + 1, 23);
    press(&mut stage, "enter");
    shows(&stage, &["Bob won"]);
}

#[test]
fn a_small_terminal_shows_the_needed_size() {
    let mut stage = table("find-the-lie", SMALL);
    for (wide, high) in [(60, 20), (79, 24), (26, 2), (12, 4)] {
        stage.resize(wide, high);
        shows(&stage, &["q quits"]);
    }
    stage.resize(60, 20);
    shows(&stage, &["needs 80×24", "has 60×20"]);
    press(&mut stage, "enter");
    stage.resize(80, 24);
    // The key had no hidden effect.
    shows(&stage, &["your turn"]);
    stage.resize(60, 20);
    press(&mut stage, "q");
    assert_eq!(stage.left(), Some(0), "it says so and it does");
}

#[test]
fn the_highlighting_stays_as_it_is() {
    let mut stage = table("contract-comma", SMALL);
    press(&mut stage, "tab space tab");
    insta::assert_debug_snapshot!("judge", stage.buffer());
    press(&mut stage, "n enter v");
    insta::assert_debug_snapshot!("review", stage.buffer());
}

/// Any key except those that leave, and those that write a file.
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
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

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
        let looks = Appearance { theme, ..Appearance::default() };
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

/// Keys of a table, those that do something more often.
fn key_of_a_table() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "enter", "enter", "enter", "space", "space", "tab", "tab", "left", "right", "up", "down",
        "y", "n", "g", "a", "s", "x", "i", "u", "f", "m", "T", "$", "esc", "0", "1", "2", "3", ".",
        "home", "end", "pagedown", "]", "?", ":",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn no_bit_is_bought_and_no_ruling_is_made_by_a_key_that_did_not_say_so(
        which in any::<proptest::sample::Index>(),
        keys in proptest::collection::vec(key_of_a_table(), 1..80),
    ) {
        use elenchus::rules::{Actor, Move};
        let entries = library::shipped();
        let entry = which.get(&entries);
        let mut stage = kit::stage(&entry.id, SMALL, "enter");
        // Enter plays nothing before the player has chosen something on this question.
        let mut is_chosen = false;
        for key in keys {
            if !stage.text().contains("your turn") {
                press(&mut stage, "esc");
            }
            if !stage.text().contains("your turn") {
                break;
            }
            let offers = stage.on_offer().into_iter();
            let own = offers.filter(|(keys, _)| keys.iter().any(|own| own == key));
            let said: Vec<String> = own.map(|(_, words)| words).collect();
            let moves = |stage: &HeadlessPlayground| stage.subject().map_or(0, |s| s.game().tree().line().len());
            let before = moves(&stage);
            press(&mut stage, key);
            let Some(sitting) = stage.subject() else { break };
            let (tree, people) = (sitting.game().tree(), sitting.people());
            let mut ended = false;
            for &node in tree.line().iter().skip(before) {
                let Some(played) = tree.played(node) else { continue };
                if !matches!(played.actor, Actor::Seat(seat) if people.contains(&seat)) {
                    continue;
                }
                // A read, a run or a draw belongs to the same question.
                let goes_on = matches!(played.mv, Move::Read(_) | Move::Run | Move::Sample(_) | Move::Ask(_));
                ended |= !goes_on;
                let says = |words: &str| said.iter().any(|own| own.starts_with(words));
                let meant = match played.mv {
                    Move::Read(_) => key == "space" && says("read it: costs 1"),
                    Move::Rule(_) | Move::Answer(_) | Move::Decide(_) => {
                        key == "enter" && says("confirm")
                    }
                    _ => !said.is_empty(),
                } && (key != "enter" || is_chosen);
                prop_assert!(meant, "{}: {key} ({said:?}) made `{}`", entry.id, played.mv);
            }
            let others = ["enter", "tab", "esc", "?", ":", "T", "$", "x", "i", "u", "]"];
            is_chosen = (is_chosen || !others.contains(&key)) && !ended;
        }
    }
}

/// The program computes the blocks from some rows of a tape. Rows further down have larger numbers than these.
#[test]
fn a_tape_of_many_steps_is_drawn_in_blocks_of_any_width() {
    for id in ["smuggled-cell", "hundred-thousand-steps", "midpoint-hunt"] {
        let mut stage = table(id, SMALL);
        press(&mut stage, "enter");
        for width in one_in(3, (120..320).step_by(7)) {
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
        assert!(!text.contains("step 1"), "the board is hidden: {text}");
    }
    press(&mut stage, "enter");
    // None of her choices is visible. Bob does not see her pointer, and he cannot undo her move.
    shows(&stage, &["you are Bob", "step [   ]"]);
    press(&mut stage, "u");
    shows(&stage, &["u does nothing here"]);
}

/// The form offers only choices that open, and gives the person a seat that has questions.
#[test]
fn every_protocol_of_the_form_opens_a_debate_about_the_file() {
    let mut stage = kit::stage("fuzz/corpus/aiger/adder4.aag", SMALL, "up enter down down");
    let protocol = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let row = text.lines().find(|row| row.contains("▸ protocol")).expect("it has the cursor");
        row.split_whitespace().rev().nth(1).expect("a name").to_owned()
    };
    let first = protocol(&stage);
    let mut names = std::collections::BTreeSet::new();
    while names.insert(protocol(&stage)) {
        press(&mut stage, "enter");
        assert!(row(&stage, 1).ends_with("players and seed"), "{}", stage.text());
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
    while !stage.text().contains("Remember") {
        assert!(begun.elapsed().as_secs() < 60, "{}", stage.text());
        played.extend((played.last() != Some(&stage.text())).then(|| stage.text()));
        stage.wait(Duration::from_millis(50));
        stage.handle(elenchus::tui::terminal::Event::Woken);
    }
    assert!(played.len() >= 3, "the point, the read, what it shows: {played:#?}");
    assert!(!played[0].contains("Bob won"), "no frame shows a later event: {}", played[0]);
    assert!(played.iter().any(|frame| frame.contains("the judge: read")), "{played:#?}");
    insta::assert_snapshot!("card", stage.text());
    shows(&stage, &["▸ Next", "Enter go"]);
    press(&mut stage, "enter");
    assert!(row(&stage, 1).starts_with(" The contract's comma"), "{}", stage.text());
}

#[test]
fn the_help_explains_the_symbols_of_the_screen_it_was_asked_on() {
    for (id, word) in [("four-estimates", "ρ"), ("caffeine-vote", "K")] {
        let mut stage = table(id, (100, 60));
        press(&mut stage, "T");
        assert!(elenchus::text::glossary::occurs(word, &stage.text()), "{word}: {}", stage.text());
        let text = press(&mut stage, "? tab tab");
        let own = text.replace('║', " ");
        assert!(own.lines().any(|line| line.trim_start().starts_with(word)), "{word}:\n{text}");
    }
}

#[test]
fn the_library_the_seats_and_the_lab_stay_as_they_are() {
    // A chapter and a little more. Other shipped scenarios change nothing here.
    let first = library::shipped().into_iter().take(12).collect();
    let mut stage = HeadlessPlayground::new(first, SMALL, None);
    insta::assert_snapshot!("library", stage.text());
    press(&mut stage, "L");
    insta::assert_snapshot!("lab", stage.text());
    insta::assert_snapshot!("seats", kit::stage("contract-comma", SMALL, "").text());
}

#[test]
fn the_short_path_is_shipped_debates_of_every_chapter_for_about_forty_minutes() {
    let entries = library::shipped();
    let path: Vec<_> =
        START_HERE.iter().filter_map(|id| entries.iter().find(|entry| entry.id == *id)).collect();
    assert_eq!(path.len(), START_HERE.len(), "all of them are shipped");
    let scenarios = path.iter().map(|entry| entry.scenario.as_ref().expect("it reads"));
    let scenarios: Vec<_> = scenarios.collect();
    let minutes: u32 = scenarios.iter().filter_map(|scenario| scenario.minutes).sum();
    assert!((30..=50).contains(&minutes), "{minutes}");
    let chapters: std::collections::BTreeSet<_> =
        path.iter().map(|entry| entry.chapter()).collect();
    assert_eq!(chapters.len(), 6, "{chapters:?}");
    assert!(
        scenarios.iter().all(|scenario| scenario.seat.is_some()),
        "a person plays each of them"
    );
    let stage = kit::stage("", SMALL, "");
    for entry in &path {
        shows(&stage, &[entry.title()]);
    }
    shows(&stage, &[&format!("START HERE · {} debates, {minutes} minutes", path.len())]);
}
