//! What is said and shown of a debate to an eye: boards, briefs, questions, the words of offers,
//! refusals and outcomes, narration, numbers.
//!
//! It takes a position and an eye, and can change nothing. Nothing here decides anything, and
//! nothing anywhere reads a word from here back to find out what something is.

mod bills;
pub mod board;
mod claim_graph;
pub(crate) mod contradiction;
pub mod glossary;
pub mod graph;
mod known;
mod mark;
pub mod narrate;
pub mod number;
pub(crate) mod path_graph;
pub(crate) mod plan_graph;
pub mod prompt;
mod refusal;
mod words;

pub use bills::bills;
pub use board::{Board, Brief, Cells, Pane};
pub use known::{ArgumentKnown, ClaimKnown, InputKnown, Known, Read, StepKnown, World};
pub use prompt::{ArgumentWords, Asking, Fill, OfferWords, Prompt, Put};
pub use words::Words;
pub(crate) use words::said_by_the_view;

use std::sync::Arc;

use crate::machine::Step;
use crate::rules::{Eye, Ledger, Menu, Move, Side, Turn};
use crate::work::{Stopped, Token};

/// The steps, gates, leaves or inputs of the debate that [`Show::at_a_million`] speaks of.
pub(crate) const MANY: u32 = 1_000_000;

/// What somebody has before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A step of a plan.
    Step(Step),
    /// A claim.
    Claim {
        /// Its name.
        name: Arc<str>,
        /// Whether it is true, as far as these eyes may find out: whoever decides a claim looks at
        /// the world, a prover knows what the scenario tells.
        truth: Option<bool>,
        /// Whether it is decided by looking at the world: no argument can be made for it.
        leaf: bool,
    },
}

/// A position of any protocol, as screens and commands hold it: every protocol with [`Words`] is one.
/// Whatever an eye is shown must follow from the moves it saw. What takes no token looks no longer than
/// a frame lasts, and leaves out what it did not find by then.
///
/// ```
/// use elenchus_core::rules::{Eye, Seat};
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// let now = game.now();
/// assert!(!now.board(Eye::Seat(Seat::Bob)).panes.is_empty());
/// assert!(now.brief(Eye::All).theorem.contains("Thm 5.3"));
/// // Alice is asked for her transcript, in as many words as there are offers.
/// assert_eq!(now.prompt().offers.len(), now.menu().offers.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Show: Send + Sync {
    /// See [`turn`](crate::rules::Protocol::turn).
    fn turn(&self) -> Turn;

    /// See [`menu`](crate::rules::Protocol::menu).
    fn menu(&self) -> Menu;

    /// See [`ledger`](crate::rules::Protocol::ledger).
    fn ledger(&self) -> &Ledger;

    /// See [`truth`](crate::rules::Protocol::truth).
    ///
    /// # Errors
    /// If the work was stopped.
    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped>;

    /// The same, if it is known by now or found out at once.
    fn truth_at_hand(&self) -> Option<bool> {
        self.truth(&Token::at_hand()).ok().flatten()
    }

    /// See [`right_side`](crate::rules::Protocol::right_side).
    ///
    /// # Errors
    /// If the work was stopped.
    fn right_side(&self, token: &Token) -> Result<Option<Side>, Stopped>;

    /// See [`rounds`](crate::rules::Protocol::rounds); what is over was one round at least.
    fn rounds(&self) -> u64;

    /// See [`rulings`](crate::rules::Protocol::rulings).
    fn rulings(&self) -> Option<(u64, u64)>;

    /// See [`is_series`](crate::rules::Protocol::is_series).
    fn is_series(&self) -> bool;

    /// The rulings of a series: its result is this score.
    fn score(&self) -> Option<(u64, u64)> {
        self.rulings().filter(|_| self.is_series())
    }

    /// See [`answer_is_right`](crate::rules::Protocol::answer_is_right).
    fn answer_is_right(&self) -> Option<bool>;

    /// The state as these eyes see it.
    fn board(&self, eye: Eye) -> Board<'_>;

    /// The rule in force in words, what wins, this debate's numbers, and the theorem.
    fn brief(&self, eye: Eye) -> Brief;

    /// What the seat whose turn it is is asked: what it may do, and the words for it.
    fn prompt(&self) -> Prompt;

    /// What a move that is made here is called by the names of the machine; none where the words
    /// for it in any debate will do.
    fn told(&self, mv: &Move) -> Option<String>;

    /// What these eyes have before them just now, so that what bears on it can be laid beside it;
    /// none where that follows from the board alone.
    fn topics(&self, eye: Eye) -> Vec<Topic>;

    /// What these eyes may know, as values: what the board and the brief say in words.
    fn known(&self, eye: Eye) -> Known;

    /// Why the debate ended as it did, in a sentence or two; empty before its end.
    fn why(&self) -> String;

    /// What is wrong with a move that is made here, with everything shown: what it leaves to the
    /// other side, or passes over. For a review; none where the move gives nothing away.
    fn mistake(&self, mv: &Move, token: &Token) -> Option<String>;

    /// Where a number is asked for, of how likely a claim is: what the parts of that claim make it if
    /// each of the smallest is as likely as the law has it and tells nothing of the others, in [0, 1].
    fn by_its_parts(&self) -> Option<f64>;

    /// Whether a ruling that is made here rests on bits that the judge has not read.
    fn is_guess(&self, mv: &Move) -> bool;

    /// The same debate a million steps long: what it costs the judge at most, by its theorem's formula;
    /// none where that has no meaning.
    fn at_a_million(&self) -> Option<String>;

    /// What it costs to run the computation once, without a debate: its steps, and the questions that they
    /// ask; none where there is none, or that is what is debated.
    fn computation(&self) -> Option<u64>;

    /// Beside [`Show::why`], what decided the debate in its own terms, with everything shown; none
    /// before its end, or where that says it all.
    fn decided_by(&self) -> Option<String>;

    /// What does not fit together among everything that the judge has read so far, each in half a
    /// sentence; the step or claim on trial is left to the ruling.
    fn contradictions(&self, token: &Token) -> Vec<String>;
}
