//! The hunter: an Alice who knows Bob's strategy. She plays a best response to it, which is found
//! by backward induction over all draws.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use super::round_draws::{DrawCache, PossibleWorlds, RoundDraws, RoundEnding, SeenTruths};
use super::{Moments, ResponseTooLarge, RewardParams};
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Knowledge, MOST_WORLDS, Truths};
use crate::protocol::prover_estimator::players::estimator::{
    AskedSubclaim, EstimatorMemory, EstimatorStrategy,
};
use crate::protocol::prover_estimator::{EstimateRound, direction};
use crate::rules::Direction;
use crate::work::CancelToken;

/// The default limit on the branches that a search visits. Such a search takes about a second.
const MOST_BRANCHES: usize = 2_000_000;

/// A hunter who plays against one Bob.
#[derive(Clone, Debug)]
pub struct BestResponseProver<'a> {
    draws: RoundDraws<'a>,
    stakes: RewardParams,
    branches: usize,
    drawn: Arc<DrawCache>,
}

/// The hunter's knowledge about the world: the possible worlds if Bob's numbers depend on the world, otherwise nothing.
#[derive(Clone, Debug)]
pub struct ProverKnowledge(Option<PossibleWorlds>);

impl ProverKnowledge {
    /// The knowledge of a hunter who knows the actual world.
    pub fn from_truths(truths: &Arc<Truths>) -> Self {
        Self(Some(PossibleWorlds::only(truths)))
    }
}

/// A position of the hunter: the claim, the round, Bob's number for the claim, her answer to the
/// root, and Bob's memory.
#[derive(Clone, Debug)]
pub struct SearchState {
    /// The possible worlds. `None` if Bob does not see the world. The search then uses the
    /// distribution of the case.
    scene: Option<PossibleWorlds>,
    claim: ClaimId,
    round: usize,
    stated: f64,
    answer: bool,
    mind: EstimatorMemory,
}

impl<'a> BestResponseProver<'a> {
    /// Creates a hunter who knows this Bob's strategy.
    pub fn new(case: &'a ClaimsInstance, stakes: RewardParams, bob: &'a EstimatorStrategy) -> Self {
        let tree = case.tree();
        let blank = Arc::new(tree.truths(&(0..tree.leaf_count()).map(|_| true).collect()));
        let draws = RoundDraws { case, bob, blank, token: CancelToken::default() };
        let drawn = Arc::new(DrawCache::bounded());
        Self { draws, stakes, branches: MOST_BRANCHES, drawn }
    }

    /// Sets how many branches she may visit.
    pub fn with_limit(self, branches: usize) -> Self {
        Self { branches, ..self }
    }

    /// Sets the token that can cancel her search.
    pub fn under(mut self, token: &CancelToken) -> Self {
        self.draws.token = token.clone();
        self
    }

    /// Her payment if she knows the actual world. The flag is true if her answer is right.
    pub fn payoff_in_world(
        &self,
        truths: &Arc<Truths>,
    ) -> Result<(Moments, bool), ResponseTooLarge> {
        let (worth, answer) = self.start(ProverKnowledge::from_truths(truths))?;
        Ok((worth, answer == truths.is_true(ClaimId::ROOT)))
    }

    /// Two results for a hunter who knows only the distribution over worlds: her average payment,
    /// and the probability that her answer is right.
    pub fn payoff_uninformed(&self) -> Result<(Moments, f64), ResponseTooLarge> {
        let scene = self.unseen()?;
        let root = match &scene.0 {
            None => self.draws.case.worlds().chance(ClaimId::ROOT),
            Some(scene) => scene
                .worlds
                .iter()
                .filter(|(_, truths)| truths.is_true(ClaimId::ROOT))
                .map(|(weight, _)| weight)
                .sum(),
        };
        let (worth, answer) = self.start(scene)?;
        Ok((worth, if answer { root } else { 1.0 - root }))
    }

