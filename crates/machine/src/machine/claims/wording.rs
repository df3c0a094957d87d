//! The words of claims: listed one by one, or made when they are needed.
//!
//! A family of 10^6 claims does not store 10^6 sentences.

use std::sync::Arc;

use super::Intervals;

/// What the claims of a tree say.
#[derive(Clone, Debug)]
pub(super) enum Wording {
    /// Name and words of each claim, in the order of the arena.
    Listed(Arc<[(Arc<str>, Arc<str>)]>),
    /// "no divisor of n in [a, b]".
    Intervals(Arc<Intervals>),
    /// The root in words; every other claim is a numbered part of it.
    Parts(Arc<str>),
}
