//! The beliefs of a player who knows only the distribution over worlds and has heard some answers.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::worlds::{EvidenceDistribution, WorldKind};
use super::{ClaimId, Odds, WorldDistribution};

/// The posterior probability of claims, given the truth of some claims. Unless the worlds are
/// listed, none of these known claims may be above or below the claim whose probability is
/// computed.
///
/// If the answers contradict every world, they are ignored, and the belief starts again from the
/// distribution.
#[derive(Clone, Debug)]
pub struct Belief {
    worlds: WorldDistribution,
    heard: AnswersHeard,
}

/// The relevant part of the answers heard. It keeps only what affects later beliefs. So two values are equal if they
/// lead to the same later beliefs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AnswersHeard {
    /// The listed worlds that agree with the answers. `None` if all of them agree.
    Listed(Option<Arc<FixedBitSet>>),
    /// The number of worlds in which the false leaf is not below any claim that was heard to be true.
    Left(u64),
    /// The false leaf is below a claim that was heard to be false.
    Found,
    /// Nothing heard is relevant.
    Nothing,
    /// The evidence heard, including claims that depend on it.
    Pieces(Arc<EvidenceHeard>),
}

#[derive(Clone, Debug)]
struct EvidenceHeard {
    /// The number of true and false answers about the pieces of each group, and about claims. If the facts are
    /// independent, only the last group is kept, because earlier groups no longer matter.
    heard: BTreeMap<BeliefSource, (u32, u32)>,
    /// The probability of each possible distribution of the facts.
    weights: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum BeliefSource {
    Group(usize),
    Claim(ClaimId),
}

impl PartialEq for EvidenceHeard {
    /// The weights need no comparison, because they follow from the evidence heard.
    fn eq(&self, other: &Self) -> bool {
        self.heard == other.heard
    }
}

impl Eq for EvidenceHeard {}

impl Hash for EvidenceHeard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heard.hash(state);
    }
}

impl AnswersHeard {
    fn odds(&self, worlds: &WorldDistribution, claim: ClaimId) -> Odds {
        match (&*worlds.law, self) {
            (WorldKind::Listed { weights, truths, .. }, AnswersHeard::Listed(left)) => {
                let mut odds = Odds { no: 0.0, yes: 0.0 };
                let add = |at: usize| {
                    let side = if truths[at].is_true(claim) { &mut odds.yes } else { &mut odds.no };
                    *side += weights[at];
                };
                match left {
                    Some(left) => left.ones().for_each(add),
                    None => (0..weights.len()).for_each(add),
                }
                odds.normalized()
            }
            (WorldKind::OneFalse { failures }, AnswersHeard::Left(left)) => {
                let no = (f64::from(failures[claim.index()]) / *left as f64).min(1.0);
                Odds { no, yes: 1.0 - no }
            }
            (WorldKind::Independent { odds, .. }, _) => odds[claim.index()],
            (WorldKind::Evidence { of_facts }, heard) => {
                let heard =
                    if let AnswersHeard::Pieces(heard) = heard { Some(heard) } else { None };
                let own = worlds.group_of(claim);
                let seen = heard.and_then(|heard| heard.heard.get(&BeliefSource::Group(own?)));
                let of = |law: &EvidenceDistribution| match (own, seen) {
                    (Some(group), Some(&seen)) => law.groups.next(group, seen),
                    _ => law.odds[claim.index()],
                };
                if let [only] = &of_facts[..] {
                    return of(only);
                }
                let mut odds = Odds { no: 0.0, yes: 0.0 };
                for (at, law) in of_facts.iter().enumerate() {
                    let weight = heard.map_or(law.weight, |heard| heard.weights[at]);
                    if weight > 0.0 {
                        let own = of(law);
                        odds.yes += weight * own.yes;
                        odds.no += weight * own.no;
                    }
                }
                odds.normalized()
            }
            // The false leaf is below another claim, so this claim is true.
            _ => Odds::certain(true),
        }
    }
}

impl WorldDistribution {
    /// P[claim is true] before any answer.
    pub fn chance(&self, claim: ClaimId) -> f64 {
        self.nothing_heard().odds(self, claim).yes
    }

