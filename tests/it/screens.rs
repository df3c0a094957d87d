//! The screens as drawn, over the shipped scenarios: what they say, how they look, and that no key
//! and no size breaks them.

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::Words;
use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::tui::app::Looks;
use elenchus::tui::keys::{self, Action, Table as _};
use elenchus::tui::stage::Stage;
use elenchus::tui::theme::{Glyphs, Preset, Theme};
use proptest::prelude::*;
use ratatui::style::Modifier;

const SMALL: (u16, u16) = (80, 24);

fn entry(id: &str) -> LibraryEntry {
    library::shipped().into_iter().find(|e| e.id == id).expect("a shipped scenario")
}

/// The table of a shipped scenario, everything as the scenario says.
fn table(id: &str, size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(library::shipped(), size, None);
    stage.open(&entry(id));
    press(&mut stage, "enter");
    stage
}

fn press(stage: &mut Stage, keys: &str) {
    stage.press(keys).expect("keys");
}

fn row(stage: &Stage, n: usize) -> String {
    stage.text().lines().nth(n - 1).unwrap_or_default().to_owned()
}

/// The cell at a column and row of the screen, from 1, with its attributes.
fn attributes(stage: &Stage, column: u16, row: u16) -> Modifier {
    stage.buffer()[(column - 1, row - 1)].modifier
}

#[test]
fn arrows_and_enter_alone_win_the_first_debate_as_bob() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    press(&mut stage, "enter enter enter right right enter enter");
    assert!(row(&stage, 1).contains("Bob won · the claim is false"), "{}", stage.text());
    assert!(stage.text().contains("Goal reached"));
}

#[test]
fn arrows_tab_and_enter_win_the_second_debate_as_the_judge() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    press(&mut stage, "down enter enter enter");
    assert!(row(&stage, 1).contains("you are the judge"), "{}", stage.text());
    press(&mut stage, "tab enter right enter right enter tab right right enter");
    assert!(stage.text().contains("Bob won · the claim is false"), "{}", stage.text());
    assert!(stage.text().contains("Par was held"), "{}", stage.text());
}

#[test]
fn choices_that_stand_in_a_list_offer_up_and_down_in_the_footer() {
    let mut stage = table("needle", SMALL);
    press(&mut stage, "down");
    let footer = row(&stage, 24);
    assert!(footer.contains("←→↑↓ choose"), "{}", stage.text());
    let first = row(&stage, 21);
    press(&mut stage, "down");
    assert_ne!(row(&stage, 21), first, "{}", stage.text());
}

#[test]
fn the_rows_of_a_table_are_where_they_belong() {
    let stage = table("contract-comma", SMALL);
    assert!(row(&stage, 1).starts_with(" The contract's comma · you are the judge"));
    assert!(row(&stage, 1).ends_with("your turn"));
    assert!(row(&stage, 2).starts_with(" Alice claims: "));
    assert!(row(&stage, 3).starts_with("─ Alice's transcript"));
    assert_eq!(row(&stage, 3).chars().nth(51), Some('┬'));
    for n in 4..=16 {
        assert_eq!(row(&stage, n).chars().nth(51), Some('│'), "row {n}");
    }
    assert!(row(&stage, 17).starts_with("─ cost so far"));
    assert_eq!(row(&stage, 17).chars().nth(51), Some('┴'));
    assert!(row(&stage, 18).starts_with(" judge  location 4/4"));
    assert!(row(&stage, 20).starts_with("─ your turn: answer the question of step 9"));
    assert!(row(&stage, 24).ends_with("? help  q back"));
}

#[test]
fn an_unread_cell_holds_no_value_and_a_read_one_is_bold_with_its_order() {
    let mut stage = table("contract-comma", SMALL);
    assert_eq!(row(&stage, 5).replace(' ', "").split('│').next(), Some("·‹·›·‹·›····"));
    press(&mut stage, "tab b right enter");
    // The cursor stood on the disputed step: one to the right is step 10.
    assert!(row(&stage, 7).contains("▸0₁"), "{}", stage.text());
    press(&mut stage, "left");
    assert!(row(&stage, 7).contains(" 0₁"), "{}", stage.text());
    assert!(attributes(&stage, 10, 7).contains(Modifier::BOLD));
    assert!(stage.text().contains("transcript 1/5"), "what is on the board is in the ledger");
}

