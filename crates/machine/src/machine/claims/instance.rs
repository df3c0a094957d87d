//! A case: a claim tree with the actual truth, the possible worlds, and the knowledge of each
//! player.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use super::{Belief, ClaimId, ClaimTree, Truths, WorldDistribution};
use crate::machine::Bits;

/// The claims whose truth a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Knowledge {
    /// The truth of every claim.
    #[default]
    Everything,
    /// No claim.
    Nothing,
    /// These claims.
    Only(Arc<BTreeSet<ClaimId>>),
}

impl Knowledge {
    /// Knowledge of the root alone: "it is composite, but nobody knows a divisor".
    pub fn root() -> Self {
        Self::Only(Arc::new(BTreeSet::from([ClaimId::ROOT])))
    }

    /// True if the player knows the truth of this claim.
    pub fn covers(&self, claim: ClaimId) -> bool {
        match self {
            Self::Everything => true,
            Self::Nothing => false,
            Self::Only(claims) => claims.contains(&claim),
        }
    }
}

/// The subject of a debate about claims.
#[derive(Clone, Debug)]
pub struct ClaimsInstance {
    worlds: WorldDistribution,
    actual: Option<Bits>,
    /// The distribution that the world is drawn from, if it is not the one that the players believe.
    drawn_from: Option<WorldDistribution>,
    alice: Knowledge,
    bob: Knowledge,
    /// The distribution as a list of worlds. `None` unless a player's known claims are evidence
    /// about other claims.
    listed: Option<WorldDistribution>,
    known: Arc<RwLock<PosteriorCache>>,
}

/// P[claim is true]. The key consists of the answers heard, the known truths of other claims, and
/// the claim.
type PosteriorCache = HashMap<(Belief, Vec<(ClaimId, bool)>, ClaimId), f64>;

/// The largest number of probabilities in the cache.
const MOST_KNOWN: usize = 1 << 15;

/// An argument whose result differs from the truth of its claim in some world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentMismatch {
    /// The argument's result differs from the truth of its claim in this world.
    #[error(
        "argument {argument} of claim `{claim}` {} in a world where {world}. An Alice who \
         answers no would be paid for giving this argument. Give arguments that agree with their \
         claim in every world, or give only one argument",
        if *.holds { "holds although the claim is false" } else { "fails although the claim is true" }
    )]
    In {
        /// The claim.
        claim: Arc<str>,
        /// The number of the argument, counted from 1.
        argument: usize,
        /// True if the argument holds.
        holds: bool,
        /// The description of the world.
        world: String,
    },
    /// There are too many worlds to check.
    #[error(
        "claim `{0}` has several arguments, and there are too many worlds to check that they \
         always agree. List the worlds, or give only one argument"
    )]
    Unknown(Arc<str>),
}

impl ArgumentMismatch {
    /// The name of the claim.
    pub fn claim(&self) -> &str {
        match self {
            Self::In { claim, .. } | Self::Unknown(claim) => claim,
        }
    }
}

/// At most this many worlds are listed to find out what known claims tell about other claims.
const MOST_LISTED: usize = 1 << 12;

/// The error for too many worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many worlds to list")]
pub struct TooManyWorlds;

/// Why the worlds that a player thinks possible cannot be determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldListError {
    /// There are too many possible worlds.
    #[error(transparent)]
    Many(#[from] TooManyWorlds),
    /// There are no possible worlds.
    #[error("the distribution has no world in which the player's knowledge is true")]
    None,
}

impl ClaimsInstance {
    /// A case in which the world is drawn from a distribution that both players know.
    pub fn drawn(worlds: WorldDistribution) -> Self {
        let actual = worlds.only().cloned();
        let (alice, bob) = (Knowledge::Everything, Knowledge::Everything);
        let (drawn_from, listed, known) = (None, None, Arc::default());
        Self { worlds, actual, drawn_from, alice, bob, listed, known }
    }

