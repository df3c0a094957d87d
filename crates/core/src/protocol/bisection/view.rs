//! The facts that each seat may know in a bisection.

use super::rules::Phase;
use super::{Bisection, BisectionRound, StepInterval};
use crate::machine::{Computation, Configuration};
use crate::rules::{Half, Seat, View};

impl<'a> View<'a, Bisection> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// The number of steps of the computation.
    pub fn steps(&self) -> u32 {
        self.computation().steps()
    }

    /// The computation. Its public parts are the step from a named configuration to the next, and the text form of
    /// configurations. It also holds the true run, so only the protocol itself may call this function.
    pub(super) fn computation(&self) -> &'a Computation {
        self.rules.computation()
    }

    /// The true configuration before step 1.
    pub fn start(&self) -> &'a Configuration {
        &self.rules.start
    }

    /// The rounds in which Bob has chosen, in order.
    pub fn rounds(&self) -> &'a [BisectionRound] {
        &self.rules.rounds
    }

    /// The round in which Bob must choose now.
    pub fn open_round(&self) -> Option<&'a BisectionRound> {
        if let Phase::Choosing(round) = &self.rules.phase { Some(round) } else { None }
    }

    /// The disputed interval, with the configurations that Alice named. `None` before she has named
    /// the last one.
    pub fn span(&self) -> Option<&'a StepInterval> {
        match &self.rules.phase {
            Phase::Ending => None,
            Phase::Naming(span) => Some(span),
            Phase::Choosing(round) => Some(&round.span),
            Phase::Trial(span, _) => Some(span),
        }
    }

    /// The step whose configuration Alice must name now.
    pub fn to_name(&self) -> Option<u32> {
        match &self.rules.phase {
            Phase::Ending => Some(self.steps()),
            Phase::Naming(span) => Some(span.middle()),
            Phase::Choosing(_) | Phase::Trial(..) => None,
        }
    }

    /// The computation, for a prover who has run it.
    pub fn own_run(&self) -> Option<&'a Computation> {
        (self.eye.is(Seat::Alice) && self.rules.ran).then(|| self.computation())
    }

    /// The configuration that Bob computed at the middle of a round. `None` if he did not run the machine. Only Bob
    /// and the review see it.
    pub fn found(&self, round: &'a BisectionRound) -> Option<&'a Configuration> {
        round.own().filter(|_| self.eye.is(Seat::Bob))
    }

    /// The wrong half of a round, or the first if both are wrong. For the review only.
    pub fn false_half(&self, round: &BisectionRound) -> Option<Half> {
        self.eye.is_review().then(|| round.false_half(self.computation()))?
    }

    /// The configuration that the machine reaches at the middle if it runs from the start of the round's interval. For
    /// the review only.
    pub fn follows(&self, round: &'a BisectionRound) -> Option<&'a Configuration> {
        self.eye.is_review().then(|| round.follows(self.computation()))
    }

    /// The question to the oracle in the last step. `None` if more steps are left, or if the step asks nothing.
    pub fn question(&self) -> Option<String> {
        let Phase::Trial(span, _) = &self.rules.phase else { return None };
        self.computation().question(&span.start, span.from)
    }

    /// Returns whether the disputed interval is right. For the review only.
    pub fn holds(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.holds())
    }
}
