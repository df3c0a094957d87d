//! Walks a game tree through every choice of a mixed strategy and every outcome of a draw, weighted
//! by probability. One seat may be free; the walk then tries every answer of that seat.
//!
//! A `TreeFold` combines the results at the ends of the tree. The simplest one is Alice's exact
//! value under fixed strategies. The walk is slow, but works for all rules, so tests compare the
//! faster solvers with it.

use std::collections::HashMap;

use super::answers;
pub use super::position::{LeafValue, NotExact};
use super::position::{Position, WalkContext};
use super::report::PairValue;
use crate::debate::{SeatPlan, Simulator};
use crate::forms::cancellable;
use crate::rules::{Cost, Outcome, Seat, StateKey, Turn, Visibility};
use crate::strategy::{StrategyParameter, StrategyRegistry};
use crate::work::{CancelToken, Cancelled};

/// Turns the errors of values that cannot be computed exactly into `None`.
///
/// # Errors
/// Returns an error if the walk was stopped.
pub fn if_exact<T>(found: Result<T, NotExact>) -> Result<Option<T>, Cancelled> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(NotExact::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// The greatest depth of a walk. Each move is a recursive call.
const DEEPEST: usize = 1_000;

/// A result that a walk combines from the ends of the tree.
pub(super) trait TreeFold: Clone {
    /// The result of a finished debate.
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self;

    /// The result of a position, if it is known without a further walk. `None` otherwise.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    fn known(_: &dyn Position<'_>) -> Result<Option<Self>, Cancelled> {
        Ok(None)
    }

    /// Multiplies the result by a probability.
    #[must_use]
    fn weighted(self, p: f64) -> Self;

    /// Adds the weighted results of two random outcomes.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

/// Alice's expected value.
impl TreeFold for f64 {
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self {
        at.ended(outcome)
    }

    fn known(at: &dyn Position<'_>) -> Result<Option<Self>, Cancelled> {
        at.leaf()
    }

    fn weighted(self, p: f64) -> Self {
        p * self
    }

    fn and(self, other: Self) -> Self {
        self + other
    }
}

/// The judge's expected cost of one kind under fixed strategies. Walks through at most `budget`
/// positions.
///
/// # Errors
/// Returns an error if the value cannot be computed exactly, or if the walk was stopped.
pub fn judge_pays<R: StrategyRegistry>(
    rules: &R,
    cast: &Simulator<R>,
    cost: Cost,
    budget: u64,
    token: &CancelToken,
) -> Result<f64, NotExact> {
    let playing = WalkContext { paid: Some(cost), ..WalkContext::new(cast, token) };
    TreeFolder::new(None, budget, token).fold(&*playing.at(rules), 0)
}

/// A seat that tries all its answers, and the function that combines the results of two answers.
type FreeSeat<F> = (Seat, fn(F, F) -> F);

pub(super) struct TreeFolder<'a, F> {
    free: Option<FreeSeat<F>>,
    memory: Option<HashMap<StateKey, F>>,
    looked_at: u64,
    budget: u64,
    token: &'a CancelToken,
    /// True if the walk tried every answer of the free seat.
    pub whole: bool,
}

impl<'a, F: TreeFold> TreeFolder<'a, F> {
    /// A walk through at most `budget` positions, without memory of states.
    pub fn new(free: Option<FreeSeat<F>>, budget: u64, token: &'a CancelToken) -> Self {
        Self { free, memory: None, looked_at: 0, budget, token, whole: true }
    }

    /// Computes the result of a position. `depth` is the number of moves since the start of the
    /// walk.
    pub fn fold(&mut self, at: &dyn Position<'_>, depth: usize) -> Result<F, NotExact> {
        // A single position can take long, so check for a stop before each position.
        self.token.check()?;
        self.looked_at += 1;
        if self.looked_at > self.budget {
            return Err(NotExact::TooLarge(self.budget));
        }
        if depth > DEEPEST {
            return Err(NotExact::TooDeep(DEEPEST));
        }
        if let Some(known) = F::known(at)? {
            return Ok(known);
        }
        let turn = at.turn();
        if let Turn::Over(outcome) = turn {
            return Ok(F::ended(at, outcome));
        }
        let situation = self.memory.as_ref().and_then(|_| at.situation());
        if let (Some(memory), Some(situation)) = (&self.memory, &situation)
            && let Some(found) = memory.get(situation)
        {
            return Ok(found.clone());
        }
        let by = if let Turn::Ask(seat) = turn { Some(seat) } else { None };
        let mut moves = at.moves(&turn)?;
        let mut either: Option<fn(F, F) -> F> = None;
        if let (Some((free, or)), Some((_, own, _))) = (self.free, moves.first())
            && by == Some(free)
        {
            let menu = at.menu();
            // Before an answer, the free seat makes the same moves as its own player.
            if menu.admit(own).is_ok_and(|offer| offer.ends_turn) {
                let left = self.budget - self.looked_at;
                let (answers, whole) = answers::answers_besides(own, &menu, left)?;
                self.whole &= whole;
                moves = answers.into_iter().map(|mv| (1.0, mv, Visibility::ALL)).collect();
                either = Some(or);
            }
        }
        let mut all: Option<F> = None;
        for (p, mv, _) in moves {
            let next = self.fold(&*at.after(&mv, by)?, depth + 1)?;
            all = Some(match (all, either) {
                (None, None) => next.weighted(p),
                (None, Some(_)) => next,
                (Some(all), None) => all.and(next.weighted(p)),
                (Some(all), Some(or)) => or(all, next),
            });
        }
        let all = all.ok_or_else(|| NotExact::Illegal("nobody has a move".into()))?;
        if let (Some(memory), Some(situation)) = (&mut self.memory, situation) {
            memory.insert(situation, all.clone());
        }
        Ok(all)
    }
}

