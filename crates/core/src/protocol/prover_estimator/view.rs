//! The parts of a prover-estimator debate that each viewer may see.

use std::sync::Arc;

use super::{EstimateRound, Phase, ProverEstimator, RewardParams, RewardRatio};
use crate::chance::Probability;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Odds, Truths};
use crate::protocol::claims::leaf::LeafStage;
use crate::rules::{Protocol, Seat, View, Viewer};

impl<'a> View<'a, ProverEstimator> {
    /// The claims, the distribution over worlds, and the knowledge of each prover.
    pub fn case(&self) -> &'a ClaimsInstance {
        self.rules.case()
    }

    /// The numbers ε and r, with their source.
    pub fn stakes(&self) -> RewardParams {
        self.rules.setup().stakes
    }

    /// The reward ratio r.
    pub fn ratio(&self) -> RewardRatio {
        self.rules.ratio()
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.rules.depth()
    }

    /// ρ of the tree if all claims were true and each had its most stable argument. The real ρ
    /// would reveal which claims are true.
    pub fn rho_if_all_true(&self) -> f64 {
        self.rules.rho_if_all_true()
    }

    /// The current phase. The judge learns only whether it has to decide the leaf now.
    pub fn phase(&self) -> Phase {
        match self.rules.phase {
            Phase::Leaf(LeafStage::Consulting) if !self.eye.is_review() => {
                Phase::Leaf(LeafStage::Judging { asked: false })
            }
            phase @ (Phase::Leaf(LeafStage::Judging { .. }) | Phase::Over) => phase,
            _ if self.hears_nothing() => Phase::Opening,
            phase => phase,
        }
    }

    /// The actual world. Two kinds of players may use it. Some are defined to know it. The others
    /// pass it to [`ClaimsInstance::alice_thinks`] or [`ClaimsInstance::bob_thinks`], and these
    /// functions use only what the seat knows.
    pub(crate) fn truths(&self) -> Option<&'a Arc<Truths>> {
        if self.is_judge() { None } else { self.rules.world.truths() }
    }

    /// The truth of a claim. `None` if this viewer does not know it.
    pub fn knows(&self, claim: ClaimId) -> Option<bool> {
        self.rules.world.seen(self.eye, claim)
    }

    /// P[claim is true] for Bob, before he hears anything. `None` for any viewer except Bob.
    pub fn prior(&self, claim: ClaimId) -> Option<f64> {
        let truths = self.rules.world.truths().filter(|_| self.eye == Viewer::Seat(Seat::Bob))?;
        Some(self.case().bob_thinks(claim, truths))
    }

    /// Alice's answer to the root. `None` until she gives it.
    pub fn answer(&self) -> Option<bool> {
        if self.hears_nothing() { None } else { self.rules.answer }
    }

    /// True if Alice's answer is right. `None` outside a review.
    pub fn answer_is_right(&self) -> Option<bool> {
        Protocol::answer_is_right(self.rules).filter(|_| self.eye.is_review())
    }

    /// Bob's p_0 and the drawn answer z. `None` until Bob states p_0. z is `None` until nature
    /// draws it.
    pub fn first(&self) -> Option<(Probability, Option<bool>)> {
        if self.hears_nothing() { None } else { self.rules.first() }
    }

    /// The rounds so far. The last one is the current round. Empty for the judge.
    pub fn played(&self) -> &'a [EstimateRound] {
        if self.hears_nothing() { &[] } else { &self.rules.rounds }
    }

    /// The current round. `None` before the first round.
    pub fn round(&self) -> Option<&'a EstimateRound> {
        self.played().last()
    }

    /// The argument that Alice chose in a round. `None` until she chooses it.
    pub fn argument_of(&self, round: &EstimateRound) -> Option<Argument<'a>> {
        self.case().tree().argument(round.claim, round.which?)
    }

    /// The claim under discussion. The judge sees only the leaf to decide.
    pub fn here(&self) -> ClaimId {
        match self.hears_nothing() && !self.is_judged() {
            true => ClaimId::ROOT,
            false => self.rules.here(),
        }
    }

    /// Returns `true` if the judge is deciding the leaf, or has decided it.
    pub fn is_judged(&self) -> bool {
        let phase = self.rules.phase;
        matches!(
            phase,
            Phase::Leaf(LeafStage::Judging { .. } | LeafStage::Consulting) | Phase::Over
        )
    }

    /// The truth of the leaf, for a judge who looks at the evidence of the scenario. `None` for
    /// other viewers.
    pub fn leaf_truth(&self) -> Option<bool> {
        let world = &self.rules.world;
        let judge = self.eye == Viewer::Seat(Seat::Judge);
        world.truth(self.here()).filter(|_| judge && self.is_judged())
    }

    /// The subclaims of the argument in the current round.
    pub fn subclaims(&self) -> impl Iterator<Item = ClaimId> + use<'a> {
        let laid_out = self.round().and_then(|round| self.argument_of(round));
        laid_out.into_iter().flat_map(|argument| argument.parts.iter())
    }

    /// The subclaim that Bob estimates now, or the one whose answer nature draws now.
    pub fn asked(&self) -> Option<ClaimId> {
        if self.hears_nothing() { None } else { self.rules.asked() }
    }

    /// Returns `true` if the outcome of a round about this claim is negated. This happens only at
    /// the root, and only if Alice answered no.
    pub fn turned(&self, claim: ClaimId) -> bool {
        claim == ClaimId::ROOT && self.answer() == Some(false)
    }

    /// Alice's payment for a round. `None` until the round is finished.
    pub fn reward(&self, at: usize) -> Option<f64> {
        if self.hears_nothing() { None } else { self.rules.reward(at) }
    }

    /// The sum of Alice's payments so far. Bob has paid this sum.
    pub fn alice_is_paid(&self) -> Option<f64> {
        (!self.hears_nothing()).then_some(self.rules.paid)
    }

    /// Returns `true` if Bob sees Alice's average pay for every number that he may state.
    pub fn shows_pay(&self) -> bool {
        self.rules.shows_pay
    }

    /// The oracle's answer about the leaf. `None` unless the viewer is a judge who asked the
    /// oracle.
    pub fn consulted(&self) -> Option<bool> {
        match self.rules.phase {
            Phase::Leaf(LeafStage::Judging { asked: true }) if self.is_judge() => {
                self.rules.judgement()
            }
            _ => None,
        }
    }

    /// Alice's exact average pay over the draws, if Bob states this number now and all his later
    /// numbers agree with what he knew at the start. The computation assumes that Alice knows as
    /// little as he does. She names the right direction of every error, and continues with the
    /// subclaim that has the largest error. `None` if Bob is not asked for a number.
    pub fn average_pay(&self, stated: f64) -> Option<f64> {
        let worlds = self.case().worlds();
        let chance = |claim: ClaimId| worlds.chance(claim);
        let so_far = self.alice_is_paid()?;
        match self.phase() {
            Phase::First => {
                let yes = chance(ClaimId::ROOT);
                let right = if self.answer()? { yes } else { 1.0 - yes };
                Some(stated + self.ratio().stake(0) * (right - stated).abs())
            }
            Phase::Estimating => {
                let round = self.round()?;
                let asked = self.asked()?;
                let argument = self.argument_of(round)?;
                let at = self.played().len() - 1;
                let number = |place: usize, claim: ClaimId| match round.parts.get(place) {
                    Some((p, _)) => p.get(),
                    None if claim == asked => stated,
                    None => chance(claim),
                };
                // If an answer was already drawn, it is certain.
                let odds: Vec<Odds> = argument
                    .parts
                    .iter()
                    .enumerate()
                    .map(|(place, claim)| match round.parts.get(place) {
                        Some((_, Some(drawn))) => Odds::certain(*drawn),
                        _ => Odds::from_probability(number(place, claim)),
                    })
                    .collect();
                let yes = argument.rule.chances(odds.into_iter()).yes;
                let outcome = if self.turned(round.claim) { 1.0 - yes } else { yes };
                let sign = f64::from(round.said?.sign());
                let this_round = self.ratio().stake(at) * sign * (outcome - round.stated.get());
                let errors = argument.parts.iter().enumerate();
                let largest = errors
                    .map(|(place, claim)| (chance(claim) - number(place, claim)).abs())
                    .fold(0.0, f64::max);
                Some(so_far + this_round + self.ratio().stake(at + 1) * largest)
            }
            _ => None,
        }
    }
}
