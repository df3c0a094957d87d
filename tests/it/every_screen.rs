//! Properties of every screen: the way back, the place of a notice, the title, and the omitted
//! parts on a small screen.

use elenchus::rules::Seat;
use elenchus::scenario::SafeText;
use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::tui::headless::HeadlessPlayground;

use crate::kit::{self, SMALL, one_in, press, quick_entries, shows, skip};

const LARGE: (u16, u16) = (200, 50);

/// The debates of a protocol in which a person has this seat.
fn played_from(protocol: &str, seat: Seat) -> Vec<LibraryEntry> {
    let mut entries = quick_entries();
    entries.retain(|entry| {
        let scenario = entry.scenario.as_ref().expect("it reads");
        scenario.protocol.value.name() == protocol && scenario.seat == Some(seat)
    });
    entries
}

fn seats(entry: &LibraryEntry, size: (u16, u16), keys: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(library::shipped(), size, None);
    stage.open(entry);
    press(&mut stage, keys);
    stage
}

/// The table of the first debate, after these keys.
fn first(size: (u16, u16), keys: &str) -> HeadlessPlayground {
    kit::stage("find-the-lie", size, &format!("enter {keys}"))
}

#[test]
fn back_leads_to_the_previous_screen() {
    for leave in ["q", "esc"] {
        let mut stage = first(SMALL, "1 enter enter");
        let ending = stage.text();
        shows(&stage, &["Remember", "▸ Try again"]);
        press(&mut stage, "v");
        shows(&stage, &["Review: "]);
        assert_eq!(press(&mut stage, leave), ending, "{leave}");
        // The card also opens the review by its name, and a key of the review opens the lab.
        for (keys, words) in [
            ("right enter", "Review: "),
            ("L", "What varies"),
            ("q", "Review: "),
            (leave, "Remember"),
            ("q", "START HERE"),
        ] {
            press(&mut stage, keys);
            shows(&stage, &[words]);
        }
    }
    // The review also opens from a saved debate.
    let data = tempfile::tempdir().expect("a folder");
    let mut stage =
        HeadlessPlayground::new(library::shipped(), SMALL, Some(data.path().to_owned()));
    let attempts = press(&mut stage, "enter 1 enter enter q p");
    shows(&stage, &["Past attempts"]);
    press(&mut stage, "enter");
    shows(&stage, &["Review: "]);
    assert_eq!(press(&mut stage, "q"), attempts);
}

/// The rows of a screen except the last one, which lists the keys.
fn rows(stage: &HeadlessPlayground) -> Vec<String> {
    let text = stage.text();
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    rows.truncate(usize::from(stage.buffer().area.height) - 1);
    rows
}

#[test]
fn a_notice_is_read_whole_and_takes_nothing_away() {
    let check = |stage: &mut HeadlessPlayground, place: &str| {
        stage.press("ctrl-l").expect("a key");
        let before = rows(stage);
        stage.press("f12").expect("a key");
        let (after, text) = (rows(stage), stage.text());
        assert!(text.contains("F12 does nothing here"), "{place}:\n{text}");
        let help = stage.on_offer().iter().any(|(_, words)| words == "help");
        assert_eq!(text.contains(" lists the keys"), help, "{place}:\n{text}");
        for (was, is) in before.iter().zip(&after) {
            assert!(was.trim().is_empty() || was == is, "{place}:\n{was}\n{is}");
        }
        stage.press("ctrl-l").expect("a key");
        assert_eq!(rows(stage), before, "{place}: it is gone at the next key");
    };
    for entry in one_in(7, quick_entries()) {
        for size in [SMALL, LARGE] {
            let mut stage = seats(&entry, size, "");
            check(&mut stage, &format!("the seats of {}", entry.id));
            stage.press("enter").expect("a key");
            check(&mut stage, &entry.id);
        }
    }
    for keys in ["1 enter enter", "1 enter enter v", "1 enter enter v b", "x", "$"] {
        check(&mut first(SMALL, keys), keys);
    }
    check(&mut HeadlessPlayground::new(library::shipped(), SMALL, None), "the library");
}

