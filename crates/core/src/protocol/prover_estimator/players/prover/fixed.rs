//! Provers that follow a fixed rule and do not look ahead.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::machine::claims::{Argument, Case, ClaimId, ClaimTree, Odds, StabilityTable, Truths};
use crate::protocol::prover_estimator::Stakes;
use crate::protocol::prover_estimator::reward::{direction, if_named, is_larger};
use crate::rules::Direction;

/// A fixed way to prove.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Prover {
    /// Answers correctly, argues as stably as she can, names every error above ε, and recurses
    /// where Bob is furthest off.
    Honest,
    /// Answers wrongly, hides the flaw among as many subclaims as she can, speaks as if she were
    /// right, and recurses where told (places from 0, by round), else at random.
    Obfuscator {
        /// Where to recurse, round by round.
        towards: Arc<[usize]>,
    },
    /// Answers against the odds, knows no more than the law, and holds every number against what
    /// the law says of that claim alone: the root's against its rule over those. She recurses
    /// where Bob is furthest off them. The Alice of `docs/results/open-finding.md`.
    Ignorant,
    /// Answers as told and knows no more than the law. She takes each claim to be as likely as its
    /// leaves make it were they independent, says only what is below that in her favour (below the
    /// root, of a *no*, what is above it), and recurses where Bob is furthest off so; where a rule is
    /// not monotone, below the root either. The Alice whom every Bob pays m, see
    /// `docs/results/open-finding.md`.
    Marginal {
        /// Her answer to the root.
        answer: bool,
    },
}

/// Where a prover recurses: places with their probabilities, which sum to 1.
pub type Picks = SmallVec<[(usize, f64); 4]>;

impl Prover {
    /// By what results about her are kept.
    pub(crate) fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Her answer to the root: whether she says that it is true.
    pub fn answer(&self, case: &Case, truths: &Truths) -> bool {
        let truth = case.alice_thinks(ClaimId::ROOT, truths) >= 0.5;
        match self {
            Self::Honest => truth,
            Self::Obfuscator { .. } => !truth,
            Self::Ignorant => case.worlds().chance(ClaimId::ROOT) < 0.5,
            Self::Marginal { answer } => *answer,
        }
    }

    /// What she takes to be the right probability of a claim, or at the root that of her answer.
    pub fn target(&self, case: &Case, truths: &Truths, claim: ClaimId, answer: bool) -> f64 {
        let root = claim == ClaimId::ROOT;
        match self {
            Self::Honest => {
                let thinks = case.alice_thinks(claim, truths);
                if root && !answer { 1.0 - thinks } else { thinks }
            }
            // As she presents it, she is right, and every subclaim is as she answered.
            Self::Obfuscator { .. } => f64::from(root || answer),
            Self::Ignorant if root => {
                let tree = case.tree();
                let each = |part| Odds::of(case.worlds().chance(part));
                let whole = tree.argument(claim, widest(tree, claim));
                let odds = whole.map(|own| own.rule.chances(own.parts.iter().map(each)).yes);
                let odds = odds.unwrap_or_else(|| case.worlds().chance(claim));
                if answer { odds } else { 1.0 - odds }
            }
            Self::Ignorant => case.worlds().chance(claim),
            Self::Marginal { .. } => {
                let odds = case.worlds().if_independent(claim);
                if root && !answer { odds.no } else { odds.yes }
            }
        }
    }

    /// What she says of the probability stated for the claim under discussion.
    pub fn call(
        &self,
        stakes: &Stakes,
        case: &Case,
        truths: &Truths,
        claim: ClaimId,
        answer: bool,
        stated: f64,
    ) -> Direction {
        let target = self.target(case, truths, claim, answer);
        self.call_beside(target, (stakes, case), (claim, answer), stated)
    }

    /// The same beside what she takes to be right.
    pub fn call_beside(
        &self,
        target: f64,
        (stakes, case): (&Stakes, &Case),
        (claim, answer): (ClaimId, bool),
        stated: f64,
    ) -> Direction {
        let said = direction(stated, target, self.slack(stakes));
        if_named(said, self.names(case, claim, answer))
    }

