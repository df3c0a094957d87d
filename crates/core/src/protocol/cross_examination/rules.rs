//! Fig. 1 of the 2024 paper.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use super::examined::ExaminedTrial;
use super::{Examined, Unexaminable};
use crate::machine::{Step, location_bits};
use crate::protocol::trial::{self, Trial, TrialStage, Tried};
use crate::rules::{Audience, Cost, Ledger, Move, Next, Offered, Protocol, Seat, Side, YesNo};
use crate::work::{Stopped, Token};

/// What a cross-examination is about.
#[derive(Clone, Debug)]
pub struct ExaminationInstance<M> {
    /// The computation. Its oracle is deterministic.
    pub machine: M,
    /// The output that Alice claims: a plan's last bit, or whether a machine accepts.
    pub claim: bool,
    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript
    /// (cross-examination). Without copies she says afresh what the judge reads of it.
    pub copies: bool,
    /// Whether the judge is the oracle: if the step on trial asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// A cross-examination, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Examination<M: Examined> {
    shared: Arc<Shared<M>>,
    pub(super) phase: Phase<M>,
    /// What Alice wrote, once she did.
    pub(super) transcript: Option<M::Transcript>,
    provers: [PrivateRun; 2],
    pub(super) ledger: Ledger,
}

#[derive(Debug)]
struct Shared<M: Examined> {
    setup: ExaminationInstance<M>,
    kept: M::Kept,
}

/// What a prover found out in private.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrivateRun {
    /// Whether it ran the machine.
    pub ran: bool,
    /// What the oracle answered it about single steps.
    pub answers: Arc<BTreeMap<Step, bool>>,
}

/// Where it stands.
#[derive(Clone, Debug)]
pub(crate) enum Phase<M: Examined> {
    /// Alice writes.
    Writing,
    /// Bob points.
    Pointing,
    /// The oracle's answer is on its way to a prover; then things go on as before.
    Answering { prover: Side, step: Step, yes: bool },
    /// The judge checks one step.
    Trial(ExaminedTrial<M>),
}

impl<M: Examined> Protocol for Examination<M> {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            // Alice writes the transcript.
            Phase::Writing => {
                let write = iter::once(M::writing(self));
                Next::ask(Seat::Alice, write.chain(self.computing(Side::Alice)))
            }
            // Bob points at a step.
            Phase::Pointing => {
                let point = M::pointing(self).into_iter();
                Next::ask(Seat::Bob, point.chain(self.computing(Side::Bob)))
            }
            &Phase::Answering { prover, step, yes } => {
                let to = Audience::only(prover.seat());
                Next::reveal(Move::Answer(YesNo(yes)), to, move |debate: &mut Self| {
                    let answers = &mut debate.provers[prover.seat().index()].answers;
                    Arc::make_mut(answers).insert(step, yes);
                    debate.phase = match prover {
                        Side::Alice => Phase::Writing,
                        Side::Bob => Phase::Pointing,
                    };
                })
            }
            // The judge checks that step by what it reads.
            Phase::Trial(trial) => trial::next(self, trial),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(Some(M::output(self) == self.setup().claim))
    }
}

impl<M: Examined> Examination<M> {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If the oracle is not deterministic, or nothing has the output that is claimed.
    pub fn new(setup: ExaminationInstance<M>) -> Result<Self, Unexaminable> {
        setup.machine.examinable(setup.claim)?;
        let kept = setup.machine.kept();
        let ledger = trial::limits(setup.machine.limits());
        Ok(Self::begun(setup, kept, ledger))
    }

    pub(super) fn begun(setup: ExaminationInstance<M>, kept: M::Kept, ledger: Ledger) -> Self {
        Self {
            shared: Arc::new(Shared { setup, kept }),
            phase: Phase::Writing,
            transcript: None,
            provers: Default::default(),
            ledger,
        }
    }

    /// What the debate is about.
    pub fn setup(&self) -> &ExaminationInstance<M> {
        &self.shared.setup
    }

    /// What was worked out for the debate.
    pub(super) fn kept(&self) -> &M::Kept {
        &self.shared.kept
    }

    /// What a prover found out in private.
    pub(super) fn prover(&self, prover: Side) -> &PrivateRun {
        &self.provers[prover.seat().index()]
    }

    /// Adds what was paid before this debate began, where it is the second part of a longer one.
    pub(crate) fn carry_over(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.ledger.charge(seat, cost, amount);
    }

    /// Bob names so many steps, of which this one is on trial.
    pub(super) fn put_on_trial(
        &mut self,
        step: Step,
        named: u64,
        asks: bool,
        evidence: M::Evidence,
        stage: TrialStage<M::Part>,
    ) {
        let steps = self.setup().machine.length();
        self.ledger.charge(Seat::Judge, Cost::Location, named * location_bits(steps));
        let judge_is_oracle = self.setup().judge_is_oracle;
        self.phase = Phase::Trial(Trial {
            step,
            steps,
            asks,
            judge_is_oracle,
            answer: None,
            stage,
            evidence,
        });
    }

    /// What a prover may do before it answers, unless it ran the machine: run it, or ask the oracle
    /// about single steps, all in private.
    fn computing(&self, prover: Side) -> impl Iterator<Item = Offered<Self>> + use<M> {
        let run = || {
            trial::run(prover, move |debate: &mut Self| {
                let questions = M::questions(debate, prover);
                let steps = debate.setup().machine.length() as u64;
                debate.provers[prover.seat().index()].ran = true;
                debate.ledger.charge(prover.seat(), Cost::Oracle, questions);
                debate.ledger.charge(prover.seat(), Cost::Steps, steps);
            })
        };
        let open = !self.prover(prover).ran;
        let ask = if open { M::asking(self, prover) } else { None };
        open.then(run).into_iter().chain(ask)
    }
}

impl<M: Examined> Tried for Examination<M> {
    type Machine = M;

    fn trial(&self) -> Option<&ExaminedTrial<M>> {
        match &self.phase {
            Phase::Trial(trial) => Some(trial),
            _ => None,
        }
    }

    fn go_on(&mut self, trial: ExaminedTrial<M>) {
        self.phase = Phase::Trial(trial);
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
