//! Judges of a step on trial: what they read and ask, and how they rule.

use super::Tried;
use crate::rules::{Cell, Move, Side, Verb, View, YesNo};
use crate::strategy::Choice;
use crate::strategy::judges::{Verified, honest};

impl<R: Tried> Verified for R {
    fn next_read(view: View<'_, R>) -> Result<Choice, Cell> {
        let unread = |cell: &Cell| view.readings().order(*cell).is_none();
        view.needed().into_iter().find(unread).map_or_else(|| Ok(settle(view)), Err)
    }

    fn decided_after(view: View<'_, R>) -> Option<u64> {
        Some(view.needed().len() as u64)
    }

    fn believe(view: View<'_, R>) -> Choice {
        match view.judge_answers() {
            true => Move::Answer(YesNo(view.alleged().unwrap_or(true))).into(),
            false => Move::Rule(Side::Alice).into(),
        }
    }
}

/// Rules by what it was shown; where the oracle would have to be asked, believes Alice.
pub(crate) fn trusting<R: Tried>(view: View<'_, R>) -> Choice {
    match view.own_judgement() {
        Some(_) => honest(view),
        None => Move::Rule(view.verdict().unwrap_or(Side::Alice)).into(),
    }
}

/// Everything needed was read: ask, answer, or rule.
fn settle<R: Tried>(view: View<'_, R>) -> Choice {
    if let Some(yes) = view.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (view.verdict(), view.on_trial()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(step)) if view.menu().offer(Verb::Ask).is_some() => Move::Ask(step).into(),
        (None, _) => R::believe(view),
    }
}
