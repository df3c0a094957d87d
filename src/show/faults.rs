//! What keeps a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use super::number::count;
use crate::protocol::twins::{MOST_INPUTS, MOST_ROUNDS, TwinsError};
use crate::protocol::{bisection, cross_examination, tableau};

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

impl fmt::Display for tableau::NoSuchOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        no_such_output(self.0, f)
    }
}

impl Error for tableau::NoSuchOutput {}

impl fmt::Display for bisection::SetupError {
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

impl Error for bisection::SetupError {}

impl fmt::Display for TwinsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyInputs(inputs) => {
                write!(
                    f,
                    "twins are drawn from all inputs: at most {MOST_INPUTS} of them, not {inputs}"
                )
            }
            Self::Constant => {
                f.write_str("the function depends on no input, so that no two inputs are twins")
            }
            Self::Rounds(rounds) => {
                let most = count(MOST_ROUNDS.into());
                write!(f, "play 1 to {most} rounds, not {rounds}")
            }
        }
    }
}

impl Error for TwinsError {}

/// No state of a machine accepts, or none rejects.
fn no_such_output(claim: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (accepts, key) = if claim { ("accepts", "accept:") } else { ("rejects", "reject:") };
    write!(f, "no state of the machine {accepts}: name one with `{key}`")
}
