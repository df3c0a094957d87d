//! Worlds that are one to both players: what is paid in all of them, from one walk through the debate.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::claims::{Case, ClaimId, Truths};
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Moments, Prover};

/// What is paid in a debate, or in a part of one.
pub(super) trait Paid: Clone + Default {
    /// What is paid where the judge decides a leaf, by what is true of it; `truths` are those of the
    /// world that is walked through.
    fn decided(leaf: ClaimId, truths: &Truths, by_truth: impl Fn(bool) -> Moments) -> Self;

    /// The sum with an independent payment that no leaf decides.
    fn and(self, other: Moments) -> Self;

    /// Adds a branch of this probability.
    fn add(&mut self, weight: f64, branch: &Self);
}

/// In one world.
impl Paid for Moments {
    fn decided(leaf: ClaimId, truths: &Truths, by_truth: impl Fn(bool) -> Moments) -> Self {
        by_truth(truths.of(leaf))
    }

    fn and(self, other: Moments) -> Self {
        Moments::and(self, other)
    }

    fn add(&mut self, weight: f64, branch: &Self) {
        Moments::add(self, weight, *branch);
    }
}

/// In every world that is one to both players. Whatever is drawn, one leaf at most is decided, at the end:
/// so both moments are what they are were every leaf false, and so much more for each that is true.
#[derive(Clone, Debug, Default)]
pub(super) struct ByLeaf {
    all_false: Moments,
    more: BTreeMap<ClaimId, Moments>,
}

impl ByLeaf {
    /// What is paid in a world with these truths.
    pub(super) fn at(&self, truths: &Truths) -> Moments {
        let mut paid = self.all_false;
        self.more.iter().filter(|(leaf, _)| truths.of(**leaf)).for_each(|(_, &m)| paid.add(1.0, m));
        paid
    }
}

impl Paid for ByLeaf {
    fn decided(leaf: ClaimId, _: &Truths, by_truth: impl Fn(bool) -> Moments) -> Self {
        let (all_false, mut more) = (by_truth(false), by_truth(true));
        more.add(-1.0, all_false);
        Self { all_false, more: BTreeMap::from([(leaf, more)]) }
    }

    fn and(self, other: Moments) -> Self {
        let more = self.more.into_iter().map(|(leaf, own)| {
            let square = own.square + 2.0 * own.mean * other.mean;
            (leaf, Moments { mean: own.mean, square })
        });
        Self { all_false: self.all_false.and(other), more: more.collect() }
    }

    fn add(&mut self, weight: f64, branch: &Self) {
        self.all_false.add(weight, branch.all_false);
        for (&leaf, &own) in &branch.more {
            self.more.entry(leaf).or_default().add(weight, own);
        }
    }
}

/// What both players have to go by in a world: her answer, and the truths that either knows and looks at.
pub(super) type Sight = (bool, Vec<bool>);

/// Worlds in which this is the same are one to both.
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
