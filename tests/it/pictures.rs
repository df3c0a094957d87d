//! Boards with pictures. On a wide screen no board leaves its area blank. Every picture is readable
//! without colour and in ASCII, and equals its saved form.

use elenchus::scenario::library;
use elenchus::text::board::Pane;
use elenchus::tui::app::Appearance;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::theme::{Glyphs, Preset, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::kit::{entry, one_in, press};

const WIDE: (u16, u16) = (200, 60);
const MIDDLE: (u16, u16) = (120, 40);

/// A debate of each kind of picture, and the keys to a good place.
const DRAWN: [(&str, &str); 13] = [
    ("contract-comma", "enter"),
    ("sha-256", "enter"),
    ("parity-of-eight-walk", "enter left enter"),
    ("pull-request-tests", "enter 0 . 9 enter"),
    ("four-intervals", "enter"),
    ("caffeine-vote", "enter left enter left enter"),
    ("smuggled-cell", "enter left enter left enter left enter left enter"),
    ("tableau-smuggled-cell", "enter down down down down down"),
    ("qbf-duel", "enter left enter"),
    // The judge's tableau, twins, a witness, and so many rounds that they are a line of dots.
    ("rhythm", "enter"),
    ("twins", "enter left enter"),
    ("caffeine-plan", "enter 0 1"),
    ("chain-thousand-steps", "enter"),
];

fn stage(id: &str, size: (u16, u16), looks: Appearance, keys: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::with_appearance(library::shipped(), size, None, looks);
    stage.open(&entry(id));
    press(&mut stage, keys);
    stage
}

/// A screen with its attributes: `*bold*`, `_underlined_`, `^reversed^`, `~dim~`.
fn marked(buffer: &Buffer) -> String {
    let signs = [
        (Modifier::BOLD, '*'),
        (Modifier::UNDERLINED, '_'),
        (Modifier::REVERSED, '^'),
        (Modifier::DIM, '~'),
    ];
    let mut text = String::new();
    for row in buffer.content.chunks(usize::from(buffer.area.width)) {
        let mut now = Modifier::empty();
        let mut line = String::new();
        for cell in row {
            let turned =
                signs.iter().filter(|(m, _)| now.contains(*m) != cell.modifier.contains(*m));
            line.extend(turned.map(|(_, sign)| sign));
            now = cell.modifier;
            line.push_str(cell.symbol());
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The area of the board on a wide screen. It is between the moves, or the edge, and the side
/// panel.
fn board(buffer: &Buffer) -> Rect {
    let is = |x: u16, y: u16, signs: [&str; 4]| signs.contains(&buffer[(x, y)].symbol());
    let rows = 0..buffer.area.height;
    let top = rows.clone().find(|&y| is(0, y, ["╭", "╔", "+", "#"])).expect("a card");
    let bottom =
        rows.skip(usize::from(top) + 1).find(|&y| is(0, y, ["╰", "╚", "+", "#"])).expect("its end");
    let right =
        (1..buffer.area.width).find(|&x| is(x, top, ["╮", "╗", "+", "#"])).expect("its edge");
    Rect::new(1, top + 1, right - 1, bottom - top - 1)
}

/// The share of the board's cells that are far from all drawings. Air between lines helps a reader,
/// but only within three rows or six columns of them.
fn blank(buffer: &Buffer) -> f64 {
    let area = board(buffer);
    let drawn = |x: u16, y: u16| !buffer[(x, y)].symbol().trim().is_empty();
    let used = |x: u16, y: u16| {
        let columns = x.saturating_sub(6).max(area.x)..(x + 7).min(area.right());
        let rows = y.saturating_sub(3).max(area.y)..(y + 4).min(area.bottom());
        rows.flat_map(|y| columns.clone().map(move |x| (x, y))).any(|(x, y)| drawn(x, y))
    };
    let cells = || area.positions();
    let unused = cells().filter(|at| !used(at.x, at.y)).count();
    unused as f64 / cells().count() as f64
}

/// The longest run of rows of the board without a drawing, as a share of all rows.
fn gap(buffer: &Buffer) -> f64 {
    let area = board(buffer);
    let (mut run, mut longest) = (0, 0);
    for y in area.top()..area.bottom() {
        let is_blank =
            (area.left()..area.right()).all(|x| buffer[(x, y)].symbol().trim().is_empty());
        run = if is_blank { run + 1 } else { 0 };
        longest = run.max(longest);
    }
    f64::from(longest) / f64::from(area.height)
}

/// Checks the first stops of the person's seat. If nothing is stated about a topic, it has no structure to show.
#[test]
fn at_200_by_60_no_board_leaves_much_more_than_half_of_its_room_blank() {
    let mut too_blank = Vec::new();
    for entry in one_in(7, library::shipped()) {
        let mut stage = HeadlessPlayground::new(library::shipped(), WIDE, None);
        stage.open(&entry);
        stage.press("enter").expect("a key");
        for stop in 0..4 {
            let (blank, gap) = (blank(&stage.buffer()), gap(&stage.buffer()));
            let nothing_named = match &*entry.id {
                "binary-increment" => stop < 2,
                // A single claim has no structure either.
                "one-claim" => true,
                _ => false,
            };
            if (blank > 0.55 || gap > 0.3) && !nothing_named {
                too_blank.push(format!("{} {stop}: {blank:.2}, a gap of {gap:.2}", entry.id));
            }
            stage.press("left enter").expect("keys");
            // A review has its own layout.
            if !stage.text().contains("your turn") {
                break;
            }
        }
    }
    assert!(too_blank.is_empty(), "{too_blank:#?}");
}

/// Every shipped debate draws something for the person's seat.
#[test]
fn every_scenario_has_a_picture_for_the_seat_that_is_played() {
    use elenchus::rules::{Seat, Viewer};
    let mut without = Vec::new();
    for (id, scenario) in crate::kit::shipped() {
        let game = elenchus::scenario::open(&scenario).expect("it opens");
        let seat = scenario.seat.unwrap_or(Seat::Judge);
        let mut game = game;
        while let Ok(elenchus::debate::Advance::Moved(_)) = game.advance() {}
        let board = game.position().board(Viewer::Seat(seat));
        let is_drawn = |pane: &Pane<'_>| match pane {
            Pane::Table(table) => {
                table.rounds.is_some() || table.tapes.is_some() || table.graph.is_some()
            }
            Pane::Intervals(_) | Pane::Tapes(_) => true,
            pane => pane.graph(None, 40).is_some(),
        };
        if !board.panes.iter().any(is_drawn) {
            without.push((id, seat));
        }
    }
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn pictures_look_as_they_are_kept() {
    for (id, keys) in DRAWN {
        for size in [WIDE, MIDDLE] {
            let looks = Appearance { theme: Preset::Mono.theme(), ..Appearance::default() };
            let stage = stage(id, size, looks, keys);
            insta::assert_snapshot!(format!("{id}_{}x{}", size.0, size.1), marked(&stage.buffer()));
        }
    }
}

#[test]
fn pictures_are_whole_in_ascii() {
    for (id, keys) in DRAWN {
        let theme = Theme::default().with_glyphs(Glyphs::Ascii);
        let ascii = stage(id, WIDE, Appearance { theme, ..Appearance::default() }, keys);
        let full = stage(id, WIDE, Appearance::default(), keys);
        let (ascii, full) = (ascii.buffer(), full.buffer());
        let glyphs = ascii.content.iter().map(|cell| cell.symbol()).filter(|s| !s.is_ascii());
        assert_eq!(glyphs.collect::<String>(), "", "{id}");
        // Nothing disappears. (The order of a read is wider in ASCII, so places can differ.)
        let drawn = |buffer: &Buffer| {
            let cells = board(buffer).positions();
            cells.filter(|&at| !buffer[at].symbol().trim().is_empty()).count()
        };
        assert!(drawn(&ascii) * 20 >= drawn(&full) * 19, "{id}");
    }
    let theme = Theme::default().with_glyphs(Glyphs::Ascii);
    let looks = Appearance { theme, ..Appearance::default() };
    insta::assert_snapshot!("ascii", stage("contract-comma", WIDE, looks, "enter").text());
}

#[test]
fn a_picture_without_colour_has_every_mark_of_the_one_with() {
    for (id, keys) in DRAWN {
        let plain = Appearance { theme: Preset::Mono.theme(), ..Appearance::default() };
        let one = stage(id, WIDE, plain, keys).text();
        assert_eq!(one, stage(id, WIDE, Appearance::default(), keys).text(), "{id}");
    }
}

#[test]
fn below_the_room_for_it_nothing_of_a_picture_is_drawn() {
    // A small circuit has its own wires.
    for (id, keys) in DRAWN.into_iter().filter(|(id, _)| !id.ends_with("walk")) {
        let text = stage(id, (80, 24), Appearance::default(), keys).text();
        assert!(!text.contains("├──") || !text.contains("┌─"), "{id}: {text}");
    }
}

/// A frame for each of these keys: Bob wins the first debate of the library.
const FILM: &str = "enter right right enter enter";
const SECONDS_A_FRAME: usize = 3;

#[test]
fn the_moving_picture_of_the_readme_is_what_the_program_draws() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains("assets/debate.svg"), "the picture is not shown");
    let data = tempfile::tempdir().expect("a folder");
    let mut stage =
        HeadlessPlayground::new(library::shipped(), (80, 24), Some(data.path().to_owned()));
    let mut frames = vec![stage.picture()];
    for key in FILM.split(' ') {
        stage.press(key).expect("a key");
        frames.push(stage.picture());
    }
    assert!(stage.text().contains("You won"), "{}", stage.text());
    is_kept("assets/debate.svg", &film(&frames));
}

/// Frames in a loop. Without animation, the reader sees the first one.
fn film(frames: &[String]) -> String {
    let seconds = frames.len() * SECONDS_A_FRAME;
    let share = 100.0 / frames.len() as f64;
    let mut film = opening_tag(&frames[0]).to_owned();
    film += &format!(
        "<style>.frame{{opacity:0;animation:show {seconds}s step-end infinite}}\
         @keyframes show{{0%{{opacity:1}}{share:.2}%{{opacity:0}}}}</style>\n"
    );
    film += &frames[0];
    for (at, frame) in frames.iter().enumerate().skip(1) {
        let begins = at * SECONDS_A_FRAME;
        film += &format!("<g class=\"frame\" style=\"animation-delay:{begins}s\">\n{frame}</g>\n");
    }
    film + "</svg>\n"
}

/// The first tag of a picture, which has its size and its font.
fn opening_tag(picture: &str) -> &str {
    &picture[..picture.find('>').expect("a tag") + 1]
}

/// Words at the left of the screen, and the README's label of that row.
const LABELS: [(&str, &str); 6] = [
    ("Alice claims:", "The claim. Alice says that it is true, and Bob says that it is false."),
    (
        "─ Alice's transcript",
        "Every step of Alice's computation. A dot is a step that you have not read.",
    ),
    ("[1", "The disputed step: Bob pointed at it, and you judge only this one."),
    ("Clause 9", "The evidence for this step."),
    ("─ Cost ─", "The bits that you have read, beside the most that the theorem allows."),
    ("═ Your ruling", "The question for you. Letters choose, Enter confirms."),
];

#[test]
fn the_labelled_picture_of_the_readme_is_what_the_program_draws() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains("assets/table.svg"), "the picture is not shown");
    let stage = stage(
        "contract-comma",
        (80, 24),
        Appearance::default(),
        "enter tab space m space m space tab",
    );
    is_kept("assets/table.svg", &labelled(&stage));
}

