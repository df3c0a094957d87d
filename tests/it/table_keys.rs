//! The table: no stray key plays a move, every key says what it does, and nothing moves or is cut.

use std::time::Duration;

use elenchus::rules::{Actor, Move};
use elenchus::scenario::library;
use elenchus::tui::app::Appearance;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::terminal::Event;
use elenchus::tui::theme::{Glyphs, Theme};

use crate::kit::{self, SMALL, one_in, press, shows};

/// The number of moves so far.
fn moves(stage: &HeadlessPlayground) -> usize {
    stage.subject().map_or(0, |sitting| sitting.game().tree().line().len())
}

/// The last move of a person.
fn last_move(stage: &HeadlessPlayground) -> Option<Move> {
    let sitting = stage.subject()?;
    let (tree, people) = (sitting.game().tree(), sitting.people());
    let played = tree.line().iter().rev().filter_map(|&node| tree.played(node));
    let own = |actor: &Actor| matches!(actor, Actor::Seat(seat) if people.contains(seat));
    played.filter(|played| own(&played.actor)).map(|played| played.mv.clone()).next()
}

fn rows(stage: &HeadlessPlayground) -> Vec<String> {
    stage.text().lines().map(str::to_owned).collect()
}

#[test]
fn enter_before_a_choice_plays_nothing_and_says_what_to_do() {
    for entry in kit::quick_entries() {
        let mut stage = kit::stage(&entry.id, SMALL, "enter");
        if !stage.text().contains("your turn") {
            continue;
        }
        let before = (moves(&stage), stage.text());
        let said = press(&mut stage, "enter");
        assert_eq!(moves(&stage), before.0, "{}: {said}", entry.id);
        assert_ne!(said, before.1, "{}: Enter is silent", entry.id);
    }
    let mut stage = kit::stage("find-the-lie", SMALL, "enter");
    shows(&stage, &["step [   ]", "Move to the step that is wrong, then press Enter."]);
    press(&mut stage, "enter enter enter");
    shows(&stage, &["your turn", "step [   ]"]);
    // The first arrow moves the cursor from the first step, and so chooses a step.
    for (keys, step) in [("down", 2), ("down down", 3), ("end", 7), ("5", 5), ("up", 1)] {
        let stage = kit::stage("find-the-lie", SMALL, &format!("enter {keys}"));
        shows(&stage, &[&format!("step [ {step} ]")]);
    }
    press(&mut stage, "down down enter");
    assert_eq!(last_move(&stage).map(|mv| mv.to_string()), Some("point 3".into()));
}

#[test]
fn a_key_of_the_answer_says_on_the_board_where_the_answer_is() {
    for (id, keys) in [("contract-comma", ["y", "n"]), ("two-faced-alice", ["1", "2"])] {
        for key in keys {
            let mut stage = kit::stage(id, SMALL, "enter tab");
            let before = moves(&stage);
            press(&mut stage, key);
            shows(&stage, &["Tab goes to the answer."]);
            press(&mut stage, "enter");
            assert_eq!(moves(&stage), before, "{id}: {key}");
        }
    }
}

#[test]
fn the_cursor_stays_where_the_player_was_and_m_on_the_answer_reads_nothing() {
    let mut stage = kit::stage("sha-256", SMALL, "enter tab space m space m space");
    shows(&stage, &["Your bits decide it", "( ) 1"]);
    let heading = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let row = text.lines().find(|row| row.contains("║ step ")).unwrap_or_default().to_owned();
        row.split_whitespace().nth(2).map(str::to_owned)
    };
    press(&mut stage, "tab");
    assert_eq!(heading(&stage).as_deref(), Some("108,598"), "{}", stage.text());
    press(&mut stage, "tab");
    let before = moves(&stage);
    press(&mut stage, "m space m space");
    assert_eq!(moves(&stage), before, "{}", stage.text());
    // A cursor that the player moved stays, too.
    let mut stage = kit::stage("contract-comma", SMALL, "enter tab right right");
    let at = heading(&stage);
    press(&mut stage, "tab tab");
    assert_eq!(heading(&stage), at, "{}", stage.text());
}

