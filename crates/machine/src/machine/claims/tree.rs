//! Trees of claims, packed: a claim, its arguments, their subclaims.

use std::fmt;
use std::sync::Arc;

use super::wording::Wording;
use super::{Intervals, Rule};
use crate::machine::Bits;

/// A claim of a tree. Claims are numbered from the root (0) downwards: every subclaim has a
/// larger number than the claim above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClaimId(pub(super) u32);

impl ClaimId {
    /// The root, the claim that the debate is about.
    pub const ROOT: Self = Self(0);

    /// Its place in the arena, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ClaimId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One way to argue for a claim.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// How many of the subclaims must be true.
    pub rule: Rule,
    /// The subclaims, in order; at least one.
    pub parts: Parts<'a>,
    /// The rule as it was written, where it is a formula.
    pub formula: Option<&'a str>,
}

impl Argument<'_> {
    /// The fewest subclaims that suffice if they are true; all, where the rule is a formula.
    pub fn suffice(&self) -> usize {
        let of = self.parts.len();
        self.rule.quorum().threshold(of).unwrap_or(of)
    }
}

/// The subclaims of an argument.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a>(&'a [u32]);

impl<'a> Parts<'a> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Never: an argument has a subclaim.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The subclaim at this place, from 0; none past the end.
    pub fn get(self, at: usize) -> Option<ClaimId> {
        self.0.get(at).copied().map(ClaimId)
    }

    /// The place of a subclaim among them, from 0. Subclaims that are numbered one after the other, as
    /// those of families are, need no search.
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
    /// Whether it holds where the claims have the truths given.
    pub fn holds(&self, truths: &Truths) -> bool {
        self.rule.holds(self.parts.iter().map(|part| truths.of(part)))
    }
}

/// A claim tree that cannot be wrong: no cycles, nothing missing, every rule fits its subclaims,
/// every claim is used by one claim only. Clones share everything.
#[derive(Clone, Debug)]
pub struct ClaimTree(pub(super) Arc<Arena>);

/// The packed tree: three arrays of ranges, four to sixteen bytes a claim.
#[derive(Debug)]
pub(super) struct Arena {
    /// The claim above; the root's own number for the root.
    pub(super) parents: Vec<u32>,
    /// Arguments of claim c: `argument_starts[c]..argument_starts[c + 1]`.
    pub(super) argument_starts: Vec<u32>,
    pub(super) rules: Vec<Rule>,
    /// Whether all of them are monotone.
    pub(super) monotone: bool,
    /// Subclaims of argument a: `parts[part_starts[a]..part_starts[a + 1]]`.
    pub(super) part_starts: Vec<u32>,
    pub(super) parts: Vec<u32>,
    /// The claims without arguments, in order.
    pub(super) leaves: Vec<u32>,
    pub(super) argument_words: std::collections::HashMap<u32, Arc<str>>,
    /// Rules that are formulas, as written, by argument.
    pub(super) formulas: std::collections::HashMap<u32, Arc<str>>,
    pub(super) wording: Wording,
}

/// The truth of every claim of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Truths(Bits);

impl Truths {
    /// Whether a claim is true.
    pub fn of(&self, claim: ClaimId) -> bool {
        self.0.at(claim.index())
    }
}

impl ClaimTree {
    /// How many claims there are; at least 1.
    pub fn len(&self) -> usize {
        self.0.parents.len()
    }

    /// Never: a tree has its root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a leaf that turns true never makes a claim false.
    pub fn is_monotone(&self) -> bool {
        self.0.monotone
    }

    /// All claims, the root first, every claim before its subclaims.
    pub fn claims(&self) -> impl ExactSizeIterator<Item = ClaimId> + DoubleEndedIterator + use<> {
        (0..self.len() as u32).map(ClaimId)
    }

    /// The claim with this place in the arena, if there is one.
    pub fn claim(&self, index: usize) -> Option<ClaimId> {
        (index < self.len()).then_some(ClaimId(index as u32))
    }

    /// The names of those that are wanted, for whoever named another: "there are a, b and c", the
    /// first of many.
    pub fn names(&self, wanted: impl Fn(ClaimId) -> bool) -> String {
        const NAMED: usize = 12;
        let all: Vec<_> = self.claims().filter(|&claim| wanted(claim)).collect();
        let first: Vec<String> =
            all.iter().take(NAMED).map(|&claim| self.name(claim).to_string()).collect();
        match all.len().saturating_sub(NAMED) {
            0 => format!("there are {}", first.join(", ")),
            more => format!("there are {} and {more} more", first.join(", ")),
        }
    }

