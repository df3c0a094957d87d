//! What keeps a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::cross_examination;

impl fmt::Display for cross_examination::Unsure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the oracle is unsure at step {}: cross-examination needs every probability to be 0 \
             or 1; use the stochastic protocol instead",
            self.0
        )
    }
}

impl Error for cross_examination::Unsure {}
