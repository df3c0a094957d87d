//! Estimators that follow a fixed rule, and the memory on which their numbers depend.

use std::sync::Arc;

use super::AskedSubclaim;
use super::learned::LearnedEstimates;
use crate::chance::Probability;
use crate::machine::claims::{Belief, ClaimId, ClaimTree, ClaimsInstance, Knowledge, Odds, Truths};
use crate::protocol::prover_estimator::EstimateRound;

/// A fixed strategy of Bob.
#[derive(Clone, Debug)]
pub enum EstimatorStrategy {
    /// States the posterior over the worlds, given the drawn answers.
    Calibrated,
    /// States 1 − a/q for each of q subclaims, whatever was drawn. He expects `a` false subclaims.
    Independent {
        /// The number of subclaims that he expects to be false.
        false_parts: f64,
        /// P[root claim is true]. If this is `None`, he applies the root's rule to his own
        /// estimates.
        root: Option<Probability>,
    },
    /// States the truth if he knows it, else the posterior.
    Informed,
    /// Always states the same number.
    Constant(Probability),
    /// Shifts the truth of the leaves by this much. Numbers for the claims above follow from the
    /// rules.
    Shading(Probability),
    /// States the probability of each leaf, whatever he knows and whatever was drawn. Numbers for
    /// the claims above follow from the rules, as if the leaves were independent.
    Marginal,
    /// States numbers that were learned until no test in a family could distinguish them from the
    /// truth (Lemma A.3).
    Learned(Arc<LearnedEstimates>),
}

/// The part of the past on which an estimator's numbers depend.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EstimatorMemory {
    belief: Option<Belief>,
    /// The answers of this round as bits, with the first answer in the lowest bit; and the number
    /// of answers.
    drawn: (u32, u32),
}

impl EstimatorStrategy {
    /// His memory before any draw.
    pub fn initial_memory(&self, case: &ClaimsInstance) -> EstimatorMemory {
        let belief = match self {
            Self::Calibrated => Some(case.worlds().belief()),
            Self::Informed => Some(case.bob_belief()),
            _ => None,
        };
        EstimatorMemory { belief, drawn: (0, 0) }
    }

