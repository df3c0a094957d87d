//! Recursive debate (PROTOCOLS §6): one prover argues for a claim and names subclaims that
//! suffice; the other disputes one of them; and so on down to a leaf, which the judge decides.
//!
//! It is where the obfuscated arguments problem is met: a Bob who cannot tell which of q subclaims
//! is false finds it with probability q^-depth.

mod board;
mod sight;

use std::sync::Arc;

use super::prover_estimator::board::{argument_words, numbered, subclaim_words};
use super::world::{Undrawable, World};
use crate::machine::Place;
use crate::machine::claims::{Argument, Case, ClaimId};
use crate::rules::{
    ArgumentMenu, Audience, Cost, Domain, Eye, Layout, Ledger, Move, Offer, Outcome, Position,
    Prompt, Refusal, Rules, Seat, Side, Situation, Turn, Verb, YesNo,
};
use crate::show::{Board, Brief};

/// What a recursive debate is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The claims, the worlds, and who knows what.
    pub case: Case,
    /// The answer to the root that Alice defends; none if she chooses it. Whoever says yes argues,
    /// the other disputes.
    pub answer: Option<bool>,
    /// The root claim as a sentence for all seats.
    pub words: String,
}

/// Why claims cannot be debated so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// Majorities of evidence.
    #[error(
        "claim `{0}` rests on majorities of pieces: recursive debate takes plain rules; hold a \
         prover-estimator debate instead"
    )]
    Blocks(Arc<str>),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] Undrawable),
}

/// A recursive debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct RecursiveDebate {
    setup: Arc<Setup>,
    depth: usize,
    world: World,
    phase: Phase,
    answer: Option<bool>,
    /// What was argued so far, the claim under discussion last.
    steps: Arc<Vec<Step>>,
    decided: Option<bool>,
    ledger: Ledger,
}

/// A claim that was discussed.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    claim: ClaimId,
    /// Which argument was laid out, from 0.
    which: Option<usize>,
    /// The subclaims named as true.
    named: Vec<ClaimId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
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
        asked: bool,
    },
    /// The scenario's oracle speaks.
    Consulting,
    Over,
}

impl RecursiveDebate {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If a rule takes majorities of pieces, or the world cannot be drawn.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let tree = setup.case.tree();
        let blocks = |claim: &ClaimId| tree.arguments(*claim).any(|a| a.rule.block() != 1);
        if let Some(claim) = tree.claims().find(blocks) {
            return Err(SetupError::Blocks(tree.name(claim)));
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
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Goes on once the world is settled.
    fn open(&mut self) {
        if self.world.turn().is_some() {
            return;
        }
        match self.answer {
            None => self.phase = Phase::Answering,
            Some(_) => self.discuss(ClaimId::ROOT),
        }
    }

    fn case(&self) -> &Case {
        &self.setup.case
    }

    /// The claim under discussion.
    fn here(&self) -> ClaimId {
        self.steps.last().map_or(ClaimId::ROOT, |step| step.claim)
    }

    /// The prover who argues: Alice if she answered yes, else Bob.
    fn arguer(&self) -> Side {
        Side::of_claim(self.answer.unwrap_or(true))
    }

    fn disputer(&self) -> Side {
        self.arguer().other()
    }

    fn argument_of(&self, step: &Step) -> Option<Argument<'_>> {
        self.case().tree().argument(step.claim, step.which?)
    }

    fn discuss(&mut self, claim: ClaimId) {
        Arc::make_mut(&mut self.steps).push(Step { claim, which: None, named: Vec::new() });
        self.phase =
            if self.case().tree().is_leaf(claim) { Phase::Putting } else { Phase::Arguing };
    }

    fn argue(&mut self, layout: &Layout) -> Option<()> {
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
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
        self.phase = Phase::Disputing;
        Some(())
    }

    fn menu(&self) -> Vec<ArgumentMenu> {
        let tree = self.case().tree();
        tree.arguments(self.here())
            .enumerate()
            .map(|(which, argument)| {
                let of = argument.parts.len();
                let least = argument.rule.quorum().threshold(of);
                ArgumentMenu {
                    words: argument_words(tree, self.here(), which),
                    subclaims: subclaim_words(tree, argument),
                    of: of as u32,
                    named: least as u32..=of as u32,
                }
            })
            .collect()
    }

    fn outcome(&self) -> Outcome {
        let decided = self.decided.unwrap_or_default();
        Outcome { winner: if decided { self.arguer() } else { self.disputer() }, payoff: None }
    }

    fn reason(&self) -> String {
        let decided = self.decided.unwrap_or_default();
        let winner = self.outcome().winner;
        let tree = self.case().tree();
        let mut why = format!(
            "The debate came down to \u{201c}{}\u{201d}, and the judge decided that it is {}.",
            tree.words(self.here()),
            if decided { "true" } else { "false" },
        );
        let truth = self.world.truths().map(|truths| truths.of(self.here()));
        if truth.is_some_and(|truth| truth != decided) {
            why += " The scenario says the opposite.";
        } else if self.truth() == Some(winner == Side::Bob) {
            why += match winner {
                Side::Alice => " The flaw was elsewhere, and nobody looked there.",
                Side::Bob => " Yet Alice's answer was right: her argument was not.",
            };
        }
        why
    }
}

