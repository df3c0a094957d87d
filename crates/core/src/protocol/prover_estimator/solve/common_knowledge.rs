//! Payments in worlds that look the same to both players. One walk through the debate covers all of
//! these worlds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::claims::{ClaimId, ClaimsInstance, Truths};
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::{Moments, ProverStrategy};

/// Alice's payment in a debate or in some of its rounds. The judge decides at most one leaf, at the
/// end. So this type holds the moments for the case that every leaf is false. For each leaf, it
/// holds the difference that a true leaf makes.
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

    /// The payment if the judge decides a leaf. The array holds the moments if the leaf is false,
    /// and if it is true.
    pub(super) fn decided(leaf: ClaimId, [all_false, mut more]: [Moments; 2]) -> Self {
        more.add(-1.0, all_false);
        Self { all_false, more: BTreeMap::from([(leaf, more)]) }
    }

    pub(super) fn at(&self, truths: &Truths) -> Moments {
        let mut paid = self.all_false;
        self.more
            .iter()
            .filter(|(leaf, _)| truths.is_true(**leaf))
            .for_each(|(_, &m)| paid.add(1.0, m));
        paid
    }

    /// The sum of this payment and an independent payment that depends on no leaf.
    pub(super) fn and(mut self, other: Moments) -> Self {
        self.all_false = self.all_false.and(other);
        self.more.values_mut().for_each(|own| own.square += 2.0 * own.mean * other.mean);
        self
    }

    pub(super) fn add(&mut self, weight: f64, branch: &Self) {
        self.all_false.add(weight, branch.all_false);
        for (&leaf, &own) in &branch.more {
            self.more.entry(leaf).or_default().add(weight, own);
        }
    }
}

/// The knowledge of both players in a world: Alice's answer, and the truths that one of the players
/// knows and uses.
pub(super) type CommonKnowledge = (bool, Vec<bool>);

/// The knowledge of both players in a world with these truths. If the players have the same knowledge in two worlds,
/// these worlds look the same to both.
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
