//! A case: a claim tree with what is true, what might be, and who knows what.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{ClaimId, ClaimTree, Truths, Worlds};
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
    alice: Knowledge,
    bob: Knowledge,
}

impl Case {
    /// A case whose world is drawn from a law that both players know.
    pub fn drawn(worlds: Worlds) -> Self {
        let actual = worlds.only().cloned();
        Self { worlds, actual, alice: Knowledge::Everything, bob: Knowledge::Everything }
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
        self.alice = alice;
        self.bob = bob;
        self
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

    /// P[claim is true] for Alice, in a world with these truths: 0 or 1 where she knows it.
    pub fn alice_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.alice, claim, truths)
    }

    /// P[claim is true] for Bob before anything is drawn: 0 or 1 where he knows it.
    pub fn bob_thinks(&self, claim: ClaimId, truths: &Truths) -> f64 {
        self.thinks(&self.bob, claim, truths)
    }

    fn thinks(&self, knowledge: &Knowledge, claim: ClaimId, truths: &Truths) -> f64 {
        if knowledge.covers(claim) {
            f64::from(u8::from(truths.of(claim)))
        } else {
            self.worlds.chance(claim)
        }
    }
}
