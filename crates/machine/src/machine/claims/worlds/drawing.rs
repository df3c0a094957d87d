//! Lists and draws the worlds of a distribution, and gives their probabilities.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::{EvidenceDistribution, WorldDistribution, WorldKind};
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::ClaimTree;
use crate::machine::claims::MOST_WORLDS;
use crate::machine::claims::groups::EvidenceGroups;

/// How nature draws a world.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldSampler {
    /// One draw of a world, with these weights (see [`WorldDistribution::world`]).
    Weighted(Arc<[f64]>),
    /// One draw among this many equally likely worlds.
    Uniform(usize),
    /// One draw for each leaf, in order (see [`WorldDistribution::next_leaf`]).
    LeafByLeaf,
}

/// Nature draws at most this many worlds at once. If there are more worlds, it draws one leaf at a time.
const MOST_DRAWN_AT_ONCE: usize = 1 << 10;

impl WorldDistribution {
    /// The claim tree of these worlds.
    pub fn tree(&self) -> &ClaimTree {
        &self.tree
    }

    /// The only world of positive weight. `None` if there are several.
    pub fn only(&self) -> Option<&Bits> {
        match &*self.law {
            WorldKind::Listed { weights, leaves, .. } => {
                let mut likely = weights.iter().zip(leaves).filter(|(weight, _)| **weight > 0.0);
                let (_, only) = likely.next()?;
                likely.next().is_none().then_some(only)
            }
            _ => None,
        }
    }

    /// Every world with its weight. `None` if there are more than `most`.
    pub fn list(&self, most: usize) -> Option<Vec<(f64, Bits)>> {
        let most = most.min(MOST_WORLDS);
        let leaves = self.tree.leaf_count();
        match &*self.law {
            WorldKind::Listed { weights, leaves, .. } => (weights.len() <= most)
                .then(|| weights.iter().copied().zip(leaves.iter().cloned()).collect()),
            WorldKind::OneFalse { .. } => (leaves <= most).then(|| {
                let all: Bits = (0..leaves).map(|_| true).collect();
                let weight = 1.0 / leaves as f64;
                (0..leaves).map(|at| (weight, all.clone().with_bit(at, false))).collect()
            }),
            WorldKind::Independent { leaves: yes, .. } => {
                let unsure: Vec<usize> =
                    (0..leaves).filter(|&at| yes[at] > 0.0 && yes[at] < 1.0).collect();
                let sure: Bits = yes.iter().map(|&p| p == 1.0).collect();
                words(unsure.len(), most).map(|words| {
                    words
                        .map(|word| {
                            let mut world = sure.clone();
                            let mut weight = 1.0;
                            for (bit, &at) in unsure.iter().enumerate() {
                                let truth = word >> bit & 1 == 1;
                                world.set(at, truth);
                                weight *= if truth { yes[at] } else { 1.0 - yes[at] };
                            }
                            (weight, world)
                        })
                        .collect()
                })
            }
            WorldKind::Evidence { of_facts } => words(leaves, most).map(|words| {
                words
                    .map(|word| {
                        let world: Bits = (0..leaves).map(|at| word >> at & 1 == 1).collect();
                        (weight_of(of_facts, &world), world)
                    })
                    .filter(|(weight, _)| *weight > 0.0)
                    .collect()
            }),
        }
    }

    /// True if a world has positive weight.
    pub fn allows(&self, world: &Bits) -> bool {
        match &*self.law {
            WorldKind::Listed { weights, leaves, .. } => {
                weights.iter().zip(leaves).any(|(&weight, own)| weight > 0.0 && own == world)
            }
            WorldKind::OneFalse { .. } => world.iter().filter(|truth| !truth).count() == 1,
            WorldKind::Independent { leaves, .. } => leaves
                .iter()
                .zip(world.iter())
                .all(|(&p, truth)| if truth { p > 0.0 } else { p < 1.0 }),
            WorldKind::Evidence { of_facts } => weight_of(of_facts, world) > 0.0,
        }
    }

    /// Draws a world.
    pub fn draw(&self, rng: &mut impl Rng) -> Bits {
        let leaves = self.tree.leaf_count();
        match &*self.law {
            WorldKind::Listed { weights, leaves, .. } => {
                leaves[drawn(weights.iter().copied(), rng)].clone()
            }
            WorldKind::OneFalse { .. } => {
                let at = rng.random_range(0..leaves);
                (0..leaves).map(|leaf| leaf != at).collect()
            }
            WorldKind::Independent { leaves, .. } => {
                leaves.iter().map(|&p| rng.random::<f64>() < p).collect()
            }
            WorldKind::Evidence { of_facts } => {
                of_facts[drawn(of_facts.iter().map(|law| law.weight), rng)].groups.draw(rng)
            }
        }
    }

    /// For evidence: the number of pieces for each fact, the probability that a piece is right, and the probability
    /// that all pieces of a group are drawn together. `None` for other distributions.
    pub fn evidence_law(&self) -> Option<(usize, f64, f64)> {
        let WorldKind::Evidence { of_facts } = &*self.law else { return None };
        let EvidenceGroups { pieces, right, correlation, .. } = of_facts.first()?.groups;
        Some((pieces, right, correlation))
    }

