//! A walk through a game tree: every choice of a mixture and every outcome of a law, weighted, and, where
//! one seat is free, every answer that it may give. What is made of the ends is a fold; the exact
//! value under fixed strategies is the simplest. Slow and general; special solvers are checked against it.

use std::collections::HashMap;

use super::answers;
pub use super::position::{Leaf, NotExact};
use super::position::{Playing, Position};
use super::report::PairValue;
use crate::debate::{Driver, SeatPlan};
use crate::forms::reading;
use crate::rules::{Audience, Cost, Outcome, Seat, Situation, Turn};
use crate::strategy::{Argument, Players};
use crate::work::{Stopped, Token};

/// A value, or none where it cannot be said exactly.
///
/// # Errors
/// If the walk was stopped.
pub fn if_exact<T>(found: Result<T, NotExact>) -> Result<Option<T>, Stopped> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(NotExact::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// A walk goes no deeper than this: each move is a call.
const DEEPEST: usize = 1_000;

/// What a walk makes of the ends that it comes to.
pub(super) trait Fold: Clone {
    /// An end.
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self;

    /// What a position comes to, where that is known without going on.
    ///
    /// # Errors
    /// If the work was stopped.
    fn known(_: &dyn Position<'_>) -> Result<Option<Self>, Stopped> {
        Ok(None)
    }

    /// The same, as likely as this.
    #[must_use]
    fn weighted(self, p: f64) -> Self;

    /// This or that, as the coins fall.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

/// What Alice can expect.
impl Fold for f64 {
    fn ended(at: &dyn Position<'_>, outcome: Outcome) -> Self {
        at.ended(outcome)
    }

    fn known(at: &dyn Position<'_>) -> Result<Option<Self>, Stopped> {
        at.leaf()
    }

    fn weighted(self, p: f64) -> Self {
        p * self
    }

    fn and(self, other: Self) -> Self {
        self + other
    }
}

/// What the judge can expect to pay of a kind under fixed strategies, from a walk that looks at no more than
/// `budget` positions.
///
/// # Errors
/// If that cannot be said exactly, or the walk was stopped.
pub fn judge_pays<R: Players>(
    rules: &R,
    cast: &Driver<R>,
    cost: Cost,
    budget: u64,
    token: &Token,
) -> Result<f64, NotExact> {
    let playing = Playing { paid: Some(cost), ..Playing::new(cast, token) };
    Folding::new(None, budget, token).of(&*playing.at(rules), 0)
}

/// A seat that gives every answer that it may, and what is made of two of them.
type Free<F> = (Seat, fn(F, F) -> F);

/// Walks a game tree.
pub(super) struct Folding<'a, F> {
    free: Option<Free<F>>,
    memory: Option<HashMap<Situation, F>>,
    looked_at: u64,
    budget: u64,
    token: &'a Token,
    /// Whether the free seat gave every answer wherever it was asked.
    pub whole: bool,
}

impl<'a, F: Fold> Folding<'a, F> {
    /// A walk without memory of situations that looks at no more than `budget` positions.
    pub fn new(free: Option<Free<F>>, budget: u64, token: &'a Token) -> Self {
        Self { free, memory: None, looked_at: 0, budget, token, whole: true }
    }

    /// What a position after so many moves comes to.
    pub fn of(&mut self, at: &dyn Position<'_>, depth: usize) -> Result<F, NotExact> {
        // Some positions take long by themselves: each asks.
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
            // Before it answers, the free seat does what its own player does.
            if menu.admit(own).is_ok_and(|offer| offer.ends_turn) {
                let left = self.budget - self.looked_at;
                let (answers, whole) = answers::beside(own, &menu, left)?;
                self.whole &= whole;
                moves = answers.into_iter().map(|mv| (1.0, mv, Audience::ALL)).collect();
                either = Some(or);
            }
        }
        let mut all: Option<F> = None;
        for (p, mv, _) in moves {
            let next = self.of(&*at.after(&mv, by)?, depth + 1)?;
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
pub struct Walk<'a, R: Players> {
    playing: Playing<'a, R>,
    folding: Folding<'a, f64>,
}

impl<'a, R: Players> Walk<'a, R> {
    /// A walk under these players that looks at no more than `budget` positions.
    pub fn new(players: &'a Driver<R>, budget: u64, token: &'a Token) -> Self {
        let mut folding = Folding::new(None, budget, token);
        folding.memory = Some(HashMap::new());
        Self { playing: Playing::new(players, token), folding }
    }

    /// The same walk, which takes values from `leaf` where that knows them.
    pub fn with_leaf(mut self, leaf: Leaf<'a, R>) -> Self {
        self.playing.leaf = Some(leaf);
        self
    }

    /// The same walk without memory of situations: the same values, slower.
    pub fn forgetful(mut self) -> Self {
        self.folding.memory = None;
        self
    }

    /// What Alice can expect: the probability that she wins, or her payment.
    ///
    /// # Errors
    /// If that cannot be said exactly, or the walk was stopped.
    pub fn value(&mut self, rules: &R) -> Result<f64, NotExact> {
        self.folding.of(&*self.playing.at(rules), 0)
    }
}

/// The players written so, in the seats of Alice, Bob and the judge.
///
/// # Errors
/// If a seat has no such strategy.
pub fn cast<R: Players>(rules: &R, written: [&str; 3]) -> Result<Driver<R>, String> {
    let seats = written.map(|written| SeatPlan::Program(written.to_owned()));
    Driver::new(rules.clone(), &seats, &reading::token())
}

/// Every pair of provers that need no argument.
pub(crate) fn plain_pairs<R: Players>() -> Vec<(&'static str, &'static str)> {
    let roster = R::roster();
    let names = |seat: Seat| {
        let plain = roster.iter().filter(|listed| listed.argument == Argument::None);
        plain.filter(move |listed| listed.seat == seat).map(|listed| listed.name)
    };
    names(Seat::Alice).flat_map(|alice| names(Seat::Bob).map(move |bob| (alice, bob))).collect()
}

/// What pairs of provers come to before the honest judge; those that cannot be seated, or whose debates
/// have more ways to go than `most` positions, are left out. `leaf` is as in [`Walk`].
pub(crate) fn pair_values<'p, R: Players>(
    rules: &R,
    pairs: impl IntoIterator<Item = (&'p str, &'p str)>,
    (most, leaf): (u64, Option<Leaf<'_, R>>),
    token: &Token,
) -> Result<Vec<PairValue>, Stopped> {
    let mut values = Vec::new();
    for (alice, bob) in pairs {
        let Ok(cast) = cast(rules, [alice, bob, "honest"]) else { continue };
        let mut walk = Walk::new(&cast, most, token);
        walk.playing.leaf = leaf;
        values.extend(if_exact(walk.value(rules))?.map(|value| PairValue::new(alice, bob, value)));
    }
    Ok(values)
}

/// What Alice can expect if everybody is honest from here on, if a walk of 10^5 positions tells.
///
/// # Errors
/// If the walk was stopped.
pub fn honest_value<R: Players>(rules: &R, token: &Token) -> Result<Option<f64>, Stopped> {
    let Ok(cast) = cast(rules, ["honest"; 3]) else { return Ok(None) };
    if_exact(Walk::new(&cast, 100_000, token).value(rules))
}
