//! Bob's best response among worlds between which he cannot tell, from the leaves up. Alice may tell some
//! of them from others: each that is one to her is a *view*. What follows a claim depends on what she said
//! of its number and on the views in which she comes there and says so, but for −r^{k+1}·c·p: so each
//! argument is searched once for a set of views, by [`super::argued`], or by [`super::round`] where there is
//! one view and what she does follows from his numbers alone.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::argued::{Argued, ArgumentSolution, Budget, Measure};
use super::committed::{NamedError, SeenPart, ViewGroup};
use super::kinks::{Kinks, SLIVER, ordered};
use super::pursuit::{Leaves, Pursuit, Steep, WeightedTargets};
use super::round::{CalledRound, Ends, Goes, StatedClaim};
use crate::machine::claims::{Argument, Case, ClaimId, StabilityTable, Truths};
use crate::protocol::prover_estimator::Round;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::protocol::prover_estimator::reward::{SAME_ERROR, if_named, is_larger};
use crate::rules::Direction;
use crate::work::Token;

/// A set of views, a bit each.
type Set = u64;

/// Views of one class of worlds, at most.
pub(super) const MOST_VIEWS: usize = 64;
/// Parts of an argument that is searched for several views, at most.
const MOST_PARTS: usize = 6;
/// Leaves of a tree that is searched for some minutes where it must be, at most.
const FEW_LEAVES: usize = 6;

/// Worlds that are one to both players.
#[derive(Clone, Debug)]
pub(super) struct OneView {
    weight: f64,
    truths: Truths,
    /// How likely each claim is, by its index.
    chances: Vec<f64>,
    /// What Alice takes each claim to be, by its index.
    targets: Vec<f64>,
}

/// What is left to be looked at in all classes.
#[derive(Debug)]
pub(super) struct SearchBudget {
    /// Places in rounds of one view.
    places: Cell<usize>,
    /// Last numbers in arguments of several.
    looks: Cell<usize>,
    /// Those in one of them.
    most: usize,
}

impl SearchBudget {
    /// Enough for some seconds of search; for some minutes where the tree has few leaves. Nearly all of
    /// those are then solved to the end, most of them in seconds.
    pub(super) fn of(case: &Case) -> Self {
        let times = if case.tree().leaf_count() <= FEW_LEAVES { 16 } else { 1 };
        let most = times * Budget::MOST;
        Self { places: Cell::new(times * 60_000_000), looks: Cell::new(3 * most), most }
    }
}

impl OneView {
    pub(super) fn new(
        case: &Case,
        (alice, answer): (&Prover, bool),
        worlds: &[(f64, Truths)],
    ) -> Option<Self> {
        let truths = worlds.first()?.1.clone();
        let weight: f64 = worlds.iter().map(|world| world.0).sum();
        let chance = |claim| {
            let holds = worlds.iter().filter(|(_, truths)| truths.of(claim));
            holds.map(|world| world.0).sum::<f64>() / weight
        };
        let chances = case.tree().claims().map(chance).collect();
        let target = |claim| alice.target(case, &truths, claim, answer);
        let targets = case.tree().claims().map(target).collect();
        Some(Self { weight, chances, targets, truths })
    }
}

/// What she did: said this of a claim, and laid out this argument for it, in these views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArguedClaim {
    claim: ClaimId,
    said: Direction,
    which: usize,
    views: Set,
}

/// How Bob states his numbers for the parts of an argument.
#[derive(Debug)]
pub(super) enum Solved {
    /// In one view.
    Alike(CalledRound),
    /// In several.
    Told(ArgumentSolution),
}

/// What a class of worlds comes to, and what Bob states in it.
#[derive(Debug)]
pub(super) struct ClassResponse {
    pub(super) ends: Ends,
    pub(super) first: f64,
    pub(super) solved: HashMap<ArguedClaim, (Ends, Arc<Solved>)>,
}