    /// The same case in one actual world, given by the truths of its leaves. The distribution is then only what
    /// players without knowledge believe.
    ///
    /// # Panics
    /// Panics if there is not one bit for each leaf.
    pub fn in_world(mut self, leaves: Bits) -> Self {
        assert_eq!(leaves.len(), self.tree().leaf_count(), "one truth for each leaf");
        self.actual = Some(leaves);
        self
    }

    /// The same case with other knowledge.
    pub fn known_to(mut self, alice: Knowledge, bob: Knowledge) -> Self {
        self.listed = (self.is_informative(&alice) || self.is_informative(&bob))
            .then(|| self.worlds.list(MOST_LISTED))
            .flatten()
            .and_then(|all| WorldDistribution::listed(self.worlds.tree(), all).ok());
        self.alice = alice;
        self.bob = bob;
        self.known = Arc::default();
        self
    }

    /// The same case as a player with this knowledge sees it: nature draws one of the worlds that the player cannot
    /// distinguish. `None` if the player knows the actual world, or if there is no actual world because nature draws
    /// it.
    ///
    /// # Errors
    /// Returns an error if those worlds cannot be listed, or if there are none.
    pub fn as_known_to(&self, knowledge: &Knowledge) -> Result<Option<Self>, WorldListError> {
        let Some(actual) = &self.actual else { return Ok(None) };
        if *knowledge == Knowledge::Everything || self.worlds.only() == Some(actual) {
            return Ok(None);
        }
        let truths = self.tree().truths(actual);
        let drawn_from = if self.is_informative(knowledge) {
            let known = self.sees(knowledge, &truths);
            let mut fits = self.worlds.list(MOST_LISTED).ok_or(TooManyWorlds)?;
            fits.retain(|(_, own)| self.sees(knowledge, &self.tree().truths(own)) == known);
            let sum: f64 = fits.iter().map(|(weight, _)| weight).sum();
            fits.iter_mut().for_each(|(weight, _)| *weight /= sum);
            Some(WorldDistribution::listed(self.tree(), fits).map_err(|_| WorldListError::None)?)
        } else {
            let fits =
                |&claim: &ClaimId| self.worlds.chance(claim) == f64::from(truths.is_true(claim));
            if let Knowledge::Only(claims) = knowledge
                && !claims.iter().all(fits)
            {
                return Err(WorldListError::None);
            }
            None
        };
        let actual = drawn_from.as_ref().unwrap_or(&self.worlds).only().cloned();
        Ok(Some(Self { actual, drawn_from, ..self.clone() }))
    }

    /// The distribution that the world is drawn from. In a case from [`ClaimsInstance::as_known_to`], it covers only
    /// the worlds that the player thinks possible.
    pub fn drawn_from(&self) -> &WorldDistribution {
        self.drawn_from.as_ref().unwrap_or(&self.worlds)
    }

    /// True if the world is drawn from the distribution that the players believe.
    pub fn is_drawn_from_the_law(&self) -> bool {
        self.drawn_from.is_none()
    }

    /// True if Alice knows the distribution of the world and also the truth of some uncertain
    /// claims.
    pub fn alice_is_told(&self) -> bool {
        self.alice == Knowledge::Everything || self.is_informative(&self.alice)
    }

    /// True if Bob knows the distribution of the world and also the truth of some uncertain claims.
    pub fn bob_is_told(&self) -> bool {
        self.bob == Knowledge::Everything || self.is_informative(&self.bob)
    }

    /// True if these known claims add information to the distribution.
    fn is_informative(&self, knowledge: &Knowledge) -> bool {
        let Knowledge::Only(claims) = knowledge else { return false };
        let sure = |claim: &ClaimId| matches!(self.worlds.chance(*claim), 0.0 | 1.0);
        !claims.iter().all(sure)
    }

