//! All ways in which the answers of a round can be drawn if Alice plays against one Bob.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, RwLock};

use foldhash::HashMap;

use super::{MOST_HISTORY, ResponseTooLarge};
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Odds, PartialRule, Truths};
use crate::protocol::prover_estimator::players::estimator::{
    AskedSubclaim, EstimatorMemory, EstimatorStrategy,
};
use crate::work::CancelToken;

/// The truths that Bob sees in the world. Empty if he sees nothing.
pub(super) type SeenTruths = Arc<[bool]>;

#[derive(Clone, Debug)]
pub(in crate::protocol::prover_estimator) struct PossibleWorlds {
    pub worlds: Arc<[(f64, Arc<Truths>)]>,
    /// The cached result of [`RoundDraws::shown`].
    shown: Arc<OnceLock<Option<SeenTruths>>>,
    /// The cached P[leaf is true] for each leaf.
    chances: Arc<OnceLock<Vec<f64>>>,
}

impl PossibleWorlds {
    /// Only one world is possible.
    pub fn only(truths: &Arc<Truths>) -> Self {
        Self::from_iter([(1.0, Arc::clone(truths))])
    }

    /// One of the worlds. It does not matter which.
    pub fn any(&self) -> &Arc<Truths> {
        &self.worlds[0].1
    }

    /// P[a leaf is true].
    pub fn chance(&self, case: &ClaimsInstance, leaf: ClaimId) -> f64 {
        if self.worlds.len() == 1 {
            return f64::from(self.any().is_true(leaf));
        }
        let tree = case.tree();
        let chance = |leaf| {
            let yes = self.worlds.iter().filter(|(_, truths)| truths.is_true(leaf));
            yes.map(|world| world.0).sum::<f64>() / self.weight()
        };
        let chances = self.chances.get_or_init(|| tree.leaves().map(chance).collect());
        tree.leaf_rank(leaf).map_or_else(|| chance(leaf), |rank| chances[rank])
    }

    /// The total weight of the worlds.
    pub fn weight(&self) -> f64 {
        self.worlds.iter().map(|world| world.0).sum()
    }
}

impl FromIterator<(f64, Arc<Truths>)> for PossibleWorlds {
    fn from_iter<I: IntoIterator<Item = (f64, Arc<Truths>)>>(worlds: I) -> Self {
        Self {
            worlds: worlds.into_iter().collect(),
            shown: Arc::default(),
            chances: Arc::default(),
        }
    }
}

/// A bounded cache keeps results for at most this many branches.
const MOST_KEPT: usize = 200_000;

/// One way in which a round can end.
#[derive(Debug)]
pub(in crate::protocol::prover_estimator) struct RoundEnding {
    /// The worlds in which Bob would state these numbers. `None` if his numbers exclude no world.
    pub scene: Option<PossibleWorlds>,
    pub chance: f64,
    /// P[the argument holds]. It is 0 or 1 if the answers were listed.
    pub holds: f64,
    pub stated: Vec<f64>,
    /// Bob's memory before each number.
    pub minds: Vec<EstimatorMemory>,
}

#[derive(Debug)]
pub(in crate::protocol::prover_estimator) struct RoundEndings {
    pub all: Vec<RoundEnding>,
    looked: usize,
}

/// The claim, the position of the argument, Bob's memory before the draws, and the truths that he
/// sees.
type DrawnArgument = (ClaimId, usize, EstimatorMemory, SeenTruths);

/// A cache of rounds against one Bob. All worlds in which he sees the same truths share an entry.
#[derive(Debug, Default)]
pub struct DrawCache {
    rounds: RwLock<HashMap<DrawnArgument, Arc<RoundEndings>>>,
    looked: AtomicUsize,
    bounded: bool,
}

impl DrawCache {
    /// A cache that stops growing. It is for a player who keeps it during a debate.
    pub(super) fn bounded() -> Self {
        Self { bounded: true, ..Self::default() }
    }

    /// The cache keeps results for at most this many branches. For a Bob who sees nothing there is
    /// no limit, because his rounds depend only on arguments and memories, not on worlds.
    fn most(&self, shown: &SeenTruths) -> usize {
        if self.bounded || !shown.is_empty() { MOST_KEPT } else { usize::MAX }
    }
}

#[derive(Clone, Debug)]
pub(in crate::protocol::prover_estimator) struct RoundDraws<'a> {
    pub case: &'a ClaimsInstance,
    pub bob: &'a EstimatorStrategy,
    /// Truths for a call to a Bob who does not use them.
    pub blank: Arc<Truths>,
    pub token: CancelToken,
}