#[test]
fn the_numbers_of_a_list_are_its_keys() {
    for (keys, choice) in [("1", "1 "), ("7", "7 "), ("1 0", "10 "), ("1 3", "3 "), ("1 0 2", "2 ")]
    {
        let mut stage = kit::stage("needle", SMALL, &format!("enter {keys}"));
        let text = stage.text();
        let chosen = text.lines().find_map(|row| row.split_once("(●)")).map(|row| row.1);
        let chosen = chosen.unwrap_or_else(|| panic!("{keys}: {text}"));
        assert!(chosen.trim_start().starts_with(choice), "{keys}: {chosen}");
        press(&mut stage, "enter");
        let place = format!("pick {}", choice.trim());
        let tree = stage.subject().expect("a debate").game().tree();
        let played: Vec<String> =
            tree.line().iter().filter_map(|&n| Some(tree.played(n)?.mv.to_string())).collect();
        assert!(played.contains(&place), "{keys}: {played:?}");
    }
}

#[test]
fn a_hint_closes_by_esc_or_by_the_next_move() {
    let mut stage = kit::stage("contract-comma", SMALL, "enter");
    let without = rows(&stage);
    press(&mut stage, "i");
    shows(&stage, &["Hint 1 of", "Esc close the hint"]);
    press(&mut stage, "esc");
    assert_eq!(rows(&stage)[..23], without[..23], "the board is as before the hint");
    press(&mut stage, "i tab space");
    assert!(!stage.text().contains("Hint 2 of"), "{}", stage.text());
    // The last hint can be read again.
    press(&mut stage, "i i i i i esc");
    let text = press(&mut stage, "i");
    assert!(text.contains("Hint "), "{text}");
}

