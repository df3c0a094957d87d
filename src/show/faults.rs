//! What keeps a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::recursive;
use crate::protocol::world::{MOST_DRAWN_LEAVES, Undrawable};

impl fmt::Display for Undrawable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaves(leaves) => write!(
                f,
                "{leaves} uncertain leaves are too many to draw one by one (at most \
                 {MOST_DRAWN_LEAVES}): use fewer, or the worlds `one-false`"
            ),
            Self::Weights => f.write_str("the worlds have no weight"),
        }
    }
}

impl Error for Undrawable {}

impl fmt::Display for recursive::SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocks(claim) => write!(
                f,
                "claim `{claim}` rests on majorities of pieces: recursive debate takes plain \
                 rules; hold a prover-estimator debate instead"
            ),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl Error for recursive::SetupError {}
