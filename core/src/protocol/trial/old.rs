//! One step on trial, for the rooms that say what may happen in a menu.

use crate::machine::Step;
use crate::rules::{Audience, Domain, Menu, Offer, Refusal, Seat, Verb};
use crate::show::Asking;
use crate::show::number::{self};

/// The step that the judge has to rule on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    pub step: Step,
    /// How many steps the computation has.
    pub steps: usize,
    /// Whether the step puts a question to the oracle.
    pub asks: bool,
    /// Whether the judge is the oracle.
    pub judge_is_oracle: bool,
    /// What the oracle answered the judge.
    pub answer: Option<bool>,
}

impl Trial {
    /// Whether the judge answers the step's question itself, which is its ruling.
    pub fn is_the_judges(&self) -> bool {
        self.asks && self.judge_is_oracle
    }

    /// How the judge ends the debate.
    pub fn ruling(&self) -> Offer {
        match self.is_the_judges() {
            true => Offer::answer(Verb::Answer, Domain::YesNo),
            false => Offer::answer(Verb::Rule, Domain::Side),
        }
    }

    /// The step's question can be put to the oracle, once.
    pub fn ask(&self) -> Option<Offer> {
        let on_trial = self.step;
        let open = self.asks && !self.judge_is_oracle && self.answer.is_none();
        open.then(|| {
            let only = move |asked: &Step| match *asked == on_trial {
                true => Ok(()),
                false => Err(Refusal::NotOnTrial(on_trial)),
            };
            Offer::before(Verb::Ask, Domain::some_steps(self.steps, only))
        })
    }
}

/// A prover runs the machine; nobody else knows.
pub(crate) fn run(seat: Seat) -> Offer {
    Offer::before(Verb::Run, Domain::Nothing).seen_by(Audience::only(seat))
}

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