/// Walks the game tree under fixed strategies.
pub struct GameTreeWalk<'a, R: StrategyRegistry> {
    playing: WalkContext<'a, R>,
    folding: TreeFolder<'a, f64>,
}

impl<'a, R: StrategyRegistry> GameTreeWalk<'a, R> {
    /// A walk with these players through at most `budget` positions, with memory of states.
    pub fn new(players: &'a Simulator<R>, budget: u64, token: &'a CancelToken) -> Self {
        let mut folding = TreeFolder::new(None, budget, token);
        folding.memory = Some(HashMap::new());
        Self { playing: WalkContext::new(players, token), folding }
    }

    /// The same walk, but it stops at positions for which `leaf` returns a value.
    pub fn with_leaf(mut self, leaf: LeafValue<'a, R>) -> Self {
        self.playing.leaf = Some(leaf);
        self
    }

    /// The same walk, without memory of states. It is slower and finds the same values.
    pub fn forgetful(mut self) -> Self {
        self.folding.memory = None;
        self
    }

    /// Alice's expected value: her winning probability or her expected payment.
    ///
    /// # Errors
    /// Returns an error if the value cannot be computed exactly, or if the walk was stopped.
    pub fn value(&mut self, rules: &R) -> Result<f64, NotExact> {
        self.folding.fold(&*self.playing.at(rules), 0)
    }
}

/// The players with these strategies, in the seats of Alice, Bob and the judge.
///
/// # Errors
/// Returns an error if a seat does not have this strategy.
pub fn cast<R: StrategyRegistry>(rules: &R, written: [&str; 3]) -> Result<Simulator<R>, String> {
    let seats = written.map(|written| SeatPlan::Program(written.to_owned()));
    Simulator::new(rules.clone(), &seats, &cancellable::token())
}

/// Every pair of strategies of Alice and Bob that take no parameter.
pub(crate) fn plain_pairs<R: StrategyRegistry>() -> Vec<(&'static str, &'static str)> {
    let roster = R::roster();
    let names = |seat: Seat| {
        let plain = roster.iter().filter(|listed| listed.argument == StrategyParameter::None);
        plain.filter(move |listed| listed.seat == seat).map(|listed| listed.name)
    };
    names(Seat::Alice).flat_map(|alice| names(Seat::Bob).map(move |bob| (alice, bob))).collect()
}

/// The values of these pairs of provers with an honest judge. Skips pairs that cannot be seated or
/// need more than `most` positions. For `leaf`, see [`GameTreeWalk::with_leaf`].
pub(crate) fn pair_values<'p, R: StrategyRegistry>(
    rules: &R,
    pairs: impl IntoIterator<Item = (&'p str, &'p str)>,
    (most, leaf): (u64, Option<LeafValue<'_, R>>),
    token: &CancelToken,
) -> Result<Vec<PairValue>, Cancelled> {
    let mut values = Vec::new();
    for (alice, bob) in pairs {
        let Ok(cast) = cast(rules, [alice, bob, "honest"]) else { continue };
        let mut walk = GameTreeWalk::new(&cast, most, token);
        walk.playing.leaf = leaf;
        values.extend(if_exact(walk.value(rules))?.map(|value| PairValue::new(alice, bob, value)));
    }
    Ok(values)
}

/// Alice's expected value if everybody is honest from this position on. `None` if the tree has more
/// than 10^5 positions.
///
/// # Errors
/// Returns an error if the walk was stopped.
pub fn honest_value<R: StrategyRegistry>(
    rules: &R,
    token: &CancelToken,
) -> Result<Option<f64>, Cancelled> {
    let Ok(cast) = cast(rules, ["honest"; 3]) else { return Ok(None) };
    if_exact(GameTreeWalk::new(&cast, 100_000, token).value(rules))
}
