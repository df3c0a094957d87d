//! Errors that keep a debate about claims from starting.

/// The largest number of leaves that can be drawn one by one.
pub const MOST_DRAWN_LEAVES: usize = 4096;

/// The reason why no world can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldDrawError {
    /// The tree has too many uncertain leaves.
    #[error(
        "{0} uncertain leaves are too many to draw one by one. Use at most {most}, \
         or the worlds `one-false`",
        most = MOST_DRAWN_LEAVES
    )]
    Leaves(usize),
    /// The weights of the worlds form no distribution.
    #[error("no world has a positive weight. Give at least one world a weight above 0")]
    Weights,
}
