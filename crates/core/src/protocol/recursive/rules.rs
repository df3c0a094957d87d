//! Recursive debate (Brown-Cohen, Irving, Piliouras 2025, section 7): a claim is argued by
//! naming subclaims that suffice, one of those is disputed, and so on down to a leaf, which the judge
//! decides.

use std::sync::Arc;

use super::RecursiveError;
use crate::machine::Place;
use crate::machine::claims::{Argument, Case, ClaimId, Quorum};
use crate::protocol::claims::leaf::{self, Stage};
use crate::protocol::claims::world::World;
use crate::rules::{
    Among, Audience, Cost, Layout, Ledger, Next, Outcome, Protocol, Seat, Side, YesNo, offer,
};
use crate::work::{Stopped, Token};

/// What a recursive debate is about.
#[derive(Clone, Debug)]
pub struct RecursiveInstance {
    /// The claims, the worlds, and who knows what.
    pub case: Case,
    /// The answer to the root that Alice defends; none if she chooses it. Whoever says yes argues,
    /// the other disputes.
    pub answer: Option<bool>,
}

/// A recursive debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct RecursiveDebate {
    setup: Arc<RecursiveInstance>,
    pub(super) world: World,
    pub(super) phase: Phase,
    answer: Option<bool>,
    /// What was argued so far, the claim under discussion last.
    pub(super) steps: Arc<Vec<Step>>,
    ledger: Ledger,
}

/// A claim that was discussed.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The claim.
    pub claim: ClaimId,
    /// Which argument was laid out, from 0.
    pub which: Option<usize>,
    /// The subclaims named as true.
    pub named: Vec<ClaimId>,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The world is drawn and told.
    Opening,
    /// Alice answers the root.
    Answering,
    /// The one who said yes lays out an argument.
    Arguing,
    /// The other disputes a subclaim.
    Disputing,
    /// The judge decides the leaf.
    Leaf(Stage),
    /// The judge has decided the leaf.
    Over {
        /// That it is true.
        decided: bool,
    },
}

impl Protocol for RecursiveDebate {
    fn next(&self) -> Next<Self> {
        match self.phase {
            Phase::Opening => match self.world.next() {
                Some(opening) => opening.within(|debate| Some(&mut debate.world), Self::open),
                None => self.answering(),
            },
            Phase::Answering => self.answering(),
            // Whoever said yes names subclaims that suffice.
            Phase::Arguing => {
                let arguments = self.case().tree().arguments(self.here());
                let layouts = leaf::layouts(arguments, |argument| argument.suffice());
                Next::ask(self.arguer().seat(), [offer::argue(layouts, Self::argue)])
            }
            // The other disputes one of them, which is discussed next.
            Phase::Disputing => {
                let places = Among::<Place>::first(self.named().len());
                let dispute = offer::pick(places, |debate: &mut Self, place| {
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

    /// Whether the answer that Alice is given is right; where she chooses it, whether the root claim is
    /// true.
    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        let root = self.world.truth(ClaimId::ROOT);
        Ok(root.map(|root| self.setup.answer.unwrap_or(true) == root))
    }

    fn right_side(&self, token: &Token) -> Result<Option<Side>, Stopped> {
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
    /// A debate about to begin.
    ///
    /// # Errors
    /// If a rule takes majorities of pieces, or the world cannot be drawn.
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
            .seen_by(Seat::Judge, Cost::Oracle, Audience::only(Seat::Judge))
            .with_limit(Seat::Judge, Cost::Rounds, tree.depth() as u64);
        let mut debate = Self {
            world: World::new(setup.case.clone())?,
            phase: Phase::Opening,
            answer: setup.answer,
            steps: Arc::default(),
            ledger,
            setup: Arc::new(setup),
        };
        debate.open();
        Ok(debate)
    }

    /// What the debate is about.
    pub fn setup(&self) -> &RecursiveInstance {
        &self.setup
    }

    /// The subclaims named as true for the claim under discussion; none before they are.
    pub fn named(&self) -> &[ClaimId] {
        self.steps.last().map_or(&[], |step| &step.named)
    }

    /// The claims, the law over worlds, and who knows what.
    pub fn case(&self) -> &Case {
        &self.setup.case
    }

    /// The claim under discussion.
    pub fn here(&self) -> ClaimId {
        self.steps.last().map_or(ClaimId::ROOT, |step| step.claim)
    }

    /// The prover who argues: Alice if she answered yes, else Bob.
    pub fn arguer(&self) -> Side {
        Side::of_claim(self.answer.unwrap_or(true))
    }

    /// The other prover.
    pub fn disputer(&self) -> Side {
        self.arguer().other()
    }

    fn answering(&self) -> Next<Self> {
        let claim = offer::claim(Among::<YesNo>::ALL, |debate: &mut Self, YesNo(answer)| {
            debate.answer = Some(answer);
            debate.discuss(ClaimId::ROOT);
        });
        Next::ask(Seat::Alice, [claim])
    }

    /// Goes on once the world is settled.
    fn open(&mut self) {
        if self.world.next().is_some() {
            return;
        }
        match self.answer {
            None => self.phase = Phase::Answering,
            Some(_) => self.discuss(ClaimId::ROOT),
        }
    }

    fn discuss(&mut self, claim: ClaimId) {
        Arc::make_mut(&mut self.steps).push(Step { claim, which: None, named: Vec::new() });
        self.phase = match self.case().tree().leaf_rank(claim) {
            Some(leaf) => Phase::Leaf(Stage::Putting(leaf)),
            None => Phase::Arguing,
        };
    }

    /// Lays out one of the claim's arguments; the domain admits no other. Naming none names all.
    fn argue(&mut self, layout: Layout) {
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
