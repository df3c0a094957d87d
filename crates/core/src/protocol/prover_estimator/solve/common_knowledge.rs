//! Payments in worlds that look alike to both players. One walk through the debate covers all of
//! these worlds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::claims::{ClaimId, ClaimsInstance, Truths};
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::{Moments, ProverStrategy};

/// The payment of a debate or of a part of it. The judge decides at most one leaf, at the end. So
/// this holds the moments if every leaf is false, and the difference for each leaf if it is true.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafPayments {
    all_false: Moments,
    more: BTreeMap<ClaimId, Moments>,
}

impl LeafPayments {
    /// A payment that depends on no leaf.
    pub(super) fn known(all_false: Moments) -> Self {
        Self { all_false, more: BTreeMap::new() }
    }

    /// The payment if the judge decides a leaf: the moments if it is false, and if it is true.
    pub(super) fn decided(leaf: ClaimId, [all_false, mut more]: [Moments; 2]) -> Self {
        more.add(-1.0, all_false);
        Self { all_false, more: BTreeMap::from([(leaf, more)]) }
    }

    /// The payment in a world with these truths.
    pub(super) fn at(&self, truths: &Truths) -> Moments {
        let mut paid = self.all_false;
        self.more
            .iter()
            .filter(|(leaf, _)| truths.is_true(**leaf))
            .for_each(|(_, &m)| paid.add(1.0, m));
        paid
    }

    /// The sum with an independent payment that no leaf decides.
    pub(super) fn and(mut self, other: Moments) -> Self {
        self.all_false = self.all_false.and(other);
        self.more.values_mut().for_each(|own| own.square += 2.0 * own.mean * other.mean);
        self
    }

    /// Adds a branch with this probability.
    pub(super) fn add(&mut self, weight: f64, branch: &Self) {
        self.all_false.add(weight, branch.all_false);
        for (&leaf, &own) in &branch.more {
            self.more.entry(leaf).or_default().add(weight, own);
        }
    }
}

/// The knowledge of both players in a world: Alice's answer, and the truths that either of them
/// knows and uses.
pub(super) type CommonKnowledge = (bool, Vec<bool>);

/// The knowledge of both players in a world with these truths. Worlds with equal knowledge look
/// alike to both.
pub(super) fn sight(
    case: &ClaimsInstance,
    (alice, bob): (&ProverStrategy, &EstimatorStrategy),
    truths: &Arc<Truths>,
) -> CommonKnowledge {
    let mut seen = Vec::new();
    if *alice == ProverStrategy::Honest {
        seen.extend(case.alice_knows(truths));
    }
    if bob.sees_the_world(case) {
        seen.extend(case.bob_knows(truths));
    }
    (alice.answer(case, truths), seen)
}
