//! What each seat of a recursive debate may know: the methods that strategies call.

use super::{Phase, RecursiveDebate};
use crate::machine::claims::{Case, ClaimId};
use crate::rules::Seat;
use crate::rules::Sight;

impl<'a> Sight<'a, RecursiveDebate> {
    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &'a Case {
        self.rules.case()
    }

    /// P[claim is true] for this seat: 0 or 1 where it knows.
    pub fn thinks(&self, claim: ClaimId) -> f64 {
        match self.rules.world.knows(self.seat, claim) {
            Some(truth) => f64::from(u8::from(truth)),
            None => self.case().worlds().chance(claim),
        }
    }

    /// The claim under discussion.
    pub fn here(&self) -> ClaimId {
        self.rules.here()
    }

    /// The subclaims named as true for it, one of which is to be disputed.
    pub fn named(&self) -> &'a [ClaimId] {
        self.rules.named()
    }

    /// Whether this seat has to answer the root.
    pub fn is_answering(&self) -> bool {
        self.rules.phase == Phase::Answering
    }

    /// Whether this seat argues now, rather than disputes.
    pub fn is_arguing(&self) -> bool {
        self.rules.phase == Phase::Arguing
    }

    /// What the scenario's oracle told the judge about the leaf.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Judging { asked: true } if self.seat == Seat::Judge => {
                self.rules.world.truth(self.rules.here())
            }
            _ => None,
        }
    }
}
