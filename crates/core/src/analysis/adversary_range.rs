//! Tests a theorem over all moves of one seat, while the other seats play fixed strategies. The
//! results are the worst value for the prover who is right, and the judge's largest costs.

use super::game_tree::{TreeFold, TreeFolder, if_exact};
use super::position::{NotExact, Position, WalkContext};
use crate::debate::Simulator;
use crate::rules::{Cost, Outcome, Seat, Side};
use crate::strategy::StrategyRegistry;
use crate::work::{CancelToken, Cancelled};

/// The results that one seat can force against fixed players: Alice's smallest and largest value,
/// and the judge's largest costs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AdversaryRange {
    pub debates: u64,
    /// True if the search tried every answer of the seat. Otherwise, some answers are long rows of
    /// bits, and the search tried only the honest row and each row with one changed bit.
    pub whole: bool,
    /// The smallest winning probability of Alice that the seat can force.
    pub least: f64,
    /// The largest winning probability of Alice that the seat can force.
    pub most: f64,
    /// The judge's largest cost in one debate, for each kind of cost.
    pub paid: [u64; Cost::ALL.len()],
    /// The judge's largest number of queries in one debate. Queries of all kinds count.
    pub queries: u64,
}

impl AdversaryRange {
    /// Combines the counts and costs of both ranges, and keeps Alice's values from `self`.
    fn with_costs_of(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.whole &= other.whole;
        self.queries = self.queries.max(other.queries);
        for (mine, others) in self.paid.iter_mut().zip(other.paid) {
            *mine = (*mine).max(others);
        }
        self
    }

    /// Combines the results of two moves between which the free seat chooses.
    pub fn or(self, other: Self) -> Self {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        Self { least, most, ..self.with_costs_of(&other) }
    }

    /// Puts each of the strategies `written` in a seat, against honest players in the other seats,
    /// and combines the results. Skips strategies that cannot be seated. `None` if a value cannot
    /// be computed.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
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

    /// Tries every answer of the seat `free` against the other players, in at most `budget`
    /// positions. Before an answer, the seat makes the moves of its player in `cast`, because other
    /// moves at that point cannot change the result.
    ///
    /// # Errors
    /// Returns an error if the tree has more than `budget` positions, or if a player's moves cannot
    /// be listed.
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
