//! The rules of prover-estimator debate (2025 paper, Fig. 2). Alice answers the root, and Bob
//! states a probability that her answer is right. In each round, Alice bets on the error of one of
//! his numbers.

use std::sync::Arc;

use super::{ProverEstimatorError, ProverEstimatorInstance, RewardRatio, SetupCache};
use crate::chance::Probability;
use crate::machine::Ordinal;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, StabilityTable};
use crate::protocol::claims::leaf::{self, LeafStage};
use crate::protocol::claims::world::World;
use crate::rules::{
    ArgumentDomain, Cost, Direction, EffectfulAction, Ledger, Next, Outcome, Protocol, Seat, Side,
    Visibility, YesNo, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// A prover-estimator debate at any point between its start and its end.
#[derive(Clone, Debug)]
pub struct ProverEstimator {
    shared: Arc<Shared>,
    pub(super) world: World,
    pub(super) phase: Phase,
    /// Alice's answer to the root. `None` until she gives it.
    pub(super) answer: Option<bool>,
    /// p_0 and z. Each is `None` until Bob states p_0 and nature draws z.
    first: (Option<Probability>, Option<bool>),
    /// The rounds so far. The last one is the current round.
    pub(super) rounds: Arc<Vec<EstimateRound>>,
    /// The drawn human judgement of the leaf. Always `None` if human judgement is certain.
    heard: Option<bool>,
    pub(super) paid: f64,
    ledger: Ledger,
    /// True if Bob sees Alice's average pay for every number that he may state.
    pub(super) shows_pay: bool,
}

#[derive(Debug)]
struct Shared {
    setup: ProverEstimatorInstance,
    depth: usize,
    /// ρ of the tree if all claims were true and each had its most stable argument.
    rho_if_all_true: f64,
    kept: SetupCache,
}

/// A round, with the moves made so far.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateRound {
    /// The claim under discussion.
    pub claim: ClaimId,
    /// p_k, Bob's probability for the claim.
    pub stated: Probability,
    /// Alice's statement about p_k.
    pub said: Option<Direction>,
    /// The position of the argument that Alice chose, counted from 0.
    pub which: Option<usize>,
    /// Bob's probability p̂_i for each subclaim, and the answer ŷ_i once it is drawn.
    pub parts: Vec<(Probability, Option<bool>)>,
    /// The outcome for the payment: rule(ŷ), or the judge's decision. At the root, the outcome is
    /// negated if Alice answered no.
    pub outcome: Option<bool>,
    /// The position of the subclaim that Alice picked for the next round, counted from 0.
    pub picked: Option<usize>,
}

impl EstimateRound {
    fn new(claim: ClaimId, stated: Probability) -> Self {
        Self {
            claim,
            stated,
            said: None,
            which: None,
            parts: Vec::new(),
            outcome: None,
            picked: None,
        }
    }

    /// Bob's probabilities for the subclaims so far.
    pub fn estimates(&self) -> Vec<f64> {
        self.parts.iter().map(|part| part.0.get()).collect()
    }

    /// The answers drawn so far.
    pub fn drawn(&self) -> impl Iterator<Item = bool> {
        self.parts.iter().filter_map(|part| part.1)
    }
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Nature draws the world, and the rules tell the provers what they may know.
    Opening,
    /// Alice answers the root.
    Answering,
    /// Bob states a probability that Alice's answer is right.
    First,
    /// Nature draws z.
    Coin {
        /// p_0, Bob's probability.
        p: Probability,
    },
    /// Alice says whether p_k is too low, about right, or too high.
    Calling,
    /// Alice chooses an argument.
    Arguing,
    /// Bob states the probability of the next subclaim.
    Estimating,
    /// Nature draws the answer of that subclaim.
    Drawing {
        /// p̂_i, Bob's probability.
        p: Probability,
    },
    /// Alice picks the next subclaim.
    Picking,
    /// The judge decides the leaf.
    Leaf(LeafStage),
    /// The judge has decided.
    Over,
}

