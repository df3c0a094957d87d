//! Estimators that follow a fixed rule, and what they keep in mind.

use std::sync::Arc;

use super::PartAsked;
use super::learned::Learned;
use crate::chance::Probability;
use crate::machine::claims::{Belief, Case, ClaimId, ClaimTree, Knowledge, Odds, Truths};
use crate::protocol::prover_estimator::Round;

/// A fixed way to estimate.
#[derive(Clone, Debug)]
pub enum Estimator {
    /// The posterior under the worlds, given the answers drawn.
    Calibrated,
    /// 1 − a/q for each of q subclaims, whatever was drawn: expects `a` of them to be false.
    Independent {
        /// How many subclaims he expects to be false.
        false_parts: f64,
        /// P[root claim is true] for him; by default the root's rule on his own estimates.
        root: Option<Probability>,
    },
    /// The truth where he knows it, else calibrated.
    Informed,
    /// Always the same.
    Constant(Probability),
    /// Shades the truth of the leaves by this much, and takes the rules over his own estimates
    /// above them.
    Shading(Probability),
    /// What the law says of each leaf, and the rules over these numbers above them, as if leaves
    /// were independent; whatever was drawn and whatever he knows.
    Marginal,
    /// Learned until nothing in a family of tests tells it from the truth (Lemma A.3).
    Learned(Arc<Learned>),
}

/// What an estimator has heard that still matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mind {
    belief: Option<Belief>,
    /// This round's answers, first in the lowest bit, and how many.
    drawn: (u32, u32),
}

impl Estimator {
    /// The mind before anything is drawn.
    pub fn mind(&self, case: &Case) -> Mind {
        let belief = match self {
            Self::Calibrated => Some(case.worlds().belief()),
            Self::Informed => Some(case.bob_belief()),
            _ => None,
        };
        Mind { belief, drawn: (0, 0) }
    }

    /// Whether what is drawn can change what he states.
    pub fn listens(&self, case: &Case) -> bool {
        match self {
            Self::Calibrated => case.worlds().belief().listens(),
            Self::Informed => case.bob_listens(),
            Self::Learned(_) => true,
            _ => false,
        }
    }

    /// Whether what he states depends on which world is the actual one.
    pub fn sees_the_world(&self, case: &Case) -> bool {
        matches!(self, Self::Informed | Self::Shading(_)) && *case.bob() != Knowledge::Nothing
    }

    /// p_0: how likely it is that Alice's answer to the root is right. `truths` is the actual
    /// world.
    pub fn first(&self, case: &Case, truths: &Truths, answer: bool) -> f64 {
        let root = match self {
            Self::Constant(p) => return p.get(),
            Self::Calibrated => case.worlds().chance(ClaimId::ROOT),
            Self::Informed => case.bob_thinks(ClaimId::ROOT, truths),
            Self::Shading(shade) => shaded(case, truths, *shade, ClaimId::ROOT).yes,
            Self::Marginal => case.worlds().if_independent(ClaimId::ROOT).yes,
            Self::Learned(learned) => learned.root(answer),
            Self::Independent { root: Some(root), .. } => root.get(),
            Self::Independent { false_parts, root: None } => likeliest(case.tree(), |argument| {
                let q = argument.parts.len();
                let each = Odds::of(spread(*false_parts, q));
                argument.rule.chances(std::iter::repeat_n(each, q))
            }),
        };
        if answer { root } else { 1.0 - root }
    }

    /// p̂ for the subclaim asked about, given what he has heard. `truths` is the actual world.
    pub fn estimate(&self, case: &Case, truths: &Truths, mind: &Mind, asked: PartAsked) -> f64 {
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
            Self::Shading(shade) => shaded(case, truths, *shade, part).yes,
            Self::Marginal => case.worlds().if_independent(part).yes,
            Self::Learned(learned) => learned.next(asked, mind.drawn),
        }
    }

    /// The mind after the answer drawn for a subclaim of the present argument.
    pub fn hears(&self, mind: &Mind, part: ClaimId, answer: bool) -> Mind {
        match self {
            Self::Calibrated | Self::Informed => Mind {
                belief: mind.belief.clone().map(|belief| belief.given(part, answer)),
                drawn: (0, 0),
            },
            Self::Learned(_) => {
                let (word, count) = mind.drawn;
                Mind { belief: None, drawn: (word | u32::from(answer) << count, count + 1) }
            }
            _ => mind.clone(),
        }
    }

    /// His minds in each of these rounds: before each of its subclaims, and after the last drawn.
    pub fn minds(&self, case: &Case, rounds: &[Round]) -> Vec<Vec<Mind>> {
        let mut start = self.mind(case);
        let in_round = |round: &Round| {
            let mut minds = vec![start.clone()];
            let argument = round.which.and_then(|which| case.tree().argument(round.claim, which));
            let parts = argument.into_iter().flat_map(|argument| argument.parts.iter());
            for (at, (part, answer)) in parts.zip(round.drawn()).enumerate() {
                minds.push(self.hears(&minds[at], part, answer));
            }
            if let Some(before) = round.picked.and_then(|picked| minds.get(picked)) {
                start = self.enters(before);
            }
            minds
        };
        rounds.iter().map(in_round).collect()
    }

    /// The mind in which the next round begins, from that in which the recursed subclaim's
    /// probability was stated.
    pub fn enters(&self, mind: &Mind) -> Mind {
        Mind { belief: mind.belief.clone(), drawn: (0, 0) }
    }
}

/// 1 − a/q, kept a probability.
fn spread(false_parts: f64, q: usize) -> f64 {
    Probability::clamped(1.0 - false_parts / q as f64).get()
}

/// The largest P[argument holds] of the root's arguments; of a lone leaf, one half.
fn likeliest(tree: &ClaimTree, odds: impl Fn(crate::machine::claims::Argument<'_>) -> Odds) -> f64 {
    tree.arguments(ClaimId::ROOT).map(|argument| odds(argument).yes).reduce(f64::max).unwrap_or(0.5)
}

/// A shading liar's odds: |truth − δ| at a leaf he knows (at another, what he thinks, shaded as
/// much), the best of its arguments above.
fn shaded(case: &Case, truths: &Truths, shade: Probability, claim: ClaimId) -> Odds {
    let best = case
        .tree()
        .arguments(claim)
        .map(|argument| {
            let below: Vec<Odds> =
                argument.parts.iter().map(|part| shaded(case, truths, shade, part)).collect();
            argument.rule.chances(below.into_iter())
        })
        .reduce(|a, b| if b.yes > a.yes { b } else { a });
    best.unwrap_or_else(|| {
        let (shade, thinks) = (shade.get(), case.bob_thinks(claim, truths));
        let shift = |p: f64| p * (1.0 - shade) + (1.0 - p) * shade;
        Odds { no: shift(1.0 - thinks), yes: shift(thinks) }
    })
}
