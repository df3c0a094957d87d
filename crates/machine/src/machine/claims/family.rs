//! Uniform claim trees, and the stable transform (Brown-Cohen et al. 2025, Def. 8.2).

use std::sync::Arc;

use super::tree::Arena;
use super::wording::ClaimWording;
use super::{ClaimId, ClaimTree, ListedArgument, ListedClaim, MOST_CLAIMS, Quorum, Rule};

/// Why a family of claim trees was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimFamilyError {
    /// There would be too many claims.
    #[error("this family has more than {MOST_CLAIMS} claims")]
    TooMany,
    /// The rule does not fit the width.
    #[error(transparent)]
    Rule(#[from] super::RuleError),
    /// The number of pieces is even. Then a strict majority can be less reliable than a single piece.
    #[error(
        "the number of pieces of evidence must be odd and at least 1 for each leaf, but it is {0}"
    )]
    Pieces(usize),
    /// The number of copies is even. Then a strict majority can be less reliable than a single copy.
    #[error("the number of copies of inner claims must be odd and at least 1, but it is {0}")]
    Copies(usize),
    /// The tree already uses evidence.
    #[error("claim `{0}` already depends on majorities of evidence")]
    Already(Arc<str>),
}

/// A tree of the given depth in which every claim has one argument by `rule` over `width`
/// subclaims. The tree is unstable if the rule is "all", and stable if the rule is "majority".
pub fn uniform(
    words: impl Into<Arc<str>>,
    rule: Rule,
    width: usize,
    depth: usize,
) -> Result<ClaimTree, ClaimFamilyError> {
    rule.fits(width)?;
    let mut level = 1usize;
    let mut all = 1usize;
    for _ in 0..depth {
        level = level.checked_mul(width).ok_or(ClaimFamilyError::TooMany)?;
        all = all
            .checked_add(level)
            .filter(|&all| all <= MOST_CLAIMS)
            .ok_or(ClaimFamilyError::TooMany)?;
    }
    let mut arena = Arena::with_root();
    let inner = (all - level) as u32;
    for claim in 0..all as u32 {
        if claim < inner {
            let first = claim * width as u32 + 1;
            arena.argue(rule, first..first + width as u32);
            arena.parents.extend(std::iter::repeat_n(claim, width));
        }
        arena.close(claim);
    }
    arena.wording = ClaimWording::Parts(words.into());
    Ok(ClaimTree(Arc::new(arena)))
}

/// A claim tree whose leaves are pieces of evidence for the leaves of another tree.
#[derive(Clone, Debug)]
pub struct EvidenceTree {
    /// The tree over the pieces. The pieces for one leaf are next to each other.
    pub tree: ClaimTree,
    /// For each run of `pieces` leaves, the rank of the original leaf.
    pub groups: Vec<u32>,
    /// The number of pieces for each leaf, which is odd.
    pub pieces: usize,
}