impl Position for RecursiveDebate {
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening => self.world.turn().unwrap_or(Turn::Ask(Seat::Alice)),
            Phase::Answering => Turn::Ask(Seat::Alice),
            Phase::Arguing => Turn::Ask(self.arguer().seat()),
            Phase::Disputing => Turn::Ask(self.disputer().seat()),
            Phase::Putting => {
                let leaf = self.case().tree().leaf_rank(self.here()).unwrap_or_default();
                Turn::Reveal { mv: Move::Puts(Place::at(leaf)), to: Audience::ALL }
            }
            Phase::Judging { .. } => Turn::Ask(Seat::Judge),
            Phase::Consulting => {
                let truth = self.world.truths().is_some_and(|truths| truths.of(self.here()));
                Turn::Reveal { mv: Move::Answer(YesNo(truth)), to: Audience::only(Seat::Judge) }
            }
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    /// Whether Alice's answer is right; before she gave one, whether the root claim is true.
    fn truth(&self) -> Option<bool> {
        let root = self.world.truths()?.of(ClaimId::ROOT);
        Some(self.answer.unwrap_or(true) == root)
    }
}

impl crate::show::Show for RecursiveDebate {
    fn claim(&self) -> String {
        self.setup.words.clone()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        self.draw_board(eye)
    }

    fn brief(&self, eye: Eye) -> Brief {
        self.draw_brief(eye)
    }

    fn asking(&self) -> crate::show::Asking {
        crate::protocol::legacy::asking(self.old_prompt())
    }

    fn why(&self) -> String {
        if self.phase == Phase::Over { self.reason() } else { String::new() }
    }
}

impl RecursiveDebate {
    pub(super) fn old_prompt(&self) -> Prompt {
        let tree = self.case().tree();
        let here = self.here();
        let ask = |question: String, offer, notes| Prompt { question, offers: vec![offer], notes };
        match self.phase {
            Phase::Answering => ask(
                format!("is it so: {}?", tree.words(ClaimId::ROOT)),
                Offer::answer(Verb::Claim, Domain::YesNo, "answer"),
                vec!["Whoever says yes must argue for it; the other disputes.".into()],
            ),
            Phase::Arguing => ask(
                format!("argue for: {}", numbered(tree, here)),
                Offer::answer(Verb::Argue, Domain::Layout(self.menu()), "name what suffices"),
                vec!["Every subclaim you name may be disputed.".into()],
            ),
            Phase::Disputing => {
                let step = self.steps.last();
                let named = step.map_or(&[][..], |step| &step.named);
                let menu = named.iter().map(|&claim| numbered(tree, claim)).collect();
                ask(
                    "dispute the subclaim you think is false".into(),
                    Offer::answer(Verb::Pick, Domain::Place(menu), "dispute it"),
                    Vec::new(),
                )
            }
            Phase::Judging { asked } => {
                let mut offers =
                    vec![Offer::answer(Verb::Decide, Domain::YesNo, "decide; it is final")];
                if !asked {
                    let look = "look it up, as the scenario knows it";
                    offers.push(
                        Offer::before(Verb::Look, Domain::Nothing, look)
                            .seen_by(Audience::only(Seat::Judge)),
                    );
                }
                let notes = vec![format!("\u{201c}{}\u{201d}", tree.words(here))];
                Prompt { question: "is this true?".into(), offers, notes }
            }
            _ => Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() },
        }
    }
}

impl Rules for RecursiveDebate {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, mv) {
            (Phase::Opening, _) => {
                self.world.play(mv)?;
                self.open();
            }
            (Phase::Answering, Move::Claim(YesNo(answer))) => {
                self.answer = Some(*answer);
                self.discuss(ClaimId::ROOT);
            }
            (Phase::Arguing, Move::Argue(layout)) => {
                self.argue(layout).ok_or_else(|| Refusal::out_of_place(mv))?;
            }
            (Phase::Disputing, Move::Pick(place)) => {
                let step = self.steps.last();
                let claim = step.and_then(|step| step.named.get(place.index()).copied());
                self.discuss(claim.ok_or_else(|| Refusal::out_of_place(mv))?);
            }
            (Phase::Putting, Move::Puts(_)) => self.phase = Phase::Judging { asked: false },
            (Phase::Judging { asked: false }, Move::Look) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Consulting;
            }
            (Phase::Consulting, Move::Answer(_)) => self.phase = Phase::Judging { asked: true },
            (Phase::Judging { asked }, Move::Decide(YesNo(truth))) => {
                if !asked {
                    self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                }
                self.decided = Some(*truth);
                self.phase = Phase::Over;
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
