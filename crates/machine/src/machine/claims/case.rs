//! A case: a claim tree with what is true, what might be, and who knows what.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use super::{Belief, ClaimId, ClaimTree, Truths, Worlds};
use crate::machine::Bits;

/// Whose truths a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Knowledge {
    /// The truth of every claim.
    #[default]
    Everything,
    /// The truth of none.
    Nothing,
    /// The truth of these claims.
    Only(Arc<BTreeSet<ClaimId>>),
}

impl Knowledge {
    /// Knowledge of the root alone: "it is composite, but nobody can say what divides it".
    pub fn root() -> Self {
        Self::Only(Arc::new(BTreeSet::from([ClaimId::ROOT])))
    }

    /// Whether the truth of this claim is known.
    pub fn covers(&self, claim: ClaimId) -> bool {
        match self {
            Self::Everything => true,
            Self::Nothing => false,
            Self::Only(claims) => claims.contains(&claim),
        }
    }
}

/// What a debate about claims is about.
#[derive(Clone, Debug)]
pub struct Case {
    worlds: Worlds,
    actual: Option<Bits>,
    /// What the world is drawn from, where that is not the law that the players believe.
    drawn_from: Option<Worlds>,
    alice: Knowledge,
    bob: Knowledge,
    /// The law as worlds, where a player's knowledge of some claims tells of others.
    listed: Option<Worlds>,
    /// See [`Case::knowing`].
    known: Arc<RwLock<Heard>>,
}

/// P[claim is true], by what was heard, what is known of other claims, and the claim.
type Heard = HashMap<(Belief, Vec<(ClaimId, bool)>, ClaimId), f64>;

/// Probabilities that are kept.
const MOST_KNOWN: usize = 1 << 15;

/// An argument that comes out otherwise than its claim in some world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// In this world.
    #[error(
        "argument {argument} of claim `{claim}` {} where {world}: an Alice who answers no would be \
         paid for laying it out. Give arguments that come out as their claim does in every world, or one argument",
        if *.holds { "holds although the claim is false" } else { "fails although the claim is true" }
    )]
    In {
        /// Whose argument.
        claim: Arc<str>,
        /// Which of its arguments, from 1.
        argument: usize,
        /// Whether the argument holds.
        holds: bool,
        /// The world in words.
        world: String,
    },
    /// There are too many worlds to look through.
    #[error(
        "claim `{0}` has several arguments, and there are too many worlds to see whether they \
         always agree: list the worlds, or give one argument"
    )]
    Unknown(Arc<str>),
}

impl Misfit {
    /// The name of the claim.
    pub fn claim(&self) -> &str {
        match self {
            Self::In { claim, .. } | Self::Unknown(claim) => claim,
        }
    }
}

/// Worlds that are listed to see what knowing some claims tells of others.
const MOST_LISTED: usize = 1 << 12;

/// There are too many worlds to list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many worlds to list them")]
pub struct ManyWorlds;

/// Why nobody can say which worlds a player thinks possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWorlds {
    /// There are too many.
    #[error(transparent)]
    Many(#[from] ManyWorlds),
    /// There are none.
    #[error("what the player knows is true in no world of the distribution")]
    None,
}

impl Case {
    /// A case whose world is drawn from a law that both players know.
    pub fn drawn(worlds: Worlds) -> Self {
        let actual = worlds.only().cloned();
        let (alice, bob) = (Knowledge::Everything, Knowledge::Everything);
        let (drawn_from, listed, known) = (None, None, Arc::default());
        Self { worlds, actual, drawn_from, alice, bob, listed, known }
    }

    /// The same case in one world: its leaves are true as given, and the law is only what players
    /// without knowledge believe.
    ///
    /// # Panics
    /// If there is not one bit a leaf.
    pub fn in_world(mut self, leaves: Bits) -> Self {
        assert_eq!(leaves.len(), self.tree().leaf_count(), "one truth a leaf");
        self.actual = Some(leaves);
        self
    }

    /// The same case with other knowledge.
    pub fn known_to(mut self, alice: Knowledge, bob: Knowledge) -> Self {
        self.listed = (self.tells(&alice) || self.tells(&bob))
            .then(|| self.worlds.list(MOST_LISTED))
            .flatten()
            .and_then(|all| Worlds::listed(self.worlds.tree(), all).ok());
        self.alice = alice;
        self.bob = bob;
        self.known = Arc::default();
        self
    }

