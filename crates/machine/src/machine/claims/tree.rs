//! A packed tree of claims, arguments and subclaims.

use std::fmt;
use std::sync::Arc;

use super::wording::ClaimWording;
use super::{DivisorIntervals, Rule};
use crate::machine::Bits;

/// A claim of a tree. The root has the number 0, and every subclaim has a larger number than the claim above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClaimId(pub(super) u32);

impl ClaimId {
    /// The root: the claim of the debate.
    pub const ROOT: Self = Self(0);

    /// The claim's place in the arena, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ClaimId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A way to argue for a claim.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// The number of subclaims that must be true, or another rule.
    pub rule: Rule,
    /// The subclaims, in order. There is at least one.
    pub parts: Subclaims<'a>,
    /// The text of the rule, if it is a formula.
    pub formula: Option<&'a str>,
}

impl Argument<'_> {
    /// The smallest sufficient number of true subclaims. If the rule is a formula, the number of
    /// all subclaims.
    pub fn fewest_sufficient(&self) -> usize {
        let of = self.parts.len();
        self.rule.quorum().threshold(of).unwrap_or(of)
    }
}

/// The subclaims of an argument.
#[derive(Clone, Copy, Debug)]
pub struct Subclaims<'a>(&'a [u32]);

impl<'a> Subclaims<'a> {
    /// The number of subclaims.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Always false, because an argument has at least one subclaim.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The subclaim at this place, counted from 0. `None` past the end.
    pub fn get(self, at: usize) -> Option<ClaimId> {
        self.0.get(at).copied().map(ClaimId)
    }

    /// The place of a subclaim, counted from 0. Subclaims with consecutive numbers, as in families,
    /// need no search.
    pub fn place_of(self, claim: ClaimId) -> Option<usize> {
        let guess = claim.0.wrapping_sub(*self.0.first()?) as usize;
        match self.0.get(guess) == Some(&claim.0) {
            true => Some(guess),
            false => self.0.iter().position(|&part| part == claim.0),
        }
    }

    /// The subclaims in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = ClaimId> + Clone + 'a {
        self.0.iter().copied().map(ClaimId)
    }
}

impl Argument<'_> {
    /// True if the argument holds for these truths.
    pub fn holds(&self, truths: &Truths) -> bool {
        self.rule.holds(self.parts.iter().map(|part| truths.is_true(part)))
    }
}

/// A valid claim tree. It has no cycles, every named subclaim exists, every rule fits its subclaims, and each claim
/// has at most one parent. Clones share their storage.
#[derive(Clone, Debug)]
pub struct ClaimTree(pub(super) Arc<Arena>);

/// The packed tree: three arrays of ranges, with four to sixteen bytes for each claim.
#[derive(Debug)]
pub(super) struct Arena {
    /// The parent of each claim. For the root, this is the root itself.
    pub(super) parents: Vec<u32>,
    /// The arguments of claim c: `argument_starts[c]..argument_starts[c + 1]`.
    pub(super) argument_starts: Vec<u32>,
    pub(super) rules: Vec<Rule>,
    /// True if all rules are monotone.
    pub(super) monotone: bool,
    /// The subclaims of argument a: `parts[part_starts[a]..part_starts[a + 1]]`.
    pub(super) part_starts: Vec<u32>,
    pub(super) parts: Vec<u32>,
    /// The claims without arguments, in order.
    pub(super) leaves: Vec<u32>,
    pub(super) argument_words: std::collections::HashMap<u32, Arc<str>>,
    /// The text of each rule that is a formula, by argument.
    pub(super) formulas: std::collections::HashMap<u32, Arc<str>>,
    pub(super) wording: ClaimWording,
}

/// The truth of every claim of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Truths(Bits);

impl Truths {
    /// The truth of a claim.
    pub fn is_true(&self, claim: ClaimId) -> bool {
        self.0.at(claim.index())
    }
}

impl ClaimTree {
    /// The number of claims, at least 1.
    pub fn len(&self) -> usize {
        self.0.parents.len()
    }

    /// Always false, because a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if no claim becomes false when a leaf becomes true.
    pub fn is_monotone(&self) -> bool {
        self.0.monotone
    }

