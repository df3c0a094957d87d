//! What a recursive debate is about, and where it stands.

use std::sync::Arc;

use crate::machine::claims::{Argument, Case, ClaimId};
use crate::protocol::claims::world::{Undrawable, World};
use crate::rules::{Audience, Cost, Layout, Ledger, Outcome, Seat, Side};

/// What a recursive debate is about.
#[derive(Clone, Debug)]
pub struct RecursiveInstance {
    /// The claims, the worlds, and who knows what.
    pub case: Case,
    /// The answer to the root that Alice defends; none if she chooses it. Whoever says yes argues,
    /// the other disputes.
    pub answer: Option<bool>,
    /// The root claim as a sentence for all seats.
    pub words: String,
}

/// Why claims cannot be debated so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecursiveError {
    /// Majorities of evidence.
    Blocks(Arc<str>),
    /// The worlds cannot be drawn.
    World(Undrawable),
}

impl From<Undrawable> for RecursiveError {
    fn from(error: Undrawable) -> Self {
        Self::World(error)
    }
}

/// A recursive debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct RecursiveDebate {
    setup: Arc<RecursiveInstance>,
    depth: usize,
    pub(super) world: World,
    pub(super) phase: Phase,
    pub(super) answer: Option<bool>,
    /// What was argued so far, the claim under discussion last.
    pub(super) steps: Arc<Vec<Step>>,
    pub(super) decided: Option<bool>,
    pub(super) ledger: Ledger,
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
    /// The leaf is put before the judge.
    Putting,
    /// The judge decides it; `asked` tells whether the scenario's oracle has spoken.
    Judging {
        /// It has.
        asked: bool,
    },
    /// The scenario's oracle speaks.
    Consulting,
    /// The judge has decided.
    Over,
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
        let depth = tree.depth();
        let world = World::new(setup.case.clone())?;
        let mut debate = Self {
            answer: setup.answer,
            setup: Arc::new(setup),
            depth,
            phase: Phase::Opening,
            world,
            steps: Arc::default(),
            decided: None,
            ledger: Ledger::default()
                .with_limit(Seat::Judge, Cost::Oracle, 1)
                .seen_by(Seat::Judge, Cost::Oracle, Audience::only(Seat::Judge))
                .with_limit(Seat::Judge, Cost::Rounds, depth as u64),
        };
        debate.open();
        Ok(debate)
    }

    /// What the debate is about.
    pub fn setup(&self) -> &RecursiveInstance {
        &self.setup
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// What is to be done next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The world, as far as it is drawn and told.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What was argued so far, the claim under discussion last.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The subclaims named as true for the claim under discussion; none before they are.
    pub fn named(&self) -> &[ClaimId] {
        self.steps.last().map_or(&[], |step| &step.named)
    }

    /// What the judge decided of the leaf, in the end.
    pub fn decided(&self) -> Option<bool> {
        self.decided
    }

    /// Goes on once the world is settled.
    pub(super) fn open(&mut self) {
        if self.world.turn().is_some() {
            return;
        }
        match self.answer {
            None => self.phase = Phase::Answering,
            Some(_) => self.discuss(ClaimId::ROOT),
        }
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

    /// The argument laid out for a claim, once it is.
    pub fn argument_of(&self, step: &Step) -> Option<Argument<'_>> {
        self.case().tree().argument(step.claim, step.which?)
    }

    pub(super) fn discuss(&mut self, claim: ClaimId) {
        Arc::make_mut(&mut self.steps).push(Step { claim, which: None, named: Vec::new() });
        self.phase =
            if self.case().tree().is_leaf(claim) { Phase::Putting } else { Phase::Arguing };
    }

    pub(super) fn argue(&mut self, layout: &Layout) -> Option<()> {
        let which = layout.argument.index();
        let argument = self.case().tree().argument(self.here(), which)?;
        let named: Vec<ClaimId> = if layout.named.is_empty() {
            argument.parts.iter().collect()
        } else {
            layout.named.iter().filter_map(|place| argument.parts.get(place.index())).collect()
        };
        let step = Arc::make_mut(&mut self.steps).last_mut()?;
        step.which = Some(which);
        step.named = named;
        self.phase = Phase::Disputing;
        Some(())
    }

    /// Who wins by what the judge decided.
    pub fn outcome(&self) -> Outcome {
        let decided = self.decided.unwrap_or_default();
        Outcome { winner: if decided { self.arguer() } else { self.disputer() }, payoff: None }
    }
}