    /// The error that she lets pass.
    pub fn slack(&self, stakes: &Stakes) -> f64 {
        match self {
            Self::Honest | Self::Obfuscator { .. } => stakes.epsilon.get(),
            Self::Ignorant | Self::Marginal { .. } => 0.0,
        }
    }

    /// Whether she ever says of a claim's number that it is too low, and that it is too high.
    pub fn names(&self, case: &Case, claim: ClaimId, answer: bool) -> [bool; 2] {
        match self {
            // What speaks for her below a rule with a "not" may be too high as well as too low.
            Self::Marginal { .. } if claim != ClaimId::ROOT && !case.tree().is_monotone() => {
                [true; 2]
            }
            Self::Marginal { .. } if answer || claim == ClaimId::ROOT => [true, false],
            Self::Marginal { .. } => [false, true],
            _ => [true; 2],
        }
    }

    /// Where she recurses if that does not depend on what Bob stated: one of `q` subclaims.
    pub fn chosen(&self, round: usize, q: usize) -> Option<Picks> {
        let Self::Obfuscator { towards } = self else { return None };
        Some(match towards.get(round) {
            Some(&at) if at < q => Picks::from_slice(&[(at, 1.0)]),
            _ => (0..q).map(|at| (at, 1.0 / q as f64)).collect(),
        })
    }

    /// Whether she else recurses where Bob is furthest below what she takes to be right, or above
    /// it, or either.
    pub fn seeks(&self, case: &Case) -> [bool; 2] {
        match self {
            Self::Marginal { answer } if case.tree().is_monotone() => [*answer, !answer],
            _ => [true; 2],
        }
    }

    /// The argument she lays out for a claim, by its place.
    pub fn argument(
        &self,
        table: &mut StabilityTable,
        case: &Case,
        truths: &Truths,
        claim: ClaimId,
    ) -> usize {
        let tree = case.tree();
        match self {
            Self::Honest => table
                .steadiest(tree, claim, |claim| case.alice_thinks(claim, truths) >= 0.5)
                .map_or(0, |(which, _)| which),
            _ => widest(tree, claim),
        }
    }

    /// Where she recurses, given what Bob stated for each subclaim of her argument.
    pub fn picks(
        &self,
        case: &Case,
        truths: &Truths,
        argument: Argument<'_>,
        round: usize,
        stated: &[f64],
    ) -> Picks {
        if let Some(chosen) = self.chosen(round, stated.len()) {
            return chosen;
        }
        // Below the root what she takes to be right is the same whatever she answered.
        let targets = argument.parts.iter().map(|part| self.target(case, truths, part, true));
        let furthest = furthest(targets.zip(stated.iter().copied()), self.seeks(case));
        Picks::from_slice(&[(furthest.0, 1.0)])
    }
}

/// Which of these pairs, a right probability and a stated one, is furthest off, and by how much: below what is
/// right, above it, or either. The first of equals.
pub fn furthest(each: impl Iterator<Item = (f64, f64)>, [below, above]: [bool; 2]) -> (usize, f64) {
    let mut furthest = (0, f64::NEG_INFINITY);
    for (at, (right, stated)) in each.enumerate() {
        let low = right - stated;
        let off = match (below, above) {
            (true, true) => low.abs(),
            (true, false) => low,
            _ => -low,
        };
        if is_larger(off, furthest.1) {
            furthest = (at, off);
        }
    }
    furthest
}

/// The argument with the most subclaims, by its place; the first of equals.
fn widest(tree: &ClaimTree, claim: ClaimId) -> usize {
    let mut widest = (0, 0);
    for (which, argument) in tree.arguments(claim).enumerate() {
        if argument.parts.len() > widest.1 {
            widest = (which, argument.parts.len());
        }
    }
    widest.0
}