    /// The same case as a player with this knowledge sees it: nature draws one of the worlds that the
    /// player cannot tell from the actual one. `None` if the actual world is known, or drawn anyway.
    ///
    /// # Errors
    /// If those worlds cannot be listed, or there are none.
    pub fn as_known_to(&self, knowledge: &Knowledge) -> Result<Option<Self>, NoWorlds> {
        let Some(actual) = &self.actual else { return Ok(None) };
        if *knowledge == Knowledge::Everything || self.worlds.only() == Some(actual) {
            return Ok(None);
        }
        let truths = self.tree().truths(actual);
        let drawn_from = if self.tells(knowledge) {
            let known = self.sees(knowledge, &truths);
            let mut fits = self.worlds.list(MOST_LISTED).ok_or(ManyWorlds)?;
            fits.retain(|(_, own)| self.sees(knowledge, &self.tree().truths(own)) == known);
            let sum: f64 = fits.iter().map(|(weight, _)| weight).sum();
            fits.iter_mut().for_each(|(weight, _)| *weight /= sum);
            Some(Worlds::listed(self.tree(), fits).map_err(|_| NoWorlds::None)?)
        } else {
            let fits = |&claim: &ClaimId| self.worlds.chance(claim) == f64::from(truths.of(claim));
            if let Knowledge::Only(claims) = knowledge
                && !claims.iter().all(fits)
            {
                return Err(NoWorlds::None);
            }
            None
        };
        let actual = drawn_from.as_ref().unwrap_or(&self.worlds).only().cloned();
        Ok(Some(Self { actual, drawn_from, ..self.clone() }))
    }

    /// What the world is drawn from: the law, as far as a player whose view this is knows the world.
    pub fn drawn_from(&self) -> &Worlds {
        self.drawn_from.as_ref().unwrap_or(&self.worlds)
    }

    /// Whether the world is drawn from the law that the players believe.
    pub fn is_drawn_from_the_law(&self) -> bool {
        self.drawn_from.is_none()
    }

    /// Whether Alice knows more of the world than the law says.
    pub fn alice_is_told(&self) -> bool {
        self.alice == Knowledge::Everything || self.tells(&self.alice)
    }

    /// Whether Bob knows more of the world than the law says.
    pub fn bob_is_told(&self) -> bool {
        self.bob == Knowledge::Everything || self.tells(&self.bob)
    }

    /// Whether knowing some claims tells more than the law does.
    fn tells(&self, knowledge: &Knowledge) -> bool {
        let Knowledge::Only(claims) = knowledge else { return false };
        let sure = |claim: &ClaimId| matches!(self.worlds.chance(*claim), 0.0 | 1.0);
        !claims.iter().all(sure)
    }

