//! Every screen at every size, in every look, and with text of any width. There is no panic, no
//! overlong cell, and no cut without a mark.

use elenchus::scenario::library::{self, LibraryEntry, Origin};
use elenchus::scenario::read;
use elenchus::tui::app::Appearance;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::screen_checks::fault;
use elenchus::tui::theme::{Glyphs, Preset, Theme};
use ratatui::buffer::Buffer;

use crate::kit::one_in;

/// Screens: a debate, or `None` for the library, and the keys that lead there from its seats.
const SCREENS: [(&str, &str); 27] = [
    ("", ""),
    ("", "/ x"),
    ("", "o"),
    ("", "p"),
    ("", "c"),
    ("", "?"),
    ("", "first"),
    ("", "first right"),
    ("", "L down down down right enter"),
    ("find-the-lie", ""),
    ("find-the-lie", "enter i ?"),
    ("find-the-lie", "enter 3 enter"),
    ("find-the-lie", "enter 3 enter enter"),
    ("find-the-lie", "enter 1 enter enter v"),
    ("find-the-lie", "enter 1 enter enter v esc b"),
    ("contract-comma", "enter x"),
    ("pull-request", "enter tab x"),
    ("hundred-thousand-steps", "enter end"),
    ("caffeine-vote", "enter s enter"),
    ("caffeine-plan", "enter"),
    ("midpoint-hunt", "enter s"),
    ("tableau-smuggled-cell", "enter down down"),
    ("parity-of-eight-walk", "enter right enter"),
    ("qbf-duel", "enter right enter"),
    ("twins", "enter right enter"),
    ("four-intervals", "enter"),
    ("pull-request-tests", "enter 0 . 9 enter"),
];

/// Sizes from zero cells to a very large screen.
const SIZES: [(u16, u16); 23] = [
    (1, 1),
    (500, 200),
    (2, 1),
    (79, 24),
    (80, 24),
    (1, 200),
    (80, 25),
    (500, 1),
    (81, 24),
    (80, 200),
    (100, 30),
    (119, 40),
    (120, 40),
    (500, 24),
    (127, 43),
    (20, 5),
    (160, 48),
    (199, 49),
    (200, 60),
    (80, 23),
    (320, 100),
    (240, 24),
    (97, 61),
];

fn looks() -> [Appearance; 6] {
    let of = |preset: Preset| Appearance { theme: preset.theme(), preset, ..Appearance::default() };
    let few = |preset: Preset| Appearance {
        theme: preset.theme_for_colours(true),
        sixteen: true,
        ..of(preset)
    };
    let ascii = Theme::default().with_glyphs(Glyphs::Ascii);
    [
        of(Preset::Dark),
        of(Preset::Light),
        few(Preset::Light),
        few(Preset::HighContrast),
        Appearance { colourless: true, ..of(Preset::Mono) },
        Appearance { theme: ascii, ..Appearance::default() },
    ]
}

fn check(buffer: &Buffer, look: &Appearance, place: &str) {
    let wrong = fault(buffer, look, place.contains("strange"));
    assert_eq!(wrong, None, "{place}");
}

fn stage(
    entries: &[LibraryEntry],
    (id, keys): (&str, &str),
    look: &Appearance,
) -> HeadlessPlayground {
    let mut stage =
        HeadlessPlayground::with_appearance(entries.to_vec(), (80, 24), None, look.clone());
    if !id.is_empty() {
        stage.open(entries.iter().find(|e| e.id == id).expect("a debate"));
    }
    let keys = match keys.strip_prefix("first") {
        Some(rest) => {
            stage.first_start();
            rest
        }
        None => keys,
    };
    stage.press(keys).expect("keys");
    stage
}

#[test]
fn every_screen_can_have_every_size_at_any_moment_in_every_look() {
    let entries = library::shipped();
    for (s, screen) in SCREENS.into_iter().enumerate() {
        // By day, each screen has two of the looks, in turns.
        for (l, look) in one_in(3, looks().iter().enumerate().cycle().skip(s).take(6)) {
            let mut stage = stage(&entries, screen, look);
            let before = stage.text();
            // Each look has a part of the sizes. Over all screens, each size has all looks.
            for size in one_in(3, SIZES.iter().skip((s + l) % 3).step_by(3)) {
                stage.resize(size.0, size.1);
                check(&stage.buffer(), look, &format!("{screen:?} at {size:?}"));
            }
            stage.resize(80, 24);
            if !screen.0.is_empty() && before.contains("your turn") {
                let turn = |text: &str| text.lines().next().map(str::to_owned);
                assert_eq!(turn(&stage.text()), turn(&before), "{screen:?}: sizes are not moves");
            }
        }
    }
}

