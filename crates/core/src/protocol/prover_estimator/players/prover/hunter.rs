//! The hunter: an Alice who knows how Bob estimates and plays her best response to it, by
//! backward induction over what can be drawn.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use super::drawn::{Drawings, Draws, Ending, Possible, WorldSeen};
use super::{Moments, Stakes, TooLarge};
use crate::machine::claims::{Argument, Case, ClaimId, Knowledge, MOST_WORLDS, Truths};
use crate::protocol::prover_estimator::players::estimator::{Estimator, Mind, PartAsked};
use crate::protocol::prover_estimator::{Round, direction};
use crate::rules::Direction;
use crate::work::Token;

/// Branches looked at before giving up, unless told otherwise: about a second.
const MOST_BRANCHES: usize = 2_000_000;

/// A hunter against one Bob.
#[derive(Clone, Debug)]
pub struct Hunter<'a> {
    draws: Draws<'a>,
    stakes: Stakes,
    branches: usize,
    drawn: Arc<Drawings>,
}

/// What a hunter knows of the world: which worlds are possible, if that can matter.
#[derive(Clone, Debug)]
pub struct Scene(Option<Possible>);

impl Scene {
    /// The world is known to be this one.
    pub fn of(truths: &Arc<Truths>) -> Self {
        Self(Some(Possible::only(truths)))
    }
}

/// Where a hunt stands: the claim under discussion, the round, what Bob stated for it, her answer
/// to the root, and Bob's mind.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The worlds still possible, and for a Bob who does not see them, none: then the law of the
    /// case stands for them.
    scene: Option<Possible>,
    claim: ClaimId,
    round: usize,
    stated: f64,
    answer: bool,
    mind: Mind,
}

impl<'a> Hunter<'a> {
    /// A hunter who knows this Bob.
    pub fn new(case: &'a Case, stakes: Stakes, bob: &'a Estimator) -> Self {
        let tree = case.tree();
        let blank = Arc::new(tree.truths(&(0..tree.leaf_count()).map(|_| true).collect()));
        let draws = Draws { case, bob, blank, token: Token::default() };
        let drawn = Arc::new(Drawings::bounded());
        Self { draws, stakes, branches: MOST_BRANCHES, drawn }
    }

    /// The same hunter, who looks at no more than so many branches.
    pub fn within(self, branches: usize) -> Self {
        Self { branches, ..self }
    }

    /// The same hunter, who stops looking when this says so.
    pub fn under(mut self, token: &Token) -> Self {
        self.draws.token = token.clone();
        self
    }

    /// What she is paid if she knows that the world is this one; with her answer to the root.
    pub fn knowing(&self, truths: &Arc<Truths>) -> Result<(Moments, bool), TooLarge> {
        let (worth, answer) = self.start(Scene::of(truths))?;
        Ok((worth, answer == truths.of(ClaimId::ROOT)))
    }

    /// What she is paid if she knows only the law over worlds, on average over it; with the
    /// probability that her answer to the root is right.
    pub fn blind(&self) -> Result<(Moments, f64), TooLarge> {
        let scene = self.unseen()?;
        let root = match &scene.0 {
            None => self.draws.case.worlds().chance(ClaimId::ROOT),
            Some(scene) => scene
                .worlds
                .iter()
                .filter(|(_, truths)| truths.of(ClaimId::ROOT))
                .map(|(weight, _)| weight)
                .sum(),
        };
        let (worth, answer) = self.start(scene)?;
        Ok((worth, if answer { root } else { 1.0 - root }))
    }

    /// What she is paid if she knows what the case says that Alice knows, on average over the law;
    /// with the probability that her answer to the root is right.
    ///
    /// # Errors
    /// If looking ahead takes too long, or there are too many worlds.
    pub fn told(&self) -> Result<(Moments, f64), TooLarge> {
        // Where what she knows tells nothing, the worlds need not be listed.
        if !self.draws.case.alice_is_told() {
            return self.blind();
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
            right += if best.1 == truths.of(ClaimId::ROOT) { *weight } else { 0.0 };
        }
        Ok((worth, right))
    }

    /// What she starts from in a world with these truths, knowing what the case says that Alice
    /// knows.
    ///
    /// # Errors
    /// If the worlds are too many to tell apart.
    pub fn seen(&self, truths: &Arc<Truths>) -> Result<Scene, TooLarge> {
        if *self.draws.case.alice() == Knowledge::Everything {
            return Ok(Scene::of(truths));
        }
        match self.draws.case.alice_sees(truths).map_err(|_| TooLarge::Worlds)? {
            None => self.unseen(),
            Some(worlds) => {
                Ok(Scene(Some(worlds.into_iter().map(|(w, t)| (w, Arc::new(t))).collect())))
            }
        }
    }