impl RoundDraws<'_> {
    /// The truths that Bob sees, if they are the same in all of these worlds. Then his numbers
    /// exclude none of these worlds.
    pub fn shown(&self, scene: Option<&PossibleWorlds>) -> Option<SeenTruths> {
        let Some(scene) = scene.filter(|_| self.bob.sees_the_world(self.case)) else {
            return Some(SeenTruths::default());
        };
        let one = || {
            let mut each = scene.worlds.iter().map(|(_, truths)| self.case.bob_knows(truths));
            let first = each.next()?;
            each.all(|own| own == first).then(|| first.into())
        };
        scene.shown.get_or_init(one).clone()
    }

    /// Groups the worlds by the number that Bob states in them. Returns the share of each group,
    /// the worlds of the group, and the number.
    pub fn split(
        &self,
        scene: Option<PossibleWorlds>,
        says: impl Fn(&Truths) -> f64,
    ) -> Vec<(f64, Option<PossibleWorlds>, f64)> {
        let Some(scene) = scene else { return vec![(1.0, None, says(&self.blank))] };
        if self.shown(Some(&scene)).is_some() {
            let said = says(scene.any());
            return vec![(1.0, Some(scene), said)];
        }
        // Bob states the same number in all worlds that look the same to him.
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
                let worlds: PossibleWorlds = worlds.collect();
                (worlds.weight() / all, Some(worlds), class[0].0)
            })
            .collect()
    }

    /// All ways in which a round can end. The number of visited branches is subtracted from `left`.
    pub fn endings(
        &self,
        (claim, which, mind): (ClaimId, usize, &EstimatorMemory),
        argument: Argument<'_>,
        scene: Option<&PossibleWorlds>,
        kept: &DrawCache,
        left: &mut usize,
    ) -> Result<Arc<RoundEndings>, ResponseTooLarge> {
        let key = self.shown(scene).map(|shown| (claim, which, mind.clone(), shown));
        let known = match (&key, kept.rounds.read()) {
            (Some(key), Ok(rounds)) => rounds.get(key).cloned(),
            _ => None,
        };
        if let Some(known) = known {
            *left = left.checked_sub(known.looked).ok_or(ResponseTooLarge::Branches)?;
            return Ok(known);
        }
        let before = *left;
        let all = self.round((claim, which, mind), argument, scene, left)?;
        let endings = Arc::new(RoundEndings { all, looked: before - *left });
        let looked = kept.looked.fetch_add(endings.looked, Ordering::Relaxed);
        if let Some(key) = key
            && looked < kept.most(&key.3)
            && let Ok(mut rounds) = kept.rounds.write()
        {
            rounds.insert(key, Arc::clone(&endings));
        }
        Ok(endings)
    }

    /// Computes all ways in which a round can end, with their probabilities. If Bob's numbers
    /// depend neither on the drawn answers nor on the world, there is only one ending, and the
    /// argument holds in it with some probability.
    fn round(
        &self,
        (claim, which, mind): (ClaimId, usize, &EstimatorMemory),
        argument: Argument<'_>,
        scene: Option<&PossibleWorlds>,
        left: &mut usize,
    ) -> Result<Vec<RoundEnding>, ResponseTooLarge> {
        let q = argument.parts.len();
        let apart = self.shown(scene).is_none();
        let truths = scene.map_or(&self.blank, PossibleWorlds::any);
        if !apart && !self.bob.listens(self.case) {
            let says =
                |at| self.bob.estimate(self.case, truths, mind, AskedSubclaim { claim, which, at });
            let stated: Vec<f64> = (0..q).map(says).collect();
            let holds =
                argument.rule.chances(stated.iter().map(|&p| Odds::from_probability(p))).yes;
            let minds = vec![mind.clone(); q];
            return Ok(vec![RoundEnding { scene: None, chance: 1.0, holds, stated, minds }]);
        }
        if q > MOST_HISTORY {
            return Err(ResponseTooLarge::History(q));
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

/// A round in progress, and the endings found so far.
struct HalfRound<'a> {
    draws: &'a RoundDraws<'a>,
    /// The truths in one of the worlds. They are used only if Bob's numbers do not separate the
    /// worlds.
    truths: &'a Truths,
    claim: ClaimId,
    which: usize,
    parts: Vec<ClaimId>,
    stated: Vec<f64>,
    minds: Vec<EstimatorMemory>,
    all: Vec<RoundEnding>,
    left: &'a mut usize,
}

impl HalfRound<'_> {
    fn draw(
        &mut self,
        chance: f64,
        scene: Option<PossibleWorlds>,
        tally: PartialRule,
        mind: &EstimatorMemory,
    ) -> Result<(), ResponseTooLarge> {
        let at = self.stated.len();
        let Some(&part) = self.parts.get(at) else {
            let holds = f64::from(tally.holds());
            let (stated, minds) = (self.stated.clone(), self.minds.clone());
            self.all.push(RoundEnding { scene, chance, holds, stated, minds });
            return Ok(());
        };
        let RoundDraws { case, bob, token, .. } = self.draws;
        let asked = AskedSubclaim { claim: self.claim, which: self.which, at };
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
                    *self.left = self.left.checked_sub(1).ok_or(ResponseTooLarge::Branches)?;
                    token.check_at(*self.left)?;
                    let heard = bob.after_answer(mind, part, answer);
                    let chance = chance * (weight * p);
                    self.draw(chance, scene.clone(), tally.after_answer(answer), &heard)?;
                }
            }
            self.stated.pop();
            self.minds.pop();
        }
        Ok(())
    }
}
