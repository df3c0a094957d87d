//! What may happen while one step is on trial, and what it does.

use std::iter;

use crate::machine::{JudgeCost, Step};
use crate::rules::{
    Among, Audience, Cell, Cost, Ledger, Move, Next, Offered, Outcome, Protocol, Refusal, Seat,
    Side, YesNo, offer,
};

/// The step that the judge has to rule on.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The step.
    pub step: Step,
    /// How many steps the computation has.
    pub steps: usize,
    /// Whether the step puts a question to the oracle.
    pub asks: bool,
    /// Whether the judge is the oracle.
    pub judge_is_oracle: bool,
    /// What the scenario's oracle answers to the question.
    pub truth: bool,
    /// Who is right if the answer is no, and if it is yes. Both are the same if the step does not
    /// ask.
    pub right: [Side; 2],
    /// What the oracle answered the judge, or the judge who is the oracle answered.
    pub answer: Option<bool>,
    /// How far the judge is.
    pub stage: TrialStage,
}

/// How far the judge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStage {
    /// Something is on its way to the judge.
    Showing,
    /// The judge rules, and may read and ask before.
    Judging,
    /// The oracle's answer is on its way to the judge.
    Answering,
    /// The judge has ruled that this side is right.
    Over(Side),
}

impl Trial {
    /// Whether the judge answers the step's question itself, which is its ruling.
    pub fn is_the_judges(&self) -> bool {
        self.asks && self.judge_is_oracle
    }

    /// Who is right if this is the answer to the step's question.
    pub fn if_answered(&self, yes: bool) -> Side {
        self.right[usize::from(yes)]
    }
}

/// Rules that end with one step on trial. The judge is shown all that it needs, unless the rules say
/// otherwise.
pub trait Tried: Protocol {
    /// The trial; none before only one step is left in dispute.
    fn trial(&self) -> Option<&Trial>;

    /// The trial and what everyone has paid, for the next move.
    fn trial_mut(&mut self) -> Option<(&mut Trial, &mut Ledger)>;

    /// What the judge may read, where it chooses that itself.
    fn reading(&self) -> Option<Offered<Self>> {
        None
    }

    /// The cells that a judge who chooses what to read has to pay for to decide the step.
    fn needed(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// What Alice says that the answer to the step's question is, as far as the judge read it.
    fn alleged(&self) -> Option<bool> {
        None
    }

    /// What the scenario's oracle answers to the step's question.
    fn answer(&self) -> Option<bool> {
        Some(self.trial()?.truth)
    }

    /// The same, as far as it follows from what the judge read.
    fn judgement(&self) -> Option<bool> {
        self.answer()
    }

    /// Who is right if this is the answer to the step's question.
    fn if_answered(&self, yes: bool) -> Option<Side> {
        Some(self.trial()?.if_answered(yes))
    }

    /// Who is right by what the judge read and asked; none if that does not decide it.
    fn verdict(&self) -> Option<Side> {
        let trial = self.trial()?;
        let answer = if trial.asks { trial.answer? } else { false };
        Some(trial.if_answered(answer))
    }

    /// The same where all that is needed was read; and before, if nothing that is left to be read can
    /// change it.
    fn decided(&self) -> Option<Side> {
        self.verdict()
    }
}

/// What happens next while a step is on trial and nothing is on its way to the judge.
pub(crate) fn next<R: Tried>(debate: &R, trial: &Trial) -> Next<R> {
    match trial.stage {
        TrialStage::Showing | TrialStage::Judging => {
            let before = debate.reading().into_iter().chain(question(trial));
            Next::ask(Seat::Judge, iter::once(ruling(trial)).chain(before))
        }
        TrialStage::Answering => {
            let yes = debate.answer().unwrap_or(trial.truth);
            Next::reveal(Move::Answer(YesNo(yes)), Audience::ALL, move |debate: &mut R| {
                if let Some((trial, _)) = debate.trial_mut() {
                    (trial.answer, trial.stage) = (Some(yes), TrialStage::Judging);
                }
            })
        }
        TrialStage::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
    }
}

/// How the judge ends the debate. Where it is the oracle, its answer to the step's question is its
/// ruling.
fn ruling<R: Tried>(trial: &Trial) -> Offered<R> {
    match trial.is_the_judges() {
        true => offer::answer(Among::<YesNo>::ALL, move |debate: &mut R, YesNo(yes)| {
            let right = debate.if_answered(yes);
            if let (Some((trial, ledger)), Some(right)) = (debate.trial_mut(), right) {
                ledger.charge(Seat::Judge, Cost::Oracle, 1);
                (trial.answer, trial.stage) = (Some(yes), TrialStage::Over(right));
            }
        }),
        false => offer::rule(Among::<Side>::ALL, move |debate: &mut R, side| {
            if let Some((trial, _)) = debate.trial_mut() {
                trial.stage = TrialStage::Over(side);
            }
        }),
    }
}

/// The step's question can be put to the oracle, once.
fn question<R: Tried>(trial: &Trial) -> Option<Offered<R>> {
    let open = trial.asks && !trial.judge_is_oracle && trial.answer.is_none();
    let (steps, on_trial) = (trial.steps, trial.step);
    let only = move |asked: &Step| match *asked == on_trial {
        true => Ok(()),
        false => Err(Refusal::NotOnTrial(on_trial)),
    };
    let ask = offer::ask(Among::<Step>::some(steps, only), |debate: &mut R, _| {
        if let Some((trial, ledger)) = debate.trial_mut() {
            ledger.charge(Seat::Judge, Cost::Oracle, 1);
            trial.stage = TrialStage::Answering;
        }
    });
    open.then(|| ask.before())
}

/// A ledger on which the judge pays no more than this.
pub(crate) fn limits(most: JudgeCost) -> Ledger {
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Location, most.location)
        .with_limit(Seat::Judge, Cost::Transcript, most.transcript)
        .with_limit(Seat::Judge, Cost::Input, most.input)
        .with_limit(Seat::Judge, Cost::Oracle, most.oracle)
}

/// A prover runs the machine; nobody else knows.
pub(crate) fn run<R: 'static>(prover: Side, then: impl FnOnce(&mut R) + 'static) -> Offered<R> {
    offer::run(then).before().seen_by(Audience::only(prover.seat()))
}
