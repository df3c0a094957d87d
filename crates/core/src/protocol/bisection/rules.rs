//! Fig. 4 of the 2024 paper.

use std::sync::Arc;

use super::{BisectionError, Round, Span};
use crate::machine::PlanRun;
use crate::machine::{Computation, Configuration, Plan, Step, ceil_log2};
use crate::protocol::trial::{self, Trial, TrialStage, Tried};
use crate::rules::{
    Among, Cell, Cost, Half, Ledger, Next, Offered, Phrase, Protocol, Refusal, Seat, Side, offer,
};
use crate::work::{Stopped, Token};

/// What a bisection is about.
#[derive(Clone, Debug)]
pub struct BisectionInstance {
    /// The computation. Its oracle is deterministic.
    pub computation: Computation,
    /// The output that Alice claims: whether the machine accepts, or the plan's last bit.
    pub claim: bool,
    /// Whether the judge is the oracle: if the last step asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// A bisection, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Bisection {
    setup: Arc<BisectionInstance>,
    /// Rounds that Bob has decided.
    pub(super) rounds: Arc<Vec<Round>>,
    pub(super) phase: Phase,
    /// The configuration before step 1.
    pub(super) start: Configuration,
    /// Whether Alice ran the machine.
    pub(super) ran: bool,
    ledger: Ledger,
}

/// Where it stands.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// Alice names the last configuration.
    Ending,
    /// Alice names the middle of this interval.
    Naming(Span),
    /// Bob chooses a half; he may run the machine from the interval's start to its middle first.
    Choosing(Round),
    /// The judge checks the one step that is left: this interval.
    Trial(Span, Trial),
}

impl Protocol for Bisection {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            // Alice names the last configuration, which has the output that she claims.
            Phase::Ending => {
                let to = self.computation().steps();
                self.naming(to, move |debate, end| {
                    debate.charge_bits(0);
                    debate.charge_bits(to);
                    let start = debate.start.clone();
                    debate.narrow_to(Span { from: 0, to, start, end });
                })
            }
            // Alice names the configuration at the middle of the interval.
            Phase::Naming(span) => {
                let span = span.clone();
                self.naming(span.middle(), |debate, middle| {
                    debate.phase = Phase::Choosing(Round::new(span, middle));
                })
            }
            // Bob says in which half the lie is.
            Phase::Choosing(round) => {
                let (decided, open) = (round.clone(), round.clone());
                let dispute = offer::dispute(Among::<Half>::ALL, |debate: &mut Self, half| {
                    debate.dispute(decided, half);
                });
                let run = trial::run(Side::Bob, |debate: &mut Self| debate.run_to_middle(open));
                let run = round.own().is_none().then_some(run);
                Next::ask(Seat::Bob, std::iter::once(dispute).chain(run))
            }
            // The judge checks the step that is left.
            Phase::Trial(_, trial) => trial::next(self, trial),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(Some(self.is_true()))
    }
}

impl Bisection {
    /// Whether the computation ends as Alice claims.
    pub(super) fn is_true(&self) -> bool {
        let computation = self.computation();
        computation.accepts(&computation.at(computation.steps())) == self.setup.claim
    }

    /// A debate about to begin.
    ///
    /// # Errors
    /// If the oracle is not deterministic, or no configuration has the output that is claimed.
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

    /// What the debate is about.
    pub fn setup(&self) -> &BisectionInstance {
        &self.setup
    }

    /// The computation.
    pub(super) fn computation(&self) -> &Computation {
        &self.setup.computation
    }

    /// Whether Alice is right from here on if everybody plays well: what she has named follows
    /// from its start. Runs the machine over the disputed interval.
    pub(super) fn holds(&self) -> bool {
        match &self.phase {
            Phase::Ending => self.is_true(),
            Phase::Naming(span) => span.holds(self.computation()),
            Phase::Choosing(round) => round.lie(self.computation()).is_none(),
            Phase::Trial(_, Trial { stage: TrialStage::Over(winner), .. }) => {
                *winner == Side::Alice
            }
            Phase::Trial(span, _) => span.holds(self.computation()),
        }
    }

    /// Alice names the configuration after this step, and may run the machine before.
    fn naming(
        &self,
        step: u32,
        then: impl FnOnce(&mut Self, Configuration) + 'static,
    ) -> Next<Self> {
        let setup = Arc::clone(&self.setup);
        let texts = Among::<Phrase>::checked(move |text| setup.read(text, step).map(drop));
        let name: Offered<Self> = offer::name(texts, move |debate: &mut Self, text| {
            // The domain admits no other text.
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

    /// Bob runs the machine from the interval's start to its middle.
    fn run_to_middle(&mut self, mut round: Round) {
        let asks = round.run(&self.setup.computation);
        self.charge_run(Seat::Bob, round.span.middle() - round.span.from, asks);
        self.phase = Phase::Choosing(round);
    }

    fn dispute(&mut self, mut round: Round, half: Half) {
        self.charge_bits(round.span.middle());
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        let span = round.half(half);
        round.kept = Some(half);
        Arc::make_mut(&mut self.rounds).push(round);
        self.narrow_to(span);
    }

    /// The disputed interval is now this one.
    fn narrow_to(&mut self, span: Span) {
        if span.len() > 1 {
            self.phase = Phase::Naming(span);
            return;
        }
        if let Computation::Plan(PlanRun { live, .. }) = &self.setup.computation {
            let plan = live.plan();
            for source in plan.relevant(Step::new(span.to)) {
                if let Cell::Input(input) = source.get() {
                    self.ledger.show(Cell::Input(input), plan.inputs().at(input.index()));
                }
            }
        }
        let computation = self.computation();
        let Span { from, to, start, end } = &span;
        let asks = computation.asks(start, *from);
        let next = computation.advance(start, *from, *to);
        let (mut truth, mut right) = (false, [Side::of_claim(next == *end); 2]);
        if asks {
            let answered = [false, true].map(|yes| computation.answered(start, *from, yes));
            right = answered.each_ref().map(|then| Side::of_claim(then == end));
            // Where both answers lead to the same configuration it does not matter which it is.
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

impl Tried for Bisection {
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
    /// The configuration after this step that a text names. After the last step it must have the
    /// output that is claimed.
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

/// The judge's limits by Theorem 5.1.
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

/// The most inputs that a step reads.
fn most_inputs(plan: &Plan) -> u64 {
    let read = |step: Step| {
        let sources = plan.relevant(step).iter();
        let mut inputs: Vec<_> =
            sources.filter(|source| matches!(source.get(), Cell::Input(_))).collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.len() as u64
    };
    plan.steps().map(read).max().unwrap_or_default()
}

/// ⌈log2 T⌉, the most rounds that halving T steps takes.
pub fn rounds_for(steps: u32) -> u64 {
    ceil_log2(steps.into()).into()
}
