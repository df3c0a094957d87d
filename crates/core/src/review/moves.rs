//! The moves of a line with what they were worth and what they cost, and the moments that a class is led
//! to: where the judge learns something, where Bob aborts, where somebody errs.

use crate::analysis::{Game, Worth};
use crate::debate::{NodeId, Played};
use crate::rules::{Actor, Move, Seat, Side};
use crate::work::Token;

/// A share of what is at stake: less than this moved nothing.
pub const LITTLE: f64 = 0.005;

/// The least cost of a mistake, as a share of what is at stake.
pub const MISTAKE: f64 = 0.05;

/// How good a move was, by what it cost the one who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Less than 0.005.
    Best,
    /// Less than [`MISTAKE`].
    Fine,
    /// Less than 0.20.
    Slip,
    /// 0.20 or more.
    Blunder,
}

impl Grade {
    /// The grade of a move that cost this share of what was at stake.
    pub fn of(cost: f64) -> Self {
        match cost {
            c if c < 0.005 => Self::Best,
            c if c < MISTAKE => Self::Fine,
            c if c < 0.20 => Self::Slip,
            _ => Self::Blunder,
        }
    }

    /// The word for it. Of a move without loss it is known that honest play came to no more, not that
    /// nothing did.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "no loss",
            Self::Fine => "fine",
            Self::Slip => "slip",
            Self::Blunder => "blunder",
        }
    }
}

/// A move in review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The place after the move.
    pub node: NodeId,
    /// The move; none at the start.
    pub played: Option<Played>,
    /// What the place is worth to Alice, if everybody is honest from there on.
    pub value: Option<f64>,
    /// How much the move changed that.
    pub change: Option<f64>,
    /// What the move cost the seat that made it: never below 0; none for nature and the rules.
    /// A judge pays for ruling against the truth. In a debate with payoffs it is a share of the
    /// largest payable, or of what [`stake`] says.
    pub cost: Option<f64>,
}

impl ReviewedMove {
    /// How good the move was.
    pub fn grade(&self) -> Option<Grade> {
        self.cost.map(Grade::of)
    }

    /// Whether the move cost 0.05 or more.
    pub fn is_mistake(&self) -> bool {
        matches!(self.grade(), Some(Grade::Slip | Grade::Blunder))
    }
}

/// The points of the line that leads to here, the start first, given the values of its nodes.
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

/// What the cost of a move is a share of. In a debate with payoffs, the largest payable; where the
/// goal was missed by less than a mistake costs, so much less that a move which cost what was missing
/// is a mistake. A cost of less than [`LITTLE`] of the largest payable never is one.
pub fn stake(game: &dyn Game, missed_by: Option<f64>) -> f64 {
    let most = game.most();
    match missed_by {
        Some(by) if game.worth() == Worth::Payoff => (by.max(LITTLE * most) / MISTAKE).min(most),
        _ => most,
    }
}

/// The same moves, what they cost as a share of this stake.
pub fn at_stake(mut points: Vec<ReviewedMove>, game: &dyn Game, stake: f64) -> Vec<ReviewedMove> {
    for point in &mut points {
        point.cost = point.cost.map(|cost| cost * game.most() / stake);
    }
    points
}

/// What a move that changed the value so cost the one who made it, as [`ReviewedMove::cost`] counts it;
/// none where that cannot be said.
pub fn cost(game: &dyn Game, actor: Actor, change: f64) -> Option<f64> {
    let loss = match actor {
        Actor::Seat(Seat::Alice) => -change,
        Actor::Seat(Seat::Bob) => change,
        // A judge errs by ruling against the truth.
        Actor::Seat(Seat::Judge) if game.worth() == Worth::Probability => {
            match game.now().right_side(&Token::at_hand()).ok()?? {
                Side::Alice => -change,
                Side::Bob => change,
            }
        }
        _ => return None,
    };
    Some((loss / game.most()).max(0.0))
}

/// What a move may be looked at for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The judge is shown something that was paid for.
    Read,
    /// Bob aborts.
    Abort,
    /// A seat makes a move that costs it 0.05 or more of what is at stake. Of a person's moves a
    /// review knows more.
    Mistake,
}

impl Moment {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Read, Self::Abort, Self::Mistake];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Abort => "abort",
            Self::Mistake => "mistake",
        }
    }

    /// Whether a move is one; a mistake only where its cost is known.
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
