//! What may happen while one step is on trial, and what it does.

use std::fmt;
use std::iter;

use crate::machine::{JudgeCost, Step};
use crate::rules::{
    Among, Audience, Cell, Cost, Ledger, Move, Next, Offered, Outcome, Protocol, Refusal, Seat,
    Side, YesNo, offer,
};

/// The step that the judge has to rule on: `E` is what the room knows of it, `P` what the judge can
/// be shown at once.
#[derive(Clone, Debug)]
pub struct Trial<E, P> {
    /// The step.
    pub step: Step,
    /// How many steps the computation has.
    pub steps: usize,
    /// Whether the step puts a question to the oracle.
    pub asks: bool,
    /// Whether the judge is the oracle.
    pub judge_is_oracle: bool,
    /// What the oracle answered the judge, or the judge who is the oracle answered.
    pub answer: Option<bool>,
    /// How far the judge is.
    pub stage: TrialStage<P>,
    /// What the room knows of it besides.
    pub evidence: E,
}

/// How far the judge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStage<P> {
    /// This is on its way to the judge.
    Showing(P),
    /// The judge rules, and may read and ask before.
    Judging,
    /// The oracle's answer is on its way to the judge.
    Answering,
    /// The judge has ruled that this side is right.
    Over(Side),
}

impl<E, P> Trial<E, P> {
    /// Whether the judge answers the step's question itself, which is its ruling.
    pub fn is_the_judges(&self) -> bool {
        self.asks && self.judge_is_oracle
    }

    /// The same, further on.
    #[must_use]
    pub fn at(self, stage: TrialStage<P>) -> Self {
        Self { stage, ..self }
    }
}

/// The trial of a protocol.
pub type TrialOf<R> = CheckedTrial<<R as Tried>::Machine, R>;

/// The trial of a machine's step by the rules `R`.
pub type CheckedTrial<M, R> = Trial<<M as Checked<R>>::Evidence, <M as Checked<R>>::Part>;

/// Rules that end with one step on trial.
pub trait Tried: Protocol {
    /// What that is a step of.
    type Machine: Checked<Self>;

    /// The trial; none before only one step is left in dispute.
    fn trial(&self) -> Option<&TrialOf<Self>>;

    /// The debate goes on so.
    fn go_on(&mut self, trial: TrialOf<Self>);

    /// What everyone has paid.
    fn ledger_mut(&mut self) -> &mut Ledger;
}

/// A machine whose steps are put on trial by the rules `R`.
pub trait Checked<R>: Sized {
    /// What the rules know of the step on trial besides.
    type Evidence: Clone + fmt::Debug + Send + Sync + 'static;
    /// What the judge can be shown at once.
    type Part: Clone + fmt::Debug + Send + Sync + 'static;

    /// How a part comes to the judge.
    fn showing(debate: &R, trial: &CheckedTrial<Self, R>, part: &Self::Part) -> Next<R>;

    /// What the judge may read, where it chooses that itself.
    fn reading(_: &R, _: &CheckedTrial<Self, R>) -> Option<Offered<R>> {
        None
    }

    /// The cells that a judge who chooses what to read has to pay for to decide the step.
    fn needed(_: &R, _: &CheckedTrial<Self, R>) -> Vec<Cell> {
        Vec::new()
    }

    /// What Alice says that the answer to the step's question is, as far as the judge read it.
    fn alleged(_: &R, _: &CheckedTrial<Self, R>) -> Option<bool> {
        None
    }

    /// What the scenario's oracle answers to the step's question.
    fn answer(debate: &R, trial: &CheckedTrial<Self, R>) -> bool;

    /// The same, as far as it follows from what the judge read.
    fn judgement(debate: &R, trial: &CheckedTrial<Self, R>) -> Option<bool> {
        Some(Self::answer(debate, trial))
    }

    /// Who is right if this is the answer to the step's question.
    fn if_answered(debate: &R, trial: &CheckedTrial<Self, R>, yes: bool) -> Side;

    /// Who is right by what the judge read and asked; none if that does not decide it.
    fn verdict(debate: &R, trial: &CheckedTrial<Self, R>) -> Option<Side>;

    /// The same where all that is needed was read; and before, if nothing that is left to be read can
    /// change it.
    fn decided(debate: &R, trial: &CheckedTrial<Self, R>) -> Option<Side> {
        Self::verdict(debate, trial)
    }
}

/// What happens next while a step is on trial.
pub(crate) fn next<R: Tried>(debate: &R, trial: &TrialOf<R>) -> Next<R> {
    match &trial.stage {
        TrialStage::Showing(part) => R::Machine::showing(debate, trial, part),
        TrialStage::Judging => {
            let before = R::Machine::reading(debate, trial).into_iter().chain(question(trial));
            Next::ask(Seat::Judge, iter::once(ruling(trial)).chain(before))
        }
        TrialStage::Answering => {
            let (yes, trial) = (R::Machine::answer(debate, trial), trial.clone());
            Next::reveal(Move::Answer(YesNo(yes)), Audience::ALL, move |debate: &mut R| {
                debate.go_on(Trial { answer: Some(yes), stage: TrialStage::Judging, ..trial });
            })
        }
        TrialStage::Over(winner) => Next::Over(Outcome { winner: *winner, payoff: None }),
    }
}

/// How the judge ends the debate. Where it is the oracle, its answer to the step's question is its
/// ruling.
fn ruling<R: Tried>(trial: &TrialOf<R>) -> Offered<R> {
    let trial = trial.clone();
    match trial.is_the_judges() {
        true => offer::answer(Among::<YesNo>::ALL, move |debate: &mut R, YesNo(yes)| {
            debate.ledger_mut().charge(Seat::Judge, Cost::Oracle, 1);
            let stage = TrialStage::Over(R::Machine::if_answered(debate, &trial, yes));
            debate.go_on(Trial { answer: Some(yes), stage, ..trial });
        }),
        false => offer::rule(Among::<Side>::ALL, move |debate: &mut R, side| {
            debate.go_on(trial.at(TrialStage::Over(side)));
        }),
    }
}

/// The step's question can be put to the oracle, once.
fn question<R: Tried>(trial: &TrialOf<R>) -> Option<Offered<R>> {
    let open = trial.asks && !trial.judge_is_oracle && trial.answer.is_none();
    let (trial, on_trial) = (trial.clone(), trial.step);
    let only = move |asked: &Step| match *asked == on_trial {
        true => Ok(()),
        false => Err(Refusal::NotOnTrial(on_trial)),
    };
    let ask = offer::ask(Among::<Step>::some(trial.steps, only), move |debate: &mut R, _| {
        debate.ledger_mut().charge(Seat::Judge, Cost::Oracle, 1);
        debate.go_on(trial.at(TrialStage::Answering));
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
