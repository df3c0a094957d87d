//! Texts about the step on trial.

use super::TrialProtocol;
use crate::rules::{LegalAction, Move, Seat, Side, Verb, View, Viewer};
use crate::text::narrate::wins;
use crate::text::number;
use crate::text::{ActionText, QuestionText};

/// The sentence after a ruling that contradicts what the judge read.
pub(crate) const AGAINST_WHAT_WAS_READ: &str = " The judge's reads prove the opposite.";

/// The sentence after a ruling that does not follow from what the judge read.
pub(crate) const A_GUESS: &str = " The judge had not read enough to know, so this was a guess.";

/// The sentence after a wrong answer of a judge who is the oracle.
pub(crate) const OTHERWISE: &str = " The scenario's own oracle gives the other answer.";

/// The rule of a debate in which no independent copy of Alice wrote the transcript.
pub(crate) const NO_COPIES: &str = "There are no independent copies of Alice. She answers each read \
    after she sees which step is checked.";

/// The warning about a debate in which no independent copy of Alice wrote the transcript.
pub(crate) const LIES_SURVIVE: &str =
    "Without copies the theorem does not hold: a lie can survive.";

/// The result for each prover if the step is right and if it is wrong.
pub(crate) fn right_or_wrong(eye: Viewer) -> String {
    format!(
        "If the step is right, {}. If it is wrong, {}.",
        wins(Seat::Alice, eye),
        wins(Seat::Bob, eye)
    )
}

/// The question for the judge: the step's own question if the judge is the oracle, otherwise
/// `ruling`.
pub(crate) fn question<R: TrialProtocol>(
    view: View<'_, R>,
    ruling: impl FnOnce() -> String,
) -> QuestionText {
    match view.on_trial().filter(|_| view.judge_answers()) {
        Some(step) => {
            QuestionText::new(format!("answer the question of step {}", number::step(step)))
        }
        None => QuestionText::new(ruling()),
    }
}

/// The text of an action that the judge may choose.
pub(crate) fn offer<R: TrialProtocol>(view: View<'_, R>, offer: &LegalAction) -> ActionText {
    match (offer.verb, view.on_trial()) {
        (Verb::Answer, _) => "answer; this is your ruling".into(),
        (Verb::Read, _) => "read a bit: 1 query".into(),
        (Verb::Ask, Some(step)) => {
            format!("ask the oracle about step {}: 1 query", number::step(step)).into()
        }
        (verb, _) => verb.word().into(),
    }
}

/// The sentence after a ruling that does not agree with what the judge read. Empty if the ruling
/// agrees.
pub(crate) fn against<R: TrialProtocol>(view: View<'_, R>, winner: Side) -> &'static str {
    match view.decided() {
        Some(side) if side != winner => AGAINST_WHAT_WAS_READ,
        None if !view.judge_answers() => A_GUESS,
        _ if view.oracle_finds().is_some_and(|side| side != winner) => OTHERWISE,
        _ => "",
    }
}

/// What is wrong with the answer of a judge who is the oracle. Only the review shows this text.
pub(crate) fn misanswered<R: TrialProtocol>(view: View<'_, R>, yes: bool) -> Option<String> {
    let step = number::step(view.on_trial()?);
    (view.if_answered(yes) != view.oracle_finds())
        .then(|| format!("The machine's own oracle gives the other answer to step {step}."))
}

/// Returns `true` if a ruling did not follow from what the judge had read.
pub(crate) fn is_guess<R: TrialProtocol>(view: View<'_, R>, mv: &Move) -> bool {
    let ruling = mv.verb() == Verb::Rule && view.is_judging();
    ruling && !view.judge_answers() && view.decided().is_none()
}

/// The side for which a judge must rule after these reads. `None` if the reads do not decide, or if
/// the judge answers the step's question itself.
pub(crate) fn settled<R: TrialProtocol>(view: View<'_, R>) -> Option<Side> {
    let rules = view.is_judging() && !view.judge_answers();
    rules.then(|| view.decided()).flatten()
}
