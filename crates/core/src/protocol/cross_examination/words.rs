//! Texts that all cross-examinations share.

use crate::machine::Step;
use crate::protocol::trial::words::{LIES_SURVIVE, NO_COPIES};
use crate::text::number;
use crate::text::{BriefPane, QuestionText};

/// The rule for turn `turn`, with this debate's numbers.
pub(super) fn brief(
    [protocol, theorem]: [&str; 2],
    (is_written, on_trial): (bool, Option<Step>),
    copies: bool,
    mut rule: Vec<String>,
    numbers: Vec<String>,
) -> BriefPane {
    let turn = if on_trial.is_some() { 3 } else { 1 + u8::from(is_written) };
    rule.extend((!copies).then(|| NO_COPIES.into()));
    BriefPane {
        protocol: protocol.into(),
        progress: format!("turn {turn} of 3"),
        rule,
        numbers,
        warnings: (!copies).then(|| LIES_SURVIVE.into()).into_iter().collect(),
        theorem: theorem.into(),
    }
}

/// The question to Bob, in a debate with this many steps.
pub(super) fn to_point(steps: usize) -> QuestionText {
    let last = number::step(Step::at(steps - 1));
    QuestionText::new("point at the step you think is wrong")
        .note(format!("If no step is wrong, concede: point at the last step, {last}."))
}

/// The question to Alice about something that the judge reads, in a debate without copies.
pub(super) fn to_say_afresh(question: String) -> QuestionText {
    QuestionText::new(question)
        .note("There are no copies, so your answer may differ from your transcript.")
}

/// A sentence about Alice's changes, which decided the debate. `None` if she changed nothing.
pub(super) fn changed_statements_text(told: &[String]) -> Option<String> {
    (!told.is_empty()).then(|| {
        format!(
            "During the check, Alice changed {}. Without copies nothing stops her.",
            told.join(", ")
        )
    })
}
