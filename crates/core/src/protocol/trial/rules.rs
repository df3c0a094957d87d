//! The moves of the judge while one step is on trial, and their effects.

use std::iter;

use crate::machine::{JudgeCost, Step};
use crate::rules::{
    ArgumentDomain, BitRef, Cost, EffectfulAction, Ledger, Move, Next, Outcome, Protocol, Refusal,
    Seat, Side, Visibility, YesNo, effectful,
};

/// The step on trial.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The step.
    pub step: Step,
    /// The number of steps of the computation.
    pub steps: usize,
    /// True if the step asks the oracle a question.
    pub asks: bool,
    /// True if the judge is the oracle.
    pub judge_is_oracle: bool,
    /// The answer of the scenario's oracle to the question.
    pub truth: bool,
    /// The side that is right if the answer is no, and the side that is right if the answer is yes.
    /// If the step asks no question, the two are the same.
    pub right: [Side; 2],
    /// The answer that the oracle gave to the judge. If the judge is the oracle, this is the
    /// judge's own answer.
    pub answer: Option<bool>,
    /// The progress of the judge.
    pub stage: TrialStage,
}

/// The progress of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStage {
    /// The rules are showing something to the judge.
    Showing,
    /// The judge rules, and may read and ask first.
    Judging,
    /// The oracle is answering the judge.
    Answering,
    /// The judge has ruled for this side.
    Over(Side),
}

impl Trial {
    /// Returns `true` if the judge is the oracle and the step asks a question. The judge's answer
    /// is then the judge's ruling.
    pub fn is_the_judges(&self) -> bool {
        self.asks && self.judge_is_oracle
    }

    /// The side that is right if the step's question has this answer.
    pub fn if_answered(&self, yes: bool) -> Side {
        self.right[usize::from(yes)]
    }
}

/// Rules that end with one step on trial. By default the rules show the judge everything that it
/// needs.
pub trait TrialProtocol: Protocol {
    /// The trial. `None` while more than one step is in dispute.
    fn trial(&self) -> Option<&Trial>;

    /// The trial and the costs so far. A move may change both.
    fn trial_mut(&mut self) -> Option<(&mut Trial, &mut Ledger)>;

    /// The reads that the judge may choose. `None` if the rules show everything.
    fn reading(&self) -> Option<EffectfulAction<Self>> {
        None
    }

    /// The cells that a judge must read to decide the step, if the judge chooses its reads.
    fn needed(&self) -> Vec<BitRef> {
        Vec::new()
    }

    /// Alice's answer to the step's question. `None` if the judge has not read this answer.
    fn alleged(&self) -> Option<bool> {
        None
    }

    /// The answer of the scenario's oracle to the step's question.
    fn answer(&self) -> Option<bool> {
        Some(self.trial()?.truth)
    }

    /// The answer of the scenario's oracle, as far as the judge can know it. `None` if the judge
    /// has not read everything that the question depends on.
    fn judgement(&self) -> Option<bool> {
        self.answer()
    }

    /// The side that is right if the step's question has this answer.
    fn if_answered(&self, yes: bool) -> Option<Side> {
        Some(self.trial()?.if_answered(yes))
    }

    /// The side that the judge's reads and the oracle's answer prove right. `None` if they prove
    /// neither side right.
    fn verdict(&self) -> Option<Side> {
        let trial = self.trial()?;
        let answer = if trial.asks { trial.answer? } else { false };
        Some(trial.if_answered(answer))
    }

    /// The verdict, if no further read can change it. Otherwise `None`.
    fn decided(&self) -> Option<Side> {
        self.verdict()
    }
}

/// The next event while a step is on trial and nothing is being shown.
pub(crate) fn next<R: TrialProtocol>(debate: &R, trial: &Trial) -> Next<R> {
    match trial.stage {
        TrialStage::Showing | TrialStage::Judging => {
            let before = debate.reading().into_iter().chain(question(trial));
            Next::ask(Seat::Judge, iter::once(ruling(trial)).chain(before))
        }
        TrialStage::Answering => {
            let yes = debate.answer().unwrap_or(trial.truth);
            Next::reveal(Move::Answer(YesNo(yes)), Visibility::ALL, move |debate: &mut R| {
                if let Some((trial, _)) = debate.trial_mut() {
                    (trial.answer, trial.stage) = (Some(yes), TrialStage::Judging);
                }
            })
        }
        TrialStage::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
    }
}

/// The judge's move that ends the debate. If the judge is the oracle, the judge's answer is the
/// ruling.
fn ruling<R: TrialProtocol>(trial: &Trial) -> EffectfulAction<R> {
    match trial.is_the_judges() {
        true => {
            effectful::answer(ArgumentDomain::<YesNo>::ALL, move |debate: &mut R, YesNo(yes)| {
                let right = debate.if_answered(yes);
                if let (Some((trial, ledger)), Some(right)) = (debate.trial_mut(), right) {
                    ledger.charge(Seat::Judge, Cost::Oracle, 1);
                    (trial.answer, trial.stage) = (Some(yes), TrialStage::Over(right));
                }
            })
        }
        false => effectful::rule(ArgumentDomain::<Side>::ALL, move |debate: &mut R, side| {
            if let Some((trial, _)) = debate.trial_mut() {
                trial.stage = TrialStage::Over(side);
            }
        }),
    }
}

/// The question that the judge may ask the oracle, at most once.
fn question<R: TrialProtocol>(trial: &Trial) -> Option<EffectfulAction<R>> {
    let open = trial.asks && !trial.judge_is_oracle && trial.answer.is_none();
    let (steps, on_trial) = (trial.steps, trial.step);
    let only = move |asked: &Step| match *asked == on_trial {
        true => Ok(()),
        false => Err(Refusal::NotOnTrial(on_trial)),
    };
    let ask = effectful::ask(ArgumentDomain::<Step>::some(steps, only), |debate: &mut R, _| {
        if let Some((trial, ledger)) = debate.trial_mut() {
            ledger.charge(Seat::Judge, Cost::Oracle, 1);
            trial.stage = TrialStage::Answering;
        }
    });
    open.then(|| ask.before())
}

pub(crate) fn limits(most: JudgeCost) -> Ledger {
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Location, most.location)
        .with_limit(Seat::Judge, Cost::Transcript, most.transcript)
        .with_limit(Seat::Judge, Cost::Input, most.input)
        .with_limit(Seat::Judge, Cost::Oracle, most.oracle)
}

/// The action of a prover that runs the machine. Nobody else sees the result.
pub(crate) fn run<R: 'static>(
    prover: Side,
    then: impl FnOnce(&mut R) + 'static,
) -> EffectfulAction<R> {
    effectful::run(then).before().seen_by(Visibility::only(prover.seat()))
}
