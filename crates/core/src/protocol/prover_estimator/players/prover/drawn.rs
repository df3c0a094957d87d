//! How the answers to the subclaims of an argument can be drawn: every way in which a round can end
//! against one Bob.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, RwLock};

use foldhash::HashMap;

use super::{MOST_HISTORY, TooLarge};
use crate::machine::claims::{Argument, Case, ClaimId, Odds, Tally, Truths};
use crate::protocol::prover_estimator::players::estimator::{Estimator, Mind, PartAsked};
use crate::work::Token;

/// What a Bob who sees something of the world sees; nothing, if he sees none of it.
pub(super) type WorldSeen = Arc<[bool]>;

/// The worlds that are thought possible: each with its weight.
#[derive(Clone, Debug)]
pub(in crate::protocol::prover_estimator) struct Possible {
    pub worlds: Arc<[(f64, Arc<Truths>)]>,
    /// See [`Draws::shown`].
    shown: Arc<OnceLock<Option<WorldSeen>>>,
    /// P[each leaf is true], once one was asked for.
    chances: Arc<OnceLock<Vec<f64>>>,
}

impl Possible {
    /// The world is known to be this one.
    pub fn only(truths: &Arc<Truths>) -> Self {
        Self::from_iter([(1.0, Arc::clone(truths))])
    }

    /// One of the worlds.
    pub fn any(&self) -> &Arc<Truths> {
        &self.worlds[0].1
    }

    /// P[a leaf is true].
    pub fn chance(&self, case: &Case, leaf: ClaimId) -> f64 {
        if self.worlds.len() == 1 {
            return f64::from(self.any().of(leaf));
        }
        let tree = case.tree();
        let chance = |leaf| {
            let yes = self.worlds.iter().filter(|(_, truths)| truths.of(leaf));
            yes.map(|world| world.0).sum::<f64>() / self.weight()
        };
        let chances = self.chances.get_or_init(|| tree.leaves().map(chance).collect());
        tree.leaf_rank(leaf).map_or_else(|| chance(leaf), |rank| chances[rank])
    }

    /// The weight of all of them.
    pub fn weight(&self) -> f64 {
        self.worlds.iter().map(|world| world.0).sum()
    }
}

impl FromIterator<(f64, Arc<Truths>)> for Possible {
    fn from_iter<I: IntoIterator<Item = (f64, Arc<Truths>)>>(worlds: I) -> Self {
        Self {
            worlds: worlds.into_iter().collect(),
            shown: Arc::default(),
            chances: Arc::default(),
        }
    }
}

/// Rounds that are not kept without end are kept until so many branches were looked at for them.
const MOST_KEPT: usize = 200_000;

/// One way a round can end.
#[derive(Debug)]
pub(in crate::protocol::prover_estimator) struct Ending {
    /// The worlds in which Bob would state this; none if it tells none of those of the round apart.
    pub scene: Option<Possible>,
    pub chance: f64,
    /// P[the argument holds], whatever else happened: 0 or 1 unless answers were not listed.
    pub holds: f64,
    pub stated: Vec<f64>,
    /// Bob's mind when he stated each.
    pub minds: Vec<Mind>,
}

/// Every way a round can end.
#[derive(Debug)]
pub(in crate::protocol::prover_estimator) struct Endings {
    pub all: Vec<Ending>,
    /// Branches looked at to find them.
    looked: usize,
}

/// An argument, by its claim and place, Bob's mind before its answers are drawn, and what he sees of the
/// world.
type DrawnArgument = (ClaimId, usize, Mind, WorldSeen);

/// How rounds can be drawn, kept for all worlds in which one Bob sees the same.
#[derive(Debug, Default)]
pub struct Drawings {
    rounds: RwLock<HashMap<DrawnArgument, Arc<Endings>>>,
    looked: AtomicUsize,
    bounded: bool,
}

impl Drawings {
    /// Of which no more are kept than a player may hold for a whole debate.
    pub(super) fn bounded() -> Self {
        Self { bounded: true, ..Self::default() }
    }

    /// Branches looked at, up to which what was found is kept. Of a Bob who sees nothing there are as
    /// many rounds as arguments and minds, whatever the world.
    fn most(&self, shown: &WorldSeen) -> usize {
        if self.bounded || !shown.is_empty() { MOST_KEPT } else { usize::MAX }
    }
}

/// What is drawn against one Bob.
#[derive(Clone, Debug)]
pub(in crate::protocol::prover_estimator) struct Draws<'a> {
    pub case: &'a Case,
    pub bob: &'a Estimator,
    /// Truths to show a Bob who does not look at them.
    pub blank: Arc<Truths>,
    pub token: Token,
}

