//! What a strategy chooses: a move, or a law over moves.

use rand::Rng;

use crate::rules::Move;
use crate::work::Stopped;

/// How a strategy draws a move that it cannot list with its probability.
pub type Drawn = Box<dyn FnOnce(&mut dyn Rng) -> Move>;

/// What a strategy chooses.
pub enum Choice {
    /// This move.
    Play(Move),
    /// One of these, with these probabilities, which sum to 1.
    Mix(Vec<(f64, Move)>),
    /// A move drawn from too many to list: exact evaluation does not know it.
    Drawn(Drawn),
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self::Play(mv)
    }
}

/// Nothing: whoever stopped the thinking throws the choice away.
impl From<Stopped> for Choice {
    fn from(_: Stopped) -> Self {
        Self::Mix(Vec::new())
    }
}

impl<T: Into<Self>> From<Result<T, Stopped>> for Choice {
    fn from(thought: Result<T, Stopped>) -> Self {
        thought.map_or_else(Self::from, Into::into)
    }
}

impl Choice {
    /// One of these moves, each as likely as the others.
    pub fn uniform(moves: Vec<Move>) -> Self {
        let p = 1.0 / moves.len() as f64;
        Self::Mix(moves.into_iter().map(|mv| (p, mv)).collect())
    }

    /// Whether this move is one of several that may be drawn. Of what is drawn from too many to list it is
    /// not known.
    pub fn may_draw(&self, mv: &Move) -> bool {
        matches!(self, Self::Mix(moves) if moves.len() > 1
            && moves.iter().any(|(p, drawn)| *p > 0.0 && drawn == mv))
    }

    /// The move, drawn if there is something to draw. A mixture of nothing has no move.
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
                // Rounding can leave a sliver past the last move; it belongs to that one.
                let at = at.or(moves.len().checked_sub(1))?;
                Some(moves.swap_remove(at).1)
            }
        }
    }
}
