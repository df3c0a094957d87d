//! Judges: what they read, and how they rule.

use crate::machine::{Input, Step};
use crate::protocol::CrossExamination;
use crate::rules::View;
use crate::rules::{Cell, Move, Side, Verb, YesNo};
use crate::strategy::Choice;

type Seen<'a> = View<'a, CrossExamination>;

/// The protocol's verifier: reads the step and what it reads, asks if it must, and rules by that.
pub fn honest(sight: Seen<'_>) -> Choice {
    match needed(sight) {
        Some(cell) => Move::Read(cell).into(),
        None => settle(sight),
    }
}

/// Reads at most `budget` bits, then rules; where that does not decide it, for Alice.
pub fn budget(budget: u64, sight: Seen<'_>) -> Choice {
    match needed(sight) {
        Some(_) if sight.readings().list().len() as u64 >= budget => give_up(sight),
        Some(cell) => Move::Read(cell).into(),
        None => settle(sight),
    }
}

/// Reads what it needs and then `extra` cells more, from the first on.
pub fn wasteful(extra: u64, sight: Seen<'_>) -> Choice {
    if let Some(cell) = needed(sight) {
        return Move::Read(cell).into();
    }
    let must = sight.pointed().map_or(0, |step| cells(sight, step).len()) as u64;
    let read = sight.readings().list().len() as u64;
    let steps = sight.plan().steps().take(sight.plan().len() - 1).map(Cell::Step);
    let inputs = (0..sight.plan().inputs().len()).map(|at| Cell::Input(Input::at(at)));
    let mut unread = steps.chain(inputs).filter(|&c| sight.public(c).is_none());
    match unread.next() {
        Some(cell) if read < must.saturating_add(extra) => Move::Read(cell).into(),
        _ => settle(sight),
    }
}

/// The cells that decide a step and have to be paid for.
fn cells(sight: Seen<'_>, step: Step) -> Vec<Cell> {
    let relevant = sight.plan().relevant(step).iter().map(|&source| Cell::from(source));
    let mut cells: Vec<Cell> = std::iter::once(Cell::Step(step)).chain(relevant).collect();
    let mut seen = std::collections::HashSet::new();
    cells.retain(|&cell| seen.insert(cell) && cell != Cell::Step(sight.plan().output()));
    cells
}

/// The next of them that was not read.
fn needed(sight: Seen<'_>) -> Option<Cell> {
    let step = sight.pointed()?;
    cells(sight, step).into_iter().find(|&cell| sight.public(cell).is_none())
}

/// Everything needed was read: ask, answer, or rule.
fn settle(sight: Seen<'_>) -> Choice {
    if let Some(yes) = sight.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (sight.verdict(), sight.pointed()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(step)) if sight.menu().offer(Verb::Ask).is_some() => Move::Ask(step).into(),
        (None, _) => give_up(sight),
    }
}

/// What is known does not decide it: Alice is believed.
fn give_up(sight: Seen<'_>) -> Choice {
    match (sight.menu().offer(Verb::Rule), sight.pointed()) {
        (None, Some(step)) => {
            let written = sight.public(Cell::Step(step)).unwrap_or(true);
            Move::Answer(YesNo(written)).into()
        }
        _ => Move::Rule(Side::Alice).into(),
    }
}
