//! Judges of a step on trial: what they read and ask, and how they rule.

use super::Tried;
use crate::machine::{Input, Step};
use crate::rules::{Cell, Domain, Move, Side, Verb, View, YesNo};
use crate::strategy::Choice;

/// Reads what decides the step, asks the oracle if it must, and rules by that.
pub(crate) fn honest<R: Tried>(view: View<'_, R>) -> Choice {
    budget(u64::MAX, view)
}

/// Rules by what it was shown; where the oracle would have to be asked, believes Alice.
pub(crate) fn trusting<R: Tried>(view: View<'_, R>) -> Choice {
    match view.own_judgement() {
        Some(_) => honest(view),
        None => Move::Rule(view.verdict().unwrap_or(Side::Alice)).into(),
    }
}

/// Reads at most `budget` bits, then rules; where that does not decide it, for Alice.
pub(crate) fn budget<R: Tried>(budget: u64, view: View<'_, R>) -> Choice {
    let unread = |cell: &Cell| view.readings().order(*cell).is_none();
    match view.needed().into_iter().find(unread) {
        Some(_) if view.readings().list().len() as u64 >= budget => believe(view),
        Some(cell) => Move::Read(cell).into(),
        None => settle(view),
    }
}

/// Reads what it needs and then `extra` cells more, from the first on.
pub(crate) fn wasteful<R: Tried>(extra: u64, view: View<'_, R>) -> Choice {
    let needed = view.needed();
    let read = view.readings().list().len() as u64;
    let has_read = |cell: &Cell| view.readings().order(*cell).is_some();
    match unread(view) {
        Some(cell)
            if needed.iter().all(has_read)
                && read < (needed.len() as u64).saturating_add(extra) =>
        {
            Move::Read(cell).into()
        }
        _ => honest(view),
    }
}

/// The first cell that may be read.
fn unread<R: Tried>(view: View<'_, R>) -> Option<Cell> {
    let menu = view.menu();
    let Domain::Cell { steps, inputs, .. } = &menu.offer(Verb::Read)?.domain else { return None };
    let steps = (0..*steps).map(|at| Cell::Step(Step::at(at as usize)));
    let inputs = (0..*inputs).map(|at| Cell::Input(Input::at(at as usize)));
    steps.chain(inputs).find(|cell| view.readings().order(*cell).is_none())
}

/// Everything needed was read: ask, answer, or rule.
fn settle<R: Tried>(view: View<'_, R>) -> Choice {
    if let Some(yes) = view.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (view.verdict(), view.on_trial()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(step)) if view.menu().offer(Verb::Ask).is_some() => Move::Ask(step).into(),
        (None, _) => believe(view),
    }
}

/// What is known does not decide it: Alice is believed.
fn believe<R: Tried>(view: View<'_, R>) -> Choice {
    match view.judge_answers() {
        true => Move::Answer(YesNo(view.alleged().unwrap_or(true))).into(),
        false => Move::Rule(Side::Alice).into(),
    }
}
