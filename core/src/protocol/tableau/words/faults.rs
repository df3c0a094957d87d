//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::bisection::no_such_output;
use crate::protocol::tableau::NoSuchOutput;

impl fmt::Display for NoSuchOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        no_such_output(self.0, f)
    }
}

impl Error for NoSuchOutput {}
