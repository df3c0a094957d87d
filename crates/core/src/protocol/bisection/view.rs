//! What each seat of a bisection may know.

use super::rules::Phase;
use super::{Bisection, Round, Span};
use crate::machine::{Computation, Configuration};
use crate::rules::{Half, Seat, View};

impl<'a> View<'a, Bisection> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// How many steps the computation has.
    pub fn steps(&self) -> u32 {
        self.computation().steps()
    }

    /// The computation, for what everybody may know of it: how it goes from a configuration that was
    /// named to the next, and how configurations are written. It also holds the true run, so that
    /// only this room gets it.
    pub(super) fn computation(&self) -> &'a Computation {
        self.rules.computation()
    }

    /// The configuration before step 1: the machine's own.
    pub fn start(&self) -> &'a Configuration {
        &self.rules.start
    }

    /// The rounds that Bob has decided, in order.
    pub fn rounds(&self) -> &'a [Round] {
        &self.rules.rounds
    }

    /// The round in which Bob must choose now.
    pub fn open_round(&self) -> Option<&'a Round> {
        if let Phase::Choosing(round) = &self.rules.phase { Some(round) } else { None }
    }

    /// The disputed interval, with the configurations that Alice named; none before she has named
    /// the last one.
    pub fn span(&self) -> Option<&'a Span> {
        match &self.rules.phase {
            Phase::Ending => None,
            Phase::Naming(span) => Some(span),
            Phase::Choosing(round) => Some(&round.span),
            Phase::Trial(span, _) => Some(span),
        }
    }

    /// The step whose configuration Alice has to name now.
    pub fn to_name(&self) -> Option<u32> {
        match &self.rules.phase {
            Phase::Ending => Some(self.steps()),
            Phase::Naming(span) => Some(span.middle()),
            Phase::Choosing(_) | Phase::Trial(..) => None,
        }
    }

    /// The computation as a prover who has run it knows it.
    pub fn own_run(&self) -> Option<&'a Computation> {
        (self.eye.is(Seat::Alice) && self.rules.ran).then(|| self.computation())
    }

    /// What Bob found at the middle of a round, if he ran the machine there; the review sees it.
    pub fn found(&self, round: &'a Round) -> Option<&'a Configuration> {
        round.own().filter(|_| self.eye.is(Seat::Bob))
    }

    /// The half of a round that does not hold, the first if neither does, for the review.
    pub fn lie(&self, round: &Round) -> Option<Half> {
        self.eye.is_review().then(|| round.lie(self.computation()))?
    }

    /// What the start of a round's interval really leads to at its middle, for the review.
    pub fn follows(&self, round: &'a Round) -> Option<&'a Configuration> {
        self.eye.is_review().then(|| round.follows(self.computation()))
    }

    /// The question that the last step puts to the oracle, when only that step is left.
    pub fn question(&self) -> Option<String> {
        let Phase::Trial(span, _) = &self.rules.phase else { return None };
        self.computation().question(&span.start, span.from)
    }

    /// Whether what Alice has named holds, for the review.
    pub fn holds(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.holds())
    }
}
