//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use super::BisectionError;

impl fmt::Display for BisectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsure(step) => write!(
                f,
                "the oracle is unsure at step {step}: bisection needs every probability to be 0 \
                 or 1; use the stochastic protocol instead"
            ),
            Self::NoSuchOutput(claim) => no_such_output(claim, f),
        }
    }
}

impl Error for BisectionError {}

/// No state of a machine accepts, or none rejects.
pub(crate) fn no_such_output(claim: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (accepts, key) = if claim { ("accepts", "accept:") } else { ("rejects", "reject:") };
    write!(f, "no state of the machine {accepts}: name one with `{key}`")
}
