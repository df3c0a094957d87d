//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use super::RecursiveError;

impl fmt::Display for RecursiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocks(claim) => write!(
                f,
                "claim `{claim}` rests on majorities of pieces: recursive debate takes plain \
                 rules; hold a prover-estimator debate instead"
            ),
            Self::Formula(claim) => write!(
                f,
                "claim `{claim}` rests on the opposite of a subclaim: recursive debate names \
                 subclaims that are true; make the opposite a claim of its own, or hold a \
                 prover-estimator debate instead"
            ),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl Error for RecursiveError {}
