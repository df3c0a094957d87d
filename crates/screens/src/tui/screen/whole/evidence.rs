//! What a person did in a debate, from its record.

use super::questions::QUESTIONS;
use crate::debate::by_name;
use crate::review::People;
use crate::rules::Turn;
use crate::scenario::{Scenario, resume};
use crate::text::number::plural;
use crate::tui::screen::moves::words;
use crate::tui::screen::review::result;
use crate::work::Token;

/// So many moves of a person are told one by one.
const TOLD: usize = 4;

/// What was played of a debate.
pub(super) struct Evidence {
    pub id: String,
    pub words: String,
}

/// The person's moves in the last record of each debate that bears on a question; records come in the
/// order in which they began.
pub(super) fn of(records: &[Scenario], token: &Token) -> Vec<Evidence> {
    let ids = QUESTIONS.iter().flat_map(|question| question.debates);
    let last = |id: &&str| {
        let of = |record: &&Scenario| {
            record.attempt.as_ref().is_some_and(|attempt| *attempt.scenario == **id)
        };
        records.iter().rev().find(of).map(|record| (id.to_string(), record))
    };
    let told = |(id, record): (String, &Scenario)| Some(Evidence { words: played(record)?, id });
    ids.filter_map(last).take_while(|_| !token.is_stopped()).filter_map(told).collect()
}

/// The moves of the record's person on the line on which it ends, and how it came out.
fn played(record: &Scenario) -> Option<String> {
    let game = resume(record).ok()?;
    let people = People::of(record, &*game);
    let own: Vec<_> = people.moves(&*game).into_iter().map(|(_, node, _)| node).collect();
    let line = game.tree().line();
    let own: Vec<_> = own.into_iter().filter(|node| line.contains(node)).collect();
    let tell = |&node: &_| {
        let played = game.tree().played(node)?;
        Some(by_name(&*game, node).unwrap_or_else(|| words(&played.mv)))
    };
    let mut told: Vec<String> = own.iter().take(TOLD).filter_map(tell).collect();
    if own.len() > TOLD {
        told.push(plural((own.len() - TOLD) as u64, "move more", "moves more"));
    }
    let came = match game.now().turn() {
        Turn::Over(outcome) => result(&outcome, &*game),
        _ => "not played to its end".into(),
    };
    let title = &*record.title;
    Some(match told.is_empty() {
        true => format!("{title}: {came}."),
        false => format!("{title}: {}. {came}.", told.join(", ")),
    })
}
