//! What somebody who knows only the law over worlds believes, after hearing some answers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rand::{Rng, RngExt};

use super::worlds::Law;
use super::{ClaimId, Odds, Worlds};
use crate::machine::Bits;

/// The posterior under a law over worlds, given the truth of some claims. As in a debate, the
/// claims heard must not be above or below the claim asked about, unless the worlds are listed.
///
/// Answers that no world allows are not believed: the belief then starts again from the law.
#[derive(Clone, Debug)]
pub struct Belief {
    worlds: Worlds,
    heard: Heard,
}

/// What matters of the answers heard: enough to continue, and nothing more, so that beliefs with
/// equal futures are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Heard {
    /// Which listed worlds are left; none while all are.
    Listed(Option<Arc<FixedBitSet>>),
    /// In how many worlds the false leaf is elsewhere than below the claims heard true.
    Left(u64),
    /// The false leaf is below a claim heard false.
    Found,
    /// Nothing heard matters.
    Nothing,
    /// Pieces of one group heard: true and false ones.
    Group { group: u32, yes: u32, no: u32 },
}

impl Worlds {
    /// What is believed before anything is heard.
    pub fn belief(&self) -> Belief {
        let heard = match &*self.law {
            Law::Listed { .. } => Heard::Listed(None),
            Law::OneFalse { .. } => Heard::Left(self.tree.leaf_count() as u64),
            Law::Independent { .. } | Law::Evidence { .. } => Heard::Nothing,
        };
        Belief { worlds: self.clone(), heard }
    }
}

impl Belief {
    /// P[claim is true | what was heard].
    pub fn chance(&self, claim: ClaimId) -> f64 {
        self.odds(claim).yes
    }

    fn odds(&self, claim: ClaimId) -> Odds {
        match (&*self.worlds.law, &self.heard) {
            (Law::Listed { weights, truths, .. }, Heard::Listed(left)) => {
                let mut odds = Odds { no: 0.0, yes: 0.0 };
                for (at, (weight, truths)) in weights.iter().zip(truths).enumerate() {
                    if left.as_ref().is_none_or(|left| left.contains(at)) {
                        *(if truths.of(claim) { &mut odds.yes } else { &mut odds.no }) += weight;
                    }
                }
                let all = odds.no + odds.yes;
                Odds { no: odds.no / all, yes: odds.yes / all }
            }
            (Law::OneFalse { failures }, Heard::Left(left)) => {
                let no = (f64::from(failures[claim.index()]) / *left as f64).min(1.0);
                Odds { no, yes: 1.0 - no }
            }
            (Law::Independent { odds, .. }, _) => odds[claim.index()],
            (Law::Evidence { groups, odds }, heard) => match (heard, self.group_of(claim)) {
                (Heard::Group { group, yes, no }, Some(own)) if own == *group as usize => {
                    groups.next(own, (*yes, *no))
                }
                _ => odds[claim.index()],
            },
            // The false leaf is elsewhere, so this claim is true.
            _ => Odds::certain(true),
        }
    }

    /// After hearing that a claim is true, or that it is false.
    pub fn given(mut self, claim: ClaimId, truth: bool) -> Self {
        let odds = self.odds(claim);
        let possible = if truth { odds.yes } else { odds.no };
        if possible <= 0.0 {
            return self.worlds.belief();
        }
        match (&*self.worlds.law, &mut self.heard) {
            (Law::Listed { weights, truths, .. }, Heard::Listed(left)) => {
                let fits = |at: &usize| {
                    left.as_ref().is_none_or(|left| left.contains(*at))
                        && truths[*at].of(claim) == truth
                };
                let mut set = FixedBitSet::with_capacity(weights.len());
                set.extend((0..weights.len()).filter(fits));
                *left = Some(Arc::new(set));
            }
            (Law::OneFalse { failures }, Heard::Left(left)) => {
                if truth {
                    *left = left.saturating_sub(u64::from(failures[claim.index()])).max(1);
                } else {
                    self.heard = Heard::Found;
                }
            }
            (Law::Evidence { .. }, _) => {
                if let Some(own) = self.group_of(claim) {
                    let (yes, no) = match self.heard {
                        Heard::Group { group, yes, no } if group as usize == own => (yes, no),
                        _ => (0, 0),
                    };
                    self.heard = Heard::Group {
                        group: own as u32,
                        yes: yes + u32::from(truth),
                        no: no + u32::from(!truth),
                    };
                }
            }
            _ => {}
        }
        self
    }

