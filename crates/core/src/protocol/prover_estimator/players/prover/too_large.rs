//! The reason why a best response cannot be computed.

use crate::machine::claims::MOST_WORLDS;
use crate::work::Cancelled;

/// A search lists the answers of an argument only if the argument has at most this many subclaims.
pub const MOST_HISTORY: usize = 14;

/// The reason why a best response cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResponseTooLarge {
    /// An argument has too many subclaims.
    #[error("an argument has {0} subclaims, but a best response allows at most {MOST_HISTORY}")]
    History(usize),
    /// There are too many worlds.
    #[error("there are too many worlds to compare (at most {MOST_WORLDS})")]
    Worlds,
    /// The search is too large in total.
    #[error("there are too many possible draws")]
    Branches,
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

impl ResponseTooLarge {
    /// Turns an error about size into `None`.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn if_within<T>(found: Result<T, Self>) -> Result<Option<T>, Cancelled> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }
}
