//! What is best from a place of the debate on, by backward induction over what can be drawn.

use foldhash::HashMap;

use super::super::drawn::{Ending, WorldSeen};
use super::{Hunt, Hunter, TooLarge};
use crate::machine::claims::{Argument, ClaimId};
use crate::protocol::prover_estimator::direction;
use crate::protocol::prover_estimator::players::estimator::Mind;
use crate::protocol::prover_estimator::players::prover::Moments;
use crate::rules::Direction;

/// What has been worked out, and how much more may be.
pub(super) struct Work {
    pub(super) left: usize,
    /// By claim, stated probability, Bob's mind and what he sees of the world, where that is one thing in
    /// all worlds left.
    pub(super) known: HashMap<(ClaimId, u64, Mind, WorldSeen), BestToDo>,
}

/// The best there is to do, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BestToDo {
    pub(super) worth: Moments,
    pub(super) call: Direction,
    pub(super) which: usize,
}

impl Hunter<'_> {
    pub(super) fn best(&self, hunt: &Hunt, work: &mut Work) -> Result<BestToDo, TooLarge> {
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
