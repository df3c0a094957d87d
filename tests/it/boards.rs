//! Numbers on boards at every width are complete or absent.

use std::collections::BTreeSet;
use std::iter::StepBy;
use std::ops::RangeInclusive;

use elenchus::debate::Advance;
use elenchus::rules::{Seat, Viewer};
use elenchus::text::board::Pane;
use elenchus::tui::board::{self, BoardState};
use elenchus::tui::drawing::Canvas;
use elenchus::tui::theme::Theme;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::kit::{one_in, seated, shipped};

/// The rows of a board of this size.
fn rows(board: &elenchus::text::Board<'_>, width: u16, height: u16) -> Vec<String> {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::default();
    let mut state = BoardState::default();
    state.settle(board, area);
    board::draw(&mut Canvas::new(&mut buffer, area, &theme), board, &state);
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect();
    buffer.content.chunks(width.into()).map(row).collect()
}

/// True if a digit is next to a sign of a cut, except within `11231850…647263 (309 digits)`.
fn misread(row: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    row.match_indices('…').any(|(at, sign)| {
        let (before, after) = (&row[..at], &row[at + sign.len()..]);
        let counted = |text: &str| {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            text.len() - rest.len() == 6 && rest.starts_with(' ')
        };
        let first = before.chars().rev().take_while(char::is_ascii_digit).count();
        let abridged = first == 8 && counted(after);
        !abridged && (digit(before.chars().next_back()) || digit(after.chars().next()))
    })
}

/// Checks every board at these widths for the viewer at this place.
fn no_number_is_cut(widths: impl Fn(usize) -> StepBy<RangeInclusive<usize>>) -> usize {
    let eyes = [
        Viewer::All,
        Viewer::Seat(Seat::Alice),
        Viewer::Seat(Seat::Bob),
        Viewer::Seat(Seat::Judge),
    ];
    let mut looked = 0;
    for (id, scenario) in one_in(5, shipped()) {
        for players in [["human"; 3], ["honest"; 3]] {
            let mut game = seated(&scenario, players, 1);
            game.table().run().expect("it is played, to its end or to a person");
            for (at, eye) in eyes.into_iter().enumerate() {
                let board = game.position().board(eye);
                for (width, height) in widths(at).map(|w| (w, 12 + w / 6)) {
                    for row in rows(&board, width as u16, height as u16) {
                        assert!(!misread(&row), "{id} for {eye:?}, {width} columns: {row}");
                    }
                    looked += 1;
                }
            }
        }
    }
    looked
}

#[test]
fn no_number_on_a_board_is_cut_at_any_width() {
    // Every fourth width for one viewer, and the widths between for the others.
    let looked = no_number_is_cut(|eye| (30 + 13 * eye..=190).step_by(52));
    assert!(looked > 300, "{looked}");
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn no_number_on_a_board_is_cut_at_any_width_for_anybody() {
    let looked = no_number_is_cut(|_| (30..=190).step_by(13));
    assert!(looked > 6_000, "{looked}");
}

#[test]
fn a_statement_about_a_place_on_a_path_names_it_and_keeps_its_bit() {
    let mut noted = 0;
    for (id, scenario) in shipped() {
        for seed in 0..8 {
            let mut game = seated(&scenario, ["human", "human", "honest"], seed);
            if !matches!(game.position().board(Viewer::All).panes.first(), Some(Pane::Circuit(_))) {
                break;
            }
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            while let Ok(Advance::Waiting(seat)) = game.table().run() {
                let mv = crate::kit::random_move(&game.position().prompt(), &mut rng);
                game.play(seat, mv).expect("it is legal");
                let board = game.position().board(Viewer::All);
                let rows = rows(&board, 50, 20);
                for row in rows.iter().filter(|row| row.contains("it i")) {
                    assert!(row.contains("it is 0") || row.contains("it is 1"), "{id}: {row}");
                    noted += 1;
                }
                let Some(Pane::Circuit(circuit)) = board.panes.first() else { continue };
                let graph = (circuit.graph)(None, 40);
                for level in graph.levels() {
                    let gates: Vec<_> = level.iter().map(|&at| &graph.nodes[at]).collect();
                    let Some(at) = gates.iter().position(|g| !g.note.is_empty()) else {
                        continue;
                    };
                    let gate = gates[at];
                    let bit = gate.note.rsplit(' ').next().expect("a bit");
                    let named = [
                        format!("{} · {}", gate.name, gate.note),
                        format!("{}: it is {bit}", gate.name),
                        format!("{}: {bit}", gate.name),
                    ];
                    // Checks the row with the label of this gate, if the board shows it.
                    let label = |row: &&String| row.contains(&gate.name) && row.contains("it is");
                    if let Some(row) = rows.iter().find(label) {
                        // The last gate of a row needs no name.
                        let before = row.split("it is").next().unwrap_or_default();
                        let last = before.trim_end_matches([' ', ':']).rsplit("   ").next();
                        let is_last = last.is_some_and(|label| label.contains(&*gate.name));
                        let is_named = named.iter().any(|n| row.contains(n));
                        assert!(is_last || is_named, "{id}: {row}");
                    }
                }
            }
        }
    }
    assert!(noted > 30, "{noted}");
}

#[test]
fn a_click_on_a_box_or_a_tape_is_on_the_item_of_its_row() {
    // The step of a transcript, the claim of a tree, the row of a tableau.
    for (id, seat, least) in [
        ("contract-comma", Seat::Judge, 16),
        ("four-intervals", Seat::Bob, 5),
        ("tableau-smuggled-cell", Seat::Bob, 15),
    ] {
        let (_, scenario) = shipped().into_iter().find(|(own, _)| *own == id).expect("shipped");
        let mut game = seated(&scenario, ["honest", "human", "human"], 1);
        game.table().run().expect("it is played to a person");
        let board = game.position().board(Viewer::Seat(seat));
        let area = Rect::new(0, 0, 160, 60);
        let mut state = BoardState::default();
        state.settle(&board, area);
        // The lower half of the area has no rows, only boxes or tapes.
        let below = Rect { y: 30, height: 30, ..area };
        // Every box is wider than five columns.
        let hits = below.positions().step_by(5).filter_map(|at| state.hit(at, &board, area));
        let items: BTreeSet<usize> = hits.filter(|spot| spot.pane == 0).map(|s| s.item).collect();
        assert!(items.len() * 2 >= least, "{id}: {items:?}");
        let first = state.hit(Position::new(5, 1), &board, area);
        assert!(first.is_some_and(|spot| spot.pane == 0), "{id}: {first:?}");
    }
}
