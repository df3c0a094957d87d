//! Cross-examination in words: what is the same for every machine.

use crate::machine::Step;
use crate::protocol::trial::words::{LIES_SURVIVE, NO_COPIES};
use crate::text::number;
use crate::text::{Asking, Brief};

/// The rule in force in turn `turn`, with this debate's numbers.
pub(super) fn brief(
    [protocol, theorem]: [&str; 2],
    (is_written, on_trial): (bool, Option<Step>),
    copies: bool,
    mut rule: Vec<String>,
    numbers: Vec<String>,
) -> Brief {
    let turn = if on_trial.is_some() { 3 } else { 1 + u8::from(is_written) };
    rule.extend((!copies).then(|| NO_COPIES.into()));
    Brief {
        protocol: protocol.into(),
        progress: format!("turn {turn} of 3"),
        rule,
        numbers,
        warnings: (!copies).then(|| LIES_SURVIVE.into()).into_iter().collect(),
        theorem: theorem.into(),
    }
}

/// What Bob is asked, where there are so many steps.
pub(super) fn to_point(steps: usize) -> Asking {
    let last = number::step(Step::at(steps - 1));
    Asking::of("point at the step you think is wrong")
        .note(format!("Pointing at the last step, {last}, concedes: you lose unless it is wrong."))
}

/// What Alice is asked where no copy of her wrote the transcript.
pub(super) fn to_say_afresh(question: String) -> Asking {
    Asking::of(question)
        .note("Without copies you answer afresh; nobody holds you to your transcript.")
}

/// What decided a debate in which Alice told the judge what she had not written; none if she told
/// what she had.
pub(super) fn told_otherwise(told: &[String]) -> Option<String> {
    (!told.is_empty()).then(|| {
        format!(
            "Alice told the judge that {}. Without copies nobody holds her to it.",
            told.join("; that ")
        )
    })
}
