//! What keeps such a debate from being played at all, in words.

/// More leaves than this are not drawn one by one.
pub const MOST_DRAWN_LEAVES: usize = 4096;

/// Why a debate cannot begin in worlds like these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undrawable {
    /// Too many leaves.
    #[error(
        "{0} uncertain leaves are too many to draw one by one (at most {most}): use \
         fewer, or the worlds `one-false`",
        most = MOST_DRAWN_LEAVES
    )]
    Leaves(usize),
    /// Weights that make no law.
    #[error("the worlds have no weight")]
    Weights,
}
