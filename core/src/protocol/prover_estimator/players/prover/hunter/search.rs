//! What is best from a place of the debate on, by backward induction over what can be drawn.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use foldhash::HashMap;

use super::{Hunt, Hunter, MOST_HISTORY, MOST_KEPT, TooLarge, Worlds};
use crate::machine::claims::{Argument, ClaimId, Odds, Tally, Truths};
use crate::protocol::prover_estimator::direction;
use crate::protocol::prover_estimator::players::estimator::{Asked, Mind};
use crate::protocol::prover_estimator::players::prover::Moments;
use crate::rules::Direction;

/// Every way a round can end.
#[derive(Debug)]
pub(super) struct Endings {
    all: Vec<Ending>,
    /// Branches looked at to find them.
    pub(super) looked: usize,
}

/// One way a round can end.
#[derive(Debug)]
pub(super) struct Ending {
    /// The worlds in which Bob would state this; none if he does not tell worlds apart.
    pub(super) scene: Option<Worlds>,
    pub(super) chance: f64,
    /// P[the argument holds], whatever else happened: 0 or 1 unless answers were not listed.
    pub(super) holds: f64,
    pub(super) stated: Vec<f64>,
    pub(super) minds: Vec<Mind>,
}

/// A round half over.
struct HalfRound {
    ending: Ending,
    tally: Tally,
    mind: Mind,
}

/// What has been worked out, and how much more may be.
pub(super) struct Work {
    pub(super) left: usize,
    /// By claim, stated probability and Bob's mind, while the worlds are not told apart.
    pub(super) known: HashMap<(ClaimId, u64, Mind), Best>,
}

/// The best there is to do, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) worth: Moments,
    pub(super) call: Direction,
    pub(super) which: usize,
}