    /// Two results for a hunter who knows what the case tells Alice: her average payment, and the
    /// probability that her answer is right.
    ///
    /// # Errors
    /// Returns an error if the search is too large, or if there are too many worlds.
    pub fn payoff_as_informed(&self) -> Result<(Moments, f64), ResponseTooLarge> {
        // If the case tells Alice nothing, there is no need to list the worlds.
        if !self.draws.case.alice_is_told() {
            return self.payoff_uninformed();
        }
        let mut worth = Moments::default();
        let mut right = 0.0;
        let mut classes: HashMap<Vec<bool>, (Moments, bool)> = HashMap::new();
        for (weight, truths) in self.listed()?.worlds.iter() {
            let class = self.draws.case.alice_knows(truths);
            let best = match classes.get(&class) {
                Some(&best) => best,
                None => {
                    let best = self.start(self.seen(truths)?)?;
                    classes.insert(class, best);
                    best
                }
            };
            worth.add(*weight, best.0);
            right += if best.1 == truths.is_true(ClaimId::ROOT) { *weight } else { 0.0 };
        }
        Ok((worth, right))
    }

    /// Her knowledge in a world with these truths. She knows what the case tells Alice.
    ///
    /// # Errors
    /// Returns an error if there are too many worlds to compare.
    pub fn seen(&self, truths: &Arc<Truths>) -> Result<ProverKnowledge, ResponseTooLarge> {
        if *self.draws.case.alice() == Knowledge::Everything {
            return Ok(ProverKnowledge::from_truths(truths));
        }
        match self.draws.case.alice_sees(truths).map_err(|_| ResponseTooLarge::Worlds)? {
            None => self.unseen(),
            Some(worlds) => Ok(ProverKnowledge(Some(
                worlds.into_iter().map(|(w, t)| (w, Arc::new(t))).collect(),
            ))),
        }
    }

    /// The knowledge of a hunter who knows only the distribution over worlds.
    ///
    /// # Errors
    /// Returns an error if Bob's numbers depend on the world and there are too many worlds to
    /// compare.
    pub fn unseen(&self) -> Result<ProverKnowledge, ResponseTooLarge> {
        let is_shown = self.draws.bob.sees_the_world(self.draws.case);
        Ok(ProverKnowledge(if is_shown { Some(self.listed()?) } else { None }))
    }

    /// The value of her better answer to the root, and this answer.
    ///
    /// # Errors
    /// Returns an error if the search is too large.
    pub fn start(
        &self,
        ProverKnowledge(scene): ProverKnowledge,
    ) -> Result<(Moments, bool), ResponseTooLarge> {
        let yes = self.answered(scene.clone(), true, &mut self.work())?;
        let no = self.answered(scene, false, &mut self.work())?;
        Ok(if no.mean > yes.mean + 1e-12 { (no, false) } else { (yes, true) })
    }

    fn work(&self) -> SearchWork {
        SearchWork { left: self.branches, known: HashMap::new() }
    }

    /// The number of branches that she visits before her first move. The first move needs the
    /// largest search.
    ///
    /// # Errors
    /// Returns an error if the search is too large.
    pub fn looks(&self, scene: ProverKnowledge) -> Result<usize, ResponseTooLarge> {
        let looked = |scene, answer| {
            let mut work = self.work();
            self.answered(scene, answer, &mut work).map(|_| self.branches - work.left)
        };
        Ok(looked(scene.0.clone(), true)? + looked(scene.0, false)?)
    }

    /// The worlds that agree with Bob's numbers so far. If a number agrees with no world, it comes
    /// from another strategy, and she ignores it.
    pub fn after(
        &self,
        scene: ProverKnowledge,
        answer: bool,
        rounds: &[EstimateRound],
    ) -> ProverKnowledge {
        let RoundDraws { case, bob, .. } = self.draws;
        let Some(mut worlds) = scene.0.clone().filter(|_| bob.sees_the_world(case)) else {
            return scene;
        };
        let mut keep = |says: &dyn Fn(&Truths) -> f64, said: f64| {
            let fits = |world: &&(f64, Arc<Truths>)| (says(&world.1) - said).abs() < 1e-9;
            let fitting: PossibleWorlds = worlds.worlds.iter().filter(fits).cloned().collect();
            if !fitting.worlds.is_empty() {
                worlds = fitting;
            }
        };
        if let Some(first) = rounds.first() {
            keep(&|truths| bob.first(case, truths, answer), first.stated.get());
        }
        for (round, minds) in rounds.iter().zip(bob.memories(case, rounds)) {
            let Some(which) = round.which else { break };
            for (at, (mind, said)) in minds.iter().zip(round.estimates()).enumerate() {
                let asked = AskedSubclaim { claim: round.claim, which, at };
                keep(&|truths| bob.estimate(case, truths, mind, asked), said);
            }
        }
        ProverKnowledge(Some(worlds))
    }