    /// What she starts from knowing only the law.
    ///
    /// # Errors
    /// If the worlds are too many to tell apart and Bob shows which is the actual one.
    pub fn unseen(&self) -> Result<Scene, TooLarge> {
        let is_shown = self.draws.bob.sees_the_world(self.draws.case);
        Ok(Scene(if is_shown { Some(self.listed()?) } else { None }))
    }

    /// The better answer to the root, and what she is then paid.
    ///
    /// # Errors
    /// If looking ahead takes too long.
    pub fn start(&self, Scene(scene): Scene) -> Result<(Moments, bool), TooLarge> {
        let yes = self.answered(scene.clone(), true, &mut self.work())?;
        let no = self.answered(scene, false, &mut self.work())?;
        Ok(if no.mean > yes.mean + 1e-12 { (no, false) } else { (yes, true) })
    }

    fn work(&self) -> Work {
        Work { left: self.branches, known: HashMap::new() }
    }

    /// How many branches she looks at before her first move, the one for which she looks furthest.
    ///
    /// # Errors
    /// If looking ahead takes too long.
    pub fn looks(&self, scene: Scene) -> Result<usize, TooLarge> {
        let looked = |scene, answer| {
            let mut work = self.work();
            self.answered(scene, answer, &mut work).map(|_| self.branches - work.left)
        };
        Ok(looked(scene.0.clone(), true)? + looked(scene.0, false)?)
    }

    /// The worlds in which Bob would have said what he said. If he said what he would say in none,
    /// he is not the Bob she knows, and tells her nothing.
    pub fn after(&self, scene: Scene, answer: bool, rounds: &[Round]) -> Scene {
        let Draws { case, bob, .. } = self.draws;
        let Some(mut worlds) = scene.0.clone().filter(|_| bob.sees_the_world(case)) else {
            return scene;
        };
        let mut keep = |says: &dyn Fn(&Truths) -> f64, said: f64| {
            let fits = |world: &&(f64, Arc<Truths>)| (says(&world.1) - said).abs() < 1e-9;
            let fitting: Possible = worlds.worlds.iter().filter(fits).cloned().collect();
            if !fitting.worlds.is_empty() {
                worlds = fitting;
            }
        };
        if let Some(first) = rounds.first() {
            keep(&|truths| bob.first(case, truths, answer), first.stated.get());
        }
        for (round, minds) in rounds.iter().zip(bob.minds(case, rounds)) {
            let Some(which) = round.which else { break };
            for (at, (mind, said)) in minds.iter().zip(round.estimates()).enumerate() {
                let asked = PartAsked { claim: round.claim, which, at };
                keep(&|truths| bob.estimate(case, truths, mind, asked), said);
            }
        }
        Scene(Some(worlds))
    }

    /// Where a debate stands at the start of its last round; `mind` is Bob's at that time.
    pub fn at(&self, scene: Scene, round: &Round, number: usize, answer: bool, mind: Mind) -> Hunt {
        let (claim, stated) = (round.claim, round.stated.get());
        Hunt { scene: scene.0, claim, round: number, stated, answer, mind }
    }

    /// What to say of Bob's number, and the argument to lay out, by its place.
    ///
    /// # Errors
    /// If looking ahead takes too long.
    pub fn advise(&self, hunt: &Hunt) -> Result<(Direction, usize), TooLarge> {
        self.best(hunt, &mut self.work()).map(|best| (best.call, best.which))
    }

    /// The subclaim to go on with, by its place, once Bob stated all his numbers; `minds` are his
    /// before each of them.
    ///
    /// # Errors
    /// If looking ahead takes too long.
    pub fn pick(
        &self,
        hunt: &Hunt,
        which: usize,
        stated: Vec<f64>,
        minds: Vec<Mind>,
    ) -> Result<usize, TooLarge> {
        let Some(argument) = self.draws.case.tree().argument(hunt.claim, which) else {
            return Ok(0);
        };
        let end = Ending { scene: None, chance: 1.0, holds: 0.0, stated, minds };
        self.onward(hunt, argument, &end, &mut self.work()).map(|(place, _)| place)
    }

    /// Every world of the law.
    fn listed(&self) -> Result<Possible, TooLarge> {
        let worlds = self.draws.case.worlds().list(MOST_WORLDS).ok_or(TooLarge::Worlds)?;
        let tree = self.draws.case.tree();
        let listed = worlds.into_iter().filter(|world| world.0 > 0.0);
        Ok(listed.map(|(w, leaves)| (w, Arc::new(tree.truths(&leaves)))).collect())
    }

