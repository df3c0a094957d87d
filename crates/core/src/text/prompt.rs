//! The texts of a prompt: a question, and the actions that answer it.

use crate::chance::Probability;
use crate::machine::Bits;
use crate::rules::{Half, LegalAction, LegalActions, Move, Refusal, Verb};

/// The text of a question, without the texts of the actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionText {
    /// An imperative without a full stop, such as "point at the step you think is wrong".
    pub question: String,
    /// Sentences that help to decide, shown below the choice. Often empty.
    pub notes: Vec<String>,
}

/// The text of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionText {
    /// The text of the choice, such as "continue to round 3" or "ask the oracle: 1 query".
    pub words: String,
    /// What a form needs to know about the argument.
    pub fill: ArgumentPrompt,
}

/// What a form needs to know about the argument of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ArgumentPrompt {
    /// Nothing more.
    #[default]
    Nothing,
    /// The names of the choices, if the argument is the number of a choice or a wire.
    Choices(Vec<String>),
    /// The arguments that Alice can present.
    Arguments(Vec<ArgumentText>),
    /// A row of bits that this seat has computed. The form starts with these bits.
    Bits(Bits),
    /// The number must be 0 or 1, because the step is a gate.
    Certain,
    /// A mean that this seat has measured. The form starts with this number.
    Measured(Probability),
    /// The half that contains the mistake, according to this seat's own run of the machine.
    Found(Half),
    /// The argument is a text.
    Text {
        /// A description of the format.
        shape: String,
        /// The text that the form contains at the start. `None` if this seat has no such text.
        start: Option<String>,
        /// True if `start` is only a template, without the right answer.
        form: bool,
    },
}

/// The text of an argument that Alice can present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentText {
    /// The argument.
    pub words: String,
    /// The texts of the subclaims. Empty if there are too many to list.
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
    /// The text of an action. `fill` is what a form needs to know about the argument.
    pub fn new(words: impl Into<String>, fill: ArgumentPrompt) -> Self {
        Self { words: words.into(), fill }
    }
}

impl<T: Into<String>> From<T> for ActionText {
    fn from(words: T) -> Self {
        Self::new(words, ArgumentPrompt::Nothing)
    }
}

/// The prompt for a player: a question, and the legal actions with their texts.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The question, as an imperative without a full stop.
    pub question: String,
    /// The actions. The answer that ends the turn comes first.
    pub offers: Vec<PromptAction>,
    /// Sentences that help to decide.
    pub notes: Vec<String>,
    menu: LegalActions,
}

/// An action with its text.
#[derive(Clone, Debug)]
pub struct PromptAction {
    /// The action.
    pub offer: LegalAction,
    /// The text of the choice.
    pub words: String,
    /// What a form needs to know about the argument.
    pub fill: ArgumentPrompt,
}

impl std::ops::Deref for PromptAction {
    type Target = LegalAction;
    fn deref(&self) -> &LegalAction {
        &self.offer
    }
}

impl Prompt {
    /// Makes a prompt from legal actions. `put` returns the text of each action.
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
    /// Returns the reason if no action admits the move.
    pub fn admit(&self, mv: &Move) -> Result<&LegalAction, Refusal> {
        self.menu.admit(mv)
    }

    /// The action with this verb.
    pub fn offer(&self, verb: Verb) -> Option<&LegalAction> {
        self.menu.offer(verb)
    }
}
