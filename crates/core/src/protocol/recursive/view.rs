//! What each eye may know of a recursive debate.

use super::rules::{Phase, RecursiveDebate, Step};
use crate::machine::claims::{Argument, Case, ClaimId};
use crate::protocol::claims::leaf::Stage;
use crate::rules::{Eye, Protocol, Seat, Side, View};

impl<'a> View<'a, RecursiveDebate> {
    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &'a Case {
        self.rules.case()
    }

    /// What is to be done next.
    pub fn phase(&self) -> Phase {
        self.rules.phase
    }

    /// Whether a claim is true, as far as this eye knows.
    pub fn knows(&self, claim: ClaimId) -> Option<bool> {
        self.rules.world.seen(self.eye, claim)
    }

    /// P[claim is true] for this eye: 0 or 1 where it knows.
    pub fn thinks(&self, claim: ClaimId) -> f64 {
        match self.knows(claim) {
            Some(truth) => f64::from(truth),
            None => self.case().worlds().chance(claim),
        }
    }

    /// What was argued so far, the claim under discussion last.
    pub fn steps(&self) -> &'a [Step] {
        &self.rules.steps
    }

    /// The argument laid out for a claim, once it is.
    pub fn argument_of(&self, step: &Step) -> Option<Argument<'a>> {
        self.case().tree().argument(step.claim, step.which?)
    }

    /// The claim under discussion.
    pub fn here(&self) -> ClaimId {
        self.rules.here()
    }

    /// The subclaims named as true for it, one of which is to be disputed.
    pub fn named(&self) -> &'a [ClaimId] {
        self.rules.named()
    }

    /// The prover who argues: Alice if she answered yes, else Bob.
    pub fn arguer(&self) -> Side {
        self.rules.arguer()
    }

    /// The other prover.
    pub fn disputer(&self) -> Side {
        self.rules.disputer()
    }

    /// Whether Alice's answer is right, for the review.
    pub fn answer_is_right(&self) -> Option<bool> {
        let root = self.rules.world.truth(ClaimId::ROOT).filter(|_| self.eye.is_review())?;
        Some((self.arguer() == Side::Alice) == root)
    }

    /// What Alice answered where she chose it, and whether that is right, for the review.
    pub fn chosen(&self) -> Option<(bool, bool)> {
        let right = Protocol::answer_is_right(self.rules).filter(|_| self.eye.is_review())?;
        Some((self.arguer() == Side::Alice, right))
    }

    /// What the scenario's oracle told the judge about the leaf.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Leaf(Stage::Judging { asked: true }) if self.eye.is(Seat::Judge) => {
                self.rules.world.truth(self.here())
            }
            _ => None,
        }
    }

    /// Whether the leaf under discussion is true, for whoever decides it: the judge looks at the
    /// evidence that the scenario gives.
    pub fn evident(&self) -> Option<bool> {
        let here = self.here();
        let decides = self.eye == Eye::Seat(Seat::Judge) && self.case().tree().is_leaf(here);
        if decides { self.rules.world.truth(here) } else { self.knows(here) }
    }
}