#[test]
fn a_title_is_cut_before_the_seat_and_is_separate_from_the_status() {
    for entry in quick_entries() {
        let stage = seats(&entry, SMALL, "enter");
        let text = stage.text();
        let title = text.lines().next().unwrap_or_default();
        let scenario = entry.scenario.as_ref().expect("it reads");
        let seat = match scenario.seat {
            Some(seat) => format!("   you are {}", seat.name()),
            None => "   you look on".to_owned(),
        };
        assert!(title.contains(&seat), "{}: {title}", entry.id);
    }
}

#[test]
fn a_page_in_the_library_is_always_one_of_the_list() {
    // All debates that have this letter somewhere, under the headings of their chapters.
    let long = "/ 'a' enter home";
    let mut stage = kit::stage("", SMALL, long);
    let cursor = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let row = text.lines().find(|row| row.starts_with("▸")).unwrap_or_default();
        row.split('│').next().unwrap_or_default().to_owned()
    };
    let last = cursor(&kit::stage("", SMALL, &format!("{long} end")));
    let mut pages = 0;
    while cursor(&stage) != last {
        let before = cursor(&stage);
        press(&mut stage, "pagedown");
        assert_ne!(cursor(&stage), before, "{}", stage.text());
        pages += 1;
    }
    assert!((3..8).contains(&pages), "{pages}:\n{}", stage.text());
    // A page beside the list has its own keys, and names them.
    let mut entries = library::shipped();
    let scenario = entries[0].scenario.as_mut().expect("it reads");
    scenario.summary = SafeText::new(&"A long summary. ".repeat(40)).expect("words");
    let mut stage = HeadlessPlayground::new(entries, SMALL, None);
    let mut scrolled = 0;
    for _ in 0..library::shipped().len() {
        if stage.text().contains("more: ]") {
            let (at, before) = (cursor(&stage), stage.text());
            press(&mut stage, "]");
            assert!(stage.text() != before && cursor(&stage) == at, "{}", stage.text());
            scrolled += 1;
        }
        press(&mut stage, "down");
    }
    assert!(scrolled > 0, "{scrolled}");
}

