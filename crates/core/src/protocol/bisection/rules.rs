//! The rules of bisection, as in Fig. 4 of the 2024 paper.

use std::sync::Arc;

use super::{BisectionError, BisectionRound, StepInterval};
use crate::machine::PlanRun;
use crate::machine::{Computation, Configuration, Plan, Step, ceil_log2};
use crate::protocol::trial::{self, Trial, TrialProtocol, TrialStage};
use crate::rules::{
    ArgumentDomain, BitRef, Cost, EffectfulAction, Half, Ledger, Next, Protocol, Refusal, Seat,
    Side, SingleLine, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The subject of a bisection.
#[derive(Clone, Debug)]
pub struct BisectionInstance {
    /// The computation. Its oracle is deterministic.
    pub computation: Computation,
    /// The output that Alice claims. The output of a machine is 1 if the machine accepts. The
    /// output of a plan is its last bit.
    pub claim: bool,
    /// True if the judge is the oracle. If the last step asks a question, the judge's answer is the
    /// ruling.
    pub judge_is_oracle: bool,
}

/// The state of a bisection.
#[derive(Clone, Debug)]
pub struct Bisection {
    setup: Arc<BisectionInstance>,
    /// The rounds in which Bob has chosen.
    pub(super) rounds: Arc<Vec<BisectionRound>>,
    pub(super) phase: Phase,
    pub(super) start: Configuration,
    pub(super) ran: bool,
    ledger: Ledger,
}

#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// Alice names the last configuration.
    Ending,
    /// Alice names the middle of this interval.
    Naming(StepInterval),
    /// Bob chooses a half. Before that, he may run the machine from the interval's start to its
    /// middle.
    Choosing(BisectionRound),
    /// The judge checks the single step of this interval.
    Trial(StepInterval, Trial),
}

impl Protocol for Bisection {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            // Alice names the last configuration. It must have the claimed output.
            Phase::Ending => {
                let to = self.computation().steps();
                self.naming(to, move |debate, end| {
                    debate.charge_bits(0);
                    debate.charge_bits(to);
                    let start = debate.start.clone();
                    debate.narrow_to(StepInterval { from: 0, to, start, end });
                })
            }
            // Alice names the configuration at the middle of the interval.
            Phase::Naming(span) => {
                let span = span.clone();
                self.naming(span.middle(), |debate, middle| {
                    debate.phase = Phase::Choosing(BisectionRound::new(span, middle));
                })
            }
            // Bob says which half contains the lie.
            Phase::Choosing(round) => {
                let (decided, open) = (round.clone(), round.clone());
                let dispute =
                    effectful::dispute(ArgumentDomain::<Half>::ALL, |debate: &mut Self, half| {
                        debate.dispute(decided, half);
                    });
                let run = trial::run(Side::Bob, |debate: &mut Self| debate.run_to_middle(open));
                let run = round.own().is_none().then_some(run);
                Next::ask(Seat::Bob, std::iter::once(dispute).chain(run))
            }
            // The judge checks the last remaining step.
            Phase::Trial(_, trial) => trial::next(self, trial),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(Some(self.is_true()))
    }
}

impl Bisection {
    /// Returns whether the computation ends as Alice claims.
    pub(super) fn is_true(&self) -> bool {
        let computation = self.computation();
        computation.accepts(&computation.at(computation.steps())) == self.setup.claim
    }

