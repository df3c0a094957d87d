//! What each seat of a prover-estimator debate may know: the methods that strategies call.

use std::sync::Arc;

use super::{Phase, ProverEstimator, Stakes};
use crate::machine::claims::{Case, ClaimId, Truths};
use crate::rules::Direction;
use crate::rules::View;

/// A round as the provers saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenRound {
    /// The claim under discussion.
    pub claim: ClaimId,
    /// p_k, what Bob stated for it.
    pub stated: f64,
    /// What Alice said of that.
    pub said: Option<Direction>,
    /// Which argument she laid out, from 0.
    pub which: Option<usize>,
    /// p̂ of each subclaim so far.
    pub estimates: Vec<f64>,
    /// The answers drawn so far.
    pub drawn: Vec<bool>,
    /// Which subclaim she went on with, from 0.
    pub picked: Option<usize>,
}

impl<'a> View<'a, ProverEstimator> {
    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &'a Case {
        self.rules.case()
    }

    /// ε and r.
    pub fn stakes(&self) -> Stakes {
        self.rules.setup().stakes
    }

    /// The actual world. A player looks at it only through [`Case::alice_thinks`] or
    /// [`Case::bob_thinks`], which know what the seat was told.
    pub fn truths(&self) -> Option<&'a Arc<Truths>> {
        if self.is_judge() { None } else { self.rules.world.truths() }
    }

    /// Alice's answer to the root, once given.
    pub fn answer(&self) -> Option<bool> {
        if self.is_judge() { None } else { self.rules.answer }
    }

    /// The rounds so far, the one being played last. The judge sees none.
    pub fn rounds(&self) -> Vec<SeenRound> {
        if self.is_judge() {
            return Vec::new();
        }
        let seen = self.rules.rounds.iter().map(|round| SeenRound {
            claim: round.claim,
            stated: round.stated.get(),
            said: round.said,
            which: round.which,
            estimates: round.parts.iter().map(|part| part.0.get()).collect(),
            drawn: round.parts.iter().filter_map(|part| part.1).collect(),
            picked: round.picked,
        });
        seen.collect()
    }

    /// What the scenario's oracle told the judge about the leaf.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Judging { asked: true } if self.is_judge() => self.rules.judgement(),
            _ => None,
        }
    }
}
