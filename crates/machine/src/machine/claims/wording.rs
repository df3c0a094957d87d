//! The statements of claims, either listed or made on demand. A family of 10^6 claims need not store 10^6 sentences.

use std::sync::Arc;

use super::DivisorIntervals;

#[derive(Clone, Debug)]
pub(super) enum ClaimWording {
    /// The name and the statement of each claim, in the order of the arena.
    Listed(Arc<[(Arc<str>, Arc<str>)]>),
    /// The statement "no divisor of n in [a, b]" for each claim.
    Intervals(Arc<DivisorIntervals>),
    /// The statement of the root. Every other claim is a numbered part of it.
    Parts(Arc<str>),
}
