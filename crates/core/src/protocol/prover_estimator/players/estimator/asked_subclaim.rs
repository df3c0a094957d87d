//! The subclaim that an estimator has to estimate.

use crate::machine::claims::{ClaimId, ClaimTree};

/// The subclaim to estimate: the one at position `at` in argument `which` of `claim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedSubclaim {
    /// The claim with the argument.
    pub claim: ClaimId,
    /// The position of the argument, counted from 0.
    pub which: usize,
    /// The position of the subclaim in the argument, counted from 0.
    pub at: usize,
}

impl AskedSubclaim {
    /// The subclaim, and the number of subclaims of its argument. `None` if the tree has no such
    /// subclaim.
    pub(super) fn part(self, tree: &ClaimTree) -> Option<(ClaimId, usize)> {
        let parts = tree.argument(self.claim, self.which)?.parts;
        Some((parts.get(self.at)?, parts.len()))
    }
}
