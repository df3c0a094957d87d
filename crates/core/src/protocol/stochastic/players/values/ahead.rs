//! What players see ahead of them in a round.

use crate::protocol::stochastic::players::kinds::{Alice, Bob, Players};

/// What follows the two values, 0 and 1, that a round's step can take; 0 where nobody looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ahead {
    /// P[output = 1].
    pub truths: [f64; 2],
    /// P[Alice wins] between the players at hand.
    pub values: [f64; 2],
    /// P[Alice wins], were she at her best and Bob honest: what an optimal Alice goes by.
    pub hopes: [f64; 2],
    /// P[Alice wins], were she honest and Bob at his best: what an optimal Bob goes by.
    pub fears: [f64; 2],
}

/// Which parts of [`Ahead`] two players look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// They look at truths.
    pub truths: bool,
    /// They look at values.
    pub values: bool,
    /// They look at hopes.
    pub hopes: bool,
    /// They look at fears.
    pub fears: bool,
}

impl Needs {
    /// What these two need.
    pub fn of(players: Players) -> Self {
        let (truths, hopes, best_alice) = match players.alice {
            Alice::Honest | Alice::Exact | Alice::Shift(_) | Alice::Drift(_) | Alice::Given(_) => {
                (false, false, false)
            }
            Alice::LateLie(_) => (true, false, false),
            Alice::Optimal => (false, true, false),
            Alice::BestResponse => (false, false, true),
        };
        let (level, fears, best_bob) = match players.bob {
            Bob::Honest | Bob::Never | Bob::AbortAt(_) | Bob::Lazy(_) => (false, false, false),
            Bob::WhenLosing(_) => (true, false, false),
            Bob::Optimal => (false, true, false),
            Bob::BestResponse => (false, false, true),
        };
        Self { truths: truths || level, values: best_alice || best_bob, hopes, fears }
    }

    /// What either pair needs.
    pub fn and(self, other: Self) -> Self {
        Self {
            truths: self.truths || other.truths,
            values: self.values || other.values,
            hopes: self.hopes || other.hopes,
            fears: self.fears || other.fears,
        }
    }

    /// Whether these players do the same in a round whatever follows it.
    pub fn nothing(self) -> bool {
        !(self.truths || self.values || self.hopes || self.fears)
    }
}
