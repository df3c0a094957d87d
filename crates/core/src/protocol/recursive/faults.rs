//! What keeps such a debate from being played at all, in words.

use std::sync::Arc;

use crate::protocol::claims::Undrawable;

/// Why claims cannot be debated so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecursiveError {
    /// Majorities of evidence.
    #[error(
        "claim `{0}` rests on majorities of pieces: recursive debate takes plain rules; hold a \
         prover-estimator debate instead"
    )]
    Blocks(Arc<str>),
    /// A formula, which is no set of subclaims that suffices (see [`Form`](crate::protocol::form)).
    #[error(
        "claim `{0}` rests on the opposite of a subclaim: recursive debate names subclaims that are \
         true; make the opposite a claim of its own, or hold a prover-estimator debate instead"
    )]
    Formula(Arc<str>),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] Undrawable),
}