impl Draws<'_> {
    /// What Bob sees in all of these worlds, if it is one thing: then nothing that he says tells them
    /// apart.
    pub fn shown(&self, scene: Option<&Possible>) -> Option<WorldSeen> {
        let Some(scene) = scene.filter(|_| self.bob.sees_the_world(self.case)) else {
            return Some(WorldSeen::default());
        };
        let one = || {
            let mut each = scene.worlds.iter().map(|(_, truths)| self.case.bob_knows(truths));
            let first = each.next()?;
            each.all(|own| own == first).then(|| first.into())
        };
        scene.shown.get_or_init(one).clone()
    }

    /// The worlds by what Bob says in them: the weight of each class, as part of the whole.
    pub fn split(
        &self,
        scene: Option<Possible>,
        says: impl Fn(&Truths) -> f64,
    ) -> Vec<(f64, Option<Possible>, f64)> {
        let Some(scene) = scene else { return vec![(1.0, None, says(&self.blank))] };
        if self.shown(Some(&scene)).is_some() {
            let said = says(scene.any());
            return vec![(1.0, Some(scene), said)];
        }
        // In worlds that are one to him he says one thing.
        let mut known: HashMap<Vec<bool>, f64> = HashMap::default();
        let says = |(at, (_, truths)): (usize, &(f64, Arc<Truths>))| {
            let own = known.entry(self.case.bob_knows(truths)).or_insert_with(|| says(truths));
            (*own, at)
        };
        let mut said: Vec<(f64, usize)> = scene.worlds.iter().enumerate().map(says).collect();
        said.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let all = scene.weight();
        said.chunk_by(|a, b| a.0 == b.0)
            .map(|class| {
                let worlds = class.iter().map(|&(_, at)| scene.worlds[at].clone());
                let worlds: Possible = worlds.collect();
                (worlds.weight() / all, Some(worlds), class[0].0)
            })
            .collect()
    }

    /// Every way a round can end, counted against the branches that are `left`.
    pub fn endings(
        &self,
        (claim, which, mind): (ClaimId, usize, &Mind),
        argument: Argument<'_>,
        scene: Option<&Possible>,
        kept: &Drawings,
        left: &mut usize,
    ) -> Result<Arc<Endings>, TooLarge> {
        let key = self.shown(scene).map(|shown| (claim, which, mind.clone(), shown));
        let known = match (&key, kept.rounds.read()) {
            (Some(key), Ok(rounds)) => rounds.get(key).cloned(),
            _ => None,
        };
        if let Some(known) = known {
            *left = left.checked_sub(known.looked).ok_or(TooLarge::Branches)?;
            return Ok(known);
        }
        let before = *left;
        let all = self.round((claim, which, mind), argument, scene, left)?;
        let endings = Arc::new(Endings { all, looked: before - *left });
        let looked = kept.looked.fetch_add(endings.looked, Ordering::Relaxed);
        if let Some(key) = key
            && looked < kept.most(&key.3)
            && let Ok(mut rounds) = kept.rounds.write()
        {
            rounds.insert(key, Arc::clone(&endings));
        }
        Ok(endings)
    }

    /// Every way a round can end, with its probability. Where neither what is drawn nor the world
    /// changes what Bob states, there is one way, in which the argument holds by chance.
    fn round(
        &self,
        (claim, which, mind): (ClaimId, usize, &Mind),
        argument: Argument<'_>,
        scene: Option<&Possible>,
        left: &mut usize,
    ) -> Result<Vec<Ending>, TooLarge> {
        let q = argument.parts.len();
        let apart = self.shown(scene).is_none();
        let truths = scene.map_or(&self.blank, Possible::any);
        if !apart && !self.bob.listens(self.case) {
            let says =
                |at| self.bob.estimate(self.case, truths, mind, PartAsked { claim, which, at });
            let stated: Vec<f64> = (0..q).map(says).collect();
            let holds = argument.rule.chances(stated.iter().map(|&p| Odds::of(p))).yes;
            let minds = vec![mind.clone(); q];
            return Ok(vec![Ending { scene: None, chance: 1.0, holds, stated, minds }]);
        }
        if q > MOST_HISTORY {
            return Err(TooLarge::History(q));
        }
        let scene = scene.filter(|_| apart).cloned();
        let (stated, minds, all) = Default::default();
        let parts = argument.parts.iter().collect();
        let mut round =
            HalfRound { draws: self, truths, claim, which, parts, stated, minds, all, left };
        round.draw(1.0, scene, argument.rule.tally(q), mind)?;
        Ok(round.all)
    }
}

/// A round half over, and the ways in which it ended so far.
struct HalfRound<'a> {
    draws: &'a Draws<'a>,
    /// Of a world like all others to Bob, where no scene tells them apart.
    truths: &'a Truths,
    claim: ClaimId,
    which: usize,
    parts: Vec<ClaimId>,
    stated: Vec<f64>,
    minds: Vec<Mind>,
    all: Vec<Ending>,
    left: &'a mut usize,
}

impl HalfRound<'_> {
    fn draw(
        &mut self,
        chance: f64,
        scene: Option<Possible>,
        tally: Tally,
        mind: &Mind,
    ) -> Result<(), TooLarge> {
        let at = self.stated.len();
        let Some(&part) = self.parts.get(at) else {
            let holds = f64::from(tally.holds());
            let (stated, minds) = (self.stated.clone(), self.minds.clone());
            self.all.push(Ending { scene, chance, holds, stated, minds });
            return Ok(());
        };
        let Draws { case, bob, token, .. } = self.draws;
        let asked = PartAsked { claim: self.claim, which: self.which, at };
        let says = |truths: &Truths| bob.estimate(case, truths, mind, asked);
        let split = match scene {
            None => vec![(1.0, None, says(self.truths))],
            scene => self.draws.split(scene, says),
        };
        for (weight, scene, yes) in split {
            self.stated.push(yes);
            self.minds.push(mind.clone());
            for (answer, p) in [(true, yes), (false, 1.0 - yes)] {
                if p > 0.0 {
                    *self.left = self.left.checked_sub(1).ok_or(TooLarge::Branches)?;
                    token.check_at(*self.left)?;
                    let heard = bob.hears(mind, part, answer);
                    let chance = chance * (weight * p);
                    self.draw(chance, scene.clone(), tally.with(answer), &heard)?;
                }
            }
            self.stated.pop();
            self.minds.pop();
        }
        Ok(())
    }
}
