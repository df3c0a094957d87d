//! What holds on every screen: the way back, the place of a notice, the title, what is left out where
//! there is little room.

use elenchus::rules::Seat;
use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::tui::stage::Stage;

use super::course_keys::choose;

use crate::kit::one_in;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 50);

/// Take seconds to open.
const LONG: [&str; 4] = ["chain-thousand-steps", "needle", "smuggled-cell", "million-gates"];

fn short() -> Vec<LibraryEntry> {
    let mut entries = library::shipped();
    entries.retain(|entry| !LONG.contains(&&*entry.id));
    entries
}

/// The short debates of a protocol in which a person has this seat.
fn played_from(protocol: &str, seat: Seat) -> Vec<LibraryEntry> {
    let mut entries = short();
    entries.retain(|entry| {
        let scenario = entry.scenario.as_ref().expect("it reads");
        scenario.protocol.value.name() == protocol && scenario.seat == Some(seat)
    });
    entries
}

fn seats(entry: &LibraryEntry, size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(library::shipped(), size, None);
    stage.open(entry);
    stage
}

fn table(id: &str, size: (u16, u16), keys: &str) -> Stage {
    let entries = library::shipped();
    let mut stage = seats(entries.iter().find(|e| e.id == id).expect("it is shipped"), size);
    stage.press("enter").expect("a key");
    stage.press(keys).expect("keys");
    stage
}

#[test]
fn back_leads_to_the_screen_that_one_came_from() {
    for leave in ["q", "esc"] {
        let mut stage = table("find-the-lie", SMALL, "1 enter enter");
        let ending = stage.text();
        assert!(ending.contains("take with you") && ending.contains("again"), "{ending}");
        stage.press("v").expect("a key");
        assert!(stage.text().contains("lines of play"), "{}", stage.text());
        stage.press(leave).expect("a key");
        assert_eq!(stage.text(), ending, "{leave}");
        // The lab, and the review by its own name on the card.
        stage.press("right enter").expect("keys");
        assert!(stage.text().contains("lines of play"), "{}", stage.text());
        stage.press("L").expect("a key");
        assert!(stage.text().contains("set-up"), "{}", stage.text());
        stage.press("q").expect("a key");
        assert!(stage.text().contains("lines of play"), "{}", stage.text());
        stage.press(leave).expect("a key");
        assert!(stage.text().contains("take with you"), "{}", stage.text());
        stage.press("q").expect("a key");
        assert!(stage.text().contains("elenchus · library"), "{}", stage.text());
    }
}

#[test]
fn a_review_opened_from_past_attempts_leads_back_to_them() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = Stage::new(library::shipped(), SMALL, Some(data.path().to_owned()));
    stage.press("enter enter enter 1 enter enter q").expect("keys");
    stage.press("p").expect("a key");
    let attempts = stage.text();
    assert!(attempts.contains("Past attempts"), "{attempts}");
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("lines of play"), "{}", stage.text());
    stage.press("q").expect("a key");
    assert_eq!(stage.text(), attempts);
}

#[test]
fn an_ending_that_one_returns_to_is_of_the_line_that_was_shown_last() {
    let mut stage = table("find-the-lie", SMALL, "1 enter enter v");
    // Another try from the first move, which wins.
    stage.press("home enter right right enter enter").expect("keys");
    let won = stage.text().contains("Bob won");
    stage.press("v b").expect("keys");
    assert!(stage.text().contains("line 2 of 2"), "{}", stage.text());
    stage.press("up enter").expect("keys");
    let review = stage.text();
    stage.press("q").expect("a key");
    let text = stage.text();
    assert!(text.contains("take with you"), "{text}");
    let first = |text: &str| text.lines().next().unwrap_or_default().contains("Bob won");
    assert_eq!(first(&text), first(&review), "{review}\n{text}");
    assert_ne!(first(&text), won, "{text}");
}

/// What stands on a screen but for its last row, which is the keys'.
fn rows(stage: &Stage) -> Vec<String> {
    let text = stage.text();
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    rows.truncate(usize::from(stage.buffer().area.height) - 1);
    rows
}

