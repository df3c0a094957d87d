//! Numbers on screens: large ones in groups of three, probabilities with three decimals.

use elenchus::debate::Advance;
use elenchus::rules::{Seat, Turn, Viewer};
use elenchus::text::Presentation;
use elenchus::text::board::Pane;

use crate::kit::{one_in, seated, shipped};

/// All text about a position, without the cells of boards.
fn said(position: &dyn Presentation) -> Vec<String> {
    let mut all = vec![position.outcome_reason()];
    all.extend(position.decided_by());
    all.extend(position.at_a_million());
    for eye in
        [Viewer::Seat(Seat::Alice), Viewer::Seat(Seat::Bob), Viewer::Seat(Seat::Judge), Viewer::All]
    {
        let brief = position.brief(eye);
        all.extend([brief.progress, brief.theorem]);
        all.extend(brief.rule);
        all.extend(brief.numbers.into_iter().chain(brief.warnings));
        let board = position.board(eye);
        for pane in board.panes {
            match pane {
                Pane::Words(words) => all.extend(words),
                Pane::Tapes(tapes) => {
                    all.extend(tapes.in_play().into_iter().map(|tape| tape.title))
                }
                _ => {}
            }
        }
        all.push(board.title);
    }
    if matches!(position.turn(), Turn::Ask(_)) {
        let prompt = position.prompt();
        all.push(prompt.question);
        all.extend(prompt.notes);
        all.extend(prompt.offers.into_iter().map(|offer| offer.words));
    }
    all
}

/// The first number of five or more digits that is not in groups of three, without decimals.
fn ungrouped(text: &str) -> Option<&str> {
    // A cut number has no groups.
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '…');
    text.split(|c| !number(c)).find(|part| {
        let whole = part.split('.').next().unwrap_or_default();
        // Bits are not a number.
        let bits = |group: &str| group.chars().all(|c| matches!(c, '0' | '1'));
        let digits = |group: &str| group.chars().all(|c| c.is_ascii_digit());
        whole.split(',').any(|group| group.len() > 4 && digits(group) && !bits(group))
    })
}

#[test]
fn large_numbers_are_written_in_groups_of_three() {
    let mut faults = Vec::new();
    for (id, scenario) in one_in(7, shipped()) {
        let own = elenchus::scenario::write(&scenario).expect("it can be written");
        for players in [
            ["honest"; 3],
            ["human", "honest", "honest"],
            ["honest", "human", "honest"],
            ["honest", "honest", "human"],
        ] {
            let mut game = seated(&scenario, players, 1);
            for _ in 0..25 {
                for text in said(game.position()) {
                    let found = ungrouped(&text);
                    if let Some(number) = found.filter(|number| !own.contains(*number)) {
                        faults.push(format!("{id}: {number}: {text}"));
                    }
                }
                match game.advance() {
                    Ok(Advance::Moved(_)) => {}
                    _ => break,
                }
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