#[test]
fn statuses_differ_without_colour() {
    let looks = Looks { colourless: true, ..Looks::default() };
    let mut stage = Stage::dressed(library::shipped(), SMALL, None, looks);
    stage.open(&entry("contract-comma"));
    press(&mut stage, "enter");
    let buffer = stage.buffer();
    let coloured = |c: ratatui::style::Color| c != ratatui::style::Color::Reset;
    assert!(!buffer.content.iter().any(|c| coloured(c.fg) || coloured(c.bg)));
    // Row 7: step 9 disputed is reversed; row 5: step 2 relevant is underlined; step 1 is dim.
    assert!(attributes(&stage, 4, 7).contains(Modifier::REVERSED));
    assert!(attributes(&stage, 10, 5).contains(Modifier::UNDERLINED));
    assert!(attributes(&stage, 4, 5).contains(Modifier::DIM));
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
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&library::find(&path.to_string_lossy()).unwrap());
    press(&mut stage, "enter");
    assert!(row(&stage, 1).contains("you are Bob"), "{}", stage.text());
    press(&mut stage, "g 9 9 9 9 enter enter");
    assert!(row(&stage, 1).contains("won"), "{}", stage.text());
}

#[test]
fn ascii_glyphs_leave_nothing_else_on_the_screen() {
    let theme = Theme::default().with_glyphs(Glyphs::Ascii);
    let looks = Looks { theme, ..Looks::default() };
    let mut stage = Stage::dressed(library::shipped(), SMALL, None, looks);
    stage.open(&entry("contract-comma"));
    press(&mut stage, "enter tab b right enter");
    assert!(stage.text().is_ascii(), "{}", stage.text());
    assert!(stage.text().contains(">0.1"), "{}", stage.text());
}

#[test]
fn the_footer_shows_the_keys_of_the_persons_own_file() {
    let keys = keys::read("help: F\nback: Q").unwrap();
    let looks = Looks { keys, ..Looks::default() };
    let mut stage = Stage::dressed(library::shipped(), SMALL, None, looks);
    assert!(row(&stage, 24).ends_with("F help  Q quit"), "{}", row(&stage, 24));
    press(&mut stage, "q");
    assert_eq!(stage.left(), None);
    assert!(stage.text().contains("q does nothing here"));
    press(&mut stage, "Q");
    assert_eq!(stage.left(), Some(0));
}

#[test]
fn while_text_is_typed_every_letter_is_text() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    press(&mut stage, "/");
    stage.type_text("quick");
    assert_eq!(stage.left(), None, "q was a letter");
    assert!(stage.text().contains("filter: quick"), "{}", stage.text());
    press(&mut stage, "esc /");
    stage.type_text("comma");
    press(&mut stage, "enter enter enter");
    assert!(row(&stage, 1).starts_with(" The contract's comma"), "{}", stage.text());
}

/// Words that address whoever looks on, who is a person.
const TO_WHO_LOOKS_ON: [&str; 2] = ["you look on", "hidden from you"];