    /// All claims from the root on, every claim before its subclaims.
    pub fn claims(&self) -> impl ExactSizeIterator<Item = ClaimId> + DoubleEndedIterator + use<> {
        (0..self.len() as u32).map(ClaimId)
    }

    /// The claim at this place in the arena. `None` past the end.
    pub fn claim(&self, index: usize) -> Option<ClaimId> {
        (index < self.len()).then_some(ClaimId(index as u32))
    }

    /// The names of the wanted claims, as a list for an error message: "a, b, c". A long list is cut: "a, b and 3
    /// more".
    pub fn names(&self, wanted: impl Fn(ClaimId) -> bool) -> String {
        const NAMED: usize = 12;
        let all: Vec<_> = self.claims().filter(|&claim| wanted(claim)).collect();
        let first: Vec<String> =
            all.iter().take(NAMED).map(|&claim| self.name(claim).to_string()).collect();
        match all.len().saturating_sub(NAMED) {
            0 => first.join(", "),
            more => format!("{} and {more} more", first.join(", ")),
        }
    }

    /// The claim with this name (see [`ClaimTree::name`]).
    pub fn named(&self, name: &str) -> Option<ClaimId> {
        match &self.0.wording {
            ClaimWording::Listed(list) => {
                list.iter().position(|(own, _)| **own == *name).map(|at| ClaimId(at as u32))
            }
            _ if name == "root" => Some(ClaimId::ROOT),
            _ => name.split('.').try_fold(ClaimId::ROOT, |claim, place| {
                let place: usize = place.parse().ok()?;
                self.argument(claim, 0)?.parts.get(place.checked_sub(1)?)
            }),
        }
    }

