//! The moves of a line with their values and costs. It also finds the moments that a class looks
//! at: the judge learns something, Bob aborts, somebody errs.

use crate::analysis::{Game, PayoffUnit};
use crate::debate::{NodeId, PlayedMove};
use crate::rules::{Actor, Move, Seat, Side};
use crate::work::CancelToken;

/// A smaller share of the stake counts as no change.
pub const LITTLE: f64 = 0.005;

/// The least cost of a mistake, as a share of the stake.
pub const MISTAKE: f64 = 0.05;

/// The quality of a move, by its cost to the seat that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The cost is below 0.005.
    Best,
    /// The cost is below [`MISTAKE`].
    Fine,
    /// The cost is below 0.20.
    Slip,
    /// The cost is 0.20 or more.
    Blunder,
}

impl Grade {
    /// The grade of a move with this cost, as a share of the stake.
    pub fn from_cost(cost: f64) -> Self {
        match cost {
            c if c < 0.005 => Self::Best,
            c if c < MISTAKE => Self::Fine,
            c if c < 0.20 => Self::Slip,
            _ => Self::Blunder,
        }
    }

    /// The word for it. "No loss" means that honest play gained no more here. Other play might
    /// have.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "no loss",
            Self::Fine => "fine",
            Self::Slip => "slip",
            Self::Blunder => "blunder",
        }
    }
}

/// A move in a review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The node after the move.
    pub node: NodeId,
    /// The move. `None` at the start.
    pub played: Option<PlayedMove>,
    /// Alice's value if everybody is honest from there on.
    pub value: Option<f64>,
    /// The change of that value through the move.
    pub change: Option<f64>,
    /// The cost to the seat that made the move, at least 0. `None` for nature and the rules. A
    /// judge's cost comes from ruling against the truth. In a debate with payments it is a share of
    /// the largest payment, or of [`stake`].
    pub cost: Option<f64>,
}

impl ReviewedMove {
    /// The grade of the move.
    pub fn grade(&self) -> Option<Grade> {
        self.cost.map(Grade::from_cost)
    }

    /// Returns whether the move cost 0.05 or more.
    pub fn is_mistake(&self) -> bool {
        matches!(self.grade(), Some(Grade::Slip | Grade::Blunder))
    }
}

/// The points of the current line from the start, given the values of its nodes.
pub fn points(game: &dyn Game, values: impl Fn(NodeId) -> Option<f64>) -> Vec<ReviewedMove> {
    let tree = game.tree();
    let mut before = values(NodeId::START);
    let start =
        ReviewedMove { node: NodeId::START, played: None, value: before, change: None, cost: None };
    let mut points = vec![start];
    for &node in tree.line() {
        let value = values(node);
        let played = tree.played(node).cloned();
        let change = before.zip(value).map(|(before, after)| after - before);
        let cost = played.as_ref().and_then(|played| cost(game, played.actor, change?));
        points.push(ReviewedMove { node, played, value, change, cost });
        before = value;
    }
    points
}

/// The amount that costs are a share of. Usually it is the largest possible value. If a payment
/// missed the goal only narrowly, the amount is smaller. Then a move that cost the missing amount
/// is a mistake. A cost below [`LITTLE`] of the largest payment is never a mistake.
pub fn stake(game: &dyn Game, missed_by: Option<f64>) -> f64 {
    let most = game.max_value();
    match missed_by {
        Some(by) if game.payoff_unit() == PayoffUnit::Payoff => {
            (by.max(LITTLE * most) / MISTAKE).min(most)
        }
        _ => most,
    }
}

/// The same moves, with costs as a share of this stake.
pub fn at_stake(mut points: Vec<ReviewedMove>, game: &dyn Game, stake: f64) -> Vec<ReviewedMove> {
    for point in &mut points {
        point.cost = point.cost.map(|cost| cost * game.max_value() / stake);
    }
    points
}

/// The cost of this change of value to the player who caused it, counted as in
/// [`ReviewedMove::cost`]. `None` if it is undefined.
pub fn cost(game: &dyn Game, actor: Actor, change: f64) -> Option<f64> {
    let loss = match actor {
        Actor::Seat(Seat::Alice) => -change,
        Actor::Seat(Seat::Bob) => change,
        // A judge errs by ruling against the truth.
        Actor::Seat(Seat::Judge) if game.payoff_unit() == PayoffUnit::Probability => {
            match game.position().right_side(&CancelToken::for_frame()).ok()?? {
                Side::Alice => -change,
                Side::Bob => change,
            }
        }
        _ => return None,
    };
    Some((loss / game.max_value()).max(0.0))
}

/// A kind of moment in a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewTag {
    /// The judge learns the result of a paid query.
    Read,
    /// Bob aborts.
    Abort,
    /// A seat makes a move that costs it at least 0.05 of the stake. A review applies finer rules
    /// to a person's moves.
    Mistake,
}

impl ReviewTag {
    /// All kinds of moments.
    pub const ALL: [Self; 3] = [Self::Read, Self::Abort, Self::Mistake];

    /// The name of the kind.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Abort => "abort",
            Self::Mistake => "mistake",
        }
    }

    /// Returns whether a move is such a moment. A mistake with an unknown cost does not count.
    pub fn is_of(self, point: &ReviewedMove) -> bool {
        let Some(played) = &point.played else { return false };
        let judge = played.actor == Actor::Seat(Seat::Judge);
        match self {
            Self::Read => match played.mv {
                Move::Shows(_) | Move::Reveals(_) => true,
                Move::Ask(_) | Move::Sample(_) | Move::Look => judge,
                _ => false,
            },
            Self::Abort => played.mv == Move::Abort,
            Self::Mistake => point.is_mistake(),
        }
    }
}