#[test]
fn where_no_person_sits_the_words_name_the_seats_and_say_you_to_nobody() {
    let addressed = |stage: &Stage| {
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
        scenario.claim = Words::new("Alice claims: it is so.").expect("words");
        (scenario.moves, scenario.seat) = (None, None);
        for seat in Seat::ALL {
            scenario.seats.set(seat, SeatPlan::honest());
        }
        let path = folder.path().join(format!("{kind}.yaml"));
        std::fs::write(&path, elenchus::scenario::write(&scenario).unwrap()).unwrap();
        let mut stage = Stage::new(library::shipped(), SMALL, None);
        stage.open(&library::find(&path.to_string_lossy()).unwrap());
        let mut look = |stage: &Stage, place: &str| {
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
fn who_leaves_a_seat_to_a_program_is_told_the_rules_by_the_names_of_the_seats() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&entry("query-golf"));
    assert!(stage.text().contains("you point"), "{}", stage.text());
    press(&mut stage, "home down right");
    assert!(stage.text().contains("Bob points"), "{}", stage.text());
    assert!(!stage.text().contains("you point"), "{}", stage.text());
}

#[test]
fn undo_goes_back_and_the_review_starts_a_new_line() {
    let mut stage = table("find-the-lie", SMALL);
    press(&mut stage, "enter enter v");
    assert!(stage.text().contains("Alice won"), "step 1 is right: {}", stage.text());
    assert!(stage.text().contains("the move that lost it"));
    assert!(stage.text().contains("blunder"));
    press(&mut stage, "enter");
    assert!(row(&stage, 20).contains("your turn: point at"), "{}", stage.text());
    press(&mut stage, "3 enter enter");
    assert!(stage.text().contains("Bob won"), "{}", stage.text());
    press(&mut stage, "v b");
    assert!(stage.text().contains("line 2 of 2"), "{}", stage.text());
}

#[test]
fn a_seat_and_its_strategy_can_be_changed() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&entry("find-the-lie"));
    press(&mut stage, "home right");
    assert!(stage.text().contains("← honest →"), "{}", stage.text());
    press(&mut stage, "right");
    stage.type_text("5");
    assert!(stage.text().contains("← lie-at:5 →"), "{}", stage.text());
    press(&mut stage, "backspace");
    stage.type_text("99");
    press(&mut stage, "enter");
    assert!(row(&stage, 24).starts_with(" Alice: lie-at:99"), "refused: {}", stage.text());
}

#[test]
fn a_click_does_what_the_keys_do() {
    let mut stage = table("find-the-lie", SMALL);
    // Step 3 stands in columns 13 to 18 of row 5.
    stage.click(15, 4);
    assert!(row(&stage, 21).contains("step [ 3 ]"), "{}", stage.text());
    let footer = row(&stage, 24);
    let at = footer.chars().position(|c| c == 'E').expect("Enter in the footer");
    stage.click(at as u16 + 1, 23);
    press(&mut stage, "enter");
    assert!(stage.text().contains("Bob won"), "{}", stage.text());
}

#[test]
fn a_small_terminal_is_told_what_is_needed() {
    let mut stage = table("find-the-lie", SMALL);
    stage.resize(60, 20);
    assert!(stage.text().contains("needs 80×24, this is 60×20"));
    press(&mut stage, "enter");
    stage.resize(80, 24);
    assert!(stage.text().contains("your turn"), "the key did nothing unseen: {}", stage.text());
    for (wide, high) in [(60, 20), (79, 24), (26, 2), (12, 4)] {
        stage.resize(wide, high);
        assert!(stage.text().contains("q quits"), "{wide}×{high}: {}", stage.text());
    }
    press(&mut stage, "q");
    assert_eq!(stage.left(), Some(0), "it says so and it does");
}

#[test]
fn a_wide_terminal_has_a_pane_of_moves() {
    let stage = table("contract-comma", (200, 50));
    assert!(row(&stage, 3).starts_with("─ moves ─"), "{}", stage.text());
    assert!(stage.text().contains("░░░░"), "what the judge did not see is hidden");
    assert!(stage.text().contains("point 9"));
}

#[test]
fn help_names_every_key_that_is_on_offer() {
    let mut stage = table("find-the-lie", (100, 120));
    press(&mut stage, "ctrl-l");
    let footer = stage.text().lines().last().unwrap_or_default().to_owned();
    press(&mut stage, "?");
    let help = stage.text();
    for words in ["point", "ask", "run it", "concede", "hint"] {
        assert!(footer.contains(words) && help.contains(words), "{words}");
    }
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
        let mut stage = Stage::dressed(entries, SMALL, None, looks);
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
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&entry("find-the-lie"));
    // Alice is a person too, and the curtain is on.
    press(&mut stage, "home left left down down down down down right");
    assert!(stage.text().contains("← on →"), "{}", stage.text());
    press(&mut stage, "home");
    while !stage.text().contains("← you →") {
        press(&mut stage, "right");
    }
    press(&mut stage, "enter");
    assert!(stage.text().contains("The screen goes to Alice"), "{}", stage.text());
    assert!(!stage.text().contains("step 1"), "also the first player is waited for");
    press(&mut stage, "enter f right right enter");
    assert!(stage.text().contains("The screen goes to Bob"), "{}", stage.text());
    assert!(!stage.text().contains("step 1"), "nothing of the board is seen");
    press(&mut stage, "enter");
    assert!(row(&stage, 1).contains("you are Bob"), "{}", stage.text());
    // Nothing of hers is left: not where she pointed, nor is her move his to take back.
    assert!(stage.text().contains("step [ 1 ]"), "{}", stage.text());
    press(&mut stage, "u");
    assert!(stage.text().contains("u does nothing here"), "{}", stage.text());
}

