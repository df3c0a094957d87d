//! What each seat of a bisection may know: the methods that strategies call.

use super::{Bisection, BisectionInstance, Phase, Round, Span};
use crate::machine::{Computation, Configuration};
use crate::rules::View;
use crate::rules::{Seat, Side};

impl<'a> View<'a, Bisection> {
    /// What the debate is about. Everybody knows the machine and its input.
    pub fn setup(&self) -> &'a BisectionInstance {
        self.rules.setup()
    }

    /// The disputed interval, with the configurations that Alice named; none before she has named
    /// the last one.
    pub fn span(&self) -> Option<&'a Span> {
        self.rules.span()
    }

    /// The step whose configuration Alice has to name now.
    pub fn to_name(&self) -> Option<u32> {
        match &self.rules.phase {
            Phase::Ending => Some(self.setup().computation.steps()),
            Phase::Naming(span) => Some(span.middle()),
            _ => None,
        }
    }

    /// The computation as a prover who has run it knows it.
    pub fn own_run(&self) -> Option<&'a Computation> {
        let ran = self.eye.is(Seat::Alice) && self.rules.ran;
        ran.then_some(&self.rules.setup().computation)
    }

    /// The middle that Alice named, when Bob has to choose.
    pub fn middle(&self) -> Option<&'a Configuration> {
        self.rules.open_round().map(|round| &round.middle)
    }

    /// What Bob found at the middle, if he ran the machine there.
    pub fn own_middle(&self) -> Option<&'a Configuration> {
        let round: Option<&'a Round> = self.rules.open_round();
        round.filter(|_| self.eye.is(Seat::Bob))?.own.as_ref()
    }

    /// The question that the last step puts to the oracle, when only that step is left.
    pub fn question(&self) -> Option<String> {
        match &self.rules.phase {
            Phase::Checking(span, _) => self.rules.question(span),
            _ => None,
        }
    }

    /// The verdict that follows from what the judge has read and asked; none if the oracle has to
    /// be asked first.
    pub fn verdict(&self) -> Option<Side> {
        self.rules.verdict()
    }

    /// The judge's own answer to the last step's question, where the judge is the oracle.
    pub fn own_judgement(&self) -> Option<bool> {
        match &self.rules.phase {
            Phase::Checking(span, _) if self.is_judge() && self.setup().judge_is_oracle => {
                self.question().map(|_| self.rules.answer(span))
            }
            _ => None,
        }
    }
}