    /// The position at the start of the last round. `mind` is Bob's memory at that time.
    pub fn at(
        &self,
        scene: ProverKnowledge,
        round: &EstimateRound,
        number: usize,
        answer: bool,
        mind: EstimatorMemory,
    ) -> SearchState {
        let (claim, stated) = (round.claim, round.stated.get());
        SearchState { scene: scene.0, claim, round: number, stated, answer, mind }
    }

    /// The best statement about Bob's number, and the index of the best argument.
    ///
    /// # Errors
    /// Returns an error if the search is too large.
    pub fn best_move(&self, hunt: &SearchState) -> Result<(Direction, usize), ResponseTooLarge> {
        self.best(hunt, &mut self.work()).map(|best| (best.call, best.which))
    }

    /// The position of the best subclaim to pick after Bob has stated all numbers. `minds` holds
    /// Bob's memory before each number.
    ///
    /// # Errors
    /// Returns an error if the search is too large.
    pub fn pick(
        &self,
        hunt: &SearchState,
        which: usize,
        stated: Vec<f64>,
        minds: Vec<EstimatorMemory>,
    ) -> Result<usize, ResponseTooLarge> {
        let Some(argument) = self.draws.case.tree().argument(hunt.claim, which) else {
            return Ok(0);
        };
        let end = RoundEnding { scene: None, chance: 1.0, holds: 0.0, stated, minds };
        self.continuation_value(hunt, argument, &end, &mut self.work()).map(|(place, _)| place)
    }

    fn listed(&self) -> Result<PossibleWorlds, ResponseTooLarge> {
        let worlds = self.draws.case.worlds().list(MOST_WORLDS).ok_or(ResponseTooLarge::Worlds)?;
        let tree = self.draws.case.tree();
        let listed = worlds.into_iter().filter(|world| world.0 > 0.0);
        Ok(listed.map(|(w, leaves)| (w, Arc::new(tree.truths(&leaves)))).collect())
    }

    fn answered(
        &self,
        scene: Option<PossibleWorlds>,
        answer: bool,
        work: &mut SearchWork,
    ) -> Result<Moments, ResponseTooLarge> {
        let mut worth = Moments::default();
        let says = |truths: &Truths| self.draws.bob.first(self.draws.case, truths, answer);
        for (weight, scene, stated) in self.draws.split(scene, says) {
            let hunt = SearchState {
                scene,
                claim: ClaimId::ROOT,
                round: 0,
                stated,
                answer,
                mind: self.draws.bob.initial_memory(self.draws.case),
            };
            let best = self.best(&hunt, work)?;
            worth.add(weight, best.worth.and(Moments::either(0.0, 1.0, stated)));
        }
        Ok(worth)
    }

    /// P[a leaf is true], given her knowledge.
    fn leaf(&self, scene: Option<&PossibleWorlds>, leaf: ClaimId) -> f64 {
        match scene {
            None => self.draws.case.worlds().chance(leaf),
            Some(scene) => scene.chance(self.draws.case, leaf),
        }
    }
}

/// The cached results, and the number of branches that are left.
struct SearchWork {
    left: usize,
    /// The results by claim, stated number, Bob's memory and Bob's view of the world. A position is
    /// cached only if Bob's view is the same in all its worlds.
    known: HashMap<(ClaimId, u64, EstimatorMemory, SeenTruths), BestActions>,
}

/// Her best statement about Bob's number, and its payment, if the result is true with this
/// probability. She names the direction in which the expected result differs from his number.
/// `turned` is true at the root after a *no*.
pub fn named(
    stakes: &RewardParams,
    (round, turned): (usize, bool),
    stated: f64,
    chance: f64,
) -> (Direction, Moments) {
    let call = direction(stated, if turned { 1.0 - chance } else { chance }, 0.0);
    let reward = |outcome| stakes.ratio.reward(round, call, outcome != turned, stated);
    (call, Moments::either(reward(false), reward(true), chance))
}

