//! The text and boards of a debate for one viewer: briefs, prompts, the words of actions, refusals
//! and outcomes, narration and numbers.
//!
//! This module takes a position and a viewer and changes nothing. It makes no decisions, and no
//! code reads its text back.

mod bills;
pub mod board;
mod cell_mark;
mod claim_graph;
pub(crate) mod contradiction;
pub mod glossary;
pub mod graph;
mod known;
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
pub use prompt::{ActionText, ArgumentPrompt, ArgumentText, Prompt, PromptAction, QuestionText};
pub use protocol_text::ProtocolText;
pub(crate) use protocol_text::said_by_the_view;

use std::sync::Arc;

use crate::machine::Step;
use crate::rules::{Ledger, LegalActions, Move, Side, Turn, Viewer};
use crate::work::{CancelToken, Cancelled};

/// The number of steps, gates, leaves or inputs in the example of [`Presentation::at_a_million`].
pub(crate) const MANY: u32 = 1_000_000;

/// The subject that a viewer has to decide about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A step of a plan.
    Step(Step),
    /// A claim.
    Claim {
        /// Its name.
        name: Arc<str>,
        /// Its truth, if this viewer may know it. A judge who decides a claim looks at the world. A
        /// prover knows what the scenario reveals.
        truth: Option<bool>,
        /// True if only the world decides it, so that no argument can support it.
        leaf: bool,
    },
}

/// A position of any protocol, for screens and commands. Every protocol with [`ProtocolText`] implements
/// it. The output for a viewer must follow from the moves that the viewer saw. Methods without a
/// token take at most one frame, and leave out results that take longer.
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
    /// If the work was cancelled.
    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled>;

    /// The same, if it is cached or fast to compute.
    fn truth_at_hand(&self) -> Option<bool> {
        self.truth(&CancelToken::for_frame()).ok().flatten()
    }

    /// See [`right_side`](crate::rules::Protocol::right_side).
    ///
    /// # Errors
    /// If the work was cancelled.
    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled>;

    /// See [`rounds`](crate::rules::Protocol::rounds). A finished debate has at least one round.
    fn rounds(&self) -> u64;

    /// See [`rulings`](crate::rules::Protocol::rulings).
    fn rulings(&self) -> Option<(u64, u64)>;

    /// See [`is_series`](crate::rules::Protocol::is_series).
    fn is_series(&self) -> bool;

    /// The score of a series of rulings: right ones and all. `None` for other debates.
    fn score(&self) -> Option<(u64, u64)> {
        self.rulings().filter(|_| self.is_series())
    }

    /// See [`answer_is_right`](crate::rules::Protocol::answer_is_right).
    fn answer_is_right(&self) -> Option<bool>;

    /// The state as this viewer sees it.
    fn board(&self, eye: Viewer) -> Board<'_>;

    /// The current rule in words, the winning condition, this debate's numbers, and the theorem.
    fn brief(&self, eye: Viewer) -> BriefPane;

    /// The prompt for the player who must move: the legal actions and their words.
    fn prompt(&self) -> Prompt;

    /// A move in the machine's own names. `None` if the general words for it are enough.
    fn move_text(&self, mv: &Move) -> Option<String>;

    /// The subjects of the viewer's next decision, so that a screen can show related facts. Empty
    /// if the board already shows these facts.
    fn topics(&self, eye: Viewer) -> Vec<Topic>;

    /// The facts that this viewer may know, as values. The board and the brief have them in words.
    fn known(&self, eye: Viewer) -> KnownFacts;

    /// The reason for the result, in one or two sentences. Empty before the end.
    fn outcome_reason(&self) -> String;

    /// The mistake in a move, with everything revealed: what the move concedes or overlooks. `None`
    /// if the move is no mistake. For the review only.
    fn mistake(&self, mv: &Move, token: &CancelToken) -> Option<String>;

    /// When the prompt asks for the probability of a claim, its probability in [0, 1] as computed
    /// from its leaves. Each leaf has its prior, and the leaves count as independent.
    fn by_its_parts(&self) -> Option<f64>;

    /// Returns whether a ruling depends on bits that the judge has not read.
    fn is_guess(&self, mv: &Move) -> bool;

    /// The side for which the judge rules by the bits that it has read. `None` if they do not decide it, or
    /// if no ruling is asked for.
    fn settled(&self) -> Option<Side>;

    /// The theorem's upper bound on the judge's cost for the same debate with a million steps.
    /// `None` if that makes no sense.
    fn at_a_million(&self) -> Option<String>;

    /// The cost of one run of the computation without a debate, in steps and oracle queries. `None`
    /// if there is no computation, or if its cost is disputed.
    fn computation(&self) -> Option<u64>;

    /// An addition to [`Presentation::outcome_reason`]: the deciding fact, with everything revealed. `None` before the
    /// end, or if `outcome_reason` is enough.
    fn decided_by(&self) -> Option<String>;

    /// The contradictions among all bits that the judge has read so far. Each is a clause without a
    /// full stop. The disputed step or claim is left out, because the judge rules on it.
    fn contradictions(&self, token: &CancelToken) -> Vec<String>;
}
