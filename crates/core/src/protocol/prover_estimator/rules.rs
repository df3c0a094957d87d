//! Prover-estimator debate (Brown-Cohen, Irving, Piliouras 2025, Fig. 2): Alice answers, Bob
//! says how likely she is right, and round by round they bet on how far off he is.

use std::sync::Arc;

use super::{ProverEstimatorError, ProverEstimatorInstance, Ratio, SetupResults};
use crate::chance::Probability;
use crate::machine::Place;
use crate::machine::claims::{Argument, Case, ClaimId, StabilityTable};
use crate::protocol::claims::leaf::{self, Stage};
use crate::protocol::claims::world::World;
use crate::rules::{
    Among, Audience, Cost, Direction, Ledger, Next, Offered, Outcome, Protocol, Seat, Side, YesNo,
    offer,
};
use crate::work::{Stopped, Token};

/// A prover-estimator debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct ProverEstimator {
    shared: Arc<Shared>,
    pub(super) world: World,
    pub(super) phase: Phase,
    /// Alice's answer to the root, once given.
    pub(super) answer: Option<bool>,
    /// p_0 and z, once they are known.
    first: (Option<Probability>, Option<bool>),
    /// The rounds so far, the one being played last.
    pub(super) rounds: Arc<Vec<Round>>,
    /// What human judgement said of the leaf, once it was drawn; where it is always right, the truth.
    heard: Option<bool>,
    pub(super) paid: f64,
    ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: ProverEstimatorInstance,
    depth: usize,
    /// ρ of the tree were all claims true, each by its steadiest argument.
    rho_if_all_true: f64,
    kept: SetupResults,
}

/// A round, as far as it has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The claim under discussion.
    pub claim: ClaimId,
    /// p_k, what Bob stated for the claim.
    pub stated: Probability,
    /// What Alice said of that.
    pub said: Option<Direction>,
    /// Which argument Alice laid out, from 0.
    pub which: Option<usize>,
    /// p̂_i, and ŷ_i once it is drawn.
    pub parts: Vec<(Probability, Option<bool>)>,
    /// rule(ŷ), or the judge's decision, as it is paid for: turned round for a root answered no.
    pub outcome: Option<bool>,
    /// Which subclaim Alice went on with, from 0.
    pub picked: Option<usize>,
}

