//! Computes the values and costs of the moves on a line. Also finds moments that a class discusses:
//! the judge learns something, Bob aborts, or a player makes a mistake.

use crate::analysis::{Game, PayoffUnit};
use crate::debate::{NodeId, PlayedMove};
use crate::rules::{Actor, Move, Seat, Side};
use crate::work::CancelToken;

/// A change that is smaller than this share of the stake counts as no change.
pub const LITTLE: f64 = 0.005;

/// The smallest cost of a mistake, as a share of the stake.
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

    /// The word for the grade. "No loss" means that honest play would not have gained more. Other
    /// play could gain more.
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
    /// The move. `None` for the start of the debate.
    pub played: Option<PlayedMove>,
    /// Alice's value if everybody is honest after the move. `None` if unknown.
    pub value: Option<f64>,
    /// The change of Alice's value through the move. `None` if unknown.
    pub change: Option<f64>,
    /// The cost of the move to its own seat, as a share of the largest value or of the [`stake`].
    /// It is at least 0. A judge's move costs something if it helps the side that is wrong. `None`
    /// for random draws and reveals, and for an unknown cost.
    pub cost: Option<f64>,
}

impl ReviewedMove {
    /// The grade of the move. `None` if its cost is unknown.
    pub fn grade(&self) -> Option<Grade> {
        self.cost.map(Grade::from_cost)
    }

    /// Returns whether the move cost 0.05 or more.
    pub fn is_mistake(&self) -> bool {
        matches!(self.grade(), Some(Grade::Slip | Grade::Blunder))
    }
}

/// The start and the moves of the current line. `values` returns the value of a node.
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

/// The stake. Costs are shares of this amount. Usually, the stake is the largest possible value. If
/// a payment missed the goal narrowly, the stake is smaller. Then a move is a mistake if it cost
/// the missing amount. A cost below [`LITTLE`] of the largest payment is never a mistake.
pub fn stake(game: &dyn Game, missed_by: Option<f64>) -> f64 {
    let most = game.max_value();
    match missed_by {
        Some(by) if game.payoff_unit() == PayoffUnit::Payoff => {
            (by.max(LITTLE * most) / MISTAKE).min(most)
        }
        _ => most,
    }
}

/// Converts the costs of these moves to shares of this stake.
pub fn at_stake(mut points: Vec<ReviewedMove>, game: &dyn Game, stake: f64) -> Vec<ReviewedMove> {
    for point in &mut points {
        point.cost = point.cost.map(|cost| cost * game.max_value() / stake);
    }
    points
}

/// The cost of a change of value to the player who caused the change, as in [`ReviewedMove::cost`].
/// `None` if the actor is not a player, or if the cost is unknown.
pub fn cost(game: &dyn Game, actor: Actor, change: f64) -> Option<f64> {
    let loss = match actor {
        Actor::Seat(Seat::Alice) => -change,
        Actor::Seat(Seat::Bob) => change,
        // A judge's move costs something if it helps the side that is wrong.
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
    /// A player makes a move that costs at least [`MISTAKE`]. For the moves of people, a review
    /// uses the finer rules of [`Review::is_of`](super::Review::is_of).
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

    /// Returns whether a move is a moment of this kind. A move with an unknown cost is not a
    /// mistake.
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