    /// Returns `true` if his numbers depend on the drawn answers.
    pub fn listens(&self, case: &ClaimsInstance) -> bool {
        match self {
            Self::Calibrated => case.worlds().belief().listens(),
            Self::Informed => case.bob_listens(),
            Self::Learned(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if his numbers depend on the actual world.
    pub fn sees_the_world(&self, case: &ClaimsInstance) -> bool {
        matches!(self, Self::Informed | Self::Shading(_)) && *case.bob() != Knowledge::Nothing
    }

    /// p_0, the probability that Alice's answer to the root is right. `truths` is the actual world.
    pub fn first(&self, case: &ClaimsInstance, truths: &Truths, answer: bool) -> f64 {
        let root = match self {
            Self::Constant(p) => return p.get(),
            Self::Calibrated => case.worlds().chance(ClaimId::ROOT),
            Self::Informed => case.bob_thinks(ClaimId::ROOT, truths),
            Self::Shading(shade) => shaded_odds(case, truths, *shade, ClaimId::ROOT).yes,
            Self::Marginal => case.worlds().if_independent(ClaimId::ROOT).yes,
            Self::Learned(learned) => learned.root(answer),
            Self::Independent { root: Some(root), .. } => root.get(),
            Self::Independent { false_parts, root: None } => likeliest(case.tree(), |argument| {
                let q = argument.parts.len();
                let each = Odds::from_probability(spread(*false_parts, q));
                argument.rule.chances(std::iter::repeat_n(each, q))
            }),
        };
        if answer { root } else { 1.0 - root }
    }

    /// His number p̂ for the asked subclaim, given his memory. `truths` is the actual world.
    pub fn estimate(
        &self,
        case: &ClaimsInstance,
        truths: &Truths,
        mind: &EstimatorMemory,
        asked: AskedSubclaim,
    ) -> f64 {
        let Some((part, q)) = asked.part(case.tree()) else { return 0.5 };
        let believed = || match &mind.belief {
            Some(belief) => belief.chance(part),
            None => case.worlds().chance(part),
        };
        match self {
            Self::Constant(p) => p.get(),
            Self::Independent { false_parts, .. } => spread(*false_parts, q),
            Self::Calibrated => believed(),
            Self::Informed => match &mind.belief {
                Some(heard) => case.bob_believes(heard, part, truths),
                None => case.bob_thinks(part, truths),
            },
            Self::Shading(shade) => shaded_odds(case, truths, *shade, part).yes,
            Self::Marginal => case.worlds().if_independent(part).yes,
            Self::Learned(learned) => learned.next(asked, mind.drawn),
        }
    }

    /// His memory after he hears the answer for a subclaim of the current argument.
    pub fn after_answer(
        &self,
        mind: &EstimatorMemory,
        part: ClaimId,
        answer: bool,
    ) -> EstimatorMemory {
        match self {
            Self::Calibrated | Self::Informed => EstimatorMemory {
                belief: mind.belief.clone().map(|belief| belief.given(part, answer)),
                drawn: (0, 0),
            },
            Self::Learned(_) => {
                let (word, count) = mind.drawn;
                EstimatorMemory {
                    belief: None,
                    drawn: (word | u32::from(answer) << count, count + 1),
                }
            }
            _ => mind.clone(),
        }
    }

    /// His memories in each of these rounds: one before each subclaim, and one after the last draw.
    pub fn memories(
        &self,
        case: &ClaimsInstance,
        rounds: &[EstimateRound],
    ) -> Vec<Vec<EstimatorMemory>> {
        let mut start = self.initial_memory(case);
        let in_round = |round: &EstimateRound| {
            let mut minds = vec![start.clone()];
            let argument = round.which.and_then(|which| case.tree().argument(round.claim, which));
            let parts = argument.into_iter().flat_map(|argument| argument.parts.iter());
            for (at, (part, answer)) in parts.zip(round.drawn()).enumerate() {
                minds.push(self.after_answer(&minds[at], part, answer));
            }
            if let Some(before) = round.picked.and_then(|picked| minds.get(picked)) {
                start = self.enters(before);
            }
            minds
        };
        rounds.iter().map(in_round).collect()
    }

    /// His memory at the start of the next round. `mind` is his memory before he estimated the
    /// picked subclaim.
    pub fn enters(&self, mind: &EstimatorMemory) -> EstimatorMemory {
        EstimatorMemory { belief: mind.belief.clone(), drawn: (0, 0) }
    }
}

fn spread(false_parts: f64, q: usize) -> f64 {
    Probability::clamped(1.0 - false_parts / q as f64).get()
}

/// The largest P[argument holds] among the root's arguments. 0.5 if the root is a leaf.
fn likeliest(tree: &ClaimTree, odds: impl Fn(crate::machine::claims::Argument<'_>) -> Odds) -> f64 {
    tree.arguments(ClaimId::ROOT).map(|argument| odds(argument).yes).reduce(f64::max).unwrap_or(0.5)
}

/// The odds of a claim for a shading Bob. At a leaf, they come from the truth or his probability,
/// shifted by δ. At any other claim, they come from the best of its arguments.
fn shaded_odds(case: &ClaimsInstance, truths: &Truths, shade: Probability, claim: ClaimId) -> Odds {
    let best = case
        .tree()
        .arguments(claim)
        .map(|argument| {
            let below: Vec<Odds> =
                argument.parts.iter().map(|part| shaded_odds(case, truths, shade, part)).collect();
            argument.rule.chances(below.into_iter())
        })
        .reduce(|a, b| if b.yes > a.yes { b } else { a });
    best.unwrap_or_else(|| {
        let (shade, thinks) = (shade.get(), case.bob_thinks(claim, truths));
        let shift = |p: f64| p * (1.0 - shade) + (1.0 - p) * shade;
        Odds { no: shift(1.0 - thinks), yes: shift(thinks) }
    })
}