#[test]
fn another_question_is_asked_of_an_opened_file_from_its_seats() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/aiger/adder4.aag");
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&library::find(file).expect("a file of gates"));
    assert!(stage.text().contains("Ask something else of this file"), "{}", stage.text());
    press(&mut stage, "up");
    assert!(stage.text().contains("Enter asks about another input"), "{}", stage.text());
    press(&mut stage, "enter");
    assert!(row(&stage, 1).contains("another question"), "{}", stage.text());
    // 9 + 9, the lowest bit first, is 18, and 2 in four bits.
    press(&mut stage, "1 0 0 1 1 0 0 1 down down right down 0 1 0 0 enter");
    assert!(stage.text().contains("in the protocol `circuit-walk` Alice claims 0"));
    press(&mut stage, "up left enter");
    let claim = "Alice claims: the outputs together are 0100 on the input 10011001.";
    assert!(row(&stage, 2).contains(claim), "{}", stage.text());
    assert!(stage.text().contains("gate check"));
    // Back to the form, where what was typed still stands; a wrong input is told.
    press(&mut stage, "esc");
    assert!(stage.text().contains("10011001"), "{}", stage.text());
    press(&mut stage, "up up up backspace enter");
    assert!(stage.text().contains("8"), "{}", stage.text());
    assert!(row(&stage, 1).contains("another question"), "{}", stage.text());
    // Something else is asked in the same form, which is above the set-up of the file.
    press(&mut stage, "1 enter up enter");
    assert!(row(&stage, 1).contains("another question"), "{}", stage.text());
    assert!(stage.text().contains("10011001"), "{}", stage.text());
    press(&mut stage, "esc");
    assert!(row(&stage, 2).contains("the first output is 0"), "{}", stage.text());
}

/// The form offers what opens, and seats the person where something is asked.
#[test]
fn every_protocol_of_the_form_opens_a_debate_about_the_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/aiger/adder4.aag");
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&library::find(file).expect("a file of gates"));
    press(&mut stage, "up enter down down");
    let protocol = |stage: &Stage| {
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
fn a_lesson_is_about_its_own_question() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&entry("parity-of-eight-walk"));
    assert!(!stage.text().contains("Ask something else"), "{}", stage.text());
}

/// Every screen of the ending of a debate, from the last choice to the card.
fn ending(id: &str, keys: &str) -> Vec<String> {
    let mut stage = table(id, SMALL);
    press(&mut stage, keys);
    let mut frames = vec![stage.text()];
    let begun = std::time::Instant::now();
    while !stage.text().contains("take with you") && begun.elapsed().as_secs() < 30 {
        stage.wait(std::time::Duration::from_millis(50));
        stage.handle(elenchus::tui::terminal::Event::Woken);
        if frames.last() != Some(&stage.text()) {
            frames.push(stage.text());
        }
    }
    frames
}

#[test]
fn the_ending_shows_every_read_and_then_what_decided_it_and_what_it_cost() {
    let frames = ending("find-the-lie", "3 enter");
    let (card, played) = frames.split_last().expect("frames");
    assert!(played.len() >= 3, "the point, the read, what it shows: {played:#?}");
    assert!(played[0].contains("what happens now"), "{}", played[0]);
    assert!(!played[0].contains("Bob won"), "nothing is told before it happened: {}", played[0]);
    assert!(played.iter().any(|frame| frame.contains("the judge: read")), "{played:#?}");
    for words in [
        "Bob won · the claim is false",
        "why Bob wins",
        "of at most",
        "a million",
        "next: The contract's",
    ] {
        assert!(card.contains(words), "{words}:\n{card}");
    }
}

