//! The words of a prompt.

use crate::chance::Probability;
use crate::machine::Bits;
use crate::rules::{Half, LegalAction, LegalActions, Move, Refusal, Verb};

/// The words of a question, without those of its actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionText {
    /// An imperative without its full stop: "point at the step you think is wrong".
    pub question: String,
    /// Sentences that help to decide, shown below the choice. Often empty.
    pub notes: Vec<String>,
}

/// The words of one action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionText {
    /// The choice in words: "continue to round 3", "ask the oracle: 1 query".
    pub words: String,
    /// More about its argument.
    pub fill: ArgumentPrompt,
}

/// More about the argument of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ArgumentPrompt {
    /// Nothing more.
    #[default]
    Nothing,
    /// The name of each choice, for a choice by number or a wire.
    Choices(Vec<String>),
    /// The arguments that Alice can present.
    Arguments(Vec<ArgumentText>),
    /// A row of bits that this seat has computed and can start from.
    Bits(Bits),
    /// The number must be 0 or 1, because it belongs to a gate.
    Certain,
    /// A mean that this seat has measured and can start from.
    Measured(Probability),
    /// The half that is wrong according to this seat's own run.
    Found(Half),
    /// The format of a text, and a text to start from, if this seat has one.
    Text {
        /// The format in words.
        shape: String,
        /// A text to start from.
        start: Option<String>,
        /// True if that text is only a form to fill in, without the right answer.
        form: bool,
    },
}

/// An argument that Alice can present, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentText {
    /// The argument.
    pub words: String,
    /// Its subclaims. Empty if there are too many to list.
    pub subclaims: Vec<String>,
}

impl QuestionText {
    /// A question without notes.
    pub fn new(question: impl Into<String>) -> Self {
        Self { question: question.into(), ..Self::default() }
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl ActionText {
    /// The words of an action, with more about its argument.
    pub fn new(words: impl Into<String>, fill: ArgumentPrompt) -> Self {
        Self { words: words.into(), fill }
    }
}

impl<T: Into<String>> From<T> for ActionText {
    fn from(words: T) -> Self {
        Self::new(words, ArgumentPrompt::Nothing)
    }
}

/// A prompt for a player: the legal actions with their words.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// An imperative without its full stop.
    pub question: String,
    /// The actions, the answer that ends the turn first.
    pub offers: Vec<PromptAction>,
    /// Sentences that help to decide.
    pub notes: Vec<String>,
    menu: LegalActions,
}

/// An action with its words.
#[derive(Clone, Debug)]
pub struct PromptAction {
    /// The action.
    pub offer: LegalAction,
    /// The choice in words.
    pub words: String,
    /// More about its argument.
    pub fill: ArgumentPrompt,
}

impl std::ops::Deref for PromptAction {
    type Target = LegalAction;
    fn deref(&self) -> &LegalAction {
        &self.offer
    }
}

impl Prompt {
    /// A prompt from a menu. `put` returns the words of each action.
    pub fn new(
        menu: LegalActions,
        asking: QuestionText,
        put: impl Fn(&LegalAction) -> ActionText,
    ) -> Self {
        let put = |offer: &LegalAction| {
            let ActionText { words, fill } = put(offer);
            PromptAction { offer: offer.clone(), words, fill }
        };
        let offers = menu.offers.iter().map(put).collect();
        Self { question: asking.question, offers, notes: asking.notes, menu }
    }

    /// The action that admits this move.
    ///
    /// # Errors
    /// The reason why no action does.
    pub fn admit(&self, mv: &Move) -> Result<&LegalAction, Refusal> {
        self.menu.admit(mv)
    }

    /// The action with this verb.
    pub fn offer(&self, verb: Verb) -> Option<&LegalAction> {
        self.menu.offer(verb)
    }
}