impl Protocol for ProverEstimator {
    fn next(&self) -> Next<Self> {
        let alice = |offered: EffectfulAction<Self>| {
            Next::ask(Seat::Alice, [offered.seen_by(Visibility::ALOUD)])
        };
        let bob = |offered: EffectfulAction<Self>| {
            Next::ask(Seat::Bob, [offered.seen_by(Visibility::ALOUD)])
        };
        match self.phase {
            Phase::Opening => match self.world.next() {
                Some(opening) => opening.embed(|debate| Some(&mut debate.world), Self::open),
                None => alice(answering()),
            },
            // Start: Alice answers, and Bob states p_0. Nature draws z, and Alice is paid z.
            Phase::Answering => alice(answering()),
            Phase::First => bob(effectful::estimate(
                ArgumentDomain::<Probability>::ALL,
                |debate: &mut Self, p| {
                    debate.first.0 = Some(p);
                    debate.phase = Phase::Coin { p };
                },
            )),
            Phase::Coin { p } => Next::toss(p, Visibility::ALOUD, move |debate: &mut Self, z| {
                debate.first.1 = Some(z);
                debate.paid += f64::from(z);
                debate.begin(ClaimId::ROOT, p);
            }),
            // Step 1: Alice says whether p_k is too low, about right, or too high.
            Phase::Calling => alice(effectful::say(
                ArgumentDomain::<Direction>::ALL,
                |debate: &mut Self, said| {
                    debate.change_round(|round| round.said = Some(said));
                    debate.called();
                },
            )),
            // Step 2: Alice chooses an argument. For each subclaim Bob states p̂_i, and nature
            // draws ŷ_i.
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                let layouts = leaf::layouts(arguments, |argument| argument.parts.len());
                alice(effectful::argue(layouts, |debate: &mut Self, layout| {
                    debate.change_round(|round| round.which = Some(layout.argument.index()));
                    debate.phase = Phase::Estimating;
                }))
            }
            Phase::Estimating => bob(effectful::estimate(
                ArgumentDomain::<Probability>::ALL,
                |debate: &mut Self, p| {
                    debate.change_round(|round| round.parts.push((p, None)));
                    debate.phase = Phase::Drawing { p };
                },
            )),
            Phase::Drawing { p } => Next::toss(p, Visibility::ALOUD, Self::drawn),
            // Alice picks the subclaim of the next round.
            Phase::Picking => {
                let places = ArgumentDomain::<Ordinal>::first(self.subclaims().count());
                alice(effectful::pick(places, |debate: &mut Self, place| {
                    debate.pick(place.index())
                }))
            }
            // Step 3: the judge decides a leaf and sees nothing else. If human judgement is not
            // certain, nature draws it first.
            Phase::Leaf(LeafStage::Consulting) if self.judgement().is_none() => {
                // The world has been drawn by now, so the truth is known.
                let truth = self.world.truth(self.here()).unwrap_or_default();
                let yes = Probability::clamped(self.setup().stakes.says_true(f64::from(truth)));
                Next::toss(yes, Visibility::NOBODY, |debate: &mut Self, said| {
                    debate.heard = Some(said);
                })
            }
            Phase::Leaf(stage) => stage.next(
                self.judgement(),
                |debate| &mut debate.ledger,
                |debate: &mut Self, stage| debate.phase = Phase::Leaf(stage),
                |debate, decided| {
                    debate.pay(decided);
                    debate.phase = Phase::Over;
                },
            ),
            Phase::Over => Next::Over(Outcome::paid(self.paid)),
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn rounds(&self) -> u64 {
        self.rounds.len() as u64
    }

    /// The truth of the root claim. It does not depend on Alice's answer.
    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(self.world.truth(ClaimId::ROOT))
    }

    fn right_side(&self, _: &CancelToken) -> Result<Option<Side>, Cancelled> {
        Ok(Protocol::answer_is_right(self).map(Side::of_claim))
    }

    fn answer_is_right(&self) -> Option<bool> {
        Some(self.answer? == self.world.truth(ClaimId::ROOT)?)
    }
}

fn answering() -> EffectfulAction<ProverEstimator> {
    effectful::claim(ArgumentDomain::<YesNo>::ALL, |debate: &mut ProverEstimator, YesNo(answer)| {
        debate.answer = Some(answer);
        debate.phase = Phase::First;
    })
}

impl ProverEstimator {
    /// Creates a debate at its start.
    ///
    /// # Errors
    /// Returns an error if the world cannot be drawn, or if an argument disagrees with its claim in
    /// some world. If Alice answered no, she could choose such an argument and be paid for it.
    pub fn new(setup: ProverEstimatorInstance) -> Result<Self, ProverEstimatorError> {
        setup.case.arguments_fit()?;
        let world = World::new(setup.case.clone())?;
        let tree = setup.case.tree();
        let depth = tree.depth();
        let rho_if_all_true = StabilityTable::new(setup.stakes.epsilon).if_all_true(tree);
        let phase = if world.next().is_some() { Phase::Opening } else { Phase::Answering };
        let ledger = Ledger::default().with_limit(Seat::Judge, Cost::Oracle, 1).seen_by(
            Seat::Judge,
            Cost::Oracle,
            Visibility::only(Seat::Judge),
        );
        Ok(Self {
            shared: Arc::new(Shared { setup, depth, rho_if_all_true, kept: SetupCache::default() }),
            world,
            phase,
            answer: None,
            first: (None, None),
            rounds: Arc::default(),
            heard: None,
            paid: 0.0,
            ledger,
            shows_pay: false,
        })
    }

    /// Returns this debate with a new setting: if `shown`, Bob sees Alice's average pay for every
    /// number that he may state.
    #[must_use]
    pub fn with_pay_shown(self, shown: bool) -> Self {
        Self { shows_pay: shown, ..self }
    }

    /// The setup of this debate.
    pub fn setup(&self) -> &ProverEstimatorInstance {
        &self.shared.setup
    }

    /// The cache of results that depend on the setup only. All debates with this setup share it.
    pub fn kept(&self) -> &SetupCache {
        &self.shared.kept
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.shared.depth
    }

    /// ρ of the tree if all claims were true and each had its most stable argument.
    pub fn rho_if_all_true(&self) -> f64 {
        self.shared.rho_if_all_true
    }