    /// A debate before its first move.
    ///
    /// # Errors
    /// Returns an error if the oracle is not deterministic, or no configuration has the claimed output.
    pub fn new(setup: BisectionInstance) -> Result<Self, BisectionError> {
        match &setup.computation {
            Computation::Plan(PlanRun { live, .. }) => {
                if let Some(step) = live.plan().first_unsure() {
                    return Err(BisectionError::Unsure(step));
                }
            }
            Computation::Turing(run) => {
                let machine = run.machine();
                if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
                    return Err(BisectionError::NoSuchOutput(setup.claim));
                }
            }
        }
        Ok(Self {
            ledger: limits(&setup.computation),
            start: setup.computation.at(0),
            setup: Arc::new(setup),
            rounds: Arc::default(),
            phase: Phase::Ending,
            ran: false,
        })
    }

    /// The subject of the debate.
    pub fn setup(&self) -> &BisectionInstance {
        &self.setup
    }

    pub(super) fn computation(&self) -> &Computation {
        &self.setup.computation
    }

    /// Returns whether Alice wins from here if both provers play optimally. Alice wins if the end of the disputed
    /// interval follows from its start. Runs the machine over the interval.
    pub(super) fn holds(&self) -> bool {
        match &self.phase {
            Phase::Ending => self.is_true(),
            Phase::Naming(span) => span.holds(self.computation()),
            Phase::Choosing(round) => round.false_half(self.computation()).is_none(),
            Phase::Trial(_, Trial { stage: TrialStage::Over(winner), .. }) => {
                *winner == Side::Alice
            }
            Phase::Trial(span, _) => span.holds(self.computation()),
        }
    }

    /// The prompt in which Alice names the configuration after this step. She may run the machine
    /// first.
    fn naming(
        &self,
        step: u32,
        then: impl FnOnce(&mut Self, Configuration) + 'static,
    ) -> Next<Self> {
        let setup = Arc::clone(&self.setup);
        let texts =
            ArgumentDomain::<SingleLine>::checked(move |text| setup.read(text, step).map(drop));
        let name: EffectfulAction<Self> = effectful::name(texts, move |debate: &mut Self, text| {
            // The domain accepts only texts that describe a configuration.
            if let Ok(named) = debate.setup.read(text.as_str(), step) {
                then(debate, named);
            }
        });
        let run = trial::run(Side::Alice, |debate: &mut Self| {
            let steps = debate.computation().steps();
            let asks = debate.computation().asks_between(0, steps);
            debate.ran = true;
            debate.charge_run(Seat::Alice, steps, asks);
        });
        Next::ask(Seat::Alice, std::iter::once(name).chain((!self.ran).then_some(run)))
    }

    /// Runs the machine for Bob from the interval's start to its middle.
    fn run_to_middle(&mut self, mut round: BisectionRound) {
        let asks = round.run(&self.setup.computation);
        self.charge_run(Seat::Bob, round.span.middle() - round.span.from, asks);
        self.phase = Phase::Choosing(round);
    }

    fn dispute(&mut self, mut round: BisectionRound, half: Half) {
        self.charge_bits(round.span.middle());
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        let span = round.half(half);
        round.kept = Some(half);
        Arc::make_mut(&mut self.rounds).push(round);
        self.narrow_to(span);
    }

    fn narrow_to(&mut self, span: StepInterval) {
        if span.len() > 1 {
            self.phase = Phase::Naming(span);
            return;
        }
        if let Computation::Plan(PlanRun { live, .. }) = &self.setup.computation {
            let plan = live.plan();
            for source in plan.relevant(Step::new(span.to)) {
                if let BitRef::Input(input) = source.get() {
                    self.ledger.show(BitRef::Input(input), plan.inputs().at(input.index()));
                }
            }
        }
        let computation = self.computation();
        let StepInterval { from, to, start, end } = &span;
        let asks = computation.asks(start, *from);
        let next = computation.advance(start, *from, *to);
        let (mut truth, mut right) = (false, [Side::of_claim(next == *end); 2]);
        if asks {
            let answered = [false, true].map(|yes| computation.answered(start, *from, yes));
            right = answered.each_ref().map(|then| Side::of_claim(then == end));
            // If both answers lead to the same configuration, it does not matter which of them is true.
            truth = next == answered[1] && answered[0] != answered[1];
        }
        let trial = Trial {
            step: Step::new(*to),
            steps: computation.steps() as usize,
            asks,
            judge_is_oracle: self.setup.judge_is_oracle,
            truth,
            right,
            answer: None,
            stage: TrialStage::Judging,
        };
        self.phase = Phase::Trial(span, trial);
    }

    fn charge_run(&mut self, seat: Seat, steps: u32, asks: u32) {
        self.ledger.charge(seat, Cost::Steps, u64::from(steps));
        self.ledger.charge(seat, Cost::Oracle, u64::from(asks));
    }

    fn charge_bits(&mut self, step: u32) {
        let bits = u64::from(self.computation().bits(step));
        self.ledger.charge(Seat::Judge, Cost::Transcript, bits);
    }
}

impl TrialProtocol for Bisection {
    fn trial(&self) -> Option<&Trial> {
        if let Phase::Trial(_, trial) = &self.phase { Some(trial) } else { None }
    }

    fn trial_mut(&mut self) -> Option<(&mut Trial, &mut Ledger)> {
        match &mut self.phase {
            Phase::Trial(_, trial) => Some((trial, &mut self.ledger)),
            _ => None,
        }
    }
}

impl BisectionInstance {
    /// Parses the text of the configuration after this step. After the last step, the configuration must have the
    /// claimed output.
    fn read(&self, text: &str, step: u32) -> Result<Configuration, Refusal> {
        let named = self.computation.read(text, step);
        let named = named.map_err(|e| Refusal::Unreadable(e.to_string()))?;
        if step < self.computation.steps() || self.computation.accepts(&named) == self.claim {
            return Ok(named);
        }
        Err(match &self.computation {
            Computation::Plan(_) => Refusal::EndsWithBit(self.claim),
            Computation::Turing(run) => {
                let good = run.machine().ending_in(self.claim);
                Refusal::EndsInState { good, written: None }
            }
        })
    }
}

/// The limits that Theorem 5.1 sets for the judge's costs.
fn limits(computation: &Computation) -> Ledger {
    let rounds = rounds_for(computation.steps());
    let transcript = (rounds + 2) * u64::from(computation.most_bits());
    let inputs = match computation {
        Computation::Turing(_) => 0,
        Computation::Plan(PlanRun { live, .. }) => most_inputs(live.plan()),
    };
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Rounds, rounds)
        .with_limit(Seat::Judge, Cost::Transcript, transcript)
        .with_limit(Seat::Judge, Cost::Input, inputs)
        .with_limit(Seat::Judge, Cost::Oracle, 1)
}

/// The largest number of inputs that a step reads.
fn most_inputs(plan: &Plan) -> u64 {
    let read = |step: Step| {
        let sources = plan.relevant(step).iter();
        let mut inputs: Vec<_> =
            sources.filter(|source| matches!(source.get(), BitRef::Input(_))).collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.len() as u64
    };
    plan.steps().map(read).max().unwrap_or_default()
}

/// ⌈log2 T⌉, the largest number of rounds for T steps.
pub fn rounds_for(steps: u32) -> u64 {
    ceil_log2(steps.into()).into()
}
