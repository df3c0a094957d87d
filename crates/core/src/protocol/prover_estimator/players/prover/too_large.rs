//! Why a best response is not computed.

use crate::machine::claims::MOST_WORLDS;
use crate::work::Stopped;

/// Arguments of at most this many subclaims are looked through, answer by answer.
pub const MOST_HISTORY: usize = 14;

/// Why a best response is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Too many answers in one round.
    #[error("an argument has {0} subclaims; answers are listed up to {MOST_HISTORY}")]
    History(usize),
    /// Too many worlds to tell apart.
    #[error("there are too many worlds to tell apart (at most {MOST_WORLDS})")]
    Worlds,
    /// Too much in all.
    #[error("there are too many ways the draws can fall")]
    Branches,
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl TooLarge {
    /// What was found, if it was not too large.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn if_within<T>(found: Result<T, Self>) -> Result<Option<T>, Stopped> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }
}
