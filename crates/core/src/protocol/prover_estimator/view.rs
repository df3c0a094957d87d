//! What each eye may know of a prover-estimator debate.

use std::sync::Arc;

use super::{Phase, ProverEstimator, Ratio, Round, Stakes};
use crate::chance::Probability;
use crate::machine::claims::{Argument, Case, ClaimId, Truths};
use crate::protocol::claims::leaf::Stage;
use crate::rules::{Eye, Protocol, Seat, View};

impl<'a> View<'a, ProverEstimator> {
    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &'a Case {
        self.rules.case()
    }

    /// ε and r.
    pub fn stakes(&self) -> Stakes {
        self.rules.setup().stakes
    }

    /// r.
    pub fn ratio(&self) -> Ratio {
        self.rules.ratio()
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.rules.depth()
    }

    /// ρ of the tree were all claims true, each argued for by its steadiest argument: the real one
    /// would tell what is true.
    pub fn rho_if_all_true(&self) -> f64 {
        self.rules.rho_if_all_true()
    }

    /// What is to be done next. The judge is told no more than whether the leaf is before them.
    pub fn phase(&self) -> Phase {
        match self.rules.phase {
            Phase::Leaf(Stage::Consulting) if !self.eye.is_review() => {
                Phase::Leaf(Stage::Judging { asked: false })
            }
            phase @ (Phase::Leaf(Stage::Judging { .. }) | Phase::Over) => phase,
            _ if self.hears_nothing() => Phase::Opening,
            phase => phase,
        }
    }

    /// The actual world, for players who are defined by knowing it, or look at it only through
    /// [`Case::alice_thinks`] or [`Case::bob_thinks`], which know what the seat was told.
    pub(crate) fn truths(&self) -> Option<&'a Arc<Truths>> {
        if self.is_judge() { None } else { self.rules.world.truths() }
    }

    /// Whether a claim is true, as far as this eye knows.
    pub fn knows(&self, claim: ClaimId) -> Option<bool> {
        self.rules.world.seen(self.eye, claim)
    }

    /// P[claim is true] for Bob before he hears anything, to his own eye.
    pub fn prior(&self, claim: ClaimId) -> Option<f64> {
        let truths = self.rules.world.truths().filter(|_| self.eye == Eye::Seat(Seat::Bob))?;
        Some(self.case().bob_thinks(claim, truths))
    }

    /// Alice's answer to the root, once given.
    pub fn answer(&self) -> Option<bool> {
        if self.hears_nothing() { None } else { self.rules.answer }
    }

    /// Whether it was right, for the review.
    pub fn answer_is_right(&self) -> Option<bool> {
        Protocol::answer_is_right(self.rules).filter(|_| self.eye.is_review())
    }

    /// p_0, once Bob stated it, and z, once it is drawn.
    pub fn first(&self) -> Option<(Probability, Option<bool>)> {
        if self.hears_nothing() { None } else { self.rules.first() }
    }

    /// The rounds so far, the one being played last. The judge sees none.
    pub fn played(&self) -> &'a [Round] {
        if self.hears_nothing() { &[] } else { &self.rules.rounds }
    }

    /// The round being played.
    pub fn round(&self) -> Option<&'a Round> {
        self.played().last()
    }

    /// The argument laid out in a round, once it is.
    pub fn argument_of(&self, round: &Round) -> Option<Argument<'a>> {
        self.case().tree().argument(round.claim, round.which?)
    }

    /// The claim under discussion; to the judge, the one that is put before them.
    pub fn here(&self) -> ClaimId {
        match self.hears_nothing() && !self.is_judged() {
            true => ClaimId::ROOT,
            false => self.rules.here(),
        }
    }

    /// Whether the leaf is before the judge, or was.
    pub fn is_judged(&self) -> bool {
        let phase = self.rules.phase;
        matches!(phase, Phase::Leaf(Stage::Judging { .. } | Stage::Consulting) | Phase::Over)
    }

    /// Whether the leaf is true, for the judge, who looks at the evidence that the scenario gives.
    pub fn evident(&self) -> Option<bool> {
        let world = &self.rules.world;
        let judge = self.eye == Eye::Seat(Seat::Judge);
        world.truth(self.here()).filter(|_| judge && self.is_judged())
    }

    /// The subclaims of the argument laid out in the round being played.
    pub fn subclaims(&self) -> impl Iterator<Item = ClaimId> + use<'a> {
        let laid_out = self.round().and_then(|round| self.argument_of(round));
        laid_out.into_iter().flat_map(|argument| argument.parts.iter())
    }

    /// The subclaim that Bob is asked about, or that is being drawn.
    pub fn asked(&self) -> Option<ClaimId> {
        if self.hears_nothing() { None } else { self.rules.asked() }
    }

    /// Whether the outcome of a round is turned round: at a root that Alice answered no.
    pub fn turned(&self, claim: ClaimId) -> bool {
        claim == ClaimId::ROOT && self.answer() == Some(false)
    }

    /// What a finished round paid Alice.
    pub fn reward(&self, at: usize) -> Option<f64> {
        if self.hears_nothing() { None } else { self.rules.reward(at) }
    }

    /// What Alice has been paid so far; Bob has paid it.
    pub fn alice_is_paid(&self) -> Option<f64> {
        (!self.hears_nothing()).then_some(self.rules.paid)
    }

    /// What the scenario's oracle told the judge about the leaf.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Leaf(Stage::Judging { asked: true }) if self.is_judge() => {
                self.rules.judgement()
            }
            _ => None,
        }
    }
}
