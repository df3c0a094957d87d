//! Tests a theorem over all moves of one seat, while the others play fixed strategies. It keeps the
//! worst value for the prover who is right and the judge's largest costs.

use super::game_tree::{TreeFold, TreeFolder, if_exact};
use super::position::{NotExact, Position, WalkContext};
use crate::debate::Simulator;
use crate::rules::{Cost, Outcome, Seat, Side};
use crate::strategy::StrategyRegistry;
use crate::work::{CancelToken, Cancelled};

/// The range of results that one seat can force against fixed players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AdversaryRange {
    /// The number of debates that were played to their end.
    pub debates: u64,
    /// True if the search tried every move wherever the seat had to answer. If not, it tried some
    /// rows of bits only in the honest form and with one bit changed.
    pub whole: bool,
    /// Alice's smallest probability of winning that the seat can force. `most` is the largest.
    pub least: f64,
    /// See `least`.
    pub most: f64,
    /// The judge's largest cost of each kind.
    pub paid: [u64; Cost::ALL.len()],
    /// The largest number of the judge's queries, over all kinds together.
    pub queries: u64,
}

impl AdversaryRange {
    /// Combines the counts and costs of both, and keeps the values of `self`.
    fn with_costs_of(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.whole &= other.whole;
        self.queries = self.queries.max(other.queries);
        for (mine, others) in self.paid.iter_mut().zip(other.paid) {
            *mine = (*mine).max(others);
        }
        self
    }

    /// Combines two branches between which a player chooses.
    pub fn or(self, other: Self) -> Self {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        Self { least, most, ..self.with_costs_of(&other) }
    }

    /// The combined range of the strategies `written` in a seat, each against the other seats'
    /// honest players. Strategies that cannot be seated are skipped. `None` if a value cannot be
    /// computed.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn listed<R: StrategyRegistry>(
        rules: &R,
        seat: Seat,
        written: impl IntoIterator<Item = String>,
        token: &CancelToken,
    ) -> Result<Option<Self>, Cancelled> {
        let mut all: Option<Self> = None;
        for written in written {
            let mut names = ["honest"; 3];
            names[seat.index()] = &written;
            let Ok(cast) = super::game_tree::cast(rules, names) else { continue };
            // A fixed player has one move in each position.
            let playing = WalkContext::new(&cast, token);
            let walk = TreeFolder::new(None, 100_000, token).fold(&*playing.at(rules), 0);
            let Some(one) = if_exact(walk)? else { return Ok(None) };
            all = Some(match all {
                None => one,
                Some(all) => all.or(one),
            });
        }
        Ok(all)
    }

    /// Tries everything that `free` can do against the other players, within `budget` positions.
    /// Before it answers, the free seat does what its own player does, because nothing that it can
    /// do there affects the result.
    ///
    /// # Errors
    /// If there are more positions, or a player's moves cannot be listed.
    pub fn search<R: StrategyRegistry>(
        rules: &R,
        cast: &Simulator<R>,
        free: Seat,
        budget: u64,
        token: &CancelToken,
    ) -> Result<Self, NotExact> {
        let playing = WalkContext::new(cast, token);
        let mut walk = TreeFolder::new(Some((free, Self::or)), budget, token);
        let all = walk.fold(&*playing.at(rules), 0)?;
        Ok(Self { whole: walk.whole, ..all })
    }
}

impl TreeFold for AdversaryRange {
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self {
        let judge = at.ledger().account(Seat::Judge);
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
