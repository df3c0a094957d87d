//! The words of claims: listed, or made on demand.
//!
//! A family of 10^6 claims does not store 10^6 sentences.

use std::sync::Arc;

use super::DivisorIntervals;

/// The words of a tree's claims.
#[derive(Clone, Debug)]
pub(super) enum ClaimWording {
    /// The name and words of each claim, in the order of the arena.
    Listed(Arc<[(Arc<str>, Arc<str>)]>),
    /// "no divisor of n in [a, b]".
    Intervals(Arc<DivisorIntervals>),
    /// The words of the root. Every other claim is a numbered part of it.
    Parts(Arc<str>),
}