#[test]
fn a_notice_is_read_whole_and_takes_nothing_away() {
    let check = |stage: &mut Stage, place: &str| {
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
    for entry in one_in(3, short()) {
        for size in [SMALL, LARGE] {
            let mut stage = seats(&entry, size);
            check(&mut stage, &format!("the seats of {}", entry.id));
            stage.press("enter").expect("a key");
            check(&mut stage, &entry.id);
        }
    }
    for keys in ["1 enter enter", "1 enter enter v", "1 enter enter v b", "x", "w"] {
        check(&mut table("find-the-lie", SMALL, keys), keys);
    }
    check(&mut Stage::new(library::shipped(), SMALL, None), "the library");
}

#[test]
fn a_cell_that_is_read_already_says_so_in_one_row_and_where_others_are() {
    for (id, keys) in [("contract-comma", "tab enter"), ("two-faced-alice", "tab enter")] {
        let mut stage = table(id, SMALL, keys);
        let read = stage.text();
        stage.press("enter").expect("a key");
        let text = stage.text();
        let said = text.lines().find(|row| row.contains("was read already"));
        let said = said.unwrap_or_else(|| panic!("{id}:\n{read}\n{text}"));
        assert!(said.contains("lead to unread bits") && !said.contains('…'), "{said}");
    }
}

#[test]
fn a_title_is_cut_before_the_seat_is_and_stands_apart_from_how_it_goes() {
    for entry in short() {
        let mut stage = seats(&entry, SMALL);
        stage.press("enter").expect("a key");
        let text = stage.text();
        let title = text.lines().next().unwrap_or_default();
        let scenario = entry.scenario.as_ref().expect("it reads");
        let seat = match scenario.seat {
            Some(seat) => format!(" · you are {}   ", seat.name()),
            None => " · you look on".to_owned(),
        };
        assert!(title.contains(&seat), "{}: {title}", entry.id);
    }
}

#[test]
fn a_page_in_the_library_is_always_one_of_the_list() {
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    let cursor = |stage: &Stage| {
        let text = stage.text();
        let row = text.lines().find(|row| row.starts_with(" ▸")).unwrap_or_default();
        row.split('│').next().unwrap_or_default().to_owned()
    };
    let last = {
        let mut stage = Stage::new(library::shipped(), SMALL, None);
        stage.press("end").expect("a key");
        cursor(&stage)
    };
    let mut pages = 0;
    while cursor(&stage) != last {
        let before = cursor(&stage);
        stage.press("pagedown").expect("a key");
        assert_ne!(cursor(&stage), before, "{}", stage.text());
        pages += 1;
    }
    assert!((3..8).contains(&pages), "{pages}");
    // What stands beside it has keys of its own, which it names.
    stage.press("home").expect("a key");
    let mut scrolled = 0;
    for _ in 0..library::shipped().len() {
        if stage.text().contains("more: ]") {
            let (at, before) = (cursor(&stage), stage.text());
            stage.press("]").expect("a key");
            assert!(stage.text() != before && cursor(&stage) == at, "{}", stage.text());
            scrolled += 1;
        }
        stage.press("down").expect("a key");
    }
    assert!(scrolled > 3, "{scrolled}");
}

#[test]
fn claims_are_shown_before_the_payments_of_rounds_to_come() {
    let mut seen = 0;
    for entry in played_from("prover-estimator", Seat::Bob) {
        let mut stage = seats(&entry, SMALL);
        stage.press("enter 0 . 3 enter").expect("keys");
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
            let mut stage = seats(&entry, SMALL);
            stage.press("enter").expect("a key");
            // A witness, or a gate's number, comes first.
            if !stage.text().contains("no number yet") {
                continue;
            }
            seen += 1;
            stage.press("s enter").expect("keys");
            let text = stage.text();
            let Some((_, mean)) = text.split_once(" yes of ").and_then(|t| t.1.split_once(" = "))
            else {
                panic!("{}:\n{text}", entry.id)
            };
            let mean: String = mean.chars().take_while(|c| !c.is_whitespace()).collect();
            assert!(
                text.contains("no number yet"),
                "{}: nothing is stated unasked:\n{text}",
                entry.id
            );
            stage.press(arrow).expect("a key");
            let text = stage.text();
            let slider = text.lines().find(|row| row.contains("┤ 1  ")).unwrap_or_default();
            assert!(slider.trim_end().ends_with(&mean), "{}, {arrow}, {mean}:\n{text}", entry.id);
        }
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn a_question_of_a_round_has_the_room_that_nothing_else_needs() {
    let stage = table("xor-price", SMALL, "");
    for rater in 1..6 {
        let question = format!("Rater {rater}: is the answer right?");
        assert!(stage.text().contains(&question), "{}", stage.text());
    }
}

#[test]
fn evidence_that_is_all_there_says_so() {
    let mut whole = 0;
    for entry in short() {
        let mut stage = seats(&entry, SMALL);
        stage.press("enter").expect("a key");
        let before = stage.text();
        if !before.contains(" whole ─") {
            continue;
        }
        whole += 1;
        stage.press("x").expect("a key");
        let text = stage.text();
        assert!(text.contains("all of the evidence is on the screen"), "{}:\n{text}", entry.id);
        assert!(text.contains(" whole ─"), "{}:\n{text}", entry.id);
    }
    assert!(whole > 2, "{whole}");
}

#[test]
fn the_key_for_a_hint_is_in_sight_while_there_are_hints() {
    for entry in short() {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let mut stage = seats(&entry, SMALL);
        stage.press("enter").expect("a key");
        let text = stage.text();
        if scenario.lesson.hints.is_empty() || !text.contains("your turn") {
            continue;
        }
        let named = ["i hint", "hint: i", "hints: i"].iter().any(|words| text.contains(words));
        assert!(named, "{}:\n{text}", entry.id);
    }
}

#[test]
fn help_is_headed_by_the_screen_that_it_is_of() {
    let headed = |stage: &mut Stage| {
        stage.press("?").expect("a key");
        stage.text().lines().nth(1).unwrap_or_default().to_owned()
    };
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    stage.welcome();
    assert!(headed(&mut stage).contains("the first pages"));
    let mut stage = Stage::new(library::shipped(), SMALL, None);
    assert!(headed(&mut stage).contains("library"));
    assert!(headed(&mut table("find-the-lie", SMALL, "1 enter enter")).contains("the ending"));
    assert!(headed(&mut table("find-the-lie", SMALL, "1 enter enter v")).contains("review"));
}

#[test]
fn two_charts_side_by_side_keep_apart_and_say_their_words_once() {
    let mut stage = table("xor-price", LARGE, "s enter right");
    // Alice states 0.55, where honest Bob aborts.
    stage.type_text("0.55");
    stage.press("enter").expect("a key");
    while stage.text().contains("what happens now") {
        stage.press("esc").expect("a key");
    }
    let text = stage.text();
    assert!(text.contains("the ending") && text.contains("votes"), "{text}");
    assert_eq!(text.matches("yes of").count(), 1, "{text}");
    // All rounds are there, and the last mean has its number on the axis.
    for round in 1..=10 {
        assert!(text.contains(&format!("  {round}  ")), "round {round}:\n{text}");
    }
    assert!(!text.contains("↓ 6 more"), "{text}");
    let mean = text.split_once(" = ").expect("a mean").1.get(..5).expect("digits").to_owned();
    let on_axis = text.lines().any(|row| row.contains(&format!("{mean} ")) && row.contains('●'));
    assert!(on_axis, "{mean}:\n{text}");
    let joined = |row: &str| row.contains("1.00.") || row.contains("1.01.");
    assert!(!text.lines().any(joined), "{text}");
}

/// Keys that make a choice, whatever is asked.
const CHOICES: [&str; 7] =
    ["enter", "left enter", "0 . 5 enter", "1 enter", "down enter", "f enter", "tab enter tab"];

#[test]
fn what_a_debate_teaches_is_read_whole_on_its_card() {
    let mut seen = 0;
    for entry in one_in(3, short()) {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let mut stage = seats(&entry, SMALL);
        stage.press("enter").expect("a key");
        for _ in 0..12 {
            if !stage.text().contains("your turn") {
                break;
            }
            choose(&mut stage, &CHOICES);
        }
        while stage.text().contains("what happens now") {
            stage.press("space").expect("a key");
        }
        let text = stage.text();
        let Some((_, card)) = text.split_once("─ take with you ─") else { continue };
        seen += 1;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let learn = words(&scenario.lesson.learn);
        assert!(words(card).contains(&learn), "{}: {learn}\n{text}", entry.id);
    }
    assert!(seen > 8, "{seen}");
}

#[test]
fn a_review_of_a_few_moves_leaves_no_rows_empty_on_a_large_screen() {
    for size in [LARGE, (200, 60), (120, 40)] {
        for keys in ["1 enter enter v", "1 enter enter v tab"] {
            let stage = table("find-the-lie", size, keys);
            let text = stage.text();
            assert!(text.contains("lines of play"), "{text}");
            let left = text.lines().map(|row| row.split('│').next().unwrap_or_default());
            let rows: Vec<&str> = left.collect();
            let end =
                rows.iter().position(|row| row.contains("lines of play")).expect("it is there");
            assert!(!rows[end - 1].trim().is_empty(), "{size:?} {keys}:\n{text}");
        }
    }
}

#[test]
fn any_key_skips_what_an_ending_plays() {
    for key in ["pagedown", "f12", "esc", "home", "x", "?"] {
        let mut stage = table("find-the-lie", SMALL, "1 enter");
        assert!(stage.text().contains("what happens now"), "{}", stage.text());
        stage.press(key).expect("a key");
        let text = stage.text();
        assert!(text.contains("take with you") && !text.contains("does nothing"), "{key}:\n{text}");
    }
}

#[test]
fn a_file_of_ones_own_is_not_the_shipped_debate_whose_title_it_has() {
    let data = tempfile::tempdir().expect("a folder");
    let shipped = library::shipped().into_iter().find(|e| e.id == "find-the-lie").expect("shipped");
    let path = data.path().join("mine.yaml");
    std::fs::write(&path, &shipped.text).expect("it is written");
    let mine = library::find(path.to_str().expect("text")).expect("it is there");
    // What was left open is looked for beside the rest.
    let library = || {
        let mut stage = Stage::new(library::shipped(), SMALL, Some(data.path().to_owned()));
        for _ in 0..50 {
            if !stage.text().contains("left open") {
                stage.wait(std::time::Duration::from_millis(100));
            }
        }
        stage
    };
    let row = |stage: &Stage| {
        let text = stage.text();
        text.lines().find(|row| row.contains("Find the lie   ")).unwrap_or_default().to_owned()
    };
    let play = |entry: &LibraryEntry| {
        let mut stage = Stage::new(library::shipped(), SMALL, Some(data.path().to_owned()));
        stage.open(entry);
        stage.press("enter s q").expect("keys");
    };
    play(&mine);
    let stage = library();
    let text = stage.text();
    assert!(text.contains("left open"), "{text}");
    assert!(row(&stage).contains("new"), "{text}");
    assert!(text.contains(&format!("{}: Find the lie", mine.id)), "{text}");
    // The shipped one is told apart from it.
    play(&shipped);
    assert!(row(&library()).contains("open"), "{}", library().text());
}

#[test]
fn what_a_player_does_is_read_whole_where_it_is_chosen() {
    for entry in short() {
        let mut stage = seats(&entry, SMALL);
        for seat in 0..3 {
            stage.press("home").expect("a key");
            (0..seat).for_each(|_| stage.press("down").expect("a key"));
            for _ in 0..12 {
                let rows: Vec<String> =
                    stage.text().lines().skip(20).take(3).map(str::to_owned).collect();
                let from = rows.iter().position(|row| row.starts_with(" ▸ "));
                let Some(from) = from else { break };
                let goes_on = |row: &&String| row.starts_with("     ");
                let more = rows[from + 1..].iter().take_while(goes_on).count();
                let chosen = &rows[from..=from + more];
                // The name stands in full above.
                let told: String = chosen.iter().flat_map(|row| row.chars().skip(26)).collect();
                assert!(!told.contains('…'), "{}:\n{}", entry.id, stage.text());
                stage.press("right").expect("a key");
            }
        }
    }
}

#[test]
fn a_move_of_a_review_names_what_it_is_about_beside_its_grade() {
    let mut stage = table("parity-of-eight-walk", SMALL, "");
    for _ in 0..12 {
        if !stage.text().contains("your turn") {
            break;
        }
        stage.press("right enter").expect("keys");
    }
    while stage.text().contains("what happens now") {
        stage.press("esc").expect("a key");
    }
    stage.press("v home").expect("keys");
    let mut graded = 0;
    for _ in 0..20 {
        let text = stage.text();
        for row in text.lines().filter(|row| row.contains("gate ") && row.contains(": ")) {
            let left = row.split('│').next().unwrap_or_default();
            let named = ["blunder", "slip", "no loss", "fine", "gain"]
                .iter()
                .any(|word| left.contains(word));
            assert!(!named || !left.contains('…'), "{text}");
            graded += usize::from(named);
        }
        stage.press("right").expect("a key");
    }
    assert!(graded > 0, "{}", stage.text());
}

#[test]
fn a_question_is_read_whole_however_much_was_drawn() {
    let mut asked = 0;
    for entry in played_from("prover-estimator", Seat::Bob) {
        let mut stage = seats(&entry, SMALL);
        stage.press("enter").expect("a key");
        for _ in 0..12 {
            let text = stage.text();
            let Some(question) = text.lines().find(|row| row.contains("how likely is")) else {
                break;
            };
            assert!(question.contains("? ─") && !question.contains('…'), "{}:\n{text}", entry.id);
            asked += 1;
            stage.press("0 . 5 enter").expect("keys");
        }
    }
    assert!(asked > 15, "{asked}");
}

/// The key that leads back to what the scenario says is there whoever is named: were it gone for one
/// player, that would be the one that is hidden.
#[test]
fn the_seats_do_not_tell_by_their_keys_who_is_hidden() {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    stage.open(&library::find("find-the-lie").expect("it is shipped"));
    stage.press("home right right").expect("keys");
    for step in 1..=7 {
        stage.type_text(&step.to_string());
        let text = stage.text();
        assert!(text.contains(&format!("lie-at:{step}")) && text.contains("defaults"), "{text}");
        stage.press("backspace").expect("a key");
    }
}
