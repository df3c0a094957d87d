//! Judges of a step on trial: their reads, their questions and their rulings.

use super::TrialProtocol;
use crate::rules::{BitRef, Move, Side, Verb, View, YesNo};
use crate::strategy::Choice;
use crate::strategy::judges::{BitReadingProtocol, honest};

impl<R: TrialProtocol> BitReadingProtocol for R {
    fn next_read(view: View<'_, R>) -> Result<Choice, BitRef> {
        let unread = |cell: &BitRef| view.readings().order(*cell).is_none();
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

/// Rules by what the judge was shown. If the step needs the oracle, this judge believes Alice.
pub(crate) fn trusting<R: TrialProtocol>(view: View<'_, R>) -> Choice {
    match view.own_judgement() {
        Some(_) => honest(view),
        None => Move::Rule(view.verdict().unwrap_or(Side::Alice)).into(),
    }
}

/// Asks, answers or rules after the judge has read everything that it needs.
fn settle<R: TrialProtocol>(view: View<'_, R>) -> Choice {
    if let Some(yes) = view.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (view.verdict(), view.on_trial()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(step)) if view.menu().offer(Verb::Ask).is_some() => Move::Ask(step).into(),
        (None, _) => R::believe(view),
    }
}