/// Works out responses to an Alice who gave this answer.
pub(super) struct Solver<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    answer: bool,
    views: &'a [OneView],
    token: &'a Token,
    table: RefCell<StabilityTable>,
    solved: RefCell<HashMap<ArguedClaim, (Ends, Arc<Solved>)>>,
    /// Rounds of one view as they were asked for: many claims of a tree are alike.
    alike: RefCell<HashMap<String, (Ends, Arc<Solved>)>>,
    /// How far the ends of what follows a claim are apart, at most.
    apart: RefCell<HashMap<ClaimId, f64>>,
    /// Why an end was not found.
    failed: RefCell<Option<TooLarge>>,
    left: &'a SearchBudget,
}

impl<'a> Solver<'a> {
    /// `solved` is what is known already.
    pub(super) fn new(
        (case, stakes): (&'a Case, Stakes),
        (alice, answer): (&'a Prover, bool),
        views: &'a [OneView],
        solved: HashMap<ArguedClaim, (Ends, Arc<Solved>)>,
        (left, token): (&'a SearchBudget, &'a Token),
    ) -> Self {
        Self {
            case,
            stakes,
            alice,
            answer,
            views,
            token,
            table: RefCell::new(StabilityTable::new(stakes.epsilon)),
            solved: RefCell::new(solved),
            alike: RefCell::default(),
            apart: RefCell::default(),
            failed: RefCell::default(),
            left,
        }
    }

    /// What it comes to from the first number on.
    ///
    /// # Errors
    /// If there is too much to look at, or the work was stopped.
    pub(super) fn response(self) -> Result<ClassResponse, TooLarge> {
        let all = Set::MAX >> (MOST_VIEWS - self.views.len());
        let slack = self.alice.slack(&self.stakes);
        let mut numbers = Kinks::from_slice(&[0.0, 1.0]);
        for at in 0..self.views.len() {
            let target = self.target(at, ClaimId::ROOT);
            for end in [target - slack, target + slack] {
                numbers.extend([end - SLIVER, end, end + SLIVER]);
            }
        }
        ordered(&mut numbers);
        let weight = self.weight(all);
        let (mut ends, mut first) = (Ends::at(f64::INFINITY), 0.5);
        for p in numbers {
            let own = self.stated(ClaimId::ROOT, 0, p, all)?.plus(Ends::at(weight * p));
            if own.high < ends.high {
                first = p;
            }
            ends = Ends { low: ends.low.min(own.low), high: ends.high.min(own.high) };
        }
        Ok(ClassResponse { ends, first, solved: self.solved.into_inner() })
    }

    fn members(views: Set) -> impl Iterator<Item = usize> {
        (0..MOST_VIEWS).filter(move |at| views >> at & 1 == 1)
    }

    fn weight(&self, views: Set) -> f64 {
        Self::members(views).map(|at| self.views[at].weight).sum()
    }

    fn target(&self, view: usize, claim: ClaimId) -> f64 {
        self.views[view].targets[claim.index()]
    }

    /// The views by what she says of a number.
    fn called(&self, claim: ClaimId, p: f64, views: Set) -> [Set; 3] {
        let mut called = [0; 3];
        for at in Self::members(views) {
            let (target, place) = (self.target(at, claim), (claim, self.answer));
            let said = self.alice.call_beside(target, (&self.stakes, self.case), place, p);
            called[said as usize] |= 1 << at;
        }
        called
    }

    /// What she is still paid in these views where he states `p` for a claim.
    fn stated(&self, claim: ClaimId, round: usize, p: f64, views: Set) -> Result<Ends, TooLarge> {
        let mut all = Ends::at(0.0);
        for (said, views) in Direction::ALL.into_iter().zip(self.called(claim, p, views)) {
            if views == 0 {
                continue;
            }
            let own = self.stakes.ratio.stake(round) * f64::from(said.sign());
            let own = own * p * self.weight(views);
            let rest = self.after(claim, round, said, views)?;
            all = all.plus(rest).plus(Ends::at(-own));
        }
        Ok(all)
    }

    /// The views by the argument that she lays out.
    fn arguing(&self, claim: ClaimId, views: Set) -> Vec<(usize, Set)> {
        if self.case.tree().argument_count(claim) == 1 {
            return vec![(0, views)];
        }
        let mut all: Vec<(usize, Set)> = Vec::new();
        for at in Self::members(views) {
            let truths = &self.views[at].truths;
            let which = self.alice.argument(&mut self.table.borrow_mut(), self.case, truths, claim);
            match all.iter_mut().find(|own| own.0 == which) {
                Some(own) => own.1 |= 1 << at,
                None => all.push((which, 1 << at)),
            }
        }
        all
    }

    /// What she is paid besides −r^{k+1}·c·p where she said this of the number for a claim.
    fn after(
        &self,
        claim: ClaimId,
        round: usize,
        said: Direction,
        views: Set,
    ) -> Result<Ends, TooLarge> {
        let turned = claim == ClaimId::ROOT && !self.answer;
        let gain = self.stakes.ratio.stake(round) * f64::from(said.sign());
        if self.case.tree().is_leaf(claim) {
            let paid = |at: usize| {
                let view = &self.views[at];
                let yes = self.stakes.says_true(view.chances[claim.index()]);
                view.weight * gain * if turned { 1.0 - yes } else { yes }
            };
            return Ok(Ends::at(Self::members(views).map(paid).sum()));
        }
        let mut all = Ends::at(0.0);
        for (which, views) in self.arguing(claim, views) {
            let key = ArguedClaim { claim, said, which, views };
            let known = self.solved.borrow().get(&key).cloned();
            let (ends, _) = match known {
                Some(known) => known,
                None => {
                    self.token.check()?;
                    let Some(argument) = self.case.tree().argument(claim, which) else { continue };
                    let found = self.argued(argument, round, self.gain(key, round), views)?;
                    self.solved.borrow_mut().insert(key, found.clone());
                    let mut apart = self.apart.borrow_mut();
                    let apart = apart.entry(claim).or_default();
                    *apart = apart.max(found.0.high - found.0.low);
                    found
                }
            };
            all = all.plus(ends);
        }
        Ok(all)
    }

    /// What she is paid if her argument holds, and if it fails.
    fn gain(&self, said: ArguedClaim, round: usize) -> [f64; 2] {
        let gain = self.stakes.ratio.stake(round) * f64::from(said.said.sign());
        let gain = gain * self.weight(said.views);
        let turned = said.claim == ClaimId::ROOT && !self.answer;
        if turned { [0.0, gain] } else { [gain, 0.0] }
    }

    fn argued(
        &self,
        argument: Argument<'_>,
        round: usize,
        gain: [f64; 2],
        views: Set,
    ) -> Result<(Ends, Arc<Solved>), TooLarge> {
        let parts: Vec<ClaimId> = argument.parts.iter().collect();
        if views.count_ones() == 1 {
            return self.alike(argument, &parts, round, gain, views);
        }
        if parts.len() > MOST_PARTS {
            return Err(TooLarge::Branches);
        }
        let measure = if round == 0 { Measure::Own } else { Measure::Inner };
        let most = self.left.looks.get().min(self.left.most);
        let mut budget = Budget::of(most, self.token);
        let found = match self.leaves(&parts, round + 1, views) {
            Some(leaves) => {
                Argued::new(argument.rule, gain, leaves).map(|own| own.solved(measure, &mut budget))
            }
            None => {
                let onward = Onward::new(self, &parts, round + 1, views)?;
                Argued::new(argument.rule, gain, onward).map(|own| own.solved(measure, &mut budget))
            }
        };
        self.left.looks.set(self.left.looks.get().saturating_sub(most - budget.left()));
        if let Some(why) = self.failed.take() {
            return Err(why);
        }
        let mut found = found.ok_or(TooLarge::Branches)??;
        // What follows each part was taken at its upper end.
        let apart = |part: &ClaimId| {
            let one = self.apart.borrow().get(part).copied().unwrap_or_default();
            one * 3.0 * self.case.tree().argument_count(*part) as f64
        };
        found.ends.low -= parts.iter().map(apart).sum::<f64>();
        Ok((found.ends, Arc::new(Solved::Told(found))))
    }

    /// Parts of which she is paid for the largest of his errors, whichever it is.
    fn leaves(&self, parts: &[ClaimId], round: usize, views: Set) -> Option<Leaves> {
        let noise = 1.0 - self.stakes.says_true(1.0);
        let is_plain = |view: usize, part: ClaimId| {
            let (thinks, chance) =
                (self.target(view, part), self.views[view].chances[part.index()]);
            (thinks - chance).abs() < 1e-12 && (noise == 0.0 || thinks == 0.0 || thinks == 1.0)
        };
        let tree = self.case.tree();
        let mut own = Self::members(views);
        let all =
            own.all(|view| parts.iter().all(|&part| tree.is_leaf(part) && is_plain(view, part)));
        let paid = (self.stakes.ratio.stake(round), self.alice.slack(&self.stakes), noise);
        all.then(|| Leaves::new(self.seen(parts, views), paid))
    }

    /// What she takes a part to be in views in which that is one, and how much less than for an error she is paid
    /// there by a Bob who is told that it is one of them.
    fn told(&self, part: ClaimId, round: usize, views: Set) -> Result<SeenPart, TooLarge> {
        let noise = 1.0 - self.stakes.says_true(1.0);
        let (stake, weight) = (self.stakes.ratio.stake(round), self.weight(views));
        let target = self.target(views.trailing_zeros() as usize, part);
        let mut less = [0.0; 3];
        for (said, less) in Direction::ALL.into_iter().zip(&mut less) {
            let leaf = match said {
                Direction::TooLow => stake * (target - noise),
                Direction::AboutRight => 0.0,
                Direction::TooHigh => -stake * (target + noise),
            };
            *less = leaf - self.after(part, round, said, views)?.low / weight;
        }
        Ok(SeenPart { target, less })
    }

    fn seen(&self, parts: &[ClaimId], views: Set) -> Vec<WeightedTargets> {
        let view = |at: usize| WeightedTargets {
            weight: self.views[at].weight,
            targets: parts.iter().map(|&part| self.target(at, part)).collect(),
        };
        Self::members(views).map(view).collect()
    }

    /// An argument in one view.
    fn alike(
        &self,
        argument: Argument<'_>,
        parts: &[ClaimId],
        round: usize,
        gain: [f64; 2],
        views: Set,
    ) -> Result<(Ends, Arc<Solved>), TooLarge> {
        let (weight, view) = (self.weight(views), views.trailing_zeros() as usize);
        let (slack, stake) = (self.alice.slack(&self.stakes), self.stakes.ratio.stake(round + 1));
        let mut stated = Vec::new();
        for &part in parts {
            let names = self.alice.names(self.case, part, self.answer);
            let mut rest = [Ends::at(0.0); 3];
            for (at, said) in Direction::ALL.into_iter().enumerate() {
                if if_named(said, names) == said {
                    rest[at] = self.after(part, round + 1, said, views)?.times(1.0 / weight);
                }
            }
            stated.push(StatedClaim { target: self.target(view, part), slack, names, stake, rest });
        }
        let goes = match self.alice.chosen(round, parts.len()) {
            Some(picks) => {
                let mut chances = vec![0.0; parts.len()];
                picks.into_iter().for_each(|(at, chance)| chances[at] += chance);
                Goes::By(chances)
            }
            None => Goes::Furthest(self.alice.seeks(self.case)),
        };
        let gain = gain.map(|gain| gain / weight);
        let game = CalledRound::new(argument.rule, gain, stated, goes);
        let key = format!("{game:?}");
        let known = self.alike.borrow().get(&key).cloned();
        let (ends, solved) = match known {
            Some(known) => known,
            None => {
                let mut left = self.left.places.get();
                let (ends, game) = game.solved(&mut left, self.token)?;
                self.left.places.set(left);
                let found = (ends, Arc::new(Solved::Alike(game)));
                self.alike.borrow_mut().insert(key, found.clone());
                found
            }
        };
        Ok((ends.times(weight), solved))
    }

    /// What he states next after these rounds, the last of which is not over; none where Alice did what
    /// this one does not.
    ///
    /// # Errors
    /// If there is too much to look at, or the work was stopped.
    pub(super) fn next(&self, rounds: &[Round]) -> Result<Option<f64>, TooLarge> {
        let mut views = Set::MAX >> (MOST_VIEWS - self.views.len());
        for (round, seen) in rounds.iter().enumerate() {
            let (Some(said), Some(which)) = (seen.said, seen.which) else { return Ok(None) };
            views = self.called(seen.claim, seen.stated.get(), views)[said as usize];
            if views == 0 {
                return Ok(None);
            }
            let arguing = self.arguing(seen.claim, views);
            let Some(own) = arguing.into_iter().find(|own| own.0 == which) else { return Ok(None) };
            views = own.1;
            let Some(argument) = self.case.tree().argument(seen.claim, which) else {
                return Ok(None);
            };
            let (estimates, drawn) = (seen.estimates(), seen.drawn().collect::<Vec<bool>>());
            if let Some(picked) = seen.picked {
                let picks = |at: usize| {
                    let truths = &self.views[at].truths;
                    let picks = self.alice.picks(self.case, truths, argument, round, &estimates);
                    picks.into_iter().any(|(place, chance)| place == picked && chance > 0.0)
                };
                views =
                    Self::members(views).filter(|at| picks(*at)).fold(0, |all, at| all | 1 << at);
                if views == 0 {
                    return Ok(None);
                }
                continue;
            }
            self.after(seen.claim, round, said, views)?;
            let key = ArguedClaim { claim: seen.claim, said, which, views };
            let known = self.solved.borrow().get(&key).cloned();
            let found = match known.as_ref().map(|(_, solved)| &**solved) {
                Some(Solved::Alike(own)) => {
                    return Ok(Some(own.next(&estimates, &drawn)));
                }
                Some(Solved::Told(found)) => found,
                None => return Ok(None),
            };
            let parts: Vec<ClaimId> = argument.parts.iter().collect();
            let gain = self.gain(key, round);
            let (stated, rule) = ((&*estimates, &*drawn), argument.rule);
            let number = match self.leaves(&parts, round + 1, views) {
                Some(leaves) => {
                    Argued::new(rule, gain, leaves).map(|own| own.next(found, stated, self.token))
                }
                None => Argued::new(rule, gain, Onward::new(self, &parts, round + 1, views)?)
                    .map(|own| own.next(found, stated, self.token)),
            };
            return match self.failed.take() {
                Some(why) => Err(why),
                None => Ok(number.transpose()?),
            };
        }
        Ok(None)
    }
}

/// Parts that are argued about themselves: what she is paid depends on where she goes on, and in which
/// views.
struct Onward<'a, 's> {
    solver: &'a Solver<'s>,
    parts: &'a [ClaimId],
    /// The round about a part.
    round: usize,
    members: SmallVec<[usize; 16]>,
    views: Vec<WeightedTargets>,
    /// The same with what a Bob pays less who is told what she takes the parts to be.
    told: Vec<SmallVec<[SeenPart; MOST_PARTS]>>,
    weight: f64,
}

impl<'a, 's> Onward<'a, 's> {
    fn new(
        solver: &'a Solver<'s>,
        parts: &'a [ClaimId],
        round: usize,
        views: Set,
    ) -> Result<Self, TooLarge> {
        let members: SmallVec<[usize; 16]> = Solver::members(views).collect();
        let (seen, weight) = (solver.seen(parts, views), solver.weight(views));
        // Where she takes all parts to be the same, she does the same.
        let alike = |own: usize| {
            let others = seen.iter().zip(&members).filter(|one| one.0.targets == seen[own].targets);
            others.fold(0, |all, (_, view)| all | 1 << view)
        };
        let told =
            |own: usize| parts.iter().map(|part| solver.told(*part, round, alike(own))).collect();
        let told = (0..seen.len()).map(told).collect::<Result<_, _>>()?;
        Ok(Self { solver, parts, round, members, views: seen, told, weight })
    }
}

/// The numbers, and by view the largest error and whose it is.
#[derive(Clone, Debug, Default)]
struct Furthest {
    numbers: SmallVec<[f64; MOST_PARTS]>,
    each: SmallVec<[(f64, usize); 16]>,
}

impl Furthest {
    /// Whose error is the largest in a view, if the next number is so far off: of equal ones the first.
    fn with(&self, view: usize, off: f64) -> (f64, usize) {
        match self.each.get(view) {
            Some(&(error, at)) if !is_larger(off, error) => (error, at),
            _ => (off, self.numbers.len()),
        }
    }
}

impl Pursuit for Onward<'_, '_> {
    type Stated = Furthest;

    fn targets(&self) -> Vec<Vec<f64>> {
        self.views.iter().map(|view| view.targets.clone()).collect()
    }

    fn start(&self) -> Furthest {
        Furthest::default()
    }

    fn after(&self, stated: &Furthest, p: f64) -> Furthest {
        let at = stated.numbers.len();
        let off = |view: &WeightedTargets| (view.targets[at] - p).abs();
        let each = self.views.iter().enumerate().map(|(own, view)| stated.with(own, off(view)));
        let mut numbers = stated.numbers.clone();
        let each = each.collect();
        numbers.push(p);
        Furthest { numbers, each }
    }

    fn fixed(&self, stated: &Furthest, at: usize) -> Kinks {
        let slack = self.solver.alice.slack(&self.solver.stakes);
        let mut all = Kinks::new();
        for (own, view) in self.views.iter().enumerate() {
            let target = view.targets[at];
            let error = stated.each.get(own).map_or(0.0, |furthest| furthest.0);
            all.extend(
                [slack, error, 0.0].into_iter().flat_map(|off| [target - off, target + off]),
            );
        }
        ordered(&mut all);
        all
    }

    fn paid(&self, stated: &Furthest, p: f64) -> f64 {
        let last = stated.numbers.len();
        let mut goes: SmallVec<[Set; MOST_PARTS]> = SmallVec::from_elem(0, last + 1);
        for (own, view) in self.views.iter().enumerate() {
            let (_, at) = stated.with(own, (view.targets[last] - p).abs());
            goes[at] |= 1 << self.members[own];
        }
        let mut paid = 0.0;
        for (at, views) in goes.into_iter().enumerate().filter(|goes| goes.1 != 0) {
            let number = stated.numbers.get(at).copied().unwrap_or(p);
            match self.solver.stated(self.parts[at], self.round, number, views) {
                Ok(ends) => paid += ends.high,
                Err(why) => {
                    self.solver.failed.borrow_mut().get_or_insert(why);
                    return f64::INFINITY;
                }
            }
        }
        paid
    }

    fn steep(&self, _: &Furthest, _: [f64; 2]) -> Option<Steep> {
        None
    }

    fn moved(&self, _: &Furthest, _: [f64; 2]) -> f64 {
        2.0 * self.weight * self.most()
    }

    fn floor(&self, _: &Furthest) -> f64 {
        let rounds = self.round..=self.solver.case.tree().depth();
        -self.weight * rounds.map(|round| self.solver.stakes.ratio.stake(round)).sum::<f64>()
    }

    fn cost(&self) -> usize {
        4 + self.views.len()
    }

    fn most(&self) -> f64 {
        self.solver.stakes.ratio.stake(self.round)
    }

    fn jumps(&self) -> bool {
        true
    }

    fn committed(&self, stated: &Furthest) -> Option<(Vec<ViewGroup>, NamedError)> {
        let stakes = &self.solver.stakes;
        let (noise, slack) = (1.0 - stakes.says_true(1.0), self.solver.alice.slack(stakes));
        let least = slack + SAME_ERROR;
        let named = NamedError { stake: stakes.ratio.stake(self.round), least, noise };
        let mut groups: Vec<ViewGroup> = Vec::new();
        for (own, (view, told)) in self.views.iter().zip(&self.told).enumerate() {
            let (error, less) = match stated.each.get(own) {
                Some(&(error, at)) => {
                    (error, told[at].said(stated.numbers[at] - told[at].target, named))
                }
                None => (0.0, told.iter().map(|part| part.less[1]).fold(0.0, f64::max)),
            };
            let parts = SmallVec::from_slice(&told[stated.numbers.len()..]);
            let group = ViewGroup { weight: 0.0, error, less, parts };
            match groups
                .iter_mut()
                .find(|other| ViewGroup { weight: 0.0, ..(*other).clone() } == group)
            {
                Some(other) => other.weight += view.weight,
                None => groups.push(ViewGroup { weight: view.weight, ..group }),
            }
        }
        (noise <= slack).then_some((groups, named))
    }
}