    /// The claims without arguments, in order. The judge can decide them.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = ClaimId> + '_ {
        self.0.leaves.iter().copied().map(ClaimId)
    }

    /// The number of leaves, at least 1.
    pub fn leaf_count(&self) -> usize {
        self.0.leaves.len()
    }

    /// The place of a leaf among the leaves. `None` for a claim with arguments.
    pub fn leaf_rank(&self, claim: ClaimId) -> Option<usize> {
        self.0.leaves.binary_search(&claim.0).ok()
    }

    /// True if the claim is a leaf, which the judge can decide.
    pub fn is_leaf(&self, claim: ClaimId) -> bool {
        self.argument_count(claim) == 0
    }

    /// The number of arguments for a claim. 0 for a leaf.
    pub fn argument_count(&self, claim: ClaimId) -> usize {
        let at = claim.index();
        (self.0.argument_starts[at + 1] - self.0.argument_starts[at]) as usize
    }

    /// The argument of a claim at this place, counted from 0. `None` past the end.
    pub fn argument(&self, claim: ClaimId, which: usize) -> Option<Argument<'_>> {
        (which < self.argument_count(claim)).then(|| self.argument_row(claim, which))
    }

    /// The arguments of a claim in order.
    pub fn arguments(&self, claim: ClaimId) -> impl ExactSizeIterator<Item = Argument<'_>> {
        (0..self.argument_count(claim)).map(move |which| self.argument_row(claim, which))
    }

    fn argument_row(&self, claim: ClaimId, which: usize) -> Argument<'_> {
        let arena = &*self.0;
        let row = arena.argument_starts[claim.index()] as usize + which;
        let parts = arena.part_starts[row] as usize..arena.part_starts[row + 1] as usize;
        let formula = arena.formulas.get(&(row as u32)).map(|formula| &**formula);
        Argument { rule: arena.rules[row], parts: Subclaims(&arena.parts[parts]), formula }
    }

    /// The text of an argument. `None` if the file gives none.
    pub fn argument_words(&self, claim: ClaimId, which: usize) -> Option<&str> {
        let row = self.0.argument_starts[claim.index()] + which as u32;
        self.0.argument_words.get(&row).map(|words| &**words)
    }

    /// The claim above this one. `None` for the root.
    pub fn parent(&self, claim: ClaimId) -> Option<ClaimId> {
        (claim != ClaimId::ROOT).then(|| ClaimId(self.0.parents[claim.index()]))
    }

    /// The number of steps from the root to a claim.
    pub fn depth_of(&self, claim: ClaimId) -> usize {
        std::iter::successors(self.parent(claim), |&above| self.parent(above)).count()
    }

    /// The depth of the tree: that of its deepest leaf.
    pub fn depth(&self) -> usize {
        self.depths().into_iter().max().unwrap_or(0) as usize
    }

    fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0u32; self.len()];
        for claim in self.claims().skip(1) {
            depths[claim.index()] = depths[self.0.parents[claim.index()] as usize] + 1;
        }
        depths
    }

    /// True if all leaves have the same depth and all arguments the same width.
    pub fn is_even(&self) -> bool {
        let (depths, width) = (self.depths(), self.width());
        let depth = depths.iter().max();
        self.claims().all(|claim| match self.is_leaf(claim) {
            true => Some(&depths[claim.index()]) == depth,
            false => self.arguments(claim).all(|argument| argument.parts.len() == width),
        })
    }

    /// The largest number of subclaims of an argument. 0 if the root is a leaf.
    pub fn width(&self) -> usize {
        let starts = &self.0.part_starts;
        starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0)
    }

    /// The path from the root to a claim, as indices of subclaims. Each index counts from 0 within the first argument
    /// that uses the next claim.
    pub fn path(&self, claim: ClaimId) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = claim;
        while let Some(above) = self.parent(at) {
            let place = self.arguments(above).find_map(|argument| argument.parts.place_of(at));
            path.extend(place);
            at = above;
        }
        path.reverse();
        path
    }

    /// A short name: the listed name, or the path from the root, such as `3.1`.
    pub fn name(&self, claim: ClaimId) -> Arc<str> {
        if let ClaimWording::Listed(list) = &self.0.wording {
            return Arc::clone(&list[claim.index()].0);
        }
        if claim == ClaimId::ROOT {
            return "root".into();
        }
        let places: Vec<String> = self.path(claim).iter().map(|at| (at + 1).to_string()).collect();
        places.join(".").into()
    }

    /// The statement of a claim.
    pub fn words(&self, claim: ClaimId) -> Arc<str> {
        match &self.0.wording {
            ClaimWording::Listed(list) => Arc::clone(&list[claim.index()].1),
            ClaimWording::Intervals(intervals) => intervals.words(&self.path(claim)).into(),
            ClaimWording::Parts(root) if claim == ClaimId::ROOT => Arc::clone(root),
            ClaimWording::Parts(_) => format!("part {}", self.name(claim)).into(),
        }
    }

    /// The family of intervals that this tree belongs to. `None` if it belongs to none.
    pub fn intervals(&self) -> Option<&DivisorIntervals> {
        match &self.0.wording {
            ClaimWording::Intervals(intervals) => Some(intervals),
            _ => None,
        }
    }

    /// The truth of every claim, given the truths of the leaves. A claim is true if one of its arguments holds.
    ///
    /// # Panics
    /// Panics if there is not one bit for each leaf.
    pub fn truths(&self, leaves: &Bits) -> Truths {
        assert_eq!(leaves.len(), self.leaf_count(), "one truth for each leaf");
        let mut truths = Truths(Bits::zeros(self.len()));
        for (leaf, truth) in self.leaves().zip(leaves.iter()) {
            if truth {
                truths.0.set(leaf.index(), true);
            }
        }
        for claim in self.claims().rev() {
            if self.arguments(claim).any(|argument| argument.holds(&truths)) {
                truths.0.set(claim.index(), true);
            }
        }
        truths
    }

    /// The truth of one claim, without computing the rest of the tree. `leaf` returns the truth of a leaf, given its
    /// rank. The time is proportional to the number of claims below this claim.
    pub fn truth_of(&self, claim: ClaimId, leaf: &mut impl FnMut(usize) -> bool) -> bool {
        match self.leaf_rank(claim) {
            Some(rank) => leaf(rank),
            None => self.arguments(claim).any(|argument| {
                argument.rule.holds(argument.parts.iter().map(|part| self.truth_of(part, leaf)))
            }),
        }
    }
}
