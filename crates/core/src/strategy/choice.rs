//! A strategy's choice: a move, or a distribution over moves.

use rand::Rng;

use crate::rules::Move;
use crate::work::Cancelled;

/// A function that draws a move, for a strategy that cannot list its moves with their
/// probabilities.
pub type DrawMove = Box<dyn FnOnce(&mut dyn Rng) -> Move>;

/// A strategy's choice.
pub enum Choice {
    /// This move, without any randomness.
    Play(Move),
    /// One of these moves, drawn with these probabilities. They sum to 1.
    Mix(Vec<(f64, Move)>),
    /// A random move from too many to list. Exact evaluation cannot handle it.
    Drawn(DrawMove),
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self::Play(mv)
    }
}

/// After a cancellation, the caller discards the choice, so it can be empty.
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
    /// A random choice of these moves, all with the same probability.
    pub fn uniform(moves: Vec<Move>) -> Self {
        let p = 1.0 / moves.len() as f64;
        Self::Mix(moves.into_iter().map(|mv| (p, mv)).collect())
    }

    /// Returns whether the choice is a list of several random moves that includes this move.
    pub fn may_draw(&self, mv: &Move) -> bool {
        matches!(self, Self::Mix(moves) if moves.len() > 1
            && moves.iter().any(|(p, drawn)| *p > 0.0 && drawn == mv))
    }

    /// Returns whether the move depends on chance.
    pub fn is_random(&self) -> bool {
        match self {
            Self::Play(_) => false,
            Self::Drawn(_) => true,
            Self::Mix(moves) => moves.iter().filter(|(p, _)| *p > 0.0).count() > 1,
        }
    }

    /// Draws a move. `None` if the list of moves is empty.
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
                // Because of rounding, `left` can stay above 0. Then the last move is drawn.
                let at = at.or(moves.len().checked_sub(1))?;
                Some(moves.swap_remove(at).1)
            }
        }
    }
}
