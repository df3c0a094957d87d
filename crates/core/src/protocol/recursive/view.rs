//! The facts that each viewer may know in a recursive debate.

use super::rules::{DiscussedClaim, Phase, RecursiveDebate};
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance};
use crate::protocol::claims::leaf::LeafStage;
use crate::rules::{Protocol, Seat, Side, View, Viewer};

impl<'a> View<'a, RecursiveDebate> {
    /// The claims, the distribution over worlds, and the players' knowledge.
    pub fn case(&self) -> &'a ClaimsInstance {
        self.rules.case()
    }

    /// The next action.
    pub fn phase(&self) -> Phase {
        self.rules.phase
    }

    /// The truth of a claim. `None` if this viewer does not know it.
    pub fn knows(&self, claim: ClaimId) -> Option<bool> {
        self.rules.world.seen(self.eye, claim)
    }

    /// The probability of a claim for this viewer. It is 0 or 1 if the viewer knows the truth.
    pub fn thinks(&self, claim: ClaimId) -> f64 {
        match self.knows(claim) {
            Some(truth) => f64::from(truth),
            None => self.case().worlds().chance(claim),
        }
    }

    /// The claims that were discussed so far. The last of them is the current claim.
    pub fn steps(&self) -> &'a [DiscussedClaim] {
        &self.rules.steps
    }

    /// The argument for a claim. `None` before a prover presents one.
    pub fn argument_of(&self, step: &DiscussedClaim) -> Option<Argument<'a>> {
        self.case().tree().argument(step.claim, step.which?)
    }

    /// The current claim.
    pub fn here(&self) -> ClaimId {
        self.rules.here()
    }

    /// The subclaims that a prover named for the current claim. The other prover must dispute one of them.
    pub fn named(&self) -> &'a [ClaimId] {
        self.rules.named()
    }

    /// The prover who argues: Alice if she answered yes, otherwise Bob.
    pub fn arguer(&self) -> Side {
        self.rules.arguer()
    }

    /// The prover who does not argue.
    pub fn disputer(&self) -> Side {
        self.rules.disputer()
    }

    /// Returns whether Alice's answer is right. For the review only.
    pub fn answer_is_right(&self) -> Option<bool> {
        let root = self.rules.world.truth(ClaimId::ROOT).filter(|_| self.eye.is_review())?;
        Some((self.arguer() == Side::Alice) == root)
    }

    /// The answer that Alice chose, and whether it is right. For the review only.
    pub fn chosen(&self) -> Option<(bool, bool)> {
        let right = Protocol::answer_is_right(self.rules).filter(|_| self.eye.is_review())?;
        Some((self.arguer() == Side::Alice, right))
    }

    /// The answer of the scenario's oracle about the leaf, if the judge looked it up.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Leaf(LeafStage::Judging { asked: true }) if self.eye.is(Seat::Judge) => {
                self.rules.world.truth(self.here())
            }
            _ => None,
        }
    }

    /// The truth of the current leaf, for viewers who can find it. The judge looks at the evidence
    /// in the scenario.
    pub fn leaf_truth(&self) -> Option<bool> {
        let here = self.here();
        let decides = self.eye == Viewer::Seat(Seat::Judge) && self.case().tree().is_leaf(here);
        if decides { self.rules.world.truth(here) } else { self.knows(here) }
    }
}
