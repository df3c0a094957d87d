//! What is asked of a seat, in words.

use crate::chance::Probability;
use crate::machine::Bits;
use crate::rules::{Half, Menu, Move, Offer, Refusal, Verb};

/// The words of what is asked, without those of the offers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asking {
    /// An imperative without its full stop: "point at the step you think is wrong".
    pub question: String,
    /// Sentences that help to decide, below the choice; often empty.
    pub notes: Vec<String>,
}

/// The words of one offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfferWords {
    /// The choice in words: "go on to round 3", "ask the oracle: 1 query".
    pub words: String,
    /// What else there is to say of its argument.
    pub fill: Fill,
}

/// What there is to say of an offer's argument.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Fill {
    /// Nothing.
    #[default]
    Nothing,
    /// What each choice of a place or a wire is called.
    Choices(Vec<String>),
    /// The arguments that can be laid out.
    Arguments(Vec<ArgumentWords>),
    /// A row of bits that this seat has computed and may start from.
    Bits(Bits),
    /// The number is 0 or 1, as a gate's.
    Certain,
    /// A number that this seat has measured, and may start from.
    Measured(Probability),
    /// The half in which this seat's own run finds what is wrong.
    Found(Half),
    /// The shape of a text, and a text to start from, if this seat has one.
    Text {
        /// The shape in words.
        shape: String,
        /// A text to start from.
        start: Option<String>,
        /// Is that text a form to fill in, which tells nothing of what is right?
        form: bool,
    },
}

/// An argument that Alice can lay out, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentWords {
    /// The argument.
    pub words: String,
    /// Its subclaims; empty where there are too many to list.
    pub subclaims: Vec<String>,
}

impl Asking {
    /// A question without notes.
    pub fn of(question: impl Into<String>) -> Self {
        Self { question: question.into(), ..Self::default() }
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl OfferWords {
    /// Words, and what there is to say of the argument.
    pub fn new(words: impl Into<String>, fill: Fill) -> Self {
        Self { words: words.into(), fill }
    }
}

impl<T: Into<String>> From<T> for OfferWords {
    fn from(words: T) -> Self {
        Self::new(words, Fill::Nothing)
    }
}

/// What a seat is asked: what it may do, and the words for it.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// An imperative without its full stop.
    pub question: String,
    /// What may be done, the answer that ends the turn first.
    pub offers: Vec<Put>,
    /// Sentences that help to decide.
    pub notes: Vec<String>,
    menu: Menu,
}

/// An offer with its words.
#[derive(Clone, Debug)]
pub struct Put {
    /// What may be done.
    pub offer: Offer,
    /// The choice in words.
    pub words: String,
    /// What there is to say of its argument.
    pub fill: Fill,
}

impl std::ops::Deref for Put {
    type Target = Offer;
    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl Prompt {
    /// A menu, and how it and each of its offers is put in words.
    pub fn new(menu: Menu, asking: Asking, put: impl Fn(&Offer) -> OfferWords) -> Self {
        let put = |offer: &Offer| {
            let OfferWords { words, fill } = put(offer);
            Put { offer: offer.clone(), words, fill }
        };
        let offers = menu.offers.iter().map(put).collect();
        Self { question: asking.question, offers, notes: asking.notes, menu }
    }

    /// The offer that admits this move.
    ///
    /// # Errors
    /// Why no offer does.
    pub fn admit(&self, mv: &Move) -> Result<&Offer, Refusal> {
        self.menu.admit(mv)
    }

    /// The offer of a verb.
    pub fn offer(&self, verb: Verb) -> Option<&Offer> {
        self.menu.offer(verb)
    }
}
