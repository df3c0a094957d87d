//! What an estimator is asked about.

use crate::machine::claims::{ClaimId, ClaimTree};

/// The subclaim asked about: part `at` of argument `which` of `claim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartAsked {
    /// The claim argued for.
    pub claim: ClaimId,
    /// Which of its arguments, from 0.
    pub which: usize,
    /// Which of the argument's subclaims, from 0.
    pub at: usize,
}

impl PartAsked {
    /// The subclaim, and how many its argument has; none where there is no such subclaim.
    pub(super) fn part(self, tree: &ClaimTree) -> Option<(ClaimId, usize)> {
        let parts = tree.argument(self.claim, self.which)?.parts;
        Some((parts.get(self.at)?, parts.len()))
    }
}
