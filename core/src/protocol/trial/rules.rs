//! One step on trial: how bisection and both cross-examinations end, the oracle being sure.

use crate::machine::{JudgeCost, Step};
use crate::rules::{Audience, Cost, Domain, Ledger, Offer, Refusal, Seat, Verb};

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

/// A ledger on which the judge pays no more than this.
pub(crate) fn limits(most: JudgeCost) -> Ledger {
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Location, most.location)
        .with_limit(Seat::Judge, Cost::Transcript, most.transcript)
        .with_limit(Seat::Judge, Cost::Input, most.input)
        .with_limit(Seat::Judge, Cost::Oracle, most.oracle)
}
