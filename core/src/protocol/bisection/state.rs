//! What a bisection is about, and where it stands.

use crate::machine::PlanRun;
use std::sync::Arc;

use super::{Round, Span};
use crate::machine::{Computation, Configuration, Origin, Step};
use crate::protocol::trial::old::Trial;
use crate::rules::{Cost, Ledger, Position, Seat, Side};

/// What a bisection is about.
#[derive(Clone, Debug)]
pub struct BisectionInstance {
    /// The computation. Its oracle is deterministic.
    pub computation: Computation,
    /// The output that Alice claims: whether the machine accepts, or the plan's last bit.
    pub claim: bool,
    /// What that output means, in words; the whole claim.
    pub words: String,
    /// Whether the judge is the oracle: if the last step asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// Why a computation cannot be bisected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BisectionError {
    /// A stochastic oracle.
    Unsure(Step),
    /// A machine whose states all accept, or none.
    NoSuchOutput(bool),
}

/// A bisection, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Bisection {
    pub(super) setup: Arc<BisectionInstance>,
    /// Rounds that Bob has decided.
    pub(super) rounds: Arc<Vec<Round>>,
    pub(crate) phase: Phase,
    /// The configuration before step 1.
    pub(crate) start: Configuration,
    /// Whether Alice ran the machine.
    pub(crate) ran: bool,
    pub(super) ledger: Ledger,
}

/// Where it stands.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Alice names the last configuration.
    Ending,
    /// Alice names the middle of this interval.
    Naming(Span),
    /// Bob chooses a half; he may run the machine from the interval's start to its middle first.
    Choosing(Round),
    /// The judge checks the one step that is left, knowing the oracle's answer or not yet.
    Checking(Span, Option<bool>),
    /// The oracle's answer is on its way to the judge.
    Answering(Span),
    /// The judge has ruled.
    Over(Span, Option<bool>, Side),
}

impl Bisection {
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

    /// The rounds that Bob has decided, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The interval in dispute; none before Alice has named how it ends.
    pub fn span(&self) -> Option<&Span> {
        match &self.phase {
            Phase::Ending => None,
            Phase::Choosing(round) => Some(&round.span),
            Phase::Naming(span)
            | Phase::Checking(span, _)
            | Phase::Answering(span)
            | Phase::Over(span, ..) => Some(span),
        }
    }

    /// The round in which Bob must choose now.
    pub fn open_round(&self) -> Option<&Round> {
        if let Phase::Choosing(round) = &self.phase { Some(round) } else { None }
    }

    /// The computation.
    pub(crate) fn computation(&self) -> &Computation {
        &self.setup.computation
    }

    /// Whether Alice is right from here on if everybody plays well: what she has named follows
    /// from its start. Runs the machine over the disputed interval.
    pub fn holds(&self) -> bool {
        match &self.phase {
            Phase::Ending => self.truth() == Some(true),
            Phase::Naming(span) => span.holds(self.computation()),
            Phase::Choosing(round) => round.lie(self.computation()).is_none(),
            Phase::Checking(span, _) | Phase::Answering(span) => span.holds(self.computation()),
            Phase::Over(_, _, winner) => *winner == Side::Alice,
        }
    }

    /// Who is right about the last step, as far as the judge knows; none if the oracle has to be
    /// asked first.
    pub(crate) fn verdict(&self) -> Option<Side> {
        let (span, answer) = match &self.phase {
            Phase::Checking(span, answer) | Phase::Over(span, answer, _) => (span, *answer),
            _ => return None,
        };
        let next = match (self.asks(span), answer) {
            (true, None) => return None,
            (true, Some(answer)) => self.computation().answered(&span.start, span.from, answer),
            (false, _) => self.computation().advance(&span.start, span.from, span.to),
        };
        Some(Side::of_claim(next == span.end))
    }

    /// What the judge has to rule on once only the last step of this interval is left.
    pub(crate) fn trial(&self, span: &Span, answer: Option<bool>) -> Trial {
        Trial {
            step: Step::new(span.to),
            steps: self.computation().steps() as usize,
            asks: self.asks(span),
            judge_is_oracle: self.setup.judge_is_oracle,
            answer,
        }
    }

    /// Whether the last step asks the oracle.
    fn asks(&self, span: &Span) -> bool {
        self.computation().asks(&span.start, span.from)
    }

    /// The question that the last step puts to the oracle.
    pub(crate) fn question(&self, span: &Span) -> Option<String> {
        self.computation().question(&span.start, span.from)
    }

    /// What the oracle answers to the last step's question.
    pub(super) fn answer(&self, span: &Span) -> bool {
        let next = self.computation().advance(&span.start, span.from, span.to);
        let yes = self.computation().answered(&span.start, span.from, true);
        let no = self.computation().answered(&span.start, span.from, false);
        // Where both answers lead to the same configuration it does not matter which it is.
        next == yes && yes != no
    }
}

/// The judge's limits by Theorem 5.1.
fn limits(computation: &Computation) -> Ledger {
    let rounds = rounds_for(computation.steps());
    let transcript = (rounds + 2) * u64::from(computation.most_bits());
    let inputs = match computation {
        Computation::Turing(_) => 0,
        Computation::Plan(PlanRun { live, .. }) => {
            let plan = live.plan();
            let read = |step: Step| {
                let mut inputs: Vec<_> = plan
                    .relevant(step)
                    .iter()
                    .filter(|source| matches!(source.get(), Origin::Input(_)))
                    .collect();
                inputs.sort_unstable();
                inputs.dedup();
                inputs.len() as u64
            };
            plan.steps().map(read).max().unwrap_or_default()
        }
    };
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Rounds, rounds)
        .with_limit(Seat::Judge, Cost::Transcript, transcript)
        .with_limit(Seat::Judge, Cost::Input, inputs)
        .with_limit(Seat::Judge, Cost::Oracle, 1)
}

/// ⌈log2 T⌉, the most rounds that halving T steps takes.
pub fn rounds_for(steps: u32) -> u64 {
    u64::from(steps.max(1).next_power_of_two().trailing_zeros())
}
