//! At 80×24, a person can read all important text in full: the goal and the question, every number
//! and every sentence. The test goes through every shipped debate from its seats to its review.

use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::tui::headless::HeadlessPlayground;

use super::course_keys::{CHOICES, all_of, choose};

use crate::kit::one_in;

/// The number of choices after which the test leaves a debate, and concedes if possible.
const CHOSEN: usize = 8;

/// Texts that the end of a row may shorten, each with the reason.
const MAY: [(&str, &str); 3] = [
    ("by both turns it …", "a rule that goes on behind its key, which the card names"),
    ("Ask another question about this file …", "says itself that more is asked there"),
    ("? …", "a question that is whole; what is said of the votes beside it stands on the board"),
];

/// The cut ends of a screen's rows, of the board and of the panel.
fn cut(screen: &str) -> Vec<String> {
    let rows: Vec<&str> = screen.lines().collect();
    // The title is cut before the seat's name, and the last row before the keys.
    let told = rows.iter().skip(1).take(22);
    let parts = told.flat_map(|row| row.split(['│', '┬', '┴', '┤']));
    let ends = parts.map(|part| part.trim_end_matches([' ', '─']));
    ends.filter(|end| end.ends_with('…')).map(str::to_owned).collect()
}

/// A row of gates continues beyond the board. Its cursor shows the rest.
fn is_gates(row: &str) -> bool {
    ['∧', '∨', '⊕', '¬'].iter().any(|gate| row.contains(*gate))
}

/// Moves that differ from honest play and look alike. Transcripts are too long to be shown in full.
fn alike(screen: &str) -> Vec<String> {
    let differs = screen.lines().filter(|row| row.starts_with('≠'));
    let halves = differs.map(|row| {
        let of = |from: usize| row.chars().skip(from).take(21).collect::<String>();
        (row, of(7).trim().to_owned(), of(29).trim().to_owned())
    });
    halves
        .filter(|(_, own, honest)| own == honest)
        .map(|(row, ..)| format!("{row}\n{screen}"))
        .collect()
}

/// Goes through a debate. Returns the cut texts, each with its screen.
fn walk(entry: &LibraryEntry) -> Vec<String> {
    let mut stage = HeadlessPlayground::new(vec![entry.clone()], (80, 24), None);
    let mut found = Vec::new();
    let look = |found: &mut Vec<String>, stage: &HeadlessPlayground, place: &str| {
        let screen = stage.text();
        let of = |row: &String| !MAY.iter().any(|(words, _)| row.contains(words)) && !is_gates(row);
        let told = |row: String| format!("{}, {place}: {row}\n{screen}", entry.id);
        found.extend(cut(&screen).into_iter().filter(of).map(told));
    };
    stage.open(entry);
    look(&mut found, &stage, "the seats");
    stage.press("enter").expect("a key");
    for _ in 0..CHOSEN {
        look(&mut found, &stage, "a question");
        if !stage.text().contains("your turn") {
            break;
        }
        choose(&mut stage, &CHOICES);
    }
    if stage.text().contains("your turn") {
        stage.press("end enter").expect("keys");
    }
    while stage.text().contains("What happens now") {
        look(&mut found, &stage, "What happens now");
        stage.press("esc").expect("a key");
    }
    for (keys, place) in [("", "the ending"), ("v", "the review"), ("H", "beside honest play")] {
        if stage.text().contains("your turn") {
            break;
        }
        stage.press(keys).expect("keys");
        match keys {
            "H" => found.extend(alike(&stage.text())),
            _ => look(&mut found, &stage, place),
        }
    }
    found
}

#[test]
fn nothing_that_has_to_be_read_is_cut_on_a_screen_of_the_course() {
    let found = all_of(&one_in(7, library::shipped()).collect::<Vec<_>>(), walk);
    assert!(found.is_empty(), "{} are cut:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_goal_is_read_whole_at_the_seats() {
    for entry in library::shipped() {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let mut stage = HeadlessPlayground::new(vec![entry.clone()], (80, 24), None);
        stage.open(&entry);
        let screen = stage.text();
        let below = screen.lines().skip_while(|row| !row.contains("─ Ready ")).skip(1);
        let below: Vec<&str> = below.map(|row| row.trim_matches(['│', ' '])).collect();
        let told = below.join(" ");
        let told = told.split("Enter begins").next().unwrap_or_default().trim().to_owned();
        let look_for = scenario.lesson.look_for.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&look_for), "{}:\n{screen}", entry.id);
        let goal = told.strip_suffix(&look_for).unwrap_or_default().trim();
        // A judge is not told which side has to win.
        let whole = goal.is_empty() || goal.ends_with('.');
        assert!(whole && !goal.contains('…'), "{}:\n{screen}", entry.id);
    }
}

#[test]
fn a_new_word_of_a_chapter_is_separate_from_its_meaning() {
    let mut chapters: Vec<Vec<LibraryEntry>> = Vec::new();
    for entry in library::shipped() {
        let chapter =
            |entry: &LibraryEntry| entry.scenario.as_ref().map(|s| s.chapter.clone()).ok();
        match chapters.last_mut() {
            Some(last) if chapter(&last[0]) == chapter(&entry) => last.push(entry),
            _ => chapters.push(vec![entry]),
        }
    }
    assert_eq!(chapters.len(), 6);
    for entries in chapters {
        let mut stage = HeadlessPlayground::new(entries, (80, 24), None);
        stage.press("c").expect("a key");
        let mut all = stage.text();
        for _ in 0..3 {
            stage.press("pagedown").expect("a key");
            all += &stage.text();
        }
        assert!(!all.contains("…\n") && !all.contains("doubly effici…"), "{all}");
        let explained = all.contains("  doubly efficient  a debate");
        assert!(explained || !all.contains("doubly efficient "), "{all}");
    }
}

#[test]
fn the_bits_of_a_gate_are_named_if_its_rows_are_out_of_view() {
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), None);
    stage.open(&library::find("xor-price").expect("it is shipped"));
    stage.press("enter").expect("a key");
    for _ in 0..9 {
        stage.press("s enter f enter").expect("keys");
    }
    let text = stage.text();
    let (_, read) = text.split_once("The gate reads ").unwrap_or_else(|| panic!("{text}"));
    let read: String = read.chars().take_while(|c| *c != '.').filter(|c| *c != ' ').collect();
    assert!(read.len() == 9 && read.chars().all(|c| matches!(c, '0' | '1')), "{text}");
    // The visible rows have them too.
    let rows = text.lines().filter(|row| row.contains("Rater ") && row.contains('│'));
    let shown: Vec<char> = rows
        .map(|row| row.split('│').nth(1).unwrap_or_default())
        .filter_map(|row| row.split_whitespace().rev().nth(1)?.chars().next())
        .collect();
    let last: Vec<char> = read.chars().skip(9 - shown.len()).collect();
    assert!(shown.len() > 3 && shown == last, "{shown:?} {read}\n{text}");
}

#[test]
fn the_verifier_is_shown_beside_the_bits_in_play() {
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), None);
    stage.open(&library::find("sixteen-quantifiers").expect("it is shipped"));
    stage.press("enter").expect("a key");
    assert!(stage.text().contains("the verifier V: gate 66 of 66, "), "{}", stage.text());
}
