//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::claims::world::{MOST_DRAWN_LEAVES, Undrawable};

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
