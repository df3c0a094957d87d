//! Worlds that are alike to both players: one walk through the debate says what is paid in all of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::claims::{Case, ClaimId, Truths};
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Moments, Prover};

/// What is paid in a debate, or in a part of one. Whatever is drawn, the judge decides one leaf at most, at the end: so
/// both moments are what they are if every such leaf is false, and so much more for each that is true.
#[derive(Clone, Debug, Default)]
pub(super) struct Paid {
    all_false: Moments,
    more: BTreeMap<ClaimId, Moments>,
}

impl Paid {
    /// A payment that depends on no leaf.
    pub(super) fn known(all_false: Moments) -> Self {
        Self { all_false, more: BTreeMap::new() }
    }

    /// What is paid where the judge decides a leaf, if it is false and if it is true.
    pub(super) fn decided(leaf: ClaimId, [all_false, mut more]: [Moments; 2]) -> Self {
        more.add(-1.0, all_false);
        Self { all_false, more: BTreeMap::from([(leaf, more)]) }
    }

    /// What is paid in a world with these truths.
    pub(super) fn at(&self, truths: &Truths) -> Moments {
        let mut paid = self.all_false;
        self.more.iter().filter(|(leaf, _)| truths.of(**leaf)).for_each(|(_, &m)| paid.add(1.0, m));
        paid
    }

    /// The sum with an independent payment that no leaf decides.
    pub(super) fn and(mut self, other: Moments) -> Self {
        self.all_false = self.all_false.and(other);
        self.more.values_mut().for_each(|own| own.square += 2.0 * own.mean * other.mean);
        self
    }

    /// Adds a branch of this probability.
    pub(super) fn add(&mut self, weight: f64, branch: &Self) {
        self.all_false.add(weight, branch.all_false);
        for (&leaf, &own) in &branch.more {
            self.more.entry(leaf).or_default().add(weight, own);
        }
    }
}

/// What both players have to go by in a world: her answer, and the truths that either knows and looks at.
pub(super) type Sight = (bool, Vec<bool>);

/// What they have to go by in a world with these truths; worlds in which it is the same are alike to both.
pub(super) fn sight(
    case: &Case,
    (alice, bob): (&Prover, &Estimator),
    truths: &Arc<Truths>,
) -> Sight {
    let mut seen = Vec::new();
    if *alice == Prover::Honest {
        seen.extend(case.alice_knows(truths));
    }
    if bob.sees_the_world(case) {
        seen.extend(case.bob_knows(truths));
    }
    (alice.answer(case, truths), seen)
}
