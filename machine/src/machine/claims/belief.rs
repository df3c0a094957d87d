//! What somebody who knows only the law over worlds believes, after hearing some answers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::worlds::Law;
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
    /// Pieces of one group heard: true and false ones.
    Group { group: u32, yes: u32, no: u32 },
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
                let all = odds.no + odds.yes;
                Odds { no: odds.no / all, yes: odds.yes / all }
            }
            (Law::OneFalse { failures }, Heard::Left(left)) => {
                let no = (f64::from(failures[claim.index()]) / *left as f64).min(1.0);
                Odds { no, yes: 1.0 - no }
            }
            (Law::Independent { odds, .. }, _) => odds[claim.index()],
            (Law::Evidence { groups, odds }, heard) => match (heard, worlds.group_of(claim)) {
                (Heard::Group { group, yes, no }, Some(own)) if own == *group as usize => {
                    groups.next(own, (*yes, *no))
                }
                _ => odds[claim.index()],
            },
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
            Law::Evidence { groups, .. } => {
                self.tree.leaf_rank(claim).map(|rank| rank / groups.pieces)
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
            (Law::Evidence { .. }, _) => {
                if let Some(own) = self.worlds.group_of(claim) {
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
