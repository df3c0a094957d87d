//! Disputed intervals, and the rounds that halve them.

use std::sync::{Arc, OnceLock};

use crate::machine::{Computation, Configuration};
use crate::rules::Half;

/// A disputed interval. Alice says that the configuration after step `from` leads to the one after
/// step `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepInterval {
    /// The step before the interval; 0 is the start.
    pub from: u32,
    /// The last step of the interval, larger than `from`.
    pub to: u32,
    /// The configuration at the beginning of the interval.
    pub start: Configuration,
    /// The configuration at the end of the interval.
    pub end: Configuration,
}

impl StepInterval {
    /// The number of steps, at least 1.
    pub fn len(&self) -> u32 {
        self.to - self.from
    }

    /// Always false, because an interval has at least one step.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The step in the middle of the interval, rounded down.
    pub fn middle(&self) -> u32 {
        self.from + self.len() / 2
    }

    /// Returns whether the start of the interval leads to its end. Runs the machine over the interval.
    pub fn holds(&self, computation: &Computation) -> bool {
        computation.advance(&self.start, self.from, self.to) == self.end
    }
}

/// One round: an interval, Alice's configuration at the middle of the interval, and Bob's choice.
#[derive(Clone, Debug)]
pub struct BisectionRound {
    /// The interval before the round.
    pub span: StepInterval,
    /// The configuration that Alice named at the middle.
    pub middle: Configuration,
    /// The configuration that Bob computed at the middle. `None` if he did not run the machine.
    own: Option<Configuration>,
    /// The half that Bob disputes. `None` before he chooses.
    pub kept: Option<Half>,
    found: Arc<OnceLock<IntervalRun>>,
}

/// The result of a run over the interval of a round.
#[derive(Clone, Debug)]
struct IntervalRun {
    follows: Configuration,
    lie: Option<Half>,
}

impl BisectionRound {
    /// A round after Alice has named the middle.
    pub fn new(span: StepInterval, middle: Configuration) -> Self {
        Self { span, middle, own: None, kept: None, found: Arc::default() }
    }

    /// The configuration that Bob computed at the middle. `None` if he did not run the machine.
    pub(super) fn own(&self) -> Option<&Configuration> {
        self.own.as_ref()
    }

    /// Runs the machine to the middle for Bob. Returns the number of oracle queries.
    pub(super) fn run(&mut self, computation: &Computation) -> u32 {
        let StepInterval { from, start, .. } = &self.span;
        let (own, asks) = computation.advance_asking(start, *from, self.span.middle());
        self.own = Some(own);
        asks
    }

    /// The interval that remains if Bob disputes this half.
    pub fn half(&self, half: Half) -> StepInterval {
        let StepInterval { from, to, start, end } = self.span.clone();
        let middle = self.span.middle();
        match half {
            Half::First => StepInterval { from, to: middle, start, end: self.middle.clone() },
            Half::Second => StepInterval { from: middle, to, start: self.middle.clone(), end },
        }
    }

    /// The configuration that the machine reaches at the middle if it runs from the start of the interval. Runs the
    /// machine on the first call.
    pub fn follows(&self, computation: &Computation) -> &Configuration {
        &self.found(computation).follows
    }

    /// The wrong half, or the first if both are wrong. `None` if Alice is right about both. Runs
    /// the machine on the first call.
    pub fn false_half(&self, computation: &Computation) -> Option<Half> {
        self.found(computation).lie
    }

    fn found(&self, computation: &Computation) -> &IntervalRun {
        self.found.get_or_init(|| {
            let StepInterval { from, start, .. } = &self.span;
            let follows = computation.advance(start, *from, self.span.middle());
            let lie = if follows != self.middle {
                Some(Half::First)
            } else {
                let second = self.half(Half::Second);
                (!second.holds(computation)).then_some(Half::Second)
            };
            IntervalRun { follows, lie }
        })
    }
}
