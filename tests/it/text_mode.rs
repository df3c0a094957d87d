//! The screens as headings, text and buttons, for phones and for screen readers.

use elenchus::scenario::library;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::screen::START_HERE;
use elenchus::tui::text_mode::SIZE;

use super::kit::entry;

/// The most answers of a debate of the short path.
const MOST: usize = 40;

/// Buttons that answer a question, in the order in which a person tries them: a key, or a choice by its number.
const ANSWERS: [&str; 8] = [
    "#0 enter",
    "#1 enter",
    "enter",
    "right enter",
    "right right enter",
    "down enter",
    "up enter",
    "tab space tab",
];

/// The values of an attribute, in the order of the page.
fn values(html: &str, attribute: &str) -> Vec<String> {
    let begin = format!(" {attribute}=\"");
    let all = html.split(&begin).skip(1);
    all.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// The part of a page inside the first element with this beginning.
fn inside<'a>(html: &'a str, begin: &str, end: &str) -> &'a str {
    let from = html.find(begin).map(|at| at + begin.len());
    from.and_then(|from| html[from..].split(end).next()).unwrap_or_default()
}

/// Taps a button. Returns `false` if the page has no such button.
fn tap(stage: &mut HeadlessPlayground, button: &str) -> bool {
    let html = stage.to_html();
    match button.strip_prefix('#') {
        Some(number) => {
            let choices = values(inside(&html, "<div class=\"choices\"", "</div>"), "data-at");
            let at = choices.get(number.parse::<usize>().expect("a number"));
            let place = at.and_then(|at| at.split_once(' '));
            let Some((x, y)) = place else { return false };
            stage.click(x.parse().expect("a column"), y.parse().expect("a row"));
            true
        }
        None => {
            let is_there = values(&html, "data-key").iter().any(|key| key == button);
            is_there && stage.press(button).is_ok()
        }
    }
}

fn table(id: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(library::shipped(), SIZE, None);
    stage.open(&entry(id));
    assert!(tap(&mut stage, "enter"), "{id}");
    stage
}

#[test]
fn every_debate_of_the_short_path_is_played_to_its_end_by_buttons_alone() {
    for id in START_HERE {
        let mut stage = table(id);
        for _ in 0..MOST {
            if !stage.text().contains("your turn") {
                break;
            }
            let before = stage.node();
            let moves = ANSWERS.iter().any(|answer| {
                let mut buttons = answer.split(' ');
                buttons.all(|button| tap(&mut stage, button)) && stage.node() != before
            });
            assert!(moves, "{id}: no buttons make a move\n{}", stage.to_html());
        }
        // An ending may begin with frames of the board, which Enter skips.
        if !stage.to_html().contains("data-keys=") {
            tap(&mut stage, "enter");
        }
        let ways = values(&stage.to_html(), "data-keys");
        assert!(ways.len() > 1, "{id}: the ending has no ways to go on\n{}", stage.to_html());
        assert_eq!(ways.iter().filter(|keys| *keys == "enter").count(), 1, "{id}: {ways:?}");
    }
}

#[test]
fn the_question_follows_the_claim_and_its_choices_are_buttons_there() {
    for id in START_HERE {
        let stage = table(id);
        let html = stage.to_html();
        let first = inside(&html, "<section class=\"card", "</section>");
        assert!(first.contains("asks\">"), "{id}: the question is not the first card\n{html}");
        assert!(html.find("Alice").expect("the claim") < html.find("<section").expect("a card"));
        // No sign of a radio button is left among the words.
        assert!(!html.contains("( )") && !html.contains("(●)"), "{id}\n{html}");
    }
    let stage = table("contract-comma");
    let html = stage.to_html();
    let card = inside(&html, "<section class=\"card", "</section>");
    assert!(card.contains("<kbd>y</kbd> Yes</button>"), "{card}");
    assert_eq!(values(card, "aria-pressed"), ["false", "false"]);
}

#[test]
fn a_message_is_a_paragraph_and_covers_no_card() {
    let mut stage = table("contract-comma");
    let cards = |stage: &HeadlessPlayground| stage.to_html().matches("<section").count();
    let before = cards(&stage);
    stage.press("f12").expect("a key");
    assert!(stage.to_html().contains("<p class=\"notice\">F12 does nothing here"));
    assert_eq!(cards(&stage), before);
}

#[test]
fn the_page_has_the_colours_of_the_theme() {
    let mut stage = table("find-the-lie");
    let mut looks = Vec::new();
    for _ in 0..3 {
        looks.extend(values(&stage.to_html(), "data-colours"));
        stage.press("f9").expect("a key");
    }
    let has = |look: &str, parts: [&str; 2]| parts.iter().all(|part| look.contains(part));
    assert!(has(&looks[0], ["color-scheme:dark", "--paper:#1d2129"]), "{looks:?}");
    assert!(has(&looks[1], ["color-scheme:light", "--paper:#fafaf7"]), "{looks:?}");
    assert!(has(&looks[2], ["--ink:#ffffff", "--accent:#ffff00"]), "{looks:?}");
}