impl Hunter<'_> {
    pub(super) fn best(&self, hunt: &Hunt, work: &mut Work) -> Result<Best, TooLarge> {
        let apart = self.bob.sees_the_world(self.case)
            && hunt.scene.as_ref().is_some_and(|scene| scene.len() > 1);
        let key = (hunt.claim, hunt.stated.to_bits(), hunt.mind.clone());
        if !apart && let Some(&known) = work.known.get(&key) {
            return Ok(known);
        }
        let best = self.look(hunt, work)?;
        if !apart {
            work.known.insert(key, best);
        }
        Ok(best)
    }

    fn look(&self, hunt: &Hunt, work: &mut Work) -> Result<Best, TooLarge> {
        self.token.check()?;
        let turned = hunt.claim == ClaimId::ROOT && !hunt.answer;
        let reward = |call, outcome: bool| {
            self.stakes.ratio.reward(hunt.round, call, outcome != turned, hunt.stated)
        };
        // She calls whichever way the expected outcome is off what Bob stated.
        let call = |chance: f64| {
            let chance = if turned { 1.0 - chance } else { chance };
            direction(hunt.stated, chance, 0.0)
        };
        let mut best: Option<Best> = None;
        for (which, argument) in self.case.tree().arguments(hunt.claim).enumerate() {
            let endings = self.endings(hunt, which, argument, work)?;
            let call = call(endings.all.iter().map(|end| end.chance * end.holds).sum());
            let mut worth = Moments::default();
            for end in &endings.all {
                let paid = Moments::either(reward(call, false), reward(call, true), end.holds);
                let onward = self.onward(hunt, argument, end, work)?.1;
                worth.add(end.chance, onward.and(paid));
            }
            if best.is_none_or(|best| worth.mean > best.worth.mean + 1e-12) {
                best = Some(Best { worth, call, which });
            }
        }
        Ok(best.unwrap_or_else(|| {
            let chance = self.leaf(hunt.scene.as_ref(), hunt.claim);
            self.decided(hunt.round, hunt.stated, turned, chance)
        }))
    }

    /// What is left where the judge decides a leaf that is true with this chance for her: she calls
    /// whichever way the judge's word is off what Bob stated.
    fn decided(&self, round: usize, stated: f64, turned: bool, chance: f64) -> Best {
        let chance = self.stakes.says_true(chance);
        let call = direction(stated, if turned { 1.0 - chance } else { chance }, 0.0);
        let reward = |outcome| self.stakes.ratio.reward(round, call, outcome != turned, stated);
        Best { worth: Moments::either(reward(false), reward(true), chance), call, which: 0 }
    }

    /// The best subclaim to recurse on after a round, by its place, and what it is worth.
    pub(super) fn onward(
        &self,
        hunt: &Hunt,
        argument: Argument<'_>,
        end: &Ending,
        work: &mut Work,
    ) -> Result<(usize, Moments), TooLarge> {
        let mut best: Option<(usize, Moments)> = None;
        let scene = end.scene.as_ref().or(hunt.scene.as_ref());
        for (at, part) in argument.parts.iter().enumerate() {
            // A leaf is looked at sooner than it is looked up.
            if self.case.tree().is_leaf(part) {
                let chance = self.leaf(scene, part);
                let worth = self.decided(hunt.round + 1, end.stated[at], false, chance).worth;
                if best.is_none_or(|best| worth.mean > best.1.mean + 1e-12) {
                    best = Some((at, worth));
                }
                continue;
            }
            let next = Hunt {
                scene: scene.cloned(),
                claim: part,
                round: hunt.round + 1,
                stated: end.stated[at],
                answer: hunt.answer,
                mind: self.bob.enters(&end.minds[at]),
            };
            let worth = self.best(&next, work)?.worth;
            if best.is_none_or(|best| worth.mean > best.1.mean + 1e-12) {
                best = Some((at, worth));
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// Every way a round can end, counted against the branches.
    pub(super) fn endings(
        &self,
        hunt: &Hunt,
        which: usize,
        argument: Argument<'_>,
        work: &mut Work,
    ) -> Result<Arc<Endings>, TooLarge> {
        let key =
            (!self.bob.sees_the_world(self.case)).then(|| (hunt.claim, which, hunt.mind.clone()));
        let known = match (&key, self.drawn.rounds.read()) {
            (Some(key), Ok(rounds)) => rounds.get(key).cloned(),
            _ => None,
        };
        if let Some(known) = known {
            work.left = work.left.checked_sub(known.looked).ok_or(TooLarge::Branches)?;
            return Ok(known);
        }
        let before = work.left;
        let all = self.round(hunt, which, argument, work)?;
        let endings = Arc::new(Endings { all, looked: before - work.left });
        if let Some(key) = key
            && self.drawn.kept.fetch_add(endings.looked, Ordering::Relaxed) < MOST_KEPT
            && let Ok(mut rounds) = self.drawn.rounds.write()
        {
            rounds.insert(key, Arc::clone(&endings));
        }
        Ok(endings)
    }

    /// Every way a round can end, with its probability. Where neither what is drawn nor the world
    /// changes what Bob states, there is one way, in which the argument holds by chance.
    fn round(
        &self,
        hunt: &Hunt,
        which: usize,
        argument: Argument<'_>,
        work: &mut Work,
    ) -> Result<Vec<Ending>, TooLarge> {
        let q = argument.parts.len();
        let says = |truths: &Truths, mind: &Mind, at: usize| {
            self.bob.estimate(self.case, truths, mind, Asked { claim: hunt.claim, which, at })
        };
        let apart = self.bob.sees_the_world(self.case)
            && hunt.scene.as_ref().is_some_and(|scene| scene.len() > 1);
        if !apart && !self.bob.listens(self.case) {
            let truths = hunt.scene.as_ref().map_or(&self.blank, |scene| &scene[0].1);
            let stated: Vec<f64> = (0..q).map(|at| says(truths, &hunt.mind, at)).collect();
            let holds = argument.rule.chances(stated.iter().map(|&p| Odds::of(p))).yes;
            let minds = vec![hunt.mind.clone(); q];
            return Ok(vec![Ending { scene: None, chance: 1.0, holds, stated, minds }]);
        }
        if q > MOST_HISTORY {
            return Err(TooLarge::History(q));
        }
        let scene = hunt.scene.clone().filter(|_| self.bob.sees_the_world(self.case));
        let mut open = vec![HalfRound {
            ending: Ending {
                scene,
                chance: 1.0,
                holds: 0.0,
                stated: Vec::new(),
                minds: Vec::new(),
            },
            tally: argument.rule.tally(q),
            mind: hunt.mind.clone(),
        }];
        for (at, part) in argument.parts.iter().enumerate() {
            let mut next = Vec::with_capacity(open.len() * 2);
            for now in open {
                let split =
                    self.split(now.ending.scene.clone(), |truths| says(truths, &now.mind, at));
                for (weight, scene, stated) in split {
                    for (answer, chance) in [(true, stated), (false, 1.0 - stated)] {
                        if chance > 0.0 {
                            work.left = work.left.checked_sub(1).ok_or(TooLarge::Branches)?;
                            self.token.check_at(work.left)?;
                            let heard = self.bob.hears(&now.mind, part, answer);
                            next.push(now.step(weight * chance, &scene, stated, answer, heard));
                        }
                    }
                }
            }
            open = next;
        }
        Ok(open
            .into_iter()
            .map(|now| Ending { holds: f64::from(u8::from(now.tally.holds())), ..now.ending })
            .collect())
    }
}

impl HalfRound {
    /// The round after one more stated probability and drawn answer.
    fn step(
        &self,
        chance: f64,
        scene: &Option<Worlds>,
        stated: f64,
        answer: bool,
        mind: Mind,
    ) -> Self {
        let mut all = self.ending.stated.clone();
        all.push(stated);
        let mut minds = self.ending.minds.clone();
        minds.push(self.mind.clone());
        let chance = self.ending.chance * chance;
        let ending = Ending { scene: scene.clone(), chance, holds: 0.0, stated: all, minds };
        Self { ending, tally: self.tally.with(answer), mind }
    }
}
