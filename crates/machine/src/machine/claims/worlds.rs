//! Worlds: the possible truths of the leaves, with their probabilities.

mod drawing;

use std::sync::{Arc, OnceLock};

pub use drawing::WorldSampler;

use super::errors::{MOST_WORLDS, WorldsError};
use super::groups::EvidenceGroups;
use super::odds::{any_argument, events_of_evidence, needed};
use super::{Argument, ClaimId, ClaimTree, EvidenceTree, Odds, Truths};
use crate::chance::Probability;
use crate::machine::Bits;

/// The largest number of stored truths: the number of listed worlds times the number of claims.
const MOST_TRUTHS: usize = 1 << 30;
/// The largest number of stored odds: the number of distributions of facts times the number of claims.
const MOST_ODDS: usize = 1 << 20;
/// The sum of the weights may differ from 1 by this much.
const TOLERANCE: f64 = 1e-9;

/// A distribution over the truths of the leaves.
#[derive(Clone, Debug)]
pub struct WorldDistribution {
    pub(super) tree: ClaimTree,
    pub(super) law: Arc<WorldKind>,
    /// The results of [`WorldDistribution::if_independent`] for each claim, computed on first use.
    if_independent: Arc<OnceLock<Vec<Odds>>>,
}

#[derive(Debug)]
pub(super) enum WorldKind {
    /// Weighted worlds, and the truth of every claim in each world.
    Listed { weights: Vec<f64>, leaves: Vec<Bits>, truths: Vec<Truths> },
    /// Exactly one leaf is false. Each leaf is equally likely to be the false one. `failures` has, for each claim, the
    /// number of these worlds in which the claim is false.
    OneFalse { failures: Vec<u32> },
    /// The leaves are independent. The odds of every claim are stored.
    Independent { leaves: Vec<f64>, odds: Vec<Odds> },
    /// Groups of evidence, for each possible distribution of the facts.
    Evidence { of_facts: Vec<EvidenceDistribution> },
}

/// Groups of evidence about facts that are independent.
#[derive(Debug)]
pub(super) struct EvidenceDistribution {
    /// The probability of this distribution of the facts.
    pub(super) weight: f64,
    pub(super) groups: EvidenceGroups,
    pub(super) odds: Vec<Odds>,
}

impl WorldDistribution {
    /// The odds of a claim if the leaves were independent. Each leaf keeps its probability in this distribution. Above
    /// the leaves, each rule is applied as if the subclaims were independent, and each claim uses the argument that is
    /// then most likely to hold. This is m of `docs/results/open-finding.md`.
    pub fn if_independent(&self, claim: ClaimId) -> Odds {
        let all = self.if_independent.get_or_init(|| {
            let tree = &self.tree;
            let mut odds = vec![Odds::certain(true); tree.len()];
            for claim in tree.claims().rev() {
                let arguments = tree.arguments(claim).map(|argument| {
                    argument.rule.chances(argument.parts.iter().map(|part| odds[part.index()]))
                });
                let likeliest = arguments.reduce(|a, b| if b.yes > a.yes { b } else { a });
                odds[claim.index()] =
                    likeliest.unwrap_or_else(|| Odds::from_probability(self.chance(claim)));
            }
            odds
        });
        all[claim.index()]
    }

    /// A single certain world with these truths at the leaves.
    pub fn certain(tree: &ClaimTree, leaves: Bits) -> Result<Self, WorldsError> {
        Self::listed(tree, vec![(1.0, leaves)])
    }

