//! Provers that follow a fixed rule and do not look ahead.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::machine::claims::{
    Argument, ClaimId, ClaimTree, ClaimsInstance, Odds, StabilityTable, Truths,
};
use crate::protocol::prover_estimator::RewardParams;
use crate::protocol::prover_estimator::reward::{direction, if_named, is_larger};
use crate::rules::Direction;

/// A fixed strategy of Alice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProverStrategy {
    /// Answers correctly and uses her most stable argument. Names every error above ε, and picks
    /// the subclaim with Bob's largest error.
    Honest,
    /// Answers wrongly, and hides the flaw among as many subclaims as she can. She speaks as if she were right. In each
    /// round she picks the position that `towards` gives (counted from 0). If it gives none, she picks at random.
    Obfuscator {
        /// The position that she picks, for each round.
        towards: Arc<[usize]>,
    },
    /// Gives the less likely answer, and knows only the distribution over worlds. She compares Bob's number for each
    /// claim with the probability of this claim, and ignores the drawn answers. At the root, she applies the rule to
    /// the probabilities of the subclaims. She picks the subclaim with the largest difference. See
    /// `docs/results/open-finding.md`.
    Ignorant,
    /// Gives a fixed answer, and knows only the distribution over worlds. She treats the leaves as
    /// independent, and this gives her a probability for each claim.
    ///
    /// She names only errors that help her. At the root, and below it after a *yes*, these are
    /// numbers that are too low. Below the root after a *no*, these are numbers that are too high.
    /// If a rule is not monotone, she names both directions below the root. She picks the largest
    /// such error. Every Bob pays her at least m if r is large enough; see
    /// `docs/results/open-finding.md`.
    Marginal {
        /// Her fixed answer to the root.
        answer: bool,
    },
}

/// The positions that a prover may pick, with probabilities that sum to 1.
pub type RecursionChoice = SmallVec<[(usize, f64); 4]>;

impl ProverStrategy {
    /// The key of the results about her in the cache.
    pub(crate) fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Her answer to the root: `true` if she says that the root is true.
    pub fn answer(&self, case: &ClaimsInstance, truths: &Truths) -> bool {
        let truth = case.alice_thinks(ClaimId::ROOT, truths) >= 0.5;
        match self {
            Self::Honest => truth,
            Self::Obfuscator { .. } => !truth,
            Self::Ignorant => case.worlds().chance(ClaimId::ROOT) < 0.5,
            Self::Marginal { answer } => *answer,
        }
    }

    /// The probability that she considers right for a claim. At the root, the probability that her
    /// answer is right.
    pub fn target(
        &self,
        case: &ClaimsInstance,
        truths: &Truths,
        claim: ClaimId,
        answer: bool,
    ) -> f64 {
        let root = claim == ClaimId::ROOT;
        match self {
            Self::Honest => {
                let thinks = case.alice_thinks(claim, truths);
                if root && !answer { 1.0 - thinks } else { thinks }
            }
            // She pretends that her answer is right and that every subclaim supports it.
            Self::Obfuscator { .. } => f64::from(root || answer),
            Self::Ignorant if root => {
                let tree = case.tree();
                let each = |part| Odds::from_probability(case.worlds().chance(part));
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

    /// Her statement about the number for the current claim.
    pub fn call(
        &self,
        stakes: &RewardParams,
        case: &ClaimsInstance,
        truths: &Truths,
        claim: ClaimId,
        answer: bool,
        stated: f64,
    ) -> Direction {
        let target = self.target(case, truths, claim, answer);
        self.call_beside(target, (stakes, case), (claim, answer), stated)
    }

    /// Her statement about the number, if the probability that she considers right is already
    /// known.
    pub fn call_beside(
        &self,
        target: f64,
        (stakes, case): (&RewardParams, &ClaimsInstance),
        (claim, answer): (ClaimId, bool),
        stated: f64,
    ) -> Direction {
        let said = direction(stated, target, self.slack(stakes));
        if_named(said, self.names(case, claim, answer))
    }

    /// The error that she tolerates.
    pub fn slack(&self, stakes: &RewardParams) -> f64 {
        match self {
            Self::Honest | Self::Obfuscator { .. } => stakes.epsilon.get(),
            Self::Ignorant | Self::Marginal { .. } => 0.0,
        }
    }

    /// The directions that she may name for a claim: first "too low", then "too high".
    pub fn names(&self, case: &ClaimsInstance, claim: ClaimId, answer: bool) -> [bool; 2] {
        match self {
            // Below the root of a tree that is not monotone, both directions can help her.
            Self::Marginal { .. } if claim != ClaimId::ROOT && !case.tree().is_monotone() => {
                [true; 2]
            }
            Self::Marginal { .. } if answer || claim == ClaimId::ROOT => [true, false],
            Self::Marginal { .. } => [false, true],
            _ => [true; 2],
        }
    }

    /// Returns what an Alice who ignores Bob's numbers picks among `q` subclaims. `None` for any other Alice.
    pub fn chosen(&self, round: usize, q: usize) -> Option<RecursionChoice> {
        let Self::Obfuscator { towards } = self else { return None };
        Some(match towards.get(round) {
            Some(&at) if at < q => RecursionChoice::from_slice(&[(at, 1.0)]),
            _ => (0..q).map(|at| (at, 1.0 / q as f64)).collect(),
        })
    }

    /// The errors that she looks for when she picks. The first flag is true if she looks for numbers that are too low,
    /// and the second if she looks for numbers that are too high.
    pub fn seeks(&self, case: &ClaimsInstance) -> [bool; 2] {
        match self {
            Self::Marginal { answer } if case.tree().is_monotone() => [*answer, !answer],
            _ => [true; 2],
        }
    }

    /// The position of the argument that she chooses for a claim.
    pub fn argument(
        &self,
        table: &mut StabilityTable,
        case: &ClaimsInstance,
        truths: &Truths,
        claim: ClaimId,
    ) -> usize {
        let tree = case.tree();
        match self {
            Self::Honest => table
                .most_stable(tree, claim, |claim| case.alice_thinks(claim, truths) >= 0.5)
                .map_or(0, |(which, _)| which),
            _ => widest(tree, claim),
        }
    }

    /// The subclaims that she may pick, given Bob's numbers for the subclaims of her argument.
    pub fn picks(
        &self,
        case: &ClaimsInstance,
        truths: &Truths,
        argument: Argument<'_>,
        round: usize,
        stated: &[f64],
    ) -> RecursionChoice {
        if let Some(chosen) = self.chosen(round, stated.len()) {
            return chosen;
        }
        // Below the root, the probability that she considers right does not depend on her answer.
        let targets = argument.parts.iter().map(|part| self.target(case, truths, part, true));
        let furthest = furthest(targets.zip(stated.iter().copied()), self.seeks(case));
        RecursionChoice::from_slice(&[(furthest.0, 1.0)])
    }
}

/// The position and the size of the largest error. `each` has pairs of the right probability and
/// the stated probability. The flags select numbers that are too low, numbers that are too high, or
/// both. If several errors are equally large, the first one counts.
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

/// The position of the argument with the most subclaims. If several have equally many, the first
/// one.
fn widest(tree: &ClaimTree, claim: ClaimId) -> usize {
    let mut widest = (0, 0);
    for (which, argument) in tree.arguments(claim).enumerate() {
        if argument.parts.len() > widest.1 {
            widest = (which, argument.parts.len());
        }
    }
    widest.0
}
