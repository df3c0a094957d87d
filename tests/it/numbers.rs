//! Numbers as screens have them: large ones in groups of three, probabilities to three decimals.

use elenchus::debate::Advance;
use elenchus::rules::{Eye, Seat, Turn};
use elenchus::show::Show;

use crate::kit::{seated, shipped};

/// Everything that is said of a position, cells of boards left out.
fn said(position: &dyn Show) -> Vec<String> {
    let mut all = vec![position.why()];
    all.extend(position.decided_by());
    all.extend(position.at_a_million());
    for eye in [Eye::Seat(Seat::Alice), Eye::Seat(Seat::Bob), Eye::Seat(Seat::Judge), Eye::All] {
        let brief = position.brief(eye);
        all.extend([brief.progress, brief.theorem]);
        all.extend(brief.rule);
        all.extend(brief.numbers.into_iter().chain(brief.warnings));
        all.push(position.board(eye).title);
    }
    if matches!(position.turn(), Turn::Ask(_)) {
        let prompt = position.prompt();
        all.push(prompt.question);
        all.extend(prompt.notes);
        all.extend(prompt.offers.into_iter().map(|offer| offer.words));
    }
    all
}

/// Text without the wires of its gates, `xor(99980, 99997)`.
fn without_wires(text: &str) -> String {
    let mut left = String::new();
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            left.push(c);
        }
    }
    left
}

/// The first number of five figures or more that is not in groups of three, decimals aside.
fn ungrouped(text: &str) -> Option<&str> {
    // What is cut has no groups.
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '…');
    text.split(|c| !number(c)).find(|part| {
        let whole = part.split('.').next().unwrap_or_default();
        whole.split(',').any(|group| group.len() > 4 && group.chars().all(|c| c.is_ascii_digit()))
    })
}

#[test]
fn large_numbers_are_written_in_groups_of_three() {
    let mut faults = Vec::new();
    for (id, scenario) in shipped() {
        let own = elenchus::scenario::write(&scenario).expect("it can be written");
        for players in [
            ["honest"; 3],
            ["human", "honest", "honest"],
            ["honest", "human", "honest"],
            ["honest", "honest", "human"],
        ] {
            let mut game = seated(&scenario, players, 1);
            for _ in 0..25 {
                for text in said(game.now()) {
                    let text = without_wires(&text);
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
