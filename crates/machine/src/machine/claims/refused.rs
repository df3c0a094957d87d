//! Why a law over worlds was refused.

use std::sync::Arc;

/// At most this many worlds are listed one by one.
pub const MOST_WORLDS: usize = 1 << 16;
/// Alternative arguments that share subclaims may have this many subclaims between them.
pub(super) const MOST_SHARED: usize = 20;

/// Why a law over worlds was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldsError {
    /// No worlds.
    #[error("list at least one world")]
    Empty,
    /// Too many of them.
    #[error("{worlds} worlds of {claims} claims are too many to list (at most {MOST_WORLDS})")]
    TooMany {
        /// How many worlds.
        worlds: usize,
        /// How many claims.
        claims: usize,
    },
    /// A weight that is none.
    #[error("world {world} has weight {weight}: a weight is a number from 0 to 1")]
    Weight {
        /// Which world, from 1.
        world: usize,
        /// Its weight.
        weight: f64,
    },
    /// Weights of another sum.
    #[error("the weights of the worlds sum to {sum}, which is {} 1 by {}", side(*.sum), gap(*.sum))]
    Sum {
        /// What they sum to.
        sum: f64,
    },
    /// Not one truth, or probability, a leaf.
    #[error("there are {leaves} leaves, but {got} values for them")]
    Leaves {
        /// How many leaves.
        leaves: usize,
        /// How many values.
        got: usize,
    },
    /// Alternative arguments that share too much for exact odds.
    #[error(
        "claim `{0}` has alternative arguments that share subclaims, more than {MOST_SHARED} \
         between them: list the worlds instead"
    )]
    Shared(Arc<str>),
}

fn side(sum: f64) -> &'static str {
    if sum < 1.0 { "below" } else { "above" }
}

fn gap(sum: f64) -> f64 {
    // Rounded, so that 0.1 + 0.2 does not show its last bits.
    ((sum - 1.0).abs() * 1e12).round() / 1e12
}
