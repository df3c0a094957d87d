//! Provers that follow a fixed rule and do not look ahead.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::machine::claims::{Argument, Case, ClaimId, ClaimTree, Odds, StabilityTable, Truths};
use crate::protocol::prover_estimator::{Stakes, direction};
use crate::rules::Direction;

/// A fixed way to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// where Bob is furthest off them. The Alice of `docs/open-finding.md`.
    Ignorant,
}

/// Where a prover recurses: places with their probabilities, which sum to 1.
pub type Picks = SmallVec<[(usize, f64); 4]>;

impl Prover {
    /// Her answer to the root: whether she says that it is true.
    pub fn answer(&self, case: &Case, truths: &Truths) -> bool {
        let truth = case.alice_thinks(ClaimId::ROOT, truths) >= 0.5;
        match self {
            Self::Honest => truth,
            Self::Obfuscator { .. } => !truth,
            Self::Ignorant => case.worlds().chance(ClaimId::ROOT) < 0.5,
        }
    }

    /// What she takes to be the right probability of a claim, or at the root that of her answer.
    fn target(&self, case: &Case, truths: &Truths, claim: ClaimId, answer: bool) -> f64 {
        let root = claim == ClaimId::ROOT;
        match self {
            Self::Honest => {
                let thinks = case.alice_thinks(claim, truths);
                if root && !answer { 1.0 - thinks } else { thinks }
            }
            // As she presents it, she is right, and every subclaim is as she answered.
            Self::Obfuscator { .. } => f64::from(u8::from(root || answer)),
            Self::Ignorant if root => {
                let tree = case.tree();
                let each = |part| Odds::of(case.worlds().chance(part));
                let whole = tree.argument(claim, widest(tree, claim));
                let odds = whole.map(|own| own.rule.chances(own.parts.iter().map(each)).yes);
                let odds = odds.unwrap_or_else(|| case.worlds().chance(claim));
                if answer { odds } else { 1.0 - odds }
            }
            Self::Ignorant => case.worlds().chance(claim),
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
        let slack = if *self == Self::Ignorant { 0.0 } else { stakes.epsilon.get() };
        direction(stated, self.target(case, truths, claim, answer), slack)
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
            Self::Obfuscator { .. } | Self::Ignorant => widest(tree, claim),
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
        match self {
            Self::Honest | Self::Ignorant => {
                let mut furthest = (0, f64::NEG_INFINITY);
                for (at, (part, stated)) in argument.parts.iter().zip(stated).enumerate() {
                    let right = match self {
                        Self::Ignorant => case.worlds().chance(part),
                        _ => case.alice_thinks(part, truths),
                    };
                    let off = (right - stated).abs();
                    if off > furthest.1 + 1e-12 {
                        furthest = (at, off);
                    }
                }
                Picks::from_slice(&[(furthest.0, 1.0)])
            }
            Self::Obfuscator { towards } => match towards.get(round) {
                Some(&at) if at < stated.len() => Picks::from_slice(&[(at, 1.0)]),
                _ => (0..stated.len()).map(|at| (at, 1.0 / stated.len() as f64)).collect(),
            },
        }
    }
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