/// The best action and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BestActions {
    worth: Moments,
    call: Direction,
    which: usize,
}

impl BestResponseProver<'_> {
    fn best(
        &self,
        hunt: &SearchState,
        work: &mut SearchWork,
    ) -> Result<BestActions, ResponseTooLarge> {
        let Some(shown) = self.draws.shown(hunt.scene.as_ref()) else {
            return self.look(hunt, work);
        };
        let key = (hunt.claim, hunt.stated.to_bits(), hunt.mind.clone(), shown);
        if let Some(&known) = work.known.get(&key) {
            return Ok(known);
        }
        let best = self.look(hunt, work)?;
        work.known.insert(key, best);
        Ok(best)
    }

    fn look(
        &self,
        hunt: &SearchState,
        work: &mut SearchWork,
    ) -> Result<BestActions, ResponseTooLarge> {
        self.draws.token.check()?;
        let turned = hunt.claim == ClaimId::ROOT && !hunt.answer;
        let reward = |call, outcome: bool| {
            self.stakes.ratio.reward(hunt.round, call, outcome != turned, hunt.stated)
        };
        let mut best: Option<BestActions> = None;
        for (which, argument) in self.draws.case.tree().arguments(hunt.claim).enumerate() {
            let place = (hunt.claim, which, &hunt.mind);
            let scene = hunt.scene.as_ref();
            let endings =
                self.draws.endings(place, argument, scene, &self.drawn, &mut work.left)?;
            let holds = endings.all.iter().map(|end| end.chance * end.holds).sum();
            let (call, _) = named(&self.stakes, (hunt.round, turned), hunt.stated, holds);
            let mut worth = Moments::default();
            for end in &endings.all {
                let paid = Moments::either(reward(call, false), reward(call, true), end.holds);
                let onward = self.continuation_value(hunt, argument, end, work)?.1;
                worth.add(end.chance, onward.and(paid));
            }
            if best.is_none_or(|best| worth.mean > best.worth.mean + 1e-12) {
                best = Some(BestActions { worth, call, which });
            }
        }
        Ok(best.unwrap_or_else(|| {
            let chance = self.leaf(hunt.scene.as_ref(), hunt.claim);
            self.decided(hunt.round, hunt.stated, turned, chance)
        }))
    }

    /// The last round, in which the judge decides a leaf. `chance` is her probability that the leaf
    /// is true.
    fn decided(&self, round: usize, stated: f64, turned: bool, chance: f64) -> BestActions {
        let chance = self.stakes.says_true(chance);
        let (call, worth) = named(&self.stakes, (round, turned), stated, chance);
        BestActions { worth, call, which: 0 }
    }

    /// The position of the best subclaim to pick after a round, and the value of this pick.
    fn continuation_value(
        &self,
        hunt: &SearchState,
        argument: Argument<'_>,
        end: &RoundEnding,
        work: &mut SearchWork,
    ) -> Result<(usize, Moments), ResponseTooLarge> {
        let mut best: Option<(usize, Moments)> = None;
        let scene = end.scene.as_ref().or(hunt.scene.as_ref());
        for (at, part) in argument.parts.iter().enumerate() {
            let (round, stated) = (hunt.round + 1, end.stated[at]);
            // Computing the value of a leaf is faster than finding it in the cache.
            let worth = if self.draws.case.tree().is_leaf(part) {
                self.decided(round, stated, false, self.leaf(scene, part)).worth
            } else {
                let (scene, answer) = (scene.cloned(), hunt.answer);
                let mind = self.draws.bob.enters(&end.minds[at]);
                self.best(&SearchState { scene, claim: part, round, stated, answer, mind }, work)?
                    .worth
            };
            if best.is_none_or(|best| worth.mean > best.1.mean + 1e-12) {
                best = Some((at, worth));
            }
        }
        Ok(best.unwrap_or_default())
    }
}
