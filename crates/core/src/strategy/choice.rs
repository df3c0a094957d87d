//! A strategy's choice: a move, or a distribution over moves.

use rand::Rng;

use crate::rules::Move;
use crate::work::Cancelled;

/// A function that draws a move, for a strategy that cannot list its moves with their
/// probabilities.
pub type DrawMove = Box<dyn FnOnce(&mut dyn Rng) -> Move>;

/// A strategy's choice.
pub enum Choice {
    /// This move.
    Play(Move),
    /// One of these moves, with these probabilities, which sum to 1.
    Mix(Vec<(f64, Move)>),
    /// A random move among too many to list. Exact evaluation cannot use it.
    Drawn(DrawMove),
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self::Play(mv)
    }
}

/// An empty choice. The caller discards it after a cancellation.
impl From<Cancelled> for Choice {
    fn from(_: Cancelled) -> Self {
        Self::Mix(Vec::new())
    }
}

impl<T: Into<Self>> From<Result<T, Cancelled>> for Choice {
    fn from(thought: Result<T, Cancelled>) -> Self {
        thought.map_or_else(Self::from, Into::into)
    }
}

impl Choice {
    /// One of these moves, all with the same probability.
    pub fn uniform(moves: Vec<Move>) -> Self {
        let p = 1.0 / moves.len() as f64;
        Self::Mix(moves.into_iter().map(|mv| (p, mv)).collect())
    }

    /// Returns whether this move is one of several that may be drawn. Always false for moves that
    /// are too many to list.
    pub fn may_draw(&self, mv: &Move) -> bool {
        matches!(self, Self::Mix(moves) if moves.len() > 1
            && moves.iter().any(|(p, drawn)| *p > 0.0 && drawn == mv))
    }

    /// The move, drawn at random if there are several. `None` for an empty mixture.
    pub fn draw(self, rng: &mut dyn Rng) -> Option<Move> {
        match self {
            Self::Play(mv) => Some(mv),
            Self::Drawn(draw) => Some(draw(rng)),
            Self::Mix(mut moves) => {
                let mut left = crate::chance::unit(&mut &mut *rng);
                let at = moves.iter().position(|(p, _)| {
                    left -= p;
                    left < 0.0
                });
                // Rounding can leave a small remainder. It belongs to the last move.
                let at = at.or(moves.len().checked_sub(1))?;
                Some(moves.swap_remove(at).1)
            }
        }
    }
}
