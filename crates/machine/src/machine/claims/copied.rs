//! Copies inner claims, so that the stable transform applies to them too (Brown-Cohen et al. 2025,
//! App. C).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{ClaimFamilyError, ClaimId, ClaimTree, ListedArgument, ListedClaim, MOST_CLAIMS};

/// A tree in which claims have copies, each with leaves of its own.
#[derive(Clone, Debug)]
pub struct CopiedTree {
    /// The tree.
    pub tree: ClaimTree,
    /// For each leaf, the rank of its original in the tree without copies.
    pub of: Vec<u32>,
}

/// Replaces each subclaim by `copies` copies, unless the claim that uses the subclaim depends only
/// on leaves. The rule of the claim then applies to the majorities of the copies. Copies are called
/// `name@1`, `name@2` and so on. A claim that depends only on leaves stays the same, because
/// evidence makes it stable.
///
/// # Errors
/// Returns an error if the number of copies is even, if there would be too many claims, or if claims are already
/// majorities.
pub fn copied(tree: &ClaimTree, copies: usize) -> Result<CopiedTree, ClaimFamilyError> {
    if copies.is_multiple_of(2) {
        return Err(ClaimFamilyError::Copies(copies));
    }
    let mut listing = Listing { tree, copies, claims: Vec::new(), leaves: HashMap::new() };
    listing.add(ClaimId::ROOT, "")?;
    let built = ClaimTree::listed(&listing.claims).map_err(|_| ClaimFamilyError::TooMany)?;
    let of = built.leaves().map(|leaf| listing.leaves[&built.name(leaf)]).collect();
    Ok(CopiedTree { tree: built, of })
}

struct Listing<'a> {
    tree: &'a ClaimTree,
    copies: usize,
    claims: Vec<ListedClaim>,
    /// The rank of each leaf's original, by the name of the copy.
    leaves: HashMap<Arc<str>, u32>,
}

impl Listing<'_> {
    /// Lists a claim and all claims below it. `copy` is the suffix of their names.
    fn add(&mut self, claim: ClaimId, copy: &str) -> Result<(), ClaimFamilyError> {
        let tree = self.tree;
        let named = |claim: ClaimId, copy: &str| -> Arc<str> {
            format!("{}{copy}", tree.name(claim)).into()
        };
        if self.claims.len() >= MOST_CLAIMS {
            return Err(ClaimFamilyError::TooMany);
        }
        if let Some(rank) = tree.leaf_rank(claim) {
            self.leaves.insert(named(claim, copy), rank as u32);
        }
        let mut arguments = Vec::new();
        let mut below: Vec<(ClaimId, String)> = Vec::new();
        let mut seen = HashSet::new();
        for (which, argument) in tree.arguments(claim).enumerate() {
            if argument.rule.block() != 1 {
                return Err(ClaimFamilyError::Already(tree.name(claim)));
            }
            let direct = argument.parts.iter().all(|part| tree.is_leaf(part));
            let of_part = |part: ClaimId| -> Vec<(ClaimId, String)> {
                match direct || self.copies == 1 {
                    true => vec![(part, copy.to_owned())],
                    false => (1..=self.copies).map(|k| (part, format!("{copy}@{k}"))).collect(),
                }
            };
            let parts: Vec<(ClaimId, String)> = argument.parts.iter().flat_map(of_part).collect();
            let rule = match direct {
                true => argument.rule,
                false => argument.rule.over_majorities(self.copies as u32),
            };
            arguments.push(ListedArgument {
                words: tree.argument_words(claim, which).map(Arc::from),
                formula: argument.formula.map(Arc::from),
                rule,
                parts: parts.iter().map(|(part, copy)| named(*part, copy)).collect(),
            });
            below.extend(parts.into_iter().filter(|part| seen.insert(part.clone())));
        }
        self.claims.push(ListedClaim {
            name: named(claim, copy),
            words: tree.words(claim),
            arguments,
        });
        below.into_iter().try_for_each(|(part, copy)| self.add(part, &copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;
    use crate::machine::claims::{Epsilon, Rule, StabilityTable, uniform, with_evidence};

    #[test]
    fn inner_claims_that_are_copied_become_stable_too() {
        let tree = uniform("x", Rule::ALL, 2, 2).unwrap();
        let epsilon = Epsilon::new(0.1).unwrap();
        let rho = |copies: usize| {
            let copied = copied(&tree, copies).unwrap();
            assert_eq!(copied.tree.leaf_count(), 4 * copies);
            let evidence = with_evidence(&copied.tree, 15).unwrap();
            let all: Bits = (0..evidence.tree.leaf_count()).map(|_| true).collect();
            let truths = evidence.tree.truths(&all);
            assert!(truths.is_true(ClaimId::ROOT));
            StabilityTable::new(epsilon).tree_stability(&evidence.tree, &truths)
        };
        // With evidence at the leaves but no copies, the root is as unstable as "all of two".
        assert!((rho(1).rho - 1.9).abs() < 1e-9 && rho(1).claim == ClaimId::ROOT);
        assert!(rho(15).rho < 0.01, "{:?}", rho(15));
    }

    #[test]
    fn a_copy_s_leaves_are_those_of_the_claim_and_its_truth_too() {
        let tree = uniform("x", Rule::MAJORITY, 3, 2).unwrap();
        let copied = copied(&tree, 3).unwrap();
        for word in (0..512usize).step_by(5) {
            let leaves: Bits = (0..9).map(|at| word >> at & 1 == 1).collect();
            let own: Bits = copied.of.iter().map(|&leaf| leaves.at(leaf as usize)).collect();
            let [one, other] = [tree.truths(&leaves), copied.tree.truths(&own)];
            assert_eq!(one.is_true(ClaimId::ROOT), other.is_true(ClaimId::ROOT), "{word}");
        }
        assert_eq!(super::copied(&tree, 2).unwrap_err(), ClaimFamilyError::Copies(2));
    }
}