    /// The belief before any answer.
    pub fn belief(&self) -> Belief {
        Belief { worlds: self.clone(), heard: self.nothing_heard() }
    }

    fn nothing_heard(&self) -> AnswersHeard {
        match &*self.law {
            WorldKind::Listed { .. } => AnswersHeard::Listed(None),
            WorldKind::OneFalse { .. } => AnswersHeard::Left(self.tree.leaf_count() as u64),
            WorldKind::Independent { .. } | WorldKind::Evidence { .. } => AnswersHeard::Nothing,
        }
    }

    fn group_of(&self, claim: ClaimId) -> Option<usize> {
        match &*self.law {
            WorldKind::Evidence { of_facts } => {
                self.tree.leaf_rank(claim).map(|rank| rank / of_facts[0].groups.pieces)
            }
            _ => None,
        }
    }
}

impl Belief {
    /// P[claim is true | the answers heard].
    pub fn chance(&self, claim: ClaimId) -> f64 {
        self.heard.odds(&self.worlds, claim).yes
    }

    /// The belief after hearing that a claim is true or false.
    pub fn given(mut self, claim: ClaimId, truth: bool) -> Self {
        let odds = self.heard.odds(&self.worlds, claim);
        let possible = if truth { odds.yes } else { odds.no };
        if possible <= 0.0 {
            return self.worlds.belief();
        }
        match (&*self.worlds.law, &mut self.heard) {
            (WorldKind::Listed { weights, truths, .. }, AnswersHeard::Listed(left)) => {
                let fits = |at: &usize| truths[*at].is_true(claim) == truth;
                let mut set = FixedBitSet::with_capacity(weights.len());
                match left {
                    Some(left) => set.extend(left.ones().filter(fits)),
                    None => set.extend((0..weights.len()).filter(fits)),
                }
                *left = Some(Arc::new(set));
            }
            (WorldKind::OneFalse { failures }, AnswersHeard::Left(left)) => {
                if truth {
                    *left = left.saturating_sub(u64::from(failures[claim.index()])).max(1);
                } else {
                    self.heard = AnswersHeard::Found;
                }
            }
            (WorldKind::Evidence { of_facts }, heard) => {
                let group = self.worlds.group_of(claim);
                let together = of_facts.len() > 1;
                let source = match group {
                    Some(group) => BeliefSource::Group(group),
                    None if together => BeliefSource::Claim(claim),
                    None => return self,
                };
                let before =
                    if let AnswersHeard::Pieces(before) = &*heard { Some(before) } else { None };
                let mut all = before.map_or_else(BTreeMap::new, |before| before.heard.clone());
                if !together {
                    all.retain(|own, _| *own == source);
                }
                let seen = all.entry(source).or_default();
                let was = *seen;
                *(if truth { &mut seen.0 } else { &mut seen.1 }) += 1;
                let weights = of_facts.iter().enumerate().filter(|_| together).map(|(at, law)| {
                    let weight = before.map_or(law.weight, |before| before.weights[at]);
                    let odds = match group {
                        _ if weight <= 0.0 => return 0.0,
                        Some(group) if was != (0, 0) => law.groups.next(group, was),
                        _ => law.odds[claim.index()],
                    };
                    weight * if truth { odds.yes } else { odds.no }
                });
                let mut weights: Vec<f64> = weights.collect();
                let sum: f64 = weights.iter().sum();
                weights.iter_mut().for_each(|weight| *weight /= sum);
                *heard = AnswersHeard::Pieces(Arc::new(EvidenceHeard { heard: all, weights }));
            }
            _ => {}
        }
        self
    }

    /// True if answers can change the belief.
    pub fn listens(&self) -> bool {
        match &*self.worlds.law {
            WorldKind::Independent { .. } => false,
            WorldKind::Listed { .. } => self.worlds.only().is_none(),
            _ => true,
        }
    }
}

impl PartialEq for Belief {
    /// Two beliefs under the same distribution are equal if they always lead to the same probabilities.
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