#[test]
fn no_refusal_covers_a_line_of_the_card() {
    let mut refused = 0;
    for entry in kit::quick_entries() {
        let mut stage = kit::stage(&entry.id, SMALL, "enter tab");
        if !stage.on_offer().iter().any(|(_, words)| words == "answer") {
            continue;
        }
        for key in ["space", "right", "end"] {
            press(&mut stage, key);
            let text = press(&mut stage, "space");
            if !text.contains("your turn") {
                break;
            }
            let last = text.lines().nth(22).unwrap_or_default();
            assert!(last.starts_with(['╰', '╚']), "{}: {text}", entry.id);
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn nothing_is_written_over_the_bars_of_a_bisection() {
    let mut stage = kit::stage("midpoint-hunt", SMALL, "enter");
    let mut counted = 0;
    for round in 0..7 {
        for row in rows(&stage).iter().filter(|row| row.contains("↑ ")) {
            assert!(!row.contains(['├', '▒', '─', '┤']), "{row}\n{}", stage.text());
            counted += 1;
        }
        press(&mut stage, if round % 2 == 0 { "1 enter" } else { "2 enter" });
    }
    assert!(counted > 2, "{counted}");
}

#[test]
fn no_legend_of_a_board_is_cut() {
    for size in [SMALL, (150, 45)] {
        for entry in one_in(5, kit::quick_entries()) {
            for keys in ["enter", "enter tab", "enter tab space m space"] {
                let stage = kit::stage(&entry.id, size, keys);
                let text = stage.text();
                if !text.contains("your turn") {
                    continue;
                }
                let below = text.lines().skip(3).find(|row| row.starts_with(['╰', '╚']));
                let below = below.unwrap_or_else(|| panic!("{}: {text}", entry.id));
                let legend: String =
                    below.chars().skip(1).take_while(|c| !"╯╝".contains(*c)).collect();
                assert!(!legend.contains('…'), "{} {keys}: {legend}", entry.id);
            }
        }
    }
}

/// The rows that list the steps, or the number above a step.
fn places(stage: &HeadlessPlayground, steps: &[&str]) -> Vec<Option<usize>> {
    let rows = rows(stage);
    steps.iter().map(|step| rows.iter().position(|row| row.contains(step))).collect()
}

#[test]
fn a_board_keeps_its_layout_for_the_whole_debate() {
    let alarms = ["1  hall alarm", "4  hall and", "7  at least two"];
    let contract = ["1     2     3"];
    for (id, steps) in
        [("two-faced-alice-with-copies", &alarms[..]), ("contract-comma", &contract[..])]
    {
        for size in [SMALL, (100, 30), (150, 45)] {
            let mut stage = kit::stage(id, size, "enter");
            let first = places(&stage, steps);
            assert!(first.iter().all(Option::is_some), "{id}: {}", stage.text());
            for key in ["tab", "space", "down", "right", "space", "left", "tab", "i", "esc", "tab"]
            {
                press(&mut stage, key);
                assert_eq!(places(&stage, steps), first, "{id} {size:?} {key}:\n{}", stage.text());
            }
        }
    }
}

/// The corners of cards in the first column and in the last, by row.
fn frames(text: &str) -> Vec<(usize, char)> {
    let corner = |(y, row): (usize, &str)| {
        let first = row.chars().next()?;
        let plain = match first {
            '╭' | '╔' => '╭',
            '╰' | '╚' => '╰',
            _ => return None,
        };
        Some((y, plain))
    };
    text.lines().enumerate().filter_map(corner).collect()
}

#[test]
fn the_reads_of_an_ending_light_up_on_the_table_itself() {
    for (id, keys) in [("find-the-lie", "3 enter"), ("seven-steps", "5 enter")] {
        for size in [SMALL, (150, 45)] {
            let mut stage = kit::stage(id, size, "enter");
            let table = frames(&stage.text());
            press(&mut stage, keys);
            let mut seen = 0;
            while !stage.text().contains("Remember") {
                let text = stage.text();
                assert_eq!(frames(&text), table, "{id}: {text}");
                shows(&stage, &["What happens now", "any key skips"]);
                seen += 1;
                stage.wait(Duration::from_millis(50));
                stage.handle(Event::Woken);
                assert!(seen < 400, "{text}");
            }
            assert!(seen > 0, "{id}: no frame was drawn");
        }
    }
    // Any key skips the rest.
    let mut stage = kit::stage("find-the-lie", SMALL, "enter 3 enter");
    shows(&stage, &["What happens now"]);
    press(&mut stage, "w");
    shows(&stage, &["Remember"]);
}

#[test]
fn nothing_lights_up_without_colour_in_ascii_or_with_reduced_motion() {
    let mut still = Theme::default();
    still.still = true;
    let ascii = Theme::default().with_glyphs(Glyphs::Ascii);
    let quiet = [
        Appearance { theme: still, ..Appearance::default() },
        Appearance { theme: ascii, ..Appearance::default() },
        Appearance { colourless: true, ..Appearance::default() },
    ];
    for (looks, plays) in
        quiet.into_iter().map(|looks| (looks, false)).chain([(Appearance::default(), true)])
    {
        let mut stage = HeadlessPlayground::with_appearance(library::shipped(), SMALL, None, looks);
        stage.open(&kit::entry("find-the-lie"));
        let text = press(&mut stage, "enter 3 enter");
        assert_eq!(text.contains("What happens now"), plays, "{text}");
        assert_eq!(text.contains("Remember"), !plays, "{text}");
    }
}

#[test]
fn claims_that_differ_look_different() {
    let stage = kit::stage("needle-estimates", SMALL, "enter 0 enter 0 . 7 5 enter 1 enter");
    let text = stage.text();
    let claims: Vec<&str> =
        text.lines().filter(|row| row.contains("├ +") || row.contains("└ +")).collect();
    assert_eq!(claims.len(), 4, "{text}");
    for row in &claims {
        assert!(row.contains("e153 to") || row.contains("2 to "), "{row}\n{text}");
    }
}

#[test]
fn a_run_chooses_nothing_and_neither_does_a_new_try() {
    for id in ["find-the-lie", "seven-steps"] {
        let mut stage = kit::stage(id, SMALL, "enter");
        let text = press(&mut stage, "s");
        assert!(text.contains("Different from your run"), "{id}: {text}");
        shows(&stage, &["step [   ]"]);
        let before = moves(&stage);
        press(&mut stage, "enter");
        assert_eq!(moves(&stage), before, "{id}: Enter after a run is no move");
    }
    let mut stage = kit::stage("find-the-lie", SMALL, "enter s 5 enter esc");
    shows(&stage, &["▸ Try again from here"]);
    press(&mut stage, "enter");
    shows(&stage, &["your turn", "step [   ]"]);
}

#[test]
fn no_move_is_made_behind_the_open_evidence_and_esc_closes_it() {
    for (id, keys) in [("two-parcels", "0 . 2 5 enter"), ("pull-request", "y enter 1 enter space")]
    {
        let mut stage = kit::stage(id, SMALL, "enter x");
        let open = |stage: &HeadlessPlayground| stage.text().contains("─ Evidence ─");
        assert!(open(&stage), "{id}: {}", stage.text());
        let before = moves(&stage);
        press(&mut stage, keys);
        assert_eq!(moves(&stage), before, "{id}: {}", stage.text());
        assert!(open(&stage), "{id}: {}", stage.text());
        press(&mut stage, "esc");
        assert!(!open(&stage) && stage.text().contains("your turn"), "{id}: {}", stage.text());
    }
}

#[test]
fn after_the_focus_went_to_the_ruling_the_next_arrow_chooses_nothing() {
    for key in ["down", "right", "up", "left"] {
        let mut stage = kit::stage("sha-256", SMALL, "enter tab space m space m space");
        press(&mut stage, key);
        shows(&stage, &["( ) 1", "( ) 2", "The next arrow chooses a ruling."]);
        press(&mut stage, "space");
        shows(&stage, &["( ) 1", "( ) 2"]);
        press(&mut stage, key);
        assert!(stage.text().contains("(●)"), "{key}: {}", stage.text());
    }
    // A letter or a digit says what it chooses.
    let stage = kit::stage("sha-256", SMALL, "enter tab space m space m space 2");
    shows(&stage, &["(●) 2"]);
}

#[test]
fn after_a_read_is_undone_the_arrows_move_on_the_board() {
    for key in ["down", "right", "up", "left"] {
        let mut stage = kit::stage("sha-256", SMALL, "enter tab space m space m space u");
        press(&mut stage, &format!("{key} {key}"));
        shows(&stage, &["( ) 1", "( ) 2"]);
    }
    let mut stage = kit::stage("two-faced-alice", SMALL, "enter tab space u");
    press(&mut stage, "down down");
    assert!(!stage.text().contains("(●)"), "{}", stage.text());
}

#[test]
fn a_footer_names_only_digits_that_choose() {
    for (id, digits) in [("needle", "1-10"), ("four-intervals", "1-4"), ("sha-256", "1 2")] {
        let stage = kit::stage(id, SMALL, "enter down");
        shows(&stage, &[&format!("{digits} choose")]);
    }
}

#[test]
fn tab_on_the_progress_page_opens_no_debate_and_a_debate_without_a_move_is_not_interrupted() {
    let folder = kit::folder();
    let data = Some(folder.path().to_owned());
    let mut stage = HeadlessPlayground::new(library::shipped(), SMALL, data);
    press(&mut stage, "enter 3 enter enter q C");
    shows(&stage, &["Six questions", "a play it again"]);
    press(&mut stage, "tab");
    shows(&stage, &["Six questions"]);
    press(&mut stage, "a");
    shows(&stage, &["your turn"]);
    press(&mut stage, "q C down a g q");
    kit::until(&mut stage, &["GO ON"]);
    let text = stage.text();
    let rows = text.lines().skip_while(|row| !row.contains("GO ON")).skip(1);
    let open: Vec<&str> = rows.take_while(|row| !row.contains("START HERE")).collect();
    assert!(open[0].contains("The midpoint hunt"), "{text}");
    assert_eq!(open.len(), 2, "one debate and a blank row: {text}");
}

/// The library's card is not seen before a debate that another screen opens.
#[test]
fn a_debate_that_another_screen_opens_begins_with_the_text_of_its_card() {
    let mut stage = kit::stage("", SMALL, "C");
    let mut seen = 0;
    for question in 0..6 {
        for debate in 0..3 {
            let keys = format!("{}{}a", "down ".repeat(question), "right ".repeat(debate));
            press(&mut stage, &keys);
            let title = stage.text().lines().next().unwrap_or_default().to_owned();
            let debates = library::shipped().into_iter();
            let entry = debates.filter(|entry| title.contains(entry.title()));
            let entry = entry.max_by_key(|entry| entry.title().len());
            let entry = entry.unwrap_or_else(|| panic!("{}", stage.text()));
            let summary = entry.scenario.expect("it reads").summary.to_string();
            let text = stage.text().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(&summary), "{summary}\n{}", stage.text());
            seen += 1;
            press(&mut stage, "q C");
        }
    }
    assert_eq!(seen, 18);
    // After the first move, the card is gone.
    let mut stage = kit::stage("", SMALL, "C down a");
    shows(&stage, &["▸ Can this counter get"]);
    press(&mut stage, "1 enter");
    assert!(!stage.text().contains("▸ Can this counter get"), "{}", stage.text());
}

#[test]
fn a_page_key_in_the_help_goes_to_the_next_page() {
    let mut stage = kit::stage("find-the-lie", SMALL, "enter ?");
    shows(&stage, &["[Now]"]);
    press(&mut stage, "pagedown");
    shows(&stage, &["[All keys]"]);
}