#[test]
fn claims_are_shown_before_the_payments_of_rounds_to_come() {
    let mut seen = 0;
    for entry in played_from("prover-estimator", Seat::Bob) {
        let stage = seats(&entry, SMALL, "enter 0 . 3 enter");
        let text = stage.text();
        let board = |row: &&str| row.contains('│') && !row.starts_with('─');
        let left: Vec<&str> =
            text.lines().filter(board).map(|r| r.split('│').next().unwrap()).collect();
        let claims = left.iter().take_while(|row| !row.contains("so far"));
        let hidden = claims.filter(|row| row.contains(" more")).count();
        let to_come = left.iter().filter(|row| row.contains("× ±error")).count();
        assert!(hidden == 0 || to_come < 2, "{}:\n{text}", entry.id);
        seen += 1;
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn a_number_to_state_starts_at_what_was_measured() {
    let mut seen = 0;
    for entry in played_from("stochastic", Seat::Alice) {
        for arrow in ["left", "right", "up", "down", "f"] {
            let mut stage = seats(&entry, SMALL, "enter");
            // A witness, or a gate's number, comes first.
            if !stage.text().contains("no number yet") {
                continue;
            }
            seen += 1;
            let text = press(&mut stage, "s enter");
            let Some((_, mean)) =
                text.split_once(" yes of ").and_then(|t| t.1.split_once(" mean "))
            else {
                panic!("{}:\n{text}", entry.id)
            };
            let mean: String = mean.chars().take_while(|c| !c.is_whitespace()).collect();
            let mean = mean.trim_end_matches('.').to_owned();
            assert!(
                text.contains("no number yet"),
                "{}: nothing is stated unasked:\n{text}",
                entry.id
            );
            let text = press(&mut stage, arrow);
            let slider = text.lines().find(|row| row.contains("┤ 1  ")).unwrap_or_default();
            assert!(
                slider.trim_end_matches([' ', '║']).ends_with(&mean),
                "{}, {arrow}, {mean}:\n{text}",
                entry.id
            );
        }
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn complete_evidence_says_so() {
    let mut whole = 0;
    for entry in quick_entries() {
        let mut stage = seats(&entry, SMALL, "enter");
        let scenario = entry.scenario.as_ref().expect("it reads");
        let opens = stage.on_offer().iter().any(|(_, words)| words == "evidence");
        if scenario.exhibits().is_empty() || opens {
            continue;
        }
        whole += 1;
        let text = press(&mut stage, "x");
        assert!(!text.contains("─ Evidence ─"), "{}:\n{text}", entry.id);
    }
    assert!(whole > 2, "{whole}");
}

#[test]
fn a_hint_has_a_key_while_there_are_hints() {
    for entry in quick_entries() {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let stage = seats(&entry, SMALL, "enter");
        let text = stage.text();
        if scenario.lesson.hints.is_empty() || !text.contains("your turn") {
            continue;
        }
        // Up to four more important keys come first in the footer. If they leave no room for the hint, the help lists
        // it.
        let offered =
            stage.on_offer().iter().any(|(keys, words)| words == "hint" && !keys.is_empty());
        assert!(offered, "{}:\n{text}", entry.id);
    }
}

#[test]
fn two_charts_side_by_side_keep_apart_and_say_their_words_once() {
    let mut stage = kit::stage("xor-price", LARGE, "enter s enter right");
    // Alice states 0.55, where honest Bob aborts.
    press(&mut stage, "'0.55' enter");
    skip(&mut stage);
    let text = stage.text();
    assert!(text.contains("Why") && text.contains("votes"), "{text}");
    assert_eq!(text.matches("yes of").count(), 1, "{text}");
    // All rounds are there, and the axis has the number of the last mean.
    for round in 1..=10 {
        assert!(text.contains(&format!("  {round}  ")), "round {round}:\n{text}");
    }
    assert!(!text.contains("↓ 6 more"), "{text}");
    let mean = text.split_once(": mean ").expect("a mean").1.get(..5).expect("digits").to_owned();
    let on_axis = text.lines().any(|row| row.contains(&format!("{mean} ")) && row.contains('●'));
    assert!(on_axis, "{mean}:\n{text}");
    let joined = |row: &str| row.contains("1.00.") || row.contains("1.01.");
    assert!(!text.lines().any(joined), "{text}");
}

#[test]
fn a_review_on_a_large_screen_shows_the_board_and_all_moves_at_once() {
    for size in [LARGE, (200, 60), (120, 40)] {
        let text = first(size, "1 enter enter v").text();
        assert!(text.contains(", at this move") && text.contains("─ Moves "), "{text}");
        assert!(text.contains("▸   8  judge  rule for Alice"), "{text}");
    }
    let mut small = first(SMALL, "1 enter enter v");
    assert!(!small.text().contains("─ Moves "), "{}", small.text());
    shows(&small, &[", at this move", "Tab moves"]);
    press(&mut small, "tab");
    shows(&small, &["─ Moves ", "Tab board"]);
}

#[test]
fn any_key_skips_what_an_ending_plays() {
    for key in ["pagedown", "f12", "esc", "home", "x", "?"] {
        let mut stage = first(SMALL, "1 enter");
        shows(&stage, &["What happens now"]);
        let text = press(&mut stage, key);
        assert!(text.contains("Remember") && !text.contains("does nothing"), "{key}:\n{text}");
    }
}

#[test]
fn a_users_file_is_not_the_shipped_debate_with_the_same_title() {
    let data = tempfile::tempdir().expect("a folder");
    let shipped = library::shipped().into_iter().find(|e| e.id == "find-the-lie").expect("shipped");
    let path = data.path().join("mine.yaml");
    std::fs::write(&path, &shipped.text).expect("it is written");
    let mine = library::find(path.to_str().expect("text")).expect("it is there");
    // The list has an open debate among the others.
    let library = || {
        let mut stage =
            HeadlessPlayground::new(library::shipped(), SMALL, Some(data.path().to_owned()));
        for _ in 0..50 {
            if !stage.text().contains("GO ON") {
                stage.wait(std::time::Duration::from_millis(100));
            }
        }
        stage
    };
    let row = |stage: &HeadlessPlayground| {
        let text = stage.text();
        text.lines().find(|row| row.contains("· Find the lie   ")).unwrap_or_default().to_owned()
    };
    let play = |entry: &LibraryEntry| {
        let mut stage =
            HeadlessPlayground::new(library::shipped(), SMALL, Some(data.path().to_owned()));
        stage.open(entry);
        press(&mut stage, "enter s q");
    };
    play(&mine);
    let stage = library();
    let text = stage.text();
    assert!(text.contains(&format!("{}: Find the lie", mine.id)), "{text}");
    assert!(row(&stage).contains("Bob       2 min"), "{text}");
    let open = |stage: &mut HeadlessPlayground| {
        press(stage, "enter").contains("This debate was interrupted")
    };
    let mut stage = stage;
    assert!(!open(&mut stage), "{}", stage.text());
    // The library does not confuse the shipped debate with the user's own debate.
    play(&shipped);
    assert!(open(&mut library()), "{}", library().text());
}

#[test]
fn the_description_of_a_player_is_shown_whole_at_its_choice() {
    for entry in one_in(5, quick_entries()) {
        let mut stage = seats(&entry, SMALL, "");
        for seat in 0..3 {
            press(&mut stage, "home");
            press(&mut stage, &"down ".repeat(seat));
            for _ in 0..12 {
                let text = stage.text();
                let below = text.lines().skip_while(|row| !row.contains("to choose from"));
                let chosen: String = below.skip_while(|row| !row.contains("▸ ")).take(1).collect();
                // What a player does is wrapped, not cut; its name stands in full above.
                let does: String = chosen.chars().skip(27).collect();
                assert!(!does.trim().is_empty() && !does.contains('…'), "{}:\n{text}", entry.id);
                press(&mut stage, "right");
            }
        }
    }
}

#[test]
fn a_move_of_a_review_names_what_it_is_about_beside_its_grade() {
    let mut stage = kit::stage("parity-of-eight-walk", SMALL, "enter");
    for _ in 0..12 {
        if !stage.text().contains("your turn") {
            break;
        }
        press(&mut stage, "right enter");
    }
    skip(&mut stage);
    press(&mut stage, "v tab home");
    let mut graded = 0;
    for _ in 0..20 {
        let text = stage.text();
        for row in text.lines().filter(|row| row.contains("gate ") && row.contains(": ")) {
            let left = row.trim_matches('│');
            let named = ["blunder", "slip", "no loss", "fine", "gain"]
                .iter()
                .any(|word| left.contains(word));
            assert!(!named || !left.contains('…'), "{text}");
            graded += usize::from(named);
        }
        press(&mut stage, "right");
    }
    assert!(graded > 0, "{}", stage.text());
}

#[test]
fn a_question_is_read_whole_however_much_was_drawn() {
    let mut asked = 0;
    for entry in played_from("prover-estimator", Seat::Bob) {
        let mut stage = seats(&entry, SMALL, "enter");
        for _ in 0..12 {
            let text = stage.text();
            let Some((_, question)) = text.split_once("How likely is") else { break };
            let (question, _) = question.split_once('?').unwrap_or_else(|| panic!("{text}"));
            assert!(!question.contains('…'), "{}:\n{text}", entry.id);
            asked += 1;
            press(&mut stage, "0 . 5 enter");
        }
    }
    assert!(asked > 15, "{asked}");
}

/// The key that leads back to the scenario's text is there for every chosen player. If it were
/// missing for one player, that would identify the hidden one.
#[test]
fn the_keys_of_the_seats_do_not_reveal_the_hidden_player() {
    let mut stage = kit::stage("find-the-lie", SMALL, "home right right");
    for step in 1..=7 {
        press(&mut stage, &format!("'{step}'"));
        shows(&stage, &[&format!("lie-at:{step}"), "defaults"]);
        press(&mut stage, "backspace");
    }
}
