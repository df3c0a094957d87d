//! A theorem's claim over everybody: one seat makes every move that it may, the others play fixed
//! strategies, and what is kept is the worst for the party who is right and the most that the
//! judge paid.

use super::game_tree::{Fold, Folding, if_exact};
use super::position::{NotExact, Playing, Position};
use crate::debate::Driver;
use crate::rules::{Cost, Outcome, Seat, Side};
use crate::strategy::Players;
use crate::work::{Stopped, Token};

/// What one seat can do against fixed players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Everybody {
    /// Debates played to their end.
    pub debates: u64,
    /// Whether every move was made wherever the seat was asked; otherwise some rows of bits were
    /// the honest one with one bit turned.
    pub whole: bool,
    /// The least that Alice can be held to, and the most that she can reach, as far as the seat
    /// can bring it about: the probability that she wins.
    pub least: f64,
    /// See `least`.
    pub most: f64,
    /// The most that the judge paid, of each kind.
    pub paid: [u64; Cost::ALL.len()],
    /// The most queries of the judge, all kinds together.
    pub queries: u64,
}

impl Everybody {
    /// Counts and costs of both; the values are left as they are.
    fn with_costs_of(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.whole &= other.whole;
        self.queries = self.queries.max(other.queries);
        for (mine, others) in self.paid.iter_mut().zip(other.paid) {
            *mine = (*mine).max(others);
        }
        self
    }

    /// Both together, somebody choosing between them.
    pub fn or(self, other: Self) -> Self {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        Self { least, most, ..self.with_costs_of(&other) }
    }

    /// What those who play `written` in a seat come to, each against the other two seats' honest
    /// players: the worst of them. None of those who cannot play is counted.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn listed<R: Players>(
        rules: &R,
        seat: Seat,
        written: impl IntoIterator<Item = String>,
        token: &Token,
    ) -> Result<Option<Self>, Stopped> {
        let mut all: Option<Self> = None;
        for written in written {
            let mut names = ["honest"; 3];
            names[seat.index()] = &written;
            let Ok(cast) = super::game_tree::cast(rules, names) else { continue };
            // A fixed player has one move everywhere.
            let playing = Playing::new(&cast, token);
            let walk = Folding::new(None, 100_000, token).of(&*playing.at(rules), 0);
            let Some(one) = if_exact(walk)? else { return Ok(None) };
            all = Some(match all {
                None => one,
                Some(all) => all.or(one),
            });
        }
        Ok(all)
    }

    /// Everything that `free` can do against the others of the cast, if no more than `budget`
    /// positions show it. Before it answers, the free seat does what its own player does: what can
    /// be done there decides nothing.
    ///
    /// # Errors
    /// If there are more, or moves that cannot be listed.
    pub fn of<R: Players>(
        rules: &R,
        cast: &Driver<R>,
        free: Seat,
        budget: u64,
        token: &Token,
    ) -> Result<Self, NotExact> {
        let playing = Playing::new(cast, token);
        let mut walk = Folding::new(Some((free, Self::or)), budget, token);
        let all = walk.of(&*playing.at(rules), 0)?;
        Ok(Self { whole: walk.whole, ..all })
    }
}

impl Fold for Everybody {
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self {
        let judge = at.ledger().of(Seat::Judge);
        let value = f64::from(outcome.winner == Side::Alice);
        Self {
            debates: 1,
            whole: true,
            least: value,
            most: value,
            paid: Cost::ALL.map(|cost| judge.paid(cost)),
            queries: judge.queries(),
        }
    }

    fn weighted(self, p: f64) -> Self {
        Self { least: p * self.least, most: p * self.most, ..self }
    }

    fn and(self, other: Self) -> Self {
        let (least, most) = (self.least + other.least, self.most + other.most);
        Self { least, most, ..self.with_costs_of(&other) }
    }
}
