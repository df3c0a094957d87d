//! In words, why a debate cannot begin.

use std::error::Error;
use std::fmt;

use super::number::count;
use crate::protocol::twins::{MOST_INPUTS, MOST_ROUNDS, TwinsError};

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