    /// For evidence: each possible distribution of the facts, with its weight and P[fact g holds]
    /// in the order of the groups. Empty for other distributions.
    pub fn facts(&self) -> impl ExactSizeIterator<Item = (f64, &[f64])> {
        let of_facts: &[_] =
            if let WorldKind::Evidence { of_facts } = &*self.law { of_facts } else { &[] };
        of_facts.iter().map(|law| (law.weight, &law.groups.facts[..]))
    }

    /// The same evidence with another correlation. `None` for other distributions.
    pub fn with_correlation(&self, correlation: Probability) -> Option<Self> {
        let WorldKind::Evidence { of_facts } = &*self.law else { return None };
        let correlation = correlation.get();
        let all = of_facts
            .iter()
            .map(|law| (law.weight, EvidenceGroups { correlation, ..law.groups.clone() }));
        Self::of_groups(&self.tree, all.collect()).ok()
    }

    /// How nature draws a world, so that the outcomes of each draw can be listed.
    pub fn drawing(&self) -> WorldSampler {
        match &*self.law {
            WorldKind::Listed { weights, .. } => WorldSampler::Weighted(weights.clone().into()),
            WorldKind::OneFalse { .. } => WorldSampler::Uniform(self.tree.leaf_count()),
            WorldKind::Independent { .. } | WorldKind::Evidence { .. } => {
                match self.list(MOST_DRAWN_AT_ONCE) {
                    Some(worlds) => {
                        WorldSampler::Weighted(worlds.iter().map(|world| world.0).collect())
                    }
                    None => WorldSampler::LeafByLeaf,
                }
            }
        }
    }

    /// The world with this index, if nature draws a whole world at once. `None` past the end.
    pub fn world(&self, at: usize) -> Option<Bits> {
        match &*self.law {
            WorldKind::Listed { leaves, .. } => leaves.get(at).cloned(),
            WorldKind::OneFalse { .. } => {
                let leaves = self.tree.leaf_count();
                (at < leaves).then(|| (0..leaves).map(|leaf| leaf != at).collect())
            }
            WorldKind::Independent { .. } | WorldKind::Evidence { .. } => {
                self.list(MOST_DRAWN_AT_ONCE)?.into_iter().nth(at).map(|world| world.1)
            }
        }
    }

    /// P[the next leaf is true | the leaves so far, in order], if nature draws one leaf at a time.
    pub fn next_leaf(&self, so_far: &[bool]) -> Option<f64> {
        let at = so_far.len();
        if at >= self.tree.leaf_count() {
            return None;
        }
        match &*self.law {
            WorldKind::Independent { leaves, .. } => Some(leaves[at]),
            WorldKind::Evidence { of_facts } => {
                let pieces = of_facts[0].groups.pieces;
                let count = |own: &[bool]| {
                    let yes = own.iter().filter(|&&yes| yes).count() as u32;
                    (yes, own.len() as u32 - yes)
                };
                let (before, own) = so_far.split_at(at - at % pieces);
                let (own, group) = (count(own), at / pieces);
                if let [only] = &of_facts[..] {
                    return Some(only.groups.next(group, own).yes);
                }
                let before: Vec<_> = before.chunks(pieces).map(count).collect();
                let (mut all, mut yes) = (0.0, 0.0);
                for law in of_facts {
                    let groups = before.iter().enumerate();
                    let of_groups = groups.map(|(group, &seen)| law.groups.chance(group, seen));
                    let weight = law.weight * of_groups.product::<f64>();
                    let weight = weight * law.groups.chance(group, own);
                    if weight > 0.0 {
                        all += weight;
                        yes += weight * law.groups.next(group, own).yes;
                    }
                }
                Some(yes / all)
            }
            WorldKind::Listed { .. } | WorldKind::OneFalse { .. } => None,
        }
    }
}

/// The probability of these pieces of evidence.
fn weight_of(of_facts: &[EvidenceDistribution], world: &Bits) -> f64 {
    of_facts.iter().map(|law| law.weight * law.groups.weight(world)).sum()
}

/// Draws the index of one of these weights.
fn drawn(
    weights: impl DoubleEndedIterator<Item = f64> + ExactSizeIterator + Clone,
    rng: &mut impl Rng,
) -> usize {
    let mut left = rng.random::<f64>();
    let at = weights.clone().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // The weights may sum to slightly less than 1. Then the last possible index gets the remainder.
    at.or_else(|| weights.clone().rposition(|weight| weight > 0.0)).unwrap_or(0)
}

/// All numbers that fit into this many bits, counted from 0. `None` if there are more than `most`.
fn words(bits: usize, most: usize) -> Option<std::ops::Range<usize>> {
    let count = 1usize.checked_shl(u32::try_from(bits).ok()?)?;
    (bits < 64 && count <= most).then_some(0..count)
}