    /// Weighted worlds, given by their truths at the leaves in the order of [`ClaimTree::leaves`].
    pub fn listed(tree: &ClaimTree, worlds: Vec<(f64, Bits)>) -> Result<Self, WorldsError> {
        if worlds.is_empty() {
            return Err(WorldsError::Empty);
        }
        if worlds.len() > MOST_WORLDS || worlds.len().saturating_mul(tree.len()) > MOST_TRUTHS {
            return Err(WorldsError::TooMany { worlds: worlds.len(), claims: tree.len() });
        }
        for (at, (weight, leaves)) in worlds.iter().enumerate() {
            if !(0.0..=1.0).contains(weight) {
                return Err(WorldsError::Weight { world: at + 1, weight: *weight });
            }
            if leaves.len() != tree.leaf_count() {
                return Err(WorldsError::Leaves { leaves: tree.leaf_count(), got: leaves.len() });
            }
        }
        let sum: f64 = worlds.iter().map(|(weight, _)| weight).sum();
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(WorldsError::Sum { sum });
        }
        let (weights, leaves): (Vec<f64>, Vec<Bits>) = worlds.into_iter().unzip();
        let truths = leaves.iter().map(|leaves| tree.truths(leaves)).collect();
        Ok(Self::over(tree, WorldKind::Listed { weights, leaves, truths }))
    }

    /// Returns whether the leaves are independent, each with its own probability.
    pub fn has_independent_leaves(&self) -> bool {
        matches!(&*self.law, WorldKind::Independent { .. })
    }

    /// The listed worlds with their weights. Empty if the distribution is of another kind.
    pub fn in_list(&self) -> impl ExactSizeIterator<Item = (f64, &Bits)> {
        let (weights, leaves): (&[f64], &[Bits]) = match &*self.law {
            WorldKind::Listed { weights, leaves, .. } => (weights, leaves),
            _ => (&[], &[]),
        };
        weights.iter().copied().zip(leaves)
    }

    /// Exactly one leaf is false. Each leaf is equally likely to be the false one.
    pub fn one_false(tree: &ClaimTree) -> Self {
        if !tree.is_monotone() {
            let all = tree.leaf_count();
            let world = |at| (0..all).map(|leaf| leaf != at).collect();
            let leaves: Vec<Bits> = (0..all).map(world).collect();
            let truths = leaves.iter().map(|leaves| tree.truths(leaves)).collect();
            let weights = vec![1.0 / all as f64; all];
            return Self::over(tree, WorldKind::Listed { weights, leaves, truths });
        }
        let mut failures = vec![0u32; tree.len()];
        for claim in tree.claims().rev() {
            // A claim is false if the false leaf is below a subclaim that all its arguments need.
            failures[claim.index()] = match tree.is_leaf(claim) {
                true => 1,
                false => needed(tree, claim).iter().map(|part| failures[part.index()]).sum(),
            };
        }
        Self::over(tree, WorldKind::OneFalse { failures })
    }

    /// Independent leaves, with these probabilities in the order of the leaves.
    pub fn independent(tree: &ClaimTree, leaves: &[Probability]) -> Result<Self, WorldsError> {
        if leaves.len() != tree.leaf_count() {
            return Err(WorldsError::Leaves { leaves: tree.leaf_count(), got: leaves.len() });
        }
        let leaves: Vec<f64> = leaves.iter().map(|p| p.get()).collect();
        let mut odds = vec![Odds::certain(true); tree.len()];
        for (leaf, &p) in tree.leaves().zip(&leaves) {
            odds[leaf.index()] = Odds::from_probability(p);
        }
        for claim in tree.claims().rev().filter(|&claim| !tree.is_leaf(claim)) {
            let events = |argument: Argument<'_>| {
                argument.parts.iter().map(|part| (part.0, odds[part.index()])).collect()
            };
            odds[claim.index()] = any_argument(tree, claim, events)?;
        }
        Ok(Self::over(tree, WorldKind::Independent { leaves, odds }))
    }

    /// Pieces of evidence for hidden facts. Fact g holds with probability `facts[g]`, in the order of the groups. A
    /// piece agrees with its fact with probability `right`. With probability `correlation`, all pieces of a group are
    /// drawn together and are equal. Otherwise each piece is drawn alone.
    pub fn evidence(
        evidence: &EvidenceTree,
        facts: &[Probability],
        right: Probability,
        correlation: Probability,
    ) -> Result<Self, WorldsError> {
        let facts = facts.iter().map(|p| p.get()).collect();
        Self::evidence_of(evidence, vec![(1.0, facts)], right, correlation)
    }

    /// Like [`WorldDistribution::evidence`], for dependent facts. Each entry has a weight, and the probabilities of
    /// the facts. Within an entry the facts are independent.
    pub fn evidence_of(
        evidence: &EvidenceTree,
        facts: Vec<(f64, Vec<f64>)>,
        right: Probability,
        correlation: Probability,
    ) -> Result<Self, WorldsError> {
        let tree = &evidence.tree;
        if facts.len().saturating_mul(tree.len()) > MOST_ODDS {
            return Err(WorldsError::TooMany { worlds: facts.len(), claims: tree.len() });
        }
        let groups = facts.into_iter().map(|(weight, facts)| {
            if facts.len() != evidence.groups.len() {
                return Err(WorldsError::Leaves {
                    leaves: evidence.groups.len(),
                    got: facts.len(),
                });
            }
            let pieces = evidence.pieces;
            let (right, correlation) = (right.get(), correlation.get());
            Ok((weight, EvidenceGroups { pieces, facts, right, correlation }))
        });
        Self::of_groups(tree, groups.collect::<Result<_, _>>()?)
    }

    fn of_groups(tree: &ClaimTree, all: Vec<(f64, EvidenceGroups)>) -> Result<Self, WorldsError> {
        let of_facts = all.into_iter().map(|(weight, groups)| {
            let mut odds = vec![Odds::certain(true); tree.len()];
            for claim in tree.claims().rev() {
                odds[claim.index()] = match tree.leaf_rank(claim) {
                    Some(rank) => groups.next(rank / groups.pieces, (0, 0)),
                    None => any_argument(tree, claim, |argument| {
                        events_of_evidence(tree, &groups, &argument, &odds)
                    })?,
                };
            }
            Ok(EvidenceDistribution { weight, groups, odds })
        });
        let of_facts = of_facts.collect::<Result<_, _>>()?;
        Ok(Self::over(tree, WorldKind::Evidence { of_facts }))
    }

    fn over(tree: &ClaimTree, law: WorldKind) -> Self {
        Self { tree: tree.clone(), law: Arc::new(law), if_independent: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{ClaimId, Rule, uniform, with_evidence};
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    /// The same distribution as a list of worlds.
    fn listed(worlds: &WorldDistribution) -> WorldDistribution {
        WorldDistribution::listed(worlds.tree(), worlds.list(MOST_WORLDS).unwrap()).unwrap()
    }

    #[test]
    fn a_hundred_thousand_parts_are_weighed_and_named_one_by_one() {
        // A search among all subclaims for each subclaim would take minutes here.
        let tree = uniform("x", Rule::ALL, 100_000, 1).unwrap();
        let worlds = WorldDistribution::one_false(&tree);
        assert_eq!(worlds.chance(ClaimId::ROOT), 0.0);
        for (leaf, number) in tree.leaves().zip(1usize..) {
            assert_eq!(&*tree.name(leaf), number.to_string());
            assert!((worlds.chance(leaf) - 0.99999).abs() < 1e-12);
        }
    }

    #[test]
    fn agreeing_evidence_that_is_correlated_convinces_less() {
        let tree = uniform("x", Rule::ALL, 1, 1).unwrap();
        let evidence = with_evidence(&tree, 5).unwrap();
        let of = |correlation: f64| {
            let worlds =
                WorldDistribution::evidence(&evidence, &[p(0.5)], p(0.75), p(correlation)).unwrap();
            worlds.chance(ClaimId::ROOT)
        };
        assert!((of(0.0) - 0.5).abs() < 1e-12 && (of(1.0) - 0.5).abs() < 1e-12);
        let sure = |correlation| {
            let worlds =
                WorldDistribution::evidence(&evidence, &[p(1.0)], p(0.75), p(correlation)).unwrap();
            worlds.chance(ClaimId::ROOT)
        };
        assert!((sure(0.0) - 0.896484375).abs() < 1e-12, "majority of 5 at 3/4");
        assert!((sure(1.0) - 0.75).abs() < 1e-12, "one draw for all pieces");
    }

    #[test]
    fn shared_subclaims_of_alternative_arguments_are_counted_once() {
        use crate::machine::claims::{ListedArgument, ListedClaim};
        let claim = |name: &str, arguments| ListedClaim {
            name: name.into(),
            words: name.into(),
            arguments,
        };
        let argument = |rule, parts: &[&str]| ListedArgument {
            formula: None,
            words: None,
            rule,
            parts: parts.iter().map(|&part| part.into()).collect(),
        };
        let tree = ClaimTree::listed(&[
            claim("r", vec![argument(Rule::ALL, &["a", "b"]), argument(Rule::ALL, &["b", "c"])]),
            claim("a", vec![]),
            claim("b", vec![]),
            claim("c", vec![]),
        ])
        .unwrap();
        let worlds = WorldDistribution::independent(&tree, &[p(0.5); 3]).unwrap();
        assert!((worlds.chance(ClaimId::ROOT) - 0.375).abs() < 1e-12);
    }

    #[test]
    fn leaves_drawn_one_by_one_make_up_the_worlds() {
        let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
        let evidence = with_evidence(&tree, 3).unwrap();
        let alone =
            WorldDistribution::evidence(&evidence, &[p(0.4), p(1.0)], p(0.8), p(0.3)).unwrap();
        let facts = vec![(0.7, vec![1.0, 0.0]), (0.3, vec![0.0, 1.0])];
        let together = WorldDistribution::evidence_of(&evidence, facts, p(0.8), p(0.3)).unwrap();
        for worlds in [alone, together] {
            assert!(matches!(worlds.drawing(), WorldSampler::Weighted(_)));
            for (at, (weight, world)) in worlds.list(100).unwrap().into_iter().enumerate() {
                assert_eq!(worlds.world(at).as_ref(), Some(&world));
                let mut chance = 1.0;
                let mut so_far = Vec::new();
                for leaf in world.iter() {
                    let yes = worlds.next_leaf(&so_far).unwrap();
                    chance *= if leaf { yes } else { 1.0 - yes };
                    so_far.push(leaf);
                }
                assert!((chance - weight).abs() < 1e-12, "{world}: {chance} {weight}");
                assert_eq!(worlds.next_leaf(&so_far), None);
            }
        }
    }

    proptest! {
        #[test]
        fn every_law_believes_what_its_listed_worlds_believe(
            kind in 0usize..6, width in 2usize..4, rule in 0usize..3,
            told in proptest::collection::vec(any::<bool>(), 3), depth in 1usize..3,
        ) {
            let rule = [Rule::ALL, Rule::ANY, Rule::MAJORITY][rule];
            let tree = uniform("x", rule, width, depth).unwrap();
            let n = tree.leaf_count();
            let worlds = match kind {
                0 => WorldDistribution::one_false(&tree),
                1 => {
                    let odds: Vec<_> = (0..n).map(|i| p((i % 5) as f64 / 4.0)).collect();
                    WorldDistribution::independent(&tree, &odds).unwrap()
                }
                _ => {
                    prop_assume!(n <= 4);
                    let evidence = with_evidence(&tree, 3).unwrap();
                    let facts: Vec<_> = (0..n).map(|i| p((i % 4) as f64 / 3.0)).collect();
                    let correlation = p(if kind % 2 == 0 { 0.0 } else { 0.4 });
                    match kind {
                        2 | 3 => WorldDistribution::evidence(&evidence, &facts, p(0.8), correlation).unwrap(),
                        _ => {
                            let one_false = |at| (0..n).map(|i| f64::from(i != at)).collect();
                            let facts = (0..n).map(|at| (1.0 / n as f64, one_false(at))).collect();
                            WorldDistribution::evidence_of(&evidence, facts, p(0.8), correlation).unwrap()
                        }
                    }
                }
            };
            let slow = listed(&worlds);
            let tree = worlds.tree().clone();
            let (mut quick_belief, mut slow_belief) = (worlds.belief(), slow.belief());
            for claim in tree.claims() {
                let (a, b) = (quick_belief.chance(claim), slow_belief.chance(claim));
                prop_assert!((a - b).abs() < 1e-9, "{} prior: {a} {b}", tree.name(claim));
            }
            // In a round, too, the subclaims are answered one after another.
            let parts = tree.argument(ClaimId::ROOT, 0).unwrap().parts;
            for (part, &truth) in parts.iter().zip(&told) {
                let (a, b) = (quick_belief.chance(part), slow_belief.chance(part));
                prop_assert!((a - b).abs() < 1e-9, "{}: {a} {b}", tree.name(part));
                if (if truth { a } else { 1.0 - a }) < 1e-9 {
                    break;
                }
                quick_belief = quick_belief.given(part, truth);
                slow_belief = slow_belief.given(part, truth);
            }
        }

        #[test]
        fn draws_follow_the_law(seed in 0u64..20) {
            let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            for worlds in [
                WorldDistribution::one_false(&tree),
                WorldDistribution::independent(&tree, &[p(0.3), p(0.0), p(0.9)]).unwrap(),
            ] {
                let listed = worlds.list(100).unwrap();
                let drawn = 400;
                let mut counts = vec![0; listed.len()];
                for _ in 0..drawn {
                    let world = worlds.draw(&mut rng);
                    let at = listed.iter().position(|(w, known)| *known == world && *w > 0.0);
                    counts[at.expect("a drawn world is possible")] += 1;
                }
                for (count, (weight, _)) in counts.iter().zip(&listed) {
                    let off = f64::from(*count) / f64::from(drawn) - weight;
                    prop_assert!(off.abs() < 0.15, "{off}");
                }
            }
        }
    }
}