    /// Bob's p_0 and the drawn answer z. `None` until Bob states p_0. z is `None` until nature
    /// draws it.
    pub fn first(&self) -> Option<(Probability, Option<bool>)> {
        Some((self.first.0?, self.first.1))
    }

    /// The claims, the distribution over worlds, and the knowledge of each prover.
    pub fn case(&self) -> &ClaimsInstance {
        &self.shared.setup.case
    }

    /// The reward ratio r.
    pub fn ratio(&self) -> RewardRatio {
        self.shared.setup.stakes.ratio
    }

    /// The current round. `None` before the first round.
    pub fn round(&self) -> Option<&EstimateRound> {
        self.rounds.last()
    }

    /// The claim under discussion.
    pub fn here(&self) -> ClaimId {
        self.round().map_or(ClaimId::ROOT, |round| round.claim)
    }

    /// The argument that Alice chose in a round. `None` until she chooses it.
    pub fn argument_of(&self, round: &EstimateRound) -> Option<Argument<'_>> {
        self.case().tree().argument(round.claim, round.which?)
    }

    /// The subclaims of the argument in the current round.
    pub fn subclaims(&self) -> impl Iterator<Item = ClaimId> {
        self.round()
            .and_then(|round| self.argument_of(round))
            .into_iter()
            .flat_map(|a| a.parts.iter())
    }

    /// The subclaim that Bob estimates now, or the one whose answer nature draws now.
    pub fn asked(&self) -> Option<ClaimId> {
        let round = self.round()?;
        let drawn = round.drawn().count();
        match self.phase {
            Phase::Estimating | Phase::Drawing { .. } => self.argument_of(round)?.parts.get(drawn),
            _ => None,
        }
    }

    /// Returns `true` if the outcome of a round about this claim is negated. This happens only at
    /// the root, and only if Alice answered no.
    pub fn turned(&self, claim: ClaimId) -> bool {
        claim == ClaimId::ROOT && self.answer == Some(false)
    }

    /// Lets Alice answer after the world is drawn and the provers know what they may know.
    fn open(&mut self) {
        if self.world.next().is_none() {
            self.phase = Phase::Answering;
        }
    }

    fn change_round(&mut self, change: impl FnOnce(&mut EstimateRound)) {
        if let Some(round) = Arc::make_mut(&mut self.rounds).last_mut() {
            change(round);
        }
    }

    /// Alice's payment for a round. `None` until the round is finished.
    pub fn reward(&self, at: usize) -> Option<f64> {
        let round = self.rounds.get(at)?;
        let outcome = round.outcome?;
        Some(self.ratio().reward(at, round.said?, outcome, round.stated.get()))
    }

    fn pay(&mut self, outcome: bool) {
        let turned = self.turned(self.here());
        self.change_round(|round| round.outcome = Some(outcome != turned));
        if let Some(reward) = self.reward(self.rounds.len() - 1) {
            self.paid += reward;
        }
    }

    /// Starts a round about a claim for which Bob stated this probability.
    fn begin(&mut self, claim: ClaimId, stated: Probability) {
        Arc::make_mut(&mut self.rounds).push(EstimateRound::new(claim, stated));
        self.phase = Phase::Calling;
    }

    fn called(&mut self) {
        let (tree, here) = (self.case().tree(), self.here());
        self.phase = match (tree.leaf_rank(here), tree.argument_count(here)) {
            (Some(leaf), _) => Phase::Leaf(LeafStage::Putting(leaf)),
            (None, 1) => {
                self.change_round(|round| round.which = Some(0));
                Phase::Estimating
            }
            _ => Phase::Arguing,
        };
    }

    fn drawn(&mut self, answer: bool) {
        self.change_round(|round| {
            if let Some(part) = round.parts.last_mut() {
                part.1 = Some(answer);
            }
        });
        let Some(round) = self.round() else { return };
        let Some(argument) = self.argument_of(round) else { return };
        if round.parts.len() < argument.parts.len() {
            self.phase = Phase::Estimating;
            return;
        }
        let tally = argument.rule.tally(argument.parts.len());
        let outcome = round.drawn().fold(tally, |tally, answer| tally.after_answer(answer)).holds();
        let only = argument.parts.len() == 1;
        self.pay(outcome);
        self.phase = Phase::Picking;
        if only {
            self.pick(0);
        }
    }

    /// Continues with a subclaim of the current argument. `at` is its position, counted from 0.
    fn pick(&mut self, at: usize) {
        let part = |debate: &Self| {
            let round = debate.round()?;
            Some((debate.argument_of(round)?.parts.get(at)?, round.parts.get(at)?.0))
        };
        if let Some((claim, stated)) = part(self) {
            self.change_round(|round| round.picked = Some(at));
            self.begin(claim, stated);
        }
    }

    /// The human judgement of the leaf. `None` until it is drawn.
    pub(super) fn judgement(&self) -> Option<bool> {
        match self.setup().stakes.judgement.as_certain() {
            Some(right) => self.world.truth(self.here()).map(|truth| truth == right),
            None => self.heard,
        }
    }
}