#[test]
fn enter_on_a_card_that_came_by_itself_chooses_and_only_then_leads_on() {
    let mut stage = table("find-the-lie", SMALL);
    press(&mut stage, "3 enter");
    let wait = |stage: &mut Stage, words: &str| {
        let begun = std::time::Instant::now();
        while !stage.text().contains(words) && begun.elapsed().as_secs() < 30 {
            stage.wait(std::time::Duration::from_millis(10));
            stage.handle(elenchus::tui::terminal::Event::Woken);
        }
    };
    wait(&mut stage, "take with you");
    assert!(!stage.text().contains("▸ next"), "nothing is chosen yet: {}", stage.text());
    // Meant to skip what has just ended.
    press(&mut stage, "enter");
    assert!(stage.text().contains("▸ next"), "{}", stage.text());
    assert!(stage.text().contains("Enter go there"), "{}", stage.text());
    press(&mut stage, "enter");
    assert!(row(&stage, 1).starts_with(" The contract's comma"), "{}", stage.text());
}

#[test]
fn a_notice_at_an_ending_leaves_the_choices_in_view() {
    let mut stage = table("find-the-lie", SMALL);
    press(&mut stage, "3 enter enter space");
    let text = stage.text();
    for words in ["Space does nothing here", "next: The contract's", "review", "again"] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
}

#[test]
fn what_the_oracle_answers_is_said_when_a_step_was_asked() {
    let mut stage = table("pull-request", SMALL);
    press(&mut stage, "1 a");
    assert!(stage.text().contains("step 1: the oracle answers yes"), "{}", stage.text());
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
fn a_judge_who_goes_to_the_board_stands_on_a_cell_to_read() {
    for id in ["verifier-read", "verifier-cross-examined"] {
        let mut stage = table(id, SMALL);
        press(&mut stage, "tab");
        assert!(stage.text().contains("read it: 1 query"), "{id}:\n{}", stage.text());
        press(&mut stage, "enter");
        assert!(!stage.text().contains("does nothing here"), "{id}:\n{}", stage.text());
    }
}

#[test]
fn enter_at_the_end_leads_to_the_next_debate_and_a_new_chapter_begins_with_its_page() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    press(&mut stage, "enter");
    assert!(row(&stage, 1).contains("1  READ ALMOST NOTHING"), "{}", stage.text());
    assert!(!stage.text().contains("A lie has to start"), "what it teaches is not told before");
    press(&mut stage, "enter enter 3 enter enter enter");
    assert!(row(&stage, 1).starts_with(" The contract's comma"), "{}", stage.text());
    assert!(stage.text().contains("Start the debate"), "{}", stage.text());
    press(&mut stage, "q c");
    assert!(stage.text().contains("won   Find the lie"), "{}", stage.text());
    assert!(stage.text().contains("A lie has to start"), "{}", stage.text());
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
    let mut stage = Stage::new(first, SMALL, None);
    insta::assert_snapshot!("library", stage.text());
    press(&mut stage, "L");
    insta::assert_snapshot!("lab", stage.text());
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.open(&entry("contract-comma"));
    insta::assert_snapshot!("seats", stage.text());
}

/// A word that nothing has leaves no debate to open, whatever the cursor stood on; the next one
/// begins with nothing.
#[test]
fn a_filter_that_lets_nothing_through_opens_nothing() {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    press(&mut stage, "/");
    stage.type_text("lampslamps");
    press(&mut stage, "enter");
    assert!(stage.text().contains("no debate has this word"), "{}", stage.text());
    assert!(!row(&stage, 24).contains("Enter"), "{}", stage.text());
    for key in ["enter", "c"] {
        press(&mut stage, key);
        assert!(stage.text().contains("does nothing here"), "{key}: {}", stage.text());
        assert!(row(&stage, 1).contains("library"), "{key}: {}", stage.text());
    }
    press(&mut stage, "/");
    stage.type_text("lamps");
    press(&mut stage, "enter enter enter");
    assert!(row(&stage, 1).contains("Three lamps"), "{}", stage.text());
}

#[test]
fn a_filter_hides_chapters_and_keeps_the_numbers_of_the_others() {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    press(&mut stage, "/");
    stage.type_text("Three lamps");
    let text = stage.text();
    assert!(text.contains("6  SAY HOW LIKELY"), "{text}");
    assert!(!text.contains("READ ALMOST NOTHING"), "{text}");
}
