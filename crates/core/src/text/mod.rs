//! The texts and boards of a debate for one viewer.
//!
//! This module only describes positions: it makes no decisions and changes nothing. No code parses
//! its texts.

mod bills;
pub mod board;
mod cell_mark;
mod claim_graph;
pub(crate) mod contradiction;
pub mod glossary;
pub mod graph;
mod known;
mod limit;
pub mod narrate;
pub mod number;
pub(crate) mod path_graph;
pub(crate) mod plan_graph;
pub mod prompt;
mod protocol_text;
mod refusal;

pub use bills::Work;
pub use board::{Board, BriefPane, Pane, StripCells};
pub use known::{
    KnownArgument, KnownClaim, KnownFacts, KnownInput, KnownRead, KnownStep, KnownWorld,
};
pub use limit::Limit;
pub use prompt::{ActionText, ArgumentPrompt, ArgumentText, Prompt, PromptAction, QuestionText};
pub use protocol_text::ProtocolText;
pub(crate) use protocol_text::said_by_the_view;

use std::sync::Arc;

use crate::machine::Step;
use crate::rules::{Ledger, LegalActions, Move, Side, Turn, Viewer};
use crate::work::{CancelToken, Cancelled};

/// The number of steps, gates, leaves or inputs in the text of [`Presentation::at_a_million`].
pub(crate) const MANY: u32 = 1_000_000;

/// A step or a claim about which a viewer must decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A step of a plan.
    Step(Step),
    /// A claim.
    Claim {
        /// The name of the claim.
        name: Arc<str>,
        /// The truth of the claim, if this viewer may know it. A judge who must decide a claim may
        /// know its truth. A prover knows what the scenario reveals.
        truth: Option<bool>,
        /// True if the claim is a leaf, that is, a claim without arguments.
        leaf: bool,
    },
}

/// A position of any protocol, for screens and commands. Every protocol with [`ProtocolText`]
/// implements this trait. A viewer gets only facts that follow from the moves that this viewer saw.
/// Methods without a token are fast enough for drawing a frame, and leave out results that take
/// longer.
///
/// ```
/// use elenchus_core::rules::{Viewer, Seat};
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// let now = game.position();
/// assert!(!now.board(Viewer::Seat(Seat::Bob)).panes.is_empty());
/// assert!(now.brief(Viewer::All).theorem.contains("Thm 5.3"));
/// // The prompt has words for each of Alice's actions.
/// assert_eq!(now.prompt().offers.len(), now.menu().offers.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Presentation: Send + Sync {
    /// See [`turn`](crate::rules::Protocol::turn).
    fn turn(&self) -> Turn;

    /// See [`menu`](crate::rules::Protocol::menu).
    fn menu(&self) -> LegalActions;

    /// See [`ledger`](crate::rules::Protocol::ledger).
    fn ledger(&self) -> &Ledger;

    /// See [`truth`](crate::rules::Protocol::truth).
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled>;

    /// Whether Alice's claim is true. `None` if this takes long to compute, or if the claim has no
    /// truth value.
    fn truth_at_hand(&self) -> Option<bool> {
        self.truth(&CancelToken::for_frame()).ok().flatten()
    }

    /// See [`right_side`](crate::rules::Protocol::right_side).
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled>;

    /// See [`rounds`](crate::rules::Protocol::rounds). A finished debate has at least one round.
    fn rounds(&self) -> u64;

    /// See [`rulings`](crate::rules::Protocol::rulings).
    fn rulings(&self) -> Option<(u64, u64)>;

    /// See [`is_series`](crate::rules::Protocol::is_series).
    fn is_series(&self) -> bool;

    /// The number of correct rulings and of all rulings in a series of rulings. `None` for other
    /// debates.
    fn score(&self) -> Option<(u64, u64)> {
        self.rulings().filter(|_| self.is_series())
    }

    /// See [`answer_is_right`](crate::rules::Protocol::answer_is_right).
    fn answer_is_right(&self) -> Option<bool>;

    /// The position as this viewer sees it.
    fn board(&self, eye: Viewer) -> Board<'_>;

    /// The text about the current rule, the winning condition, the numbers of this debate, and the
    /// theorem.
    fn brief(&self, eye: Viewer) -> BriefPane;

    /// The prompt for the player who must move: the legal actions with their texts.
    fn prompt(&self) -> Prompt;

    /// A description of a move that uses the names of the machine's parts. `None` if the general
    /// description is enough.
    fn move_text(&self, mv: &Move) -> Option<String>;

    /// The steps and claims of the viewer's next decision, so that a screen can show related facts.
    /// Empty if the board already shows these facts.
    fn topics(&self, eye: Viewer) -> Vec<Topic>;

    /// The facts that this viewer may know, as values for programs.
    fn known(&self, eye: Viewer) -> KnownFacts;

    /// The reason for the result, in one or two sentences. Empty if the debate is not over.
    fn outcome_reason(&self) -> String;

    /// A sentence about the mistake in a move. `None` if the move is not a mistake. Only the review
    /// may show it, because it reveals hidden facts.
    fn mistake(&self, mv: &Move, token: &CancelToken) -> Option<String>;

    /// For a prompt that asks for the probability of a claim: the probability that follows from the
    /// priors of the claim's leaves. The leaves count as independent. `None` for other prompts.
    fn by_its_parts(&self) -> Option<f64>;

    /// Returns whether a ruling is a guess, because it depends on bits that the judge has not read.
    fn is_guess(&self, mv: &Move) -> bool;

    /// The side for which the judge must rule according to the bits that were read. `None` if these
    /// bits do not decide the debate, or if the judge need not rule now.
    fn settled(&self) -> Option<Side>;

    /// A text about the judge's largest cost, according to the theorem, in the same debate with a
    /// million steps. `None` if this makes no sense.
    fn at_a_million(&self) -> Option<String>;

    /// The number of steps and oracle queries of one run of the computation without a debate.
    /// `None` if there is no computation, or if this number is disputed.
    fn computation(&self) -> Option<u64>;

    /// A sentence about the fact that decided the debate, in addition to
    /// [`Presentation::outcome_reason`]. It may reveal hidden facts. `None` if the debate is not
    /// over, or if `outcome_reason` is enough.
    fn decided_by(&self) -> Option<String>;

    /// The last `most` rounds up to this position in the terms of the theorem's proof, each as a
    /// paragraph. They reveal hidden facts. Empty if the proof does not go by rounds.
    fn proof_rounds(&self, most: usize) -> Vec<String>;

    /// The contradictions among all bits that the judge has read, each as a clause without a full
    /// stop. Leaves out the disputed step or claim, because the judge rules on it.
    fn contradictions(&self, token: &CancelToken) -> Vec<String>;
}
