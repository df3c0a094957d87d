//! Intervals, and rounds that halve them.

use std::sync::{Arc, OnceLock};

use crate::machine::{Computation, Configuration};
use crate::rules::Half;

/// A disputed interval: Alice says that the configuration after step `from` leads to the one after
/// step `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The step after which it begins; 0 is the start.
    pub from: u32,
    /// The step after which it ends; more than `from`.
    pub to: u32,
    /// The configuration at its beginning.
    pub start: Configuration,
    /// The configuration at its end.
    pub end: Configuration,
}

impl Span {
    /// How many steps it has; at least 1.
    pub fn len(&self) -> u32 {
        self.to - self.from
    }

    /// Never: it has a step.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Its middle, rounded down.
    pub fn middle(&self) -> u32 {
        self.from + self.len() / 2
    }

    /// Whether its beginning leads to its end. Runs the machine over it.
    pub fn holds(&self, computation: &Computation) -> bool {
        computation.advance(&self.start, self.from, self.to) == self.end
    }
}

/// One round: an interval, the configuration that Alice named at its middle, and what Bob did.
#[derive(Clone, Debug)]
pub struct Round {
    /// The interval before the round.
    pub span: Span,
    /// What Alice says the configuration at its middle is.
    pub middle: Configuration,
    /// What Bob found there, if he ran the machine.
    own: Option<Configuration>,
    /// The half that Bob disputes, once he said it.
    pub kept: Option<Half>,
    found: Arc<OnceLock<IntervalRun>>,
}

/// What running the machine over a round's interval shows.
#[derive(Clone, Debug)]
struct IntervalRun {
    follows: Configuration,
    lie: Option<Half>,
}

impl Round {
    /// A round in which Alice has named the middle.
    pub fn new(span: Span, middle: Configuration) -> Self {
        Self { span, middle, own: None, kept: None, found: Arc::default() }
    }

    /// What Bob found at the middle, if he ran the machine.
    pub(super) fn own(&self) -> Option<&Configuration> {
        self.own.as_ref()
    }

    /// Bob runs the machine to the middle, and asks the oracle so often.
    pub(super) fn run(&mut self, computation: &Computation) -> u32 {
        let Span { from, start, .. } = &self.span;
        let (own, asks) = computation.advance_asking(start, *from, self.span.middle());
        self.own = Some(own);
        asks
    }

    /// The interval that is left if Bob disputes a half.
    pub fn half(&self, half: Half) -> Span {
        let Span { from, to, start, end } = self.span.clone();
        let middle = self.span.middle();
        match half {
            Half::First => Span { from, to: middle, start, end: self.middle.clone() },
            Half::Second => Span { from: middle, to, start: self.middle.clone(), end },
        }
    }

    /// What the beginning of the interval really leads to at its middle. Runs the machine, once.
    pub fn follows(&self, computation: &Computation) -> &Configuration {
        &self.found(computation).follows
    }

    /// The half that does not hold, the first if neither does; none if Alice is right about both.
    /// Runs the machine, once.
    pub fn lie(&self, computation: &Computation) -> Option<Half> {
        self.found(computation).lie
    }

    fn found(&self, computation: &Computation) -> &IntervalRun {
        self.found.get_or_init(|| {
            let Span { from, start, .. } = &self.span;
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
