//! How the answers to the subclaims of an argument can be drawn: every way in which a round can end
//! against one Bob.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

use foldhash::HashMap;

use super::{MOST_HISTORY, TooLarge};
use crate::machine::claims::{Argument, Case, ClaimId, Odds, Tally, Truths};
use crate::protocol::prover_estimator::players::estimator::{Asked, Estimator, Mind};
use crate::work::Token;

/// The worlds that are thought possible: each with its weight.
pub(in crate::protocol::prover_estimator) type Possible = Arc<[(f64, Arc<Truths>)]>;

/// One way a round can end.
#[derive(Debug)]
pub(in crate::protocol::prover_estimator) struct Ending {
    /// The worlds in which Bob would state this; none if he does not tell worlds apart.
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

/// An argument, by its claim and place, and Bob's mind before its answers are drawn.
type DrawnArgument = (ClaimId, usize, Mind);

/// How rounds can be drawn, kept from world to world against one Bob, if he does not see the world.
#[derive(Debug, Default)]
pub struct Drawings {
    rounds: RwLock<HashMap<DrawnArgument, Arc<Endings>>>,
    looked: AtomicUsize,
    /// Rounds are kept until so many branches were looked at for them; all of them if none.
    most: Option<usize>,
}

impl Drawings {
    /// Rounds are kept until so many branches were looked at for them.
    pub(super) fn up_to(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
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
    /// Whether Bob tells these worlds apart.
    pub fn are_apart(&self, scene: Option<&Possible>) -> bool {
        self.bob.sees_the_world(self.case) && scene.is_some_and(|scene| scene.len() > 1)
    }

    /// The worlds by what Bob says in them: the weight of each class, as part of the whole.
    pub fn split(
        &self,
        scene: Option<Possible>,
        says: impl Fn(&Truths) -> f64,
    ) -> Vec<(f64, Option<Possible>, f64)> {
        let Some(scene) = scene else { return vec![(1.0, None, says(&self.blank))] };
        if !self.are_apart(Some(&scene)) {
            let said = says(&scene[0].1);
            return vec![(1.0, Some(scene), said)];
        }
        let mut said: Vec<(f64, usize)> =
            scene.iter().enumerate().map(|(at, (_, truths))| (says(truths), at)).collect();
        said.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let all: f64 = scene.iter().map(|world| world.0).sum();
        said.chunk_by(|a, b| a.0 == b.0)
            .map(|class| {
                let worlds: Vec<_> = class.iter().map(|&(_, at)| scene[at].clone()).collect();
                let weight: f64 = worlds.iter().map(|world| world.0).sum();
                (weight / all, Some(worlds.into()), class[0].0)
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
        let key = (!self.bob.sees_the_world(self.case)).then(|| (claim, which, mind.clone()));
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
            && kept.most.is_none_or(|most| looked < most)
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
        if !self.are_apart(scene) && !self.bob.listens(self.case) {
            let truths = scene.map_or(&self.blank, |scene| &scene[0].1);
            let says = |at| self.bob.estimate(self.case, truths, mind, Asked { claim, which, at });
            let stated: Vec<f64> = (0..q).map(says).collect();
            let holds = argument.rule.chances(stated.iter().map(|&p| Odds::of(p))).yes;
            let minds = vec![mind.clone(); q];
            return Ok(vec![Ending { scene: None, chance: 1.0, holds, stated, minds }]);
        }
        if q > MOST_HISTORY {
            return Err(TooLarge::History(q));
        }
        let scene = scene.cloned().filter(|_| self.bob.sees_the_world(self.case));
        let (stated, minds, all) = Default::default();
        let parts = argument.parts.iter().collect();
        let mut round = HalfRound { draws: self, claim, which, parts, stated, minds, all, left };
        round.draw(1.0, scene, argument.rule.tally(q), mind)?;
        Ok(round.all)
    }
}

/// A round half over, and the ways in which it ended so far.
struct HalfRound<'a> {
    draws: &'a Draws<'a>,
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
            let holds = f64::from(u8::from(tally.holds()));
            let (stated, minds) = (self.stated.clone(), self.minds.clone());
            self.all.push(Ending { scene, chance, holds, stated, minds });
            return Ok(());
        };
        let Draws { case, bob, token, .. } = self.draws;
        let asked = Asked { claim: self.claim, which: self.which, at };
        let says = |truths: &Truths| bob.estimate(case, truths, mind, asked);
        for (weight, scene, yes) in self.draws.split(scene, says) {
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
