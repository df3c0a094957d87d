//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::cross_examination::Unsure;

impl fmt::Display for Unsure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the oracle is unsure at step {}: cross-examination needs every probability to be 0 \
             or 1; use the stochastic protocol instead",
            self.0
        )
    }
}

impl Error for Unsure {}