impl Round {
    fn on(claim: ClaimId, stated: Probability) -> Self {
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

    /// What Bob stated for each subclaim so far.
    pub fn estimates(&self) -> Vec<f64> {
        self.parts.iter().map(|part| part.0.get()).collect()
    }

    /// The answers drawn so far.
    pub fn drawn(&self) -> impl Iterator<Item = bool> {
        self.parts.iter().filter_map(|part| part.1)
    }
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The world is drawn and told.
    Opening,
    /// Alice answers the root.
    Answering,
    /// Bob says how likely it is that she is right.
    First,
    /// The coin z falls.
    Coin {
        /// p_0, what Bob said.
        p: Probability,
    },
    /// Alice says of p_k that it is too low, about right, or too high.
    Calling,
    /// Alice lays out an argument.
    Arguing,
    /// Bob states the next subclaim's probability.
    Estimating,
    /// Its answer is drawn.
    Drawing {
        /// p̂_i, what Bob stated.
        p: Probability,
    },
    /// Alice picks the subclaim to go on with.
    Picking,
    /// The judge decides the leaf.
    Leaf(Stage),
    /// The judge has decided.
    Over,
}

impl Protocol for ProverEstimator {
    fn next(&self) -> Next<Self> {
        let alice =
            |offered: Offered<Self>| Next::ask(Seat::Alice, [offered.seen_by(Audience::ALOUD)]);
        let bob = |offered: Offered<Self>| Next::ask(Seat::Bob, [offered.seen_by(Audience::ALOUD)]);
        match self.phase {
            Phase::Opening => match self.world.next() {
                Some(opening) => opening.within(|debate| Some(&mut debate.world), Self::open),
                None => alice(answering()),
            },
            // Alice answers; Bob states p_0 for her being right; z is drawn and paid.
            Phase::Answering => alice(answering()),
            Phase::First => {
                bob(offer::estimate(Among::<Probability>::ALL, |debate: &mut Self, p| {
                    debate.first.0 = Some(p);
                    debate.phase = Phase::Coin { p };
                }))
            }
            Phase::Coin { p } => Next::toss(p, Audience::ALOUD, move |debate: &mut Self, z| {
                debate.first.1 = Some(z);
                debate.paid += f64::from(z);
                debate.begin(ClaimId::ROOT, p);
            }),
            // 1. Alice says of p_k whether it is too low, about right, or too high.
            Phase::Calling => {
                alice(offer::say(Among::<Direction>::ALL, |debate: &mut Self, said| {
                    debate.change_round(|round| round.said = Some(said));
                    debate.called();
                }))
            }
            // 2. She lays out an argument; Bob states p̂_i, and ŷ_i is drawn from it, one by one.
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                let layouts = leaf::layouts(arguments, |argument| argument.parts.len());
                alice(offer::argue(layouts, |debate: &mut Self, layout| {
                    debate.change_round(|round| round.which = Some(layout.argument.index()));
                    debate.phase = Phase::Estimating;
                }))
            }
            Phase::Estimating => {
                bob(offer::estimate(Among::<Probability>::ALL, |debate: &mut Self, p| {
                    debate.change_round(|round| round.parts.push((p, None)));
                    debate.phase = Phase::Drawing { p };
                }))
            }
            Phase::Drawing { p } => Next::toss(p, Audience::ALOUD, Self::drawn),
            // Alice picks the subclaim to recurse on.
            Phase::Picking => {
                let places = Among::<Place>::first(self.subclaims().count());
                alice(offer::pick(places, |debate: &mut Self, place| debate.pick(place.index())))
            }
            // 3. At a leaf the judge decides, without seeing anything else.
            // What human judgement says of it is drawn before, unless it is always right.
            Phase::Leaf(Stage::Consulting) if self.judgement().is_none() => {
                // The world is settled since the opening.
                let truth = self.world.truth(self.here()).unwrap_or_default();
                let yes = Probability::clamped(self.setup().stakes.says_true(f64::from(truth)));
                Next::toss(yes, Audience::NOBODY, |debate: &mut Self, said| {
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

    /// Whether the root claim is true, whatever Alice answered.
    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(self.world.truth(ClaimId::ROOT))
    }

    fn right_side(&self, _: &Token) -> Result<Option<Side>, Stopped> {
        Ok(Protocol::answer_is_right(self).map(Side::of_claim))
    }

    fn answer_is_right(&self) -> Option<bool> {
        Some(self.answer? == self.world.truth(ClaimId::ROOT)?)
    }
}

fn answering() -> Offered<ProverEstimator> {
    offer::claim(Among::<YesNo>::ALL, |debate: &mut ProverEstimator, YesNo(answer)| {
        debate.answer = Some(answer);
        debate.phase = Phase::First;
    })
}

impl ProverEstimator {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If its world cannot be drawn, or an argument disagrees with its claim in some world: an
    /// Alice who answers no could lay it out and be paid for it.
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
            Audience::only(Seat::Judge),
        );
        Ok(Self {
            shared: Arc::new(Shared {
                setup,
                depth,
                rho_if_all_true,
                kept: SetupResults::default(),
            }),
            world,
            phase,
            answer: None,
            first: (None, None),
            rounds: Arc::default(),
            heard: None,
            paid: 0.0,
            ledger,
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &ProverEstimatorInstance {
        &self.shared.setup
    }

    /// What players worked out from the setup, kept for every debate that starts like this one.
    pub fn kept(&self) -> &SetupResults {
        &self.shared.kept
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.shared.depth
    }

    /// ρ of the tree were all claims true, each argued for by its steadiest argument.
    pub fn rho_if_all_true(&self) -> f64 {
        self.shared.rho_if_all_true
    }

    /// p_0, once Bob stated it, and z, once it is drawn.
    pub fn first(&self) -> Option<(Probability, Option<bool>)> {
        Some((self.first.0?, self.first.1))
    }

    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &Case {
        &self.shared.setup.case
    }

    /// r.
    pub fn ratio(&self) -> Ratio {
        self.shared.setup.stakes.ratio
    }

    /// The round being played.
    pub fn round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The claim under discussion.
    pub fn here(&self) -> ClaimId {
        self.round().map_or(ClaimId::ROOT, |round| round.claim)
    }

    /// The argument laid out in a round, once it is.
    pub fn argument_of(&self, round: &Round) -> Option<Argument<'_>> {
        self.case().tree().argument(round.claim, round.which?)
    }

    /// The subclaims of the argument laid out in the round being played.
    pub fn subclaims(&self) -> impl Iterator<Item = ClaimId> {
        self.round()
            .and_then(|round| self.argument_of(round))
            .into_iter()
            .flat_map(|a| a.parts.iter())
    }

    /// The subclaim that Bob is asked about, or that is being drawn.
    pub fn asked(&self) -> Option<ClaimId> {
        let round = self.round()?;
        let drawn = round.drawn().count();
        match self.phase {
            Phase::Estimating | Phase::Drawing { .. } => self.argument_of(round)?.parts.get(drawn),
            _ => None,
        }
    }

    /// Whether the outcome of a round is turned round: at a root that Alice answered no.
    pub fn turned(&self, claim: ClaimId) -> bool {
        claim == ClaimId::ROOT && self.answer == Some(false)
    }

    /// Goes on once the world is settled.
    fn open(&mut self) {
        if self.world.next().is_none() {
            self.phase = Phase::Answering;
        }
    }

    fn change_round(&mut self, change: impl FnOnce(&mut Round)) {
        if let Some(round) = Arc::make_mut(&mut self.rounds).last_mut() {
            change(round);
        }
    }

    /// What a finished round paid Alice.
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

    /// A round begins on a claim for which Bob stated this probability.
    fn begin(&mut self, claim: ClaimId, stated: Probability) {
        Arc::make_mut(&mut self.rounds).push(Round::on(claim, stated));
        self.phase = Phase::Calling;
    }

    fn called(&mut self) {
        let (tree, here) = (self.case().tree(), self.here());
        self.phase = match (tree.leaf_rank(here), tree.argument_count(here)) {
            (Some(leaf), _) => Phase::Leaf(Stage::Putting(leaf)),
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
        let outcome = round.drawn().fold(tally, |tally, answer| tally.with(answer)).holds();
        let only = argument.parts.len() == 1;
        self.pay(outcome);
        self.phase = Phase::Picking;
        if only {
            self.pick(0);
        }
    }

    /// Goes on with a subclaim of the argument laid out, by its place from 0.
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

    /// What human judgement says of the leaf before the judge; none while it is to be drawn.
    pub(super) fn judgement(&self) -> Option<bool> {
        match self.setup().stakes.judgement.as_certain() {
            Some(right) => self.world.truth(self.here()).map(|truth| truth == right),
            None => self.heard,
        }
    }
}
