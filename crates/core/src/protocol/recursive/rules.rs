//! Recursive debate (Brown-Cohen, Irving, Piliouras 2025, section 7). A prover argues for a claim
//! and names enough subclaims. The other prover disputes one of them. This continues down to a
//! leaf, which the judge decides.

use std::sync::Arc;

use super::RecursiveError;
use super::world_class::WorldClass;
use crate::machine::Ordinal;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Quorum};
use crate::protocol::claims::leaf::{self, LeafStage};
use crate::protocol::claims::world::World;
use crate::rules::{
    ArgumentChoice, ArgumentDomain, Cost, Ledger, Next, Outcome, Protocol, Seat, Side, StateKey,
    Visibility, YesNo, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The subject of a recursive debate.
#[derive(Clone, Debug)]
pub struct RecursiveInstance {
    /// The claims, the worlds, and the players' knowledge.
    pub case: ClaimsInstance,
    /// The answer to the root that Alice defends. `None` if she chooses it. The prover who says yes
    /// argues, and the other disputes.
    pub answer: Option<bool>,
}

/// The state of a recursive debate.
#[derive(Clone, Debug)]
pub struct RecursiveDebate {
    setup: Arc<RecursiveInstance>,
    pub(super) world: World,
    pub(super) phase: Phase,
    answer: Option<bool>,
    /// The claims that were discussed so far. The last of them is the current claim.
    pub(super) steps: Arc<Vec<DiscussedClaim>>,
    ledger: Ledger,
    /// The class of worlds that this debate stands for. `None` if it has one world.
    pub(super) class: Option<Arc<WorldClass>>,
}

/// A claim in the discussion.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscussedClaim {
    /// The claim.
    pub claim: ClaimId,
    /// The index, counted from 0, of the argument that a prover presented for the claim. `None` before that.
    pub which: Option<usize>,
    /// The subclaims that were named as true.
    pub named: Vec<ClaimId>,
}

/// The next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nature draws the world, and the rules tell the provers what they know.
    Opening,
    /// Alice answers the root claim.
    Answering,
    /// The prover who said yes presents an argument.
    Arguing,
    /// The other prover disputes a subclaim.
    Disputing,
    /// The judge decides the leaf.
    Leaf(LeafStage),
    /// The judge has decided the leaf.
    Over {
        /// True if the judge decided that the leaf is true.
        decided: bool,
    },
}

impl Protocol for RecursiveDebate {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Opening => match self.world.next() {
                Some(opening) => opening.embed(|debate| Some(&mut debate.world), Self::open),
                None => self.answering(),
            },
            Phase::Answering => self.answering(),
            // The prover who said yes names enough subclaims.
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                let layouts = leaf::layouts(arguments, |argument| argument.fewest_sufficient());
                Next::ask(self.arguer().seat(), [effectful::argue(layouts, Self::argue)])
            }
            // The other prover disputes one of the named subclaims. The disputed subclaim becomes
            // the current claim.
            Phase::Disputing => {
                let places = ArgumentDomain::<Ordinal>::first(self.named().len());
                let dispute = effectful::pick(places, |debate: &mut Self, place| {
                    if let Some(&claim) = debate.named().get(place.index()) {
                        debate.discuss(claim);
                    }
                    // As in every debate, a round counts when it is over.
                    debate.ledger.charge(Seat::Judge, Cost::Rounds, 1);
                });
                Next::ask(self.disputer().seat(), [dispute])
            }
            Phase::Leaf(stage) => stage.next(
                self.world.truth(self.here()),
                |debate| &mut debate.ledger,
                |debate: &mut Self, stage| debate.phase = Phase::Leaf(stage),
                |debate, decided| debate.phase = Phase::Over { decided },
            ),
            Phase::Over { decided } => {
                let winner = if decided { self.arguer() } else { self.disputer() };
                Next::Over(Outcome { winner, payoff: None })
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<StateKey> {
        self.class.as_ref().map(|class| class.situation(self))
    }

    /// Returns whether Alice's given answer is right. If she chooses the answer, returns whether
    /// the root claim is true.
    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        let root = self.world.truth(ClaimId::ROOT);
        Ok(root.map(|root| self.setup.answer.unwrap_or(true) == root))
    }

    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled> {
        let right = match self.setup.answer {
            Some(_) => self.truth(token)?,
            None => Protocol::answer_is_right(self),
        };
        Ok(right.map(Side::of_claim))
    }

    fn answer_is_right(&self) -> Option<bool> {
        let chosen = self.answer.filter(|_| self.setup.answer.is_none())?;
        Some(chosen == self.world.truth(ClaimId::ROOT)?)
    }
}

