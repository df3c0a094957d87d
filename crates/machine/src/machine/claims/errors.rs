//! Errors about distributions over worlds.

use std::sync::Arc;

/// The largest number of worlds in a list.
pub const MOST_WORLDS: usize = 1 << 16;
/// The largest number of subclaims of a claim with alternative arguments that share subclaims.
pub(super) const MOST_SHARED: usize = 20;

/// Why a distribution over worlds was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldsError {
    /// There are no worlds.
    #[error("list at least one world")]
    Empty,
    /// There are too many worlds.
    #[error(
        "{worlds} worlds of {claims} claims are too many to list. The limit is {MOST_WORLDS} worlds"
    )]
    TooMany {
        /// The number of worlds.
        worlds: usize,
        /// The number of claims.
        claims: usize,
    },
    /// A weight is invalid.
    #[error("world {world} has weight {weight}, but a weight must be from 0 to 1")]
    Weight {
        /// The number of the world, counted from 1.
        world: usize,
        /// The weight of this world.
        weight: f64,
    },
    /// The weights do not sum to 1.
    #[error("the weights of the worlds sum to {sum}, which is {} 1 by {}", side(*.sum), gap(*.sum))]
    Sum {
        /// The sum of the weights.
        sum: f64,
    },
    /// The number of truths or probabilities differs from the number of leaves.
    #[error("there are {leaves} leaves, but {got} values for them")]
    Leaves {
        /// The number of leaves.
        leaves: usize,
        /// The number of values.
        got: usize,
    },
    /// Alternative arguments share too many subclaims for exact odds.
    #[error(
        "claim `{0}` has alternative arguments that share subclaims, and together they have more \
         than {MOST_SHARED} subclaims. List the worlds instead"
    )]
    Shared(Arc<str>),
}

fn side(sum: f64) -> &'static str {
    if sum < 1.0 { "below" } else { "above" }
}

fn gap(sum: f64) -> f64 {
    // Rounds the sum, so that 0.1 + 0.2 does not show its last digits.
    ((sum - 1.0).abs() * 1e12).round() / 1e12
}
