//! What somebody who knows only the law over worlds believes, after hearing some answers.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::worlds::{EvidenceLaw, Law};
use super::{ClaimId, Odds, Worlds};

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
    /// Pieces of evidence heard, and claims that rest on them.
    Pieces(Arc<Pieces>),
}

/// What was heard of evidence.
#[derive(Clone, Debug)]
struct Pieces {
    /// By group how many pieces are true and false, and claims. Of facts that are independent the last
    /// group alone: no other is asked about again.
    heard: BTreeMap<Source, (u32, u32)>,
    /// How likely the facts then follow each of their laws.
    weights: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Source {
    Group(usize),
    Claim(ClaimId),
}

impl PartialEq for Pieces {
    /// The weights follow from what was heard.
    fn eq(&self, other: &Self) -> bool {
        self.heard == other.heard
    }
}

impl Eq for Pieces {}

impl Hash for Pieces {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heard.hash(state);
    }
}

impl Heard {
    fn odds(&self, worlds: &Worlds, claim: ClaimId) -> Odds {
        match (&*worlds.law, self) {
            (Law::Listed { weights, truths, .. }, Heard::Listed(left)) => {
                let mut odds = Odds { no: 0.0, yes: 0.0 };
                let add = |at: usize| {
                    let side = if truths[at].of(claim) { &mut odds.yes } else { &mut odds.no };
                    *side += weights[at];
                };
                match left {
                    Some(left) => left.ones().for_each(add),
                    None => (0..weights.len()).for_each(add),
                }
                odds.normalized()
            }
            (Law::OneFalse { failures }, Heard::Left(left)) => {
                let no = (f64::from(failures[claim.index()]) / *left as f64).min(1.0);
                Odds { no, yes: 1.0 - no }
            }
            (Law::Independent { odds, .. }, _) => odds[claim.index()],
            (Law::Evidence { of_facts }, heard) => {
                let heard = if let Heard::Pieces(heard) = heard { Some(heard) } else { None };
                let own = worlds.group_of(claim);
                let seen = heard.and_then(|heard| heard.heard.get(&Source::Group(own?)));
                let of = |law: &EvidenceLaw| match (own, seen) {
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
            // The false leaf is elsewhere, so this claim is true.
            _ => Odds::certain(true),
        }
    }
}

impl Worlds {
    /// P[claim is true] before anything is known.
    pub fn chance(&self, claim: ClaimId) -> f64 {
        self.unheard().odds(self, claim).yes
    }

    /// What is believed before anything is heard.
    pub fn belief(&self) -> Belief {
        Belief { worlds: self.clone(), heard: self.unheard() }
    }

    fn unheard(&self) -> Heard {
        match &*self.law {
            Law::Listed { .. } => Heard::Listed(None),
            Law::OneFalse { .. } => Heard::Left(self.tree.leaf_count() as u64),
            Law::Independent { .. } | Law::Evidence { .. } => Heard::Nothing,
        }
    }

    fn group_of(&self, claim: ClaimId) -> Option<usize> {
        match &*self.law {
            Law::Evidence { of_facts } => {
                self.tree.leaf_rank(claim).map(|rank| rank / of_facts[0].groups.pieces)
            }
            _ => None,
        }
    }
}

impl Belief {
    /// P[claim is true | what was heard].
    pub fn chance(&self, claim: ClaimId) -> f64 {
        self.heard.odds(&self.worlds, claim).yes
    }

    /// After hearing that a claim is true, or that it is false.
    pub fn given(mut self, claim: ClaimId, truth: bool) -> Self {
        let odds = self.heard.odds(&self.worlds, claim);
        let possible = if truth { odds.yes } else { odds.no };
        if possible <= 0.0 {
            return self.worlds.belief();
        }
        match (&*self.worlds.law, &mut self.heard) {
            (Law::Listed { weights, truths, .. }, Heard::Listed(left)) => {
                let fits = |at: &usize| truths[*at].of(claim) == truth;
                let mut set = FixedBitSet::with_capacity(weights.len());
                match left {
                    Some(left) => set.extend(left.ones().filter(fits)),
                    None => set.extend((0..weights.len()).filter(fits)),
                }
                *left = Some(Arc::new(set));
            }
            (Law::OneFalse { failures }, Heard::Left(left)) => {
                if truth {
                    *left = left.saturating_sub(u64::from(failures[claim.index()])).max(1);
                } else {
                    self.heard = Heard::Found;
                }
            }
            (Law::Evidence { of_facts }, heard) => {
                let group = self.worlds.group_of(claim);
                let together = of_facts.len() > 1;
                let source = match group {
                    Some(group) => Source::Group(group),
                    None if together => Source::Claim(claim),
                    None => return self,
                };
                let before = if let Heard::Pieces(before) = &*heard { Some(before) } else { None };
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
                *heard = Heard::Pieces(Arc::new(Pieces { heard: all, weights }));
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