impl RecursiveDebate {
    /// A debate before its first move.
    ///
    /// # Errors
    /// Returns an error if a rule takes majorities of pieces, or the world cannot be drawn.
    pub fn new(setup: RecursiveInstance) -> Result<Self, RecursiveError> {
        let tree = setup.case.tree();
        let blocks = |claim: &ClaimId| tree.arguments(*claim).any(|a| a.rule.block() != 1);
        if let Some(claim) = tree.claims().find(blocks) {
            return Err(RecursiveError::Blocks(tree.name(claim)));
        }
        let formula = |argument: Argument<'_>| matches!(argument.rule.quorum(), Quorum::Formula(_));
        if let Some(claim) = tree.claims().find(|&claim| tree.arguments(claim).any(formula)) {
            return Err(RecursiveError::Formula(tree.name(claim)));
        }
        let ledger = Ledger::default()
            .with_limit(Seat::Judge, Cost::Oracle, 1)
            .seen_by(Seat::Judge, Cost::Oracle, Visibility::only(Seat::Judge))
            .with_limit(Seat::Judge, Cost::Rounds, tree.depth() as u64);
        let mut debate = Self {
            world: World::new(setup.case.clone())?,
            phase: Phase::Opening,
            answer: setup.answer,
            steps: Arc::default(),
            ledger,
            class: None,
            setup: Arc::new(setup),
        };
        debate.open();
        Ok(debate)
    }

    /// The subject of the debate.
    pub fn setup(&self) -> &RecursiveInstance {
        &self.setup
    }

    /// The subclaims that a prover named for the current claim. Empty before that.
    pub fn named(&self) -> &[ClaimId] {
        self.steps.last().map_or(&[], |step| &step.named)
    }

    /// The claims, the distribution over worlds, and the players' knowledge.
    pub fn case(&self) -> &ClaimsInstance {
        &self.setup.case
    }

    /// The current claim.
    pub fn here(&self) -> ClaimId {
        self.steps.last().map_or(ClaimId::ROOT, |step| step.claim)
    }

    /// The prover who argues: Alice if she answered yes, otherwise Bob.
    pub fn arguer(&self) -> Side {
        Side::of_claim(self.answer.unwrap_or(true))
    }

    /// The prover who does not argue.
    pub fn disputer(&self) -> Side {
        self.arguer().other()
    }

    fn answering(&self) -> Next<Self> {
        let claim =
            effectful::claim(ArgumentDomain::<YesNo>::ALL, |debate: &mut Self, YesNo(answer)| {
                debate.answer = Some(answer);
                debate.discuss(ClaimId::ROOT);
            });
        Next::ask(Seat::Alice, [claim])
    }

    /// Continues when the world is drawn.
    pub(super) fn open(&mut self) {
        if self.world.next().is_some() {
            return;
        }
        match self.answer {
            None => self.phase = Phase::Answering,
            Some(_) => self.discuss(ClaimId::ROOT),
        }
    }

    fn discuss(&mut self, claim: ClaimId) {
        Arc::make_mut(&mut self.steps).push(DiscussedClaim {
            claim,
            which: None,
            named: Vec::new(),
        });
        self.phase = match self.case().tree().leaf_rank(claim) {
            Some(leaf) => Phase::Leaf(LeafStage::Putting(leaf)),
            None => Phase::Arguing,
        };
    }

    /// Presents one of the claim's arguments. If the move names no subclaims, all of them count as named. The domain
    /// accepts only existing arguments.
    fn argue(&mut self, layout: ArgumentChoice) {
        let which = layout.argument.index();
        let Some(argument) = self.case().tree().argument(self.here(), which) else { return };
        let named = match layout.named.is_empty() {
            true => argument.parts.iter().collect(),
            false => {
                layout.named.iter().filter_map(|place| argument.parts.get(place.index())).collect()
            }
        };
        if let Some(step) = Arc::make_mut(&mut self.steps).last_mut() {
            step.which = Some(which);
            step.named = named;
        }
        self.phase = Phase::Disputing;
    }
}
