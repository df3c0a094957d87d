//! The worlds of a law one by one, drawn, and what is likely in them.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::{EvidenceLaw, Law, Worlds};
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::ClaimTree;
use crate::machine::claims::MOST_WORLDS;
use crate::machine::claims::groups::Groups;

/// How a world is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// One of the worlds with these weights (see [`Worlds::world`]).
    Weighted(Arc<[f64]>),
    /// One of so many equally likely worlds.
    Uniform(usize),
    /// One leaf after another (see [`Worlds::next_leaf`]).
    LeafByLeaf,
}

/// Up to so many worlds are drawn by one draw; beyond that, leaves are drawn one by one.
const MOST_DRAWN_AT_ONCE: usize = 1 << 10;

impl Worlds {
    /// The tree whose leaves these worlds are about.
    pub fn tree(&self) -> &ClaimTree {
        &self.tree
    }

    /// The one world, where there is only one of any weight.
    pub fn only(&self) -> Option<&Bits> {
        match &*self.law {
            Law::Listed { weights, leaves, .. } => {
                let mut likely = weights.iter().zip(leaves).filter(|(weight, _)| **weight > 0.0);
                let (_, only) = likely.next()?;
                likely.next().is_none().then_some(only)
            }
            _ => None,
        }
    }

    /// Every world with its weight, if there are at most `most`.
    pub fn list(&self, most: usize) -> Option<Vec<(f64, Bits)>> {
        let most = most.min(MOST_WORLDS);
        let leaves = self.tree.leaf_count();
        match &*self.law {
            Law::Listed { weights, leaves, .. } => (weights.len() <= most)
                .then(|| weights.iter().copied().zip(leaves.iter().cloned()).collect()),
            Law::OneFalse { .. } => (leaves <= most).then(|| {
                let all: Bits = (0..leaves).map(|_| true).collect();
                let weight = 1.0 / leaves as f64;
                (0..leaves).map(|at| (weight, all.clone().with(at, false))).collect()
            }),
            Law::Independent { leaves: yes, .. } => {
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
            Law::Evidence { of_facts } => words(leaves, most).map(|words| {
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

    /// Whether a world has any weight.
    pub fn allows(&self, world: &Bits) -> bool {
        match &*self.law {
            Law::Listed { weights, leaves, .. } => {
                weights.iter().zip(leaves).any(|(&weight, own)| weight > 0.0 && own == world)
            }
            Law::OneFalse { .. } => world.iter().filter(|truth| !truth).count() == 1,
            Law::Independent { leaves, .. } => leaves
                .iter()
                .zip(world.iter())
                .all(|(&p, truth)| if truth { p > 0.0 } else { p < 1.0 }),
            Law::Evidence { of_facts } => weight_of(of_facts, world) > 0.0,
        }
    }

    /// Draws a world.
    pub fn draw(&self, rng: &mut impl Rng) -> Bits {
        let leaves = self.tree.leaf_count();
        match &*self.law {
            Law::Listed { weights, leaves, .. } => {
                leaves[drawn(weights.iter().copied(), rng)].clone()
            }
            Law::OneFalse { .. } => {
                let at = rng.random_range(0..leaves);
                (0..leaves).map(|leaf| leaf != at).collect()
            }
            Law::Independent { leaves, .. } => {
                leaves.iter().map(|&p| rng.random::<f64>() < p).collect()
            }
            Law::Evidence { of_facts } => {
                of_facts[drawn(of_facts.iter().map(|law| law.weight), rng)].groups.draw(rng)
            }
        }
    }

    /// Of pieces of evidence: how many each fact has, how often a piece is right, and how often a
    /// group shares one draw. None for other laws.
    pub fn evidence_law(&self) -> Option<(usize, f64, f64)> {
        let Law::Evidence { of_facts } = &*self.law else { return None };
        let Groups { pieces, right, correlation, .. } = of_facts.first()?.groups;
        Some((pieces, right, correlation))
    }

    /// Of pieces of evidence: in each way in which the facts may be likely, with its weight, P[fact g
    /// holds], in the order of the groups. None for other laws.
    pub fn facts(&self) -> impl ExactSizeIterator<Item = (f64, &[f64])> {
        let of_facts: &[_] =
            if let Law::Evidence { of_facts } = &*self.law { of_facts } else { &[] };
        of_facts.iter().map(|law| (law.weight, &law.groups.facts[..]))
    }

    /// The same pieces of evidence with another correlation; none for other laws.
    pub fn with_correlation(&self, correlation: Probability) -> Option<Self> {
        let Law::Evidence { of_facts } = &*self.law else { return None };
        let correlation = correlation.get();
        let all =
            of_facts.iter().map(|law| (law.weight, Groups { correlation, ..law.groups.clone() }));
        Self::of_groups(&self.tree, all.collect()).ok()
    }

    /// How nature draws a world, as draws from laws that can be listed.
    pub fn drawing(&self) -> Drawing {
        match &*self.law {
            Law::Listed { weights, .. } => Drawing::Weighted(weights.clone().into()),
            Law::OneFalse { .. } => Drawing::Uniform(self.tree.leaf_count()),
            Law::Independent { .. } | Law::Evidence { .. } => match self.list(MOST_DRAWN_AT_ONCE) {
                Some(worlds) => Drawing::Weighted(worlds.iter().map(|world| world.0).collect()),
                None => Drawing::LeafByLeaf,
            },
        }
    }

    /// The world with this place in a drawing of weighted or equally likely worlds.
    pub fn world(&self, at: usize) -> Option<Bits> {
        match &*self.law {
            Law::Listed { leaves, .. } => leaves.get(at).cloned(),
            Law::OneFalse { .. } => {
                let leaves = self.tree.leaf_count();
                (at < leaves).then(|| (0..leaves).map(|leaf| leaf != at).collect())
            }
            Law::Independent { .. } | Law::Evidence { .. } => {
                self.list(MOST_DRAWN_AT_ONCE)?.into_iter().nth(at).map(|world| world.1)
            }
        }
    }

    /// In a drawing leaf by leaf, P[the next leaf is true | the leaves so far, in order].
    pub fn next_leaf(&self, so_far: &[bool]) -> Option<f64> {
        let at = so_far.len();
        if at >= self.tree.leaf_count() {
            return None;
        }
        match &*self.law {
            Law::Independent { leaves, .. } => Some(leaves[at]),
            Law::Evidence { of_facts } => {
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
            Law::Listed { .. } | Law::OneFalse { .. } => None,
        }
    }
}

/// The probability of these pieces of evidence.
fn weight_of(of_facts: &[EvidenceLaw], world: &Bits) -> f64 {
    of_facts.iter().map(|law| law.weight * law.groups.weight(world)).sum()
}

/// The place of one of these weights, drawn.
fn drawn(
    weights: impl DoubleEndedIterator<Item = f64> + ExactSizeIterator + Clone,
    rng: &mut impl Rng,
) -> usize {
    let mut left = rng.random::<f64>();
    let at = weights.clone().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a sliver past the last that can be.
    at.or_else(|| weights.clone().rposition(|weight| weight > 0.0)).unwrap_or(0)
}

/// All words of this many bits, if there are at most `most`.
fn words(bits: usize, most: usize) -> Option<std::ops::Range<usize>> {
    let count = 1usize.checked_shl(u32::try_from(bits).ok()?)?;
    (bits < 64 && count <= most).then_some(0..count)
}