    /// Whether answers can change what is believed.
    pub fn listens(&self) -> bool {
        match &*self.worlds.law {
            Law::Independent { .. } => false,
            Law::Listed { .. } => self.worlds.only().is_none(),
            _ => true,
        }
    }

    fn group_of(&self, claim: ClaimId) -> Option<usize> {
        match &*self.worlds.law {
            Law::Evidence { groups, .. } => {
                self.worlds.tree.leaf_rank(claim).map(|rank| rank / groups.pieces)
            }
            _ => None,
        }
    }
}

impl PartialEq for Belief {
    /// Beliefs under the same law are equal if they will go on to say the same.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.worlds.law, &other.worlds.law) && self.heard == other.heard
    }
}

impl Eq for Belief {}

impl Hash for Belief {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heard.hash(state);
    }
}

/// Pieces of evidence in groups of equal size (see [`Worlds::evidence`]).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Groups {
    pub(super) pieces: usize,
    /// P[the fact holds], by group.
    pub(super) facts: Vec<f64>,
    pub(super) right: f64,
    pub(super) correlation: f64,
}

impl Groups {
    /// How likely each hidden cause of a group's pieces is, given some of them: fact or not, and
    /// whether the pieces share one draw. With it, P[piece says yes] for separate pieces.
    fn causes(&self, group: usize, (yes, no): (u32, u32)) -> [(f64, bool, f64); 4] {
        let fact = self.facts[group];
        let of = |holds: bool, shared: bool| {
            let p = if holds { self.right } else { 1.0 - self.right };
            let prior = if holds { fact } else { 1.0 - fact }
                * if shared { self.correlation } else { 1.0 - self.correlation };
            let likelihood = match (shared, yes, no) {
                (true, 0, 0) => 1.0,
                (true, _, 0) => p,
                (true, 0, _) => 1.0 - p,
                (true, ..) => 0.0,
                (false, ..) => p.powi(yes as i32) * (1.0 - p).powi(no as i32),
            };
            (prior * likelihood, shared, p)
        };
        [of(true, false), of(true, true), of(false, false), of(false, true)]
    }

    /// The odds that the next piece of a group says yes.
    pub(super) fn next(&self, group: usize, seen: (u32, u32)) -> Odds {
        let mut odds = Odds { no: 0.0, yes: 0.0 };
        for (weight, shared, p) in self.causes(group, seen) {
            let p = match (shared, seen) {
                (true, (0, 0)) | (false, _) => p,
                (true, (yes, _)) => f64::from(u8::from(yes > 0)),
            };
            odds.yes += weight * p;
            odds.no += weight * (1.0 - p);
        }
        let all = odds.no + odds.yes;
        Odds { no: odds.no / all, yes: odds.yes / all }
    }

    /// The odds that most pieces of a group say yes.
    pub(super) fn majority(&self, group: usize) -> Odds {
        let mut odds = Odds { no: 0.0, yes: 0.0 };
        for (weight, shared, p) in self.causes(group, (0, 0)) {
            let most = match shared {
                true => Odds::of(p),
                false => {
                    super::Rule::MAJORITY.chances(std::iter::repeat_n(Odds::of(p), self.pieces))
                }
            };
            odds.yes += weight * most.yes;
            odds.no += weight * most.no;
        }
        odds
    }

    /// The probability of these pieces.
    pub(super) fn weight(&self, world: &Bits) -> f64 {
        (0..self.facts.len())
            .map(|group| {
                let own = group * self.pieces..(group + 1) * self.pieces;
                let yes = own.filter(|&at| world.at(at)).count() as u32;
                let no = self.pieces as u32 - yes;
                self.causes(group, (yes, no)).iter().map(|cause| cause.0).sum::<f64>()
            })
            .product()
    }

    pub(super) fn draw(&self, rng: &mut impl Rng) -> Bits {
        let mut coin = |p: f64| rng.random::<f64>() < p;
        let mut world = Vec::with_capacity(self.facts.len() * self.pieces);
        for &fact in &self.facts {
            let p = if coin(fact) { self.right } else { 1.0 - self.right };
            match coin(self.correlation) {
                true => {
                    let shared = coin(p);
                    world.extend(std::iter::repeat_n(shared, self.pieces));
                }
                false => world.extend((0..self.pieces).map(|_| coin(p))),
            }
        }
        world.into_iter().collect()
    }
}