/// The stable transform. Each leaf becomes a group of `pieces` pieces of evidence. If all subclaims of a claim are
/// leaves, the claim applies its rule to the majorities of their groups. If an argument uses both leaves and other
/// claims, each of these leaves becomes a claim that depends on the majority of its pieces. Inner levels are not
/// copied, so they stay as unstable as before (App. C).
pub fn with_evidence(tree: &ClaimTree, pieces: usize) -> Result<EvidenceTree, ClaimFamilyError> {
    if pieces.is_multiple_of(2) {
        return Err(ClaimFamilyError::Pieces(pieces));
    }
    if tree.leaf_count().checked_mul(pieces).is_none_or(|all| all > MOST_CLAIMS) {
        return Err(ClaimFamilyError::TooMany);
    }
    // A claim is direct if its arguments can use the pieces themselves.
    let direct = |claim: ClaimId| {
        !tree.is_leaf(claim)
            && tree.arguments(claim).all(|a| a.parts.iter().all(|part| tree.is_leaf(part)))
    };
    let mut listing: Vec<ListedClaim> = Vec::new();
    for claim in tree.claims() {
        let name = tree.name(claim);
        let mut evidence = Vec::new();
        let mut list = |leaf: ClaimId| -> Vec<Arc<str>> {
            let (leaf_name, words) = (tree.name(leaf), tree.words(leaf));
            (1..=pieces)
                .map(|piece| {
                    let name: Arc<str> = format!("{leaf_name}#{piece}").into();
                    let words = format!("evidence {piece} of {pieces}: {words}").into();
                    evidence.push(ListedClaim {
                        name: Arc::clone(&name),
                        words,
                        arguments: vec![],
                    });
                    name
                })
                .collect()
        };
        let mut arguments = Vec::new();
        if tree.is_leaf(claim) {
            if tree.parent(claim).is_some_and(direct) {
                continue;
            }
            let rule = Rule::new(Quorum::Majority);
            arguments.push(ListedArgument { words: None, formula: None, rule, parts: list(claim) });
        } else {
            for (which, argument) in tree.arguments(claim).enumerate() {
                let words = tree.argument_words(claim, which).map(Arc::from);
                let mut rule = argument.rule;
                let parts = if direct(claim) {
                    if rule.block() != 1 {
                        return Err(ClaimFamilyError::Already(name));
                    }
                    rule = rule.over_majorities(pieces as u32);
                    argument.parts.iter().flat_map(&mut list).collect()
                } else {
                    argument.parts.iter().map(|part| tree.name(part)).collect()
                };
                let formula = argument.formula.map(Arc::from);
                arguments.push(ListedArgument { words, formula, rule, parts });
            }
        }
        // Alternative arguments may share a leaf, and then they share its pieces.
        evidence.sort_by(|a, b| a.name.cmp(&b.name));
        evidence.dedup_by(|a, b| a.name == b.name);
        listing.push(ListedClaim { name, words: tree.words(claim), arguments });
        listing.extend(evidence);
    }
    let built = ClaimTree::listed(&listing).map_err(|_| ClaimFamilyError::TooMany)?;
    let groups = built
        .leaves()
        .step_by(pieces)
        .filter_map(|piece| {
            let name = built.name(piece);
            let (leaf, _) = name.rsplit_once('#')?;
            tree.leaf_rank(tree.named(leaf)?).map(|rank| rank as u32)
        })
        .collect();
    Ok(EvidenceTree { tree: built, groups, pieces })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;

    #[test]
    fn a_uniform_tree_has_the_shape_asked_for() {
        let tree = uniform("the bridge holds", Rule::MAJORITY, 3, 2).unwrap();
        assert_eq!((tree.len(), tree.leaf_count(), tree.depth(), tree.width()), (13, 9, 2, 3));
        let leaf = tree.leaves().nth(5).unwrap();
        assert_eq!((&*tree.name(leaf), tree.named("2.3")), ("2.3", Some(leaf)));
        assert_eq!(tree.depth_of(leaf), 2);
        assert_eq!(tree.path(leaf), [1, 2]);
        assert_eq!(&*tree.words(ClaimId::ROOT), "the bridge holds");
        assert!(uniform("x", Rule::ALL, 10, 7).is_err());
        assert!(uniform("x", Rule::at_least(4), 3, 1).is_err());
        assert_eq!(uniform("x", Rule::ALL, 3, 0).unwrap().len(), 1);
    }

    #[test]
    fn the_stable_transform_takes_majorities_of_evidence() {
        let tree = uniform("x", Rule::ALL, 2, 1).unwrap();
        let stable = with_evidence(&tree, 3).unwrap();
        assert_eq!((stable.tree.depth(), stable.tree.leaf_count()), (1, 6));
        assert_eq!(stable.groups, [0, 1]);
        let root = |leaves: &str| {
            let leaves: Bits = leaves.parse().unwrap();
            stable.tree.truths(&leaves).is_true(ClaimId::ROOT)
        };
        assert!(root("110 101"), "one piece in three may be wrong");
        assert!(!root("110 100"));
        assert_eq!(with_evidence(&tree, 2).unwrap_err(), ClaimFamilyError::Pieces(2));
        assert!(matches!(with_evidence(&stable.tree, 3), Err(ClaimFamilyError::Already(_))));
    }

    #[test]
    fn a_leaf_beside_an_inner_claim_gets_a_majority_of_its_own() {
        let claim = |name: &str, parts: &[&str]| ListedClaim {
            name: name.into(),
            words: name.into(),
            arguments: match parts {
                [] => vec![],
                parts => vec![ListedArgument {
                    formula: None,
                    words: None,
                    rule: Rule::ALL,
                    parts: parts.iter().map(|&part| part.into()).collect(),
                }],
            },
        };
        let tree = ClaimTree::listed(&[
            claim("top", &["a", "m"]),
            claim("a", &[]),
            claim("m", &["b", "c"]),
            claim("b", &[]),
            claim("c", &[]),
        ])
        .unwrap();
        let stable = with_evidence(&tree, 3).unwrap();
        assert_eq!((stable.tree.len(), stable.tree.leaf_count()), (12, 9));
        assert_eq!(stable.groups, [0, 1, 2]);
        let leaf = uniform("a lone fact", Rule::ALL, 2, 0).unwrap();
        assert_eq!(with_evidence(&leaf, 5).unwrap().tree.depth(), 1);
    }
}