/// A screen with a number beside each labelled row, and the labels below it.
fn labelled(stage: &HeadlessPlayground) -> String {
    // The picture of the screen has a margin of 10, and 18 for a row.
    let (gutter, width, height) = (26, 718, 600);
    let text = stage.text();
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fafaf7\"/>\n\
         <svg x=\"{gutter}\">\n{}</svg>\n",
        stage.picture()
    );
    for (at, (words, label)) in LABELS.into_iter().enumerate() {
        let row = text.lines().position(|line| line.contains(words));
        let row = row.unwrap_or_else(|| panic!("no row begins with {words}: {text}"));
        let number = at + 1;
        for y in [10 + 18 * row + 9, 474 + 20 * at] {
            picture += &format!(
                "<circle cx=\"13\" cy=\"{y}\" r=\"9\" fill=\"#1d6fa5\"/>\
                 <text x=\"13\" y=\"{}\" fill=\"#ffffff\" font-size=\"12\" text-anchor=\"middle\">{number}</text>\n",
                y + 4
            );
        }
        picture +=
            &format!("<text x=\"30\" y=\"{}\" fill=\"#1c1c1c\">{label}</text>\n", 478 + 20 * at);
    }
    picture + "</svg>\n"
}

/// The boards of `docs/learn.md`, and the keys that lead to them.
const ON_THE_PAGE: [(&str, &str); 6] = [
    ("contract-comma", "enter"),
    ("sha-256", "enter"),
    ("smuggled-cell", "enter left enter left enter left enter left enter left enter"),
    ("tableau-smuggled-cell", "enter down down down down down"),
    ("pull-request-tests", "enter 0 . 9 enter"),
    ("caffeine-vote", "enter left enter left enter left enter"),
];

#[test]
fn the_boards_on_the_page_for_players_are_what_the_program_draws() {
    let page = include_str!("../../docs/learn.md");
    for (id, keys) in ON_THE_PAGE {
        let data = tempfile::tempdir().expect("a folder");
        let mut stage =
            HeadlessPlayground::new(library::shipped(), (160, 48), Some(data.path().to_owned()));
        stage.open(&entry(id));
        press(&mut stage, keys);
        assert!(stage.text().contains("your turn"), "{id}: {}", stage.text());
        let file = format!("assets/board-{id}.svg");
        assert!(page.contains(&file), "{file} is not shown");
        is_kept(&file, &stage.picture());
    }
}

/// Checks that a file of the repository equals the program's output byte for byte.
pub fn is_kept(file: &str, made: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, made).expect("the file is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{file} is old: run this test with UPDATE_PICTURE=1");
}