    fn answered(
        &self,
        scene: Option<Possible>,
        answer: bool,
        work: &mut Work,
    ) -> Result<Moments, TooLarge> {
        let mut worth = Moments::default();
        let says = |truths: &Truths| self.draws.bob.first(self.draws.case, truths, answer);
        for (weight, scene, stated) in self.draws.split(scene, says) {
            let hunt = Hunt {
                scene,
                claim: ClaimId::ROOT,
                round: 0,
                stated,
                answer,
                mind: self.draws.bob.mind(self.draws.case),
            };
            let best = self.best(&hunt, work)?;
            worth.add(weight, best.worth.and(Moments::either(0.0, 1.0, stated)));
        }
        Ok(worth)
    }

    /// P[a leaf is true] for her.
    fn leaf(&self, scene: Option<&Possible>, leaf: ClaimId) -> f64 {
        match scene {
            None => self.draws.case.worlds().chance(leaf),
            Some(scene) => scene.chance(self.draws.case, leaf),
        }
    }
}

/// What has been worked out, and how much more may be.
struct Work {
    left: usize,
    /// By claim, stated probability, Bob's mind and what he sees of the world, where that is one thing in
    /// all worlds left.
    known: HashMap<(ClaimId, u64, Mind, WorldSeen), BestToDo>,
}

/// The best there is to do, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BestToDo {
    worth: Moments,
    call: Direction,
    which: usize,
}

impl Hunter<'_> {
    fn best(&self, hunt: &Hunt, work: &mut Work) -> Result<BestToDo, TooLarge> {
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

    fn look(&self, hunt: &Hunt, work: &mut Work) -> Result<BestToDo, TooLarge> {
        self.draws.token.check()?;
        let turned = hunt.claim == ClaimId::ROOT && !hunt.answer;
        let reward = |call, outcome: bool| {
            self.stakes.ratio.reward(hunt.round, call, outcome != turned, hunt.stated)
        };
        // She calls whichever way the expected outcome is off what Bob stated.
        let call = |chance: f64| {
            let chance = if turned { 1.0 - chance } else { chance };
            direction(hunt.stated, chance, 0.0)
        };
        let mut best: Option<BestToDo> = None;
        for (which, argument) in self.draws.case.tree().arguments(hunt.claim).enumerate() {
            let place = (hunt.claim, which, &hunt.mind);
            let scene = hunt.scene.as_ref();
            let endings =
                self.draws.endings(place, argument, scene, &self.drawn, &mut work.left)?;
            let call = call(endings.all.iter().map(|end| end.chance * end.holds).sum());
            let mut worth = Moments::default();
            for end in &endings.all {
                let paid = Moments::either(reward(call, false), reward(call, true), end.holds);
                let onward = self.onward(hunt, argument, end, work)?.1;
                worth.add(end.chance, onward.and(paid));
            }
            if best.is_none_or(|best| worth.mean > best.worth.mean + 1e-12) {
                best = Some(BestToDo { worth, call, which });
            }
        }
        Ok(best.unwrap_or_else(|| {
            let chance = self.leaf(hunt.scene.as_ref(), hunt.claim);
            self.decided(hunt.round, hunt.stated, turned, chance)
        }))
    }

    /// What is left where the judge decides a leaf that is true with this chance for her: she calls
    /// whichever way the judge's word is off what Bob stated.
    fn decided(&self, round: usize, stated: f64, turned: bool, chance: f64) -> BestToDo {
        let chance = self.stakes.says_true(chance);
        let call = direction(stated, if turned { 1.0 - chance } else { chance }, 0.0);
        let reward = |outcome| self.stakes.ratio.reward(round, call, outcome != turned, stated);
        BestToDo { worth: Moments::either(reward(false), reward(true), chance), call, which: 0 }
    }

    /// The best subclaim to recurse on after a round, by its place, and what it is worth.
    fn onward(
        &self,
        hunt: &Hunt,
        argument: Argument<'_>,
        end: &Ending,
        work: &mut Work,
    ) -> Result<(usize, Moments), TooLarge> {
        let mut best: Option<(usize, Moments)> = None;
        let scene = end.scene.as_ref().or(hunt.scene.as_ref());
        for (at, part) in argument.parts.iter().enumerate() {
            let (round, stated) = (hunt.round + 1, end.stated[at]);
            // A leaf is looked at sooner than it is looked up.
            let worth = if self.draws.case.tree().is_leaf(part) {
                self.decided(round, stated, false, self.leaf(scene, part)).worth
            } else {
                let (scene, answer) = (scene.cloned(), hunt.answer);
                let mind = self.draws.bob.enters(&end.minds[at]);
                self.best(&Hunt { scene, claim: part, round, stated, answer, mind }, work)?.worth
            };
            if best.is_none_or(|best| worth.mean > best.1.mean + 1e-12) {
                best = Some((at, worth));
            }
        }
        Ok(best.unwrap_or_default())
    }
}
