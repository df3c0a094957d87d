//! The reasons why claims cannot be debated recursively.

use std::sync::Arc;

use crate::protocol::claims::WorldDrawError;

/// The reason why claims cannot be debated recursively.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecursiveError {
    /// A rule takes majorities of pieces of evidence.
    #[error(
        "claim `{0}` takes majorities of pieces of evidence, and a recursive debate cannot do this. \
         Use the protocol prover-estimator instead"
    )]
    Blocks(Arc<str>),
    /// A formula that true subclaims alone cannot satisfy (see
    /// [`ProtocolForm`](crate::protocol::form)).
    #[error(
        "the rule of claim `{0}` uses the opposite of a subclaim, but a recursive debate names only \
         true subclaims. Make the opposite a separate claim, or use the protocol prover-estimator"
    )]
    Formula(Arc<str>),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] WorldDrawError),
}