    /// What a player knows of a world from the claims known, beyond the law: the claims whose
    /// truth the law leaves open. None if that is nothing, or cannot be worked out.
    fn tell<'a>(&'a self, knowledge: &'a Knowledge) -> Option<(&'a Worlds, &'a BTreeSet<ClaimId>)> {
        let Knowledge::Only(claims) = knowledge else { return None };
        let listed = self.listed.as_ref()?;
        self.tells(knowledge).then_some((listed, claims))
    }

    /// What Bob believes before he hears anything and looks at what he knows (see
    /// [`Case::bob_believes`]).
    pub fn bob_belief(&self) -> Belief {
        self.tell(&self.bob).map_or_else(|| self.worlds.belief(), |(listed, _)| listed.belief())
    }

    /// P[claim is true] for Bob in a world with these truths, given what he heard: 0 or 1 where he
    /// knows it, else what the law, the claims he knows and the answers he heard leave of it.
    pub fn bob_believes(&self, heard: &Belief, claim: ClaimId, truths: &Truths) -> f64 {
        if self.bob.covers(claim) {
            return f64::from(truths.of(claim));
        }
        match self.tell(&self.bob) {
            None => heard.chance(claim),
            Some((_, claims)) => self.knowing(heard, claims, truths, claim),
        }
    }

    /// The worlds that Alice thinks possible in one with these truths, where what she knows tells
    /// her more than the law does; `None` where the law is all she has.
    ///
    /// # Errors
    /// If there are too many worlds to say.
    pub fn alice_sees(&self, truths: &Truths) -> Result<Option<Vec<(f64, Truths)>>, ManyWorlds> {
        if !self.tells(&self.alice) {
            return Ok(None);
        }
        let (listed, claims) = self.tell(&self.alice).ok_or(ManyWorlds)?;
        let all = listed.list(MOST_LISTED).ok_or(ManyWorlds)?;
        let worlds = all.into_iter().map(|(weight, leaves)| (weight, self.tree().truths(&leaves)));
        let fits = |own: &Truths| claims.iter().all(|&claim| own.of(claim) == truths.of(claim));
        let mut left: Vec<_> = worlds.filter(|(weight, own)| *weight > 0.0 && fits(own)).collect();
        let sum: f64 = left.iter().map(|world| world.0).sum();
        left.iter_mut().for_each(|world| world.0 /= sum);
        Ok(Some(left))
    }

    /// Whether every argument comes out as its claim does, in every world that is possible or
    /// actual. Then an Alice who answers no has no failing argument to lay out.
    ///
    /// # Errors
    /// The first argument that does not.
    pub fn arguments_fit(&self) -> Result<(), Misfit> {
        let tree = self.tree();
        let Some(first) = tree.claims().find(|&claim| tree.argument_count(claim) > 1) else {
            return Ok(());
        };
        let listed = self.worlds.list(super::MOST_WORLDS);
        let listed = listed.ok_or_else(|| Misfit::Unknown(tree.name(first)))?;
        let possible = listed.into_iter().filter(|world| world.0 > 0.0).map(|world| world.1);
        for leaves in self.actual.iter().cloned().chain(possible) {
            let truths = tree.truths(&leaves);
            for claim in tree.claims().filter(|&claim| tree.argument_count(claim) > 1) {
                let odd = tree.arguments(claim).position(|a| a.holds(&truths) != truths.of(claim));
                if let Some(which) = odd {
                    return Err(Misfit::In {
                        claim: tree.name(claim),
                        argument: which + 1,
                        holds: !truths.of(claim),
                        world: self.in_words(&leaves),
                    });
                }
            }
        }
        Ok(())
    }

    /// A world by its false leaves.
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

    /// The law over worlds that both players know.
    pub fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    /// The leaves of the actual world, unless it is to be drawn.
    pub fn actual(&self) -> Option<&Bits> {
        self.actual.as_ref()
    }

    /// What Alice knows.
    pub fn alice(&self) -> &Knowledge {
        &self.alice
    }

    /// What Bob knows.
    pub fn bob(&self) -> &Knowledge {
        &self.bob
    }

    /// What Bob knows of a world with these truths: worlds in which it is the same are one to him.
    pub fn bob_knows(&self, truths: &Truths) -> Vec<bool> {
        self.sees(&self.bob, truths)
    }

    /// What Alice knows of a world with these truths.
    pub fn alice_knows(&self, truths: &Truths) -> Vec<bool> {
        self.sees(&self.alice, truths)
    }

    fn sees(&self, knowledge: &Knowledge, truths: &Truths) -> Vec<bool> {
        match knowledge {
            Knowledge::Nothing => Vec::new(),
            Knowledge::Only(claims) => claims.iter().map(|&claim| truths.of(claim)).collect(),
            Knowledge::Everything => self.tree().leaves().map(|leaf| truths.of(leaf)).collect(),
        }
    }

    /// P[claim is true] for Alice, in a world with these truths: 0 or 1 where she knows it.
    pub fn alice_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.alice, claim, truths)
    }

    /// P[claim is true] for Bob before anything is drawn: 0 or 1 where he knows it.
    pub fn bob_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.bob, claim, truths)
    }

    /// Whether Bob's numbers can follow what is drawn.
    pub fn bob_listens(&self) -> bool {
        self.bob_belief().listens()
    }

    fn thinks(&self, knowledge: &Knowledge, claim: ClaimId, truths: &Truths) -> f64 {
        if knowledge.covers(claim) {
            return f64::from(truths.of(claim));
        }
        match self.tell(knowledge) {
            None => self.worlds.chance(claim),
            Some((listed, claims)) => self.knowing(&listed.belief(), claims, truths, claim),
        }
    }

    /// P[claim is true] after hearing this and looking at what is known, of which what contradicts it is
    /// forgotten. All worlds that are left are gone through for it, and so it is kept.
    fn knowing(
        &self,
        heard: &Belief,
        claims: &BTreeSet<ClaimId>,
        truths: &Truths,
        claim: ClaimId,
    ) -> f64 {
        let known = claims.iter().map(|&claim| (claim, truths.of(claim))).collect();
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

/// Names with their verb.
fn are(names: &[String]) -> String {
    match names {
        [one] => format!("{one} is"),
        many => format!("{} are", many.join(", ")),
    }
}
