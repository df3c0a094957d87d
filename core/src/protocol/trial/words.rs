//! The step on trial, in words.

use crate::protocol::trial::Trial;
use crate::rules::{Menu, Verb};
use crate::show::Asking;
use crate::show::number::{self};

/// What is said of a ruling that goes against what the judge read.
pub(crate) const AGAINST_WHAT_WAS_READ: &str = " What the judge read says the opposite.";

/// What is said of a ruling that what the judge read does not decide.
pub(crate) const A_GUESS: &str = " What it had read did not decide that: it was a guess.";

/// The rule where no independent copy of Alice wrote the transcript.
pub(crate) const NO_COPIES: &str =
    "No independent copies: Alice answers each read afresh, knowing which step is checked.";

/// What that costs.
pub(crate) const LIES_SURVIVE: &str =
    "Without copies the theorem does not hold: a lie can survive.";

/// What the judge is asked about the step on trial: its question, or, where the judge is not the
/// oracle, this.
pub(crate) fn judging(menu: &Menu, trial: &Trial, ruling: impl FnOnce() -> String) -> Asking {
    let step = number::step(trial.step);
    let words = menu.offers.iter().map(|offer| match offer.verb {
        Verb::Answer => "answer; it is your ruling".to_owned(),
        Verb::Rule => "rule".to_owned(),
        Verb::Read => "read a bit: 1 query".to_owned(),
        Verb::Ask => format!("ask the oracle about step {step}: 1 query"),
        other => other.word().to_owned(),
    });
    let question = match trial.is_the_judges() {
        true => format!("answer the question of step {step}"),
        false => ruling(),
    };
    Asking::new(question, words)
}