    /// The known claims that add information to the distribution, with the list of worlds. `None` if they add nothing,
    /// or the worlds cannot be listed.
    fn extra_knowledge<'a>(
        &'a self,
        knowledge: &'a Knowledge,
    ) -> Option<(&'a WorldDistribution, &'a BTreeSet<ClaimId>)> {
        let Knowledge::Only(claims) = knowledge else { return None };
        let listed = self.listed.as_ref()?;
        self.is_informative(knowledge).then_some((listed, claims))
    }

    /// Bob's belief before he hears anything. It leaves out the claims that he knows (see
    /// [`ClaimsInstance::bob_believes`]).
    pub fn bob_belief(&self) -> Belief {
        self.extra_knowledge(&self.bob)
            .map_or_else(|| self.worlds.belief(), |(listed, _)| listed.belief())
    }

    /// Bob's P[claim is true] after the answers he heard, in the world that `truths` describes. It
    /// is 0 or 1 if he knows the claim. Otherwise it follows from the distribution, the claims he
    /// knows and the answers he heard.
    pub fn bob_believes(&self, heard: &Belief, claim: ClaimId, truths: &Truths) -> f64 {
        if self.bob.covers(claim) {
            return f64::from(truths.is_true(claim));
        }
        match self.extra_knowledge(&self.bob) {
            None => heard.chance(claim),
            Some((_, claims)) => self.posterior_given(heard, claims, truths, claim),
        }
    }

    /// The worlds that Alice thinks possible if the actual world is the one that `truths`
    /// describes. `None` if she knows only the distribution.
    ///
    /// # Errors
    /// Returns an error if there are too many worlds.
    pub fn alice_sees(&self, truths: &Truths) -> Result<Option<Vec<(f64, Truths)>>, TooManyWorlds> {
        if !self.is_informative(&self.alice) {
            return Ok(None);
        }
        let (listed, claims) = self.extra_knowledge(&self.alice).ok_or(TooManyWorlds)?;
        let all = listed.list(MOST_LISTED).ok_or(TooManyWorlds)?;
        let worlds = all.into_iter().map(|(weight, leaves)| (weight, self.tree().truths(&leaves)));
        let fits =
            |own: &Truths| claims.iter().all(|&claim| own.is_true(claim) == truths.is_true(claim));
        let mut left: Vec<_> = worlds.filter(|(weight, own)| *weight > 0.0 && fits(own)).collect();
        let sum: f64 = left.iter().map(|world| world.0).sum();
        left.iter_mut().for_each(|world| world.0 /= sum);
        Ok(Some(left))
    }

    /// Checks that every argument agrees with its claim in every possible world, including the
    /// actual world. Then an Alice who wrongly answers no has no argument that fails.
    ///
    /// # Errors
    /// Returns the first argument that disagrees with its claim.
    pub fn arguments_fit(&self) -> Result<(), ArgumentMismatch> {
        let tree = self.tree();
        let Some(first) = tree.claims().find(|&claim| tree.argument_count(claim) > 1) else {
            return Ok(());
        };
        let listed = self.worlds.list(super::MOST_WORLDS);
        let listed = listed.ok_or_else(|| ArgumentMismatch::Unknown(tree.name(first)))?;
        let possible = listed.into_iter().filter(|world| world.0 > 0.0).map(|world| world.1);
        for leaves in self.actual.iter().cloned().chain(possible) {
            let truths = tree.truths(&leaves);
            for claim in tree.claims().filter(|&claim| tree.argument_count(claim) > 1) {
                let odd =
                    tree.arguments(claim).position(|a| a.holds(&truths) != truths.is_true(claim));
                if let Some(which) = odd {
                    return Err(ArgumentMismatch::In {
                        claim: tree.name(claim),
                        argument: which + 1,
                        holds: !truths.is_true(claim),
                        world: self.in_words(&leaves),
                    });
                }
            }
        }
        Ok(())
    }

    /// Describes a world by its false leaves.
    fn in_words(&self, leaves: &Bits) -> String {
        const SHOWN: usize = 4;
        let tree = self.tree();
        let of_false = tree.leaves().zip(leaves.iter()).filter(|(_, truth)| !truth);
        let names: Vec<String> =
            of_false.map(|(leaf, _)| format!("`{}`", tree.name(leaf))).collect();
        match names.len() {
            0 => "all leaves are true".into(),
            n if n <= SHOWN => format!("{} false", are(&names)),
            n => format!("{} and {} more are false", names[..SHOWN].join(", "), n - SHOWN),
        }
    }

    /// The claims.
    pub fn tree(&self) -> &ClaimTree {
        self.worlds.tree()
    }

    /// The distribution over worlds that both players know.
    pub fn worlds(&self) -> &WorldDistribution {
        &self.worlds
    }

    /// The leaves of the actual world. `None` if it will be drawn.
    pub fn actual(&self) -> Option<&Bits> {
        self.actual.as_ref()
    }

    /// Alice's knowledge.
    pub fn alice(&self) -> &Knowledge {
        &self.alice
    }

    /// Bob's knowledge.
    pub fn bob(&self) -> &Knowledge {
        &self.bob
    }

    /// The truth of each claim that Bob knows, in the world that `truths` describes. If this result
    /// is the same for two worlds, Bob cannot distinguish them.
    pub fn bob_knows(&self, truths: &Truths) -> Vec<bool> {
        self.sees(&self.bob, truths)
    }

    /// The truth of each claim that Alice knows, in the world that `truths` describes.
    pub fn alice_knows(&self, truths: &Truths) -> Vec<bool> {
        self.sees(&self.alice, truths)
    }

    fn sees(&self, knowledge: &Knowledge, truths: &Truths) -> Vec<bool> {
        match knowledge {
            Knowledge::Nothing => Vec::new(),
            Knowledge::Only(claims) => claims.iter().map(|&claim| truths.is_true(claim)).collect(),
            Knowledge::Everything => {
                self.tree().leaves().map(|leaf| truths.is_true(leaf)).collect()
            }
        }
    }

    /// Alice's P[claim is true] in the world that `truths` describes. It is 0 or 1 if she knows the
    /// claim.
    pub fn alice_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.alice, claim, truths)
    }

    /// Bob's P[claim is true] before he hears any answer. It is 0 or 1 if he knows the claim.
    pub fn bob_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.bob, claim, truths)
    }

    /// True if drawn answers can change Bob's probabilities.
    pub fn bob_listens(&self) -> bool {
        self.bob_belief().listens()
    }

    fn thinks(&self, knowledge: &Knowledge, claim: ClaimId, truths: &Truths) -> f64 {
        if knowledge.covers(claim) {
            return f64::from(truths.is_true(claim));
        }
        match self.extra_knowledge(knowledge) {
            None => self.worlds.chance(claim),
            Some((listed, claims)) => self.posterior_given(&listed.belief(), claims, truths, claim),
        }
    }

    /// P[claim is true] after the answers heard, given the known claims. Known claims that contradict the answers are
    /// ignored. The result is cached, because its computation visits all worlds that are left.
    fn posterior_given(
        &self,
        heard: &Belief,
        claims: &BTreeSet<ClaimId>,
        truths: &Truths,
        claim: ClaimId,
    ) -> f64 {
        let known = claims.iter().map(|&claim| (claim, truths.is_true(claim))).collect();
        let key = (heard.clone(), known, claim);
        let kept = || self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&chance) = kept().get(&key) {
            return chance;
        }
        let all = key.1.iter().fold(heard.clone(), |all, &(claim, truth)| all.given(claim, truth));
        let chance = all.chance(claim);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_KNOWN {
            known.insert(key, chance);
        }
        chance
    }
}

/// Joins names and adds "is" or "are".
fn are(names: &[String]) -> String {
    match names {
        [one] => format!("{one} is"),
        many => format!("{} are", many.join(", ")),
    }
}
