//! The step on trial, in words.

use super::Tried;
use crate::rules::{Eye, Move, Offer, Seat, Side, Verb, View};
use crate::text::narrate::wins;
use crate::text::number;
use crate::text::{Asking, OfferWords};

/// What is said of a ruling that goes against what the judge read.
pub(crate) const AGAINST_WHAT_WAS_READ: &str = " What the judge read says the opposite.";

/// What is said of a ruling that what the judge read does not decide.
pub(crate) const A_GUESS: &str = " What it had read did not decide that: it was a guess.";

/// What is said of a judge, itself the oracle, that answers wrongly.
pub(crate) const OTHERWISE: &str = " The scenario's own oracle answers otherwise.";

/// The rule where no independent copy of Alice wrote the transcript.
pub(crate) const NO_COPIES: &str =
    "No independent copies: Alice answers each read afresh, knowing which step is checked.";

/// What that costs.
pub(crate) const LIES_SURVIVE: &str =
    "Without copies the theorem does not hold: a lie can survive.";

/// What it means for the provers that a step is right, and that it is wrong.
pub(crate) fn right_or_wrong(eye: Eye) -> String {
    format!("Right: {}. Wrong: {}.", wins(Seat::Alice, eye), wins(Seat::Bob, eye))
}

/// What the judge is asked about the step on trial: its question, or, where the judge is not the
/// oracle, this.
pub(crate) fn question<R: Tried>(view: View<'_, R>, ruling: impl FnOnce() -> String) -> Asking {
    match view.on_trial().filter(|_| view.judge_answers()) {
        Some(step) => Asking::of(format!("answer the question of step {}", number::step(step))),
        None => Asking::of(ruling()),
    }
}

/// The words of what the judge may do.
pub(crate) fn offer<R: Tried>(view: View<'_, R>, offer: &Offer) -> OfferWords {
    match (offer.verb, view.on_trial()) {
        (Verb::Answer, _) => "answer; it is your ruling".into(),
        (Verb::Read, _) => "read a bit: 1 query".into(),
        (Verb::Ask, Some(step)) => {
            format!("ask the oracle about step {}: 1 query", number::step(step)).into()
        }
        (verb, _) => verb.word().into(),
    }
}

/// How a ruling stands to what the judge had read, as the end of a sentence about it.
pub(crate) fn against<R: Tried>(view: View<'_, R>, winner: Side) -> &'static str {
    match view.decided() {
        Some(side) if side != winner => AGAINST_WHAT_WAS_READ,
        None if !view.judge_answers() => A_GUESS,
        _ if view.oracle_finds().is_some_and(|side| side != winner) => OTHERWISE,
        _ => "",
    }
}

/// What is wrong with the answer of a judge who is the oracle, with everything shown.
pub(crate) fn misanswered<R: Tried>(view: View<'_, R>, yes: bool) -> Option<String> {
    let step = number::step(view.on_trial()?);
    (view.if_answered(yes) != view.oracle_finds())
        .then(|| format!("The machine's own oracle answers step {step} otherwise."))
}

/// Whether a ruling did not follow from what the judge had read.
pub(crate) fn is_guess<R: Tried>(view: View<'_, R>, mv: &Move) -> bool {
    let ruling = mv.verb() == Verb::Rule && view.is_judging();
    ruling && !view.judge_answers() && view.decided().is_none()
}