/// Wide, joined and combining characters, characters of no width, and right to left.
const ANY: &str = "契約の読点 👩‍🚀👍🏽🇯🇵 e\u{301}\u{302}\u{323} x\u{200b}y עברית ｆｕｌｌ ";

/// Find the lie, with such text in every text of the scenario.
fn strange() -> LibraryEntry {
    let long = ANY.repeat(3);
    let long = long.trim();
    let text = format!(
        "elenchus: 1
title: \"{long}\"
summary: \"{long} {long}\"
chapter: \"{ANY}\"
seat: bob
claim: \"Alice claims: {long}\"
protocol: {{cross-examination: {{claim: 1}}}}
machine:
  plan:
    steps:
      - {{ask: \"{long} {long}\", answer: yes, words: \"{long}\"}}
      - {{ask: \"{ANY}\", answer: no, words: \"{ANY}\"}}
      - {{and: [1, 2], words: \"{long}\"}}
seats: {{alice: lie-at:2, bob: human, judge: honest}}
seed: 1
lesson:
  learn: \"{long} {long}\"
  hints: [\"{long}\"]
evidence:
  - {{title: \"{long}\", text: \"{long}{long}{long}\"}}
"
    );
    let scenario = read("strange.yaml", &text);
    assert!(scenario.is_ok(), "{:?}", scenario.err());
    LibraryEntry { id: "strange".into(), origin: Origin::Shipped, text, scenario }
}

#[test]
fn text_of_any_width_runs_over_nothing_and_is_cut_with_a_mark() {
    let entries = [strange(), library::shipped().remove(0)];
    let screens = [
        ("", ""),
        ("", "c"),
        ("", "L"),
        ("", "?"),
        ("strange", ""),
        ("strange", "enter"),
        ("strange", "enter i i"),
        ("strange", "enter x"),
        ("strange", "enter tab right"),
        ("strange", "enter 2 enter"),
        ("strange", "enter 2 enter enter"),
        ("strange", "enter 1 enter enter v"),
        ("strange", "enter 1 enter enter v esc tab"),
    ];
    for (l, look) in looks().into_iter().enumerate() {
        for screen in one_in(7, screens.into_iter().cycle().skip(l).take(screens.len())) {
            let mut stage = stage(&entries, screen, &look);
            for size in one_in(3, SIZES) {
                stage.resize(size.0, size.1);
                check(&stage.buffer(), &look, &format!("strange {screen:?} at {size:?}"));
            }
        }
    }
    // The claim is longer than a row of 80 columns, and goes on in the next.
    let stage = stage(&entries, ("strange", "enter"), &looks()[0]);
    let text = stage.text();
    let claim = text.lines().nth(1).expect("a second row");
    assert!(claim.starts_with(" Alice claims: 契") && !claim.contains('…'), "{claim}");
    assert!(text.lines().nth(2).is_some_and(|row| !row.starts_with('╭')), "{text}");
    assert!(text.lines().next().is_some_and(|title| title.contains('…')), "{text}");
}

#[test]
fn names_and_comments_of_any_width_are_shown_within_their_row() {
    let entries = [strange(), library::shipped().remove(0)];
    for look in one_in(3, looks()) {
        // Elenchus asks for a name only if it has a data folder.
        let data = tempfile::tempdir().expect("a folder");
        let folder = Some(data.path().to_owned());
        let mut stage =
            HeadlessPlayground::with_appearance(entries.to_vec(), (80, 24), folder, look.clone());
        stage.open(&entries[0]);
        stage.press("enter 1 enter esc v w").expect("keys");
        assert!(stage.text().contains("your name"), "{}", stage.text());
        for keys in ["enter", "esc right c", "enter", "b N", "enter"] {
            stage.type_text(&ANY.repeat(4));
            for size in SIZES {
                stage.resize(size.0, size.1);
                check(&stage.buffer(), &look, &format!("strange before {keys} at {size:?}"));
            }
            stage.resize(80, 24);
            stage.press(keys).expect("keys");
        }
    }
}
