//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::twins::{MOST_INPUTS, MOST_ROUNDS, TooLarge, TwinsError};
use crate::show::number::count;

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
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::Rounds(rounds) => {
                let most = count(MOST_ROUNDS.into());
                write!(f, "play 1 to {most} rounds, not {rounds}")
            }
        }
    }
}

impl Error for TwinsError {}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, reads, pairs } = self;
        write!(
            f,
            "the best judge is found for smaller games: {pairs} pairs of twins with {cells} bits \
             to read, {reads} at a time, are too many to look through"
        )
    }
}

impl Error for TooLarge {}