    /// The claim with this name (see [`ClaimTree::name`]).
    pub fn named(&self, name: &str) -> Option<ClaimId> {
        match &self.0.wording {
            Wording::Listed(list) => {
                list.iter().position(|(own, _)| **own == *name).map(|at| ClaimId(at as u32))
            }
            _ if name == "root" => Some(ClaimId::ROOT),
            _ => name.split('.').try_fold(ClaimId::ROOT, |claim, place| {
                let place: usize = place.parse().ok()?;
                self.argument(claim, 0)?.parts.get(place.checked_sub(1)?)
            }),
        }
    }

    /// The claims without arguments, which the judge can decide, in order.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = ClaimId> + '_ {
        self.0.leaves.iter().copied().map(ClaimId)
    }

    /// How many leaves there are; at least 1.
    pub fn leaf_count(&self) -> usize {
        self.0.leaves.len()
    }

    /// The place of a leaf among the leaves; none for a claim with arguments.
    pub fn leaf_rank(&self, claim: ClaimId) -> Option<usize> {
        self.0.leaves.binary_search(&claim.0).ok()
    }

    /// Whether the judge can decide this claim.
    pub fn is_leaf(&self, claim: ClaimId) -> bool {
        self.argument_count(claim) == 0
    }

    /// How many ways there are to argue for a claim; 0 for a leaf.
    pub fn argument_count(&self, claim: ClaimId) -> usize {
        let at = claim.index();
        (self.0.argument_starts[at + 1] - self.0.argument_starts[at]) as usize
    }

    /// The argument of a claim with this place, from 0.
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
        Argument { rule: arena.rules[row], parts: Parts(&arena.parts[parts]), formula }
    }

    /// The words of an argument, where it has any of its own.
    pub fn argument_words(&self, claim: ClaimId, which: usize) -> Option<&str> {
        let row = self.0.argument_starts[claim.index()] + which as u32;
        self.0.argument_words.get(&row).map(|words| &**words)
    }

    /// The claim that this one is a part of; none above the root.
    pub fn parent(&self, claim: ClaimId) -> Option<ClaimId> {
        (claim != ClaimId::ROOT).then(|| ClaimId(self.0.parents[claim.index()]))
    }

    /// How many steps a claim is below the root.
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

    /// Whether all leaves are as deep and all arguments as wide.
    pub fn is_even(&self) -> bool {
        let (depths, width) = (self.depths(), self.width());
        let depth = depths.iter().max();
        self.claims().all(|claim| match self.is_leaf(claim) {
            true => Some(&depths[claim.index()]) == depth,
            false => self.arguments(claim).all(|argument| argument.parts.len() == width),
        })
    }

    /// The most subclaims that any argument has; 0 if the root is a leaf.
    pub fn width(&self) -> usize {
        let starts = &self.0.part_starts;
        starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0)
    }

    /// The places that lead from the root to a claim, each counted from 0 in the first argument
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

    /// A short name: as listed, or the way from the root, such as `3.1`.
    pub fn name(&self, claim: ClaimId) -> Arc<str> {
        if let Wording::Listed(list) = &self.0.wording {
            return Arc::clone(&list[claim.index()].0);
        }
        if claim == ClaimId::ROOT {
            return "root".into();
        }
        let places: Vec<String> = self.path(claim).iter().map(|at| (at + 1).to_string()).collect();
        places.join(".").into()
    }

    /// What a claim says.
    pub fn words(&self, claim: ClaimId) -> Arc<str> {
        match &self.0.wording {
            Wording::Listed(list) => Arc::clone(&list[claim.index()].1),
            Wording::Intervals(intervals) => intervals.words(&self.path(claim)).into(),
            Wording::Parts(root) if claim == ClaimId::ROOT => Arc::clone(root),
            Wording::Parts(_) => format!("part {}", self.name(claim)).into(),
        }
    }

    /// The family of intervals this tree is, if it is one.
    pub fn intervals(&self) -> Option<&Intervals> {
        match &self.0.wording {
            Wording::Intervals(intervals) => Some(intervals),
            _ => None,
        }
    }

    /// The truth of every claim, upwards from the leaves: a claim is true if one of its arguments
    /// holds.
    ///
    /// # Panics
    /// If there is not one bit a leaf.
    pub fn truths(&self, leaves: &Bits) -> Truths {
        assert_eq!(leaves.len(), self.leaf_count(), "one truth a leaf");
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

    /// The truth of one claim, without that of the whole tree: `leaf` tells a leaf's truth by its
    /// place among the leaves. Takes time in proportion to the claims below.
    pub fn truth_of(&self, claim: ClaimId, leaf: &mut impl FnMut(usize) -> bool) -> bool {
        match self.leaf_rank(claim) {
            Some(rank) => leaf(rank),
            None => self.arguments(claim).any(|argument| {
                argument.rule.holds(argument.parts.iter().map(|part| self.truth_of(part, leaf)))
            }),
        }
    }
}
