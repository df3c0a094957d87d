//! What a seat is asked: a short menu of verbs, each with the domain of its argument.
//!
//! What the prompt admits *is* what is legal; there is no second list.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::ledger::Readings;
use super::moves::Verb;
use super::seat::Audience;
use crate::machine::{Bits, Source, Step};

/// What a seat is asked.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// An imperative without its full stop: "point at the step you think is wrong".
    pub question: String,
    /// What may be done, the answer that ends the turn first.
    pub offers: Vec<Offer>,
    /// Sentences that help to decide, below the choice; often empty.
    pub notes: Vec<String>,
}

/// One verb of a prompt.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The verb.
    pub verb: Verb,
    /// What may follow it.
    pub domain: Domain,
    /// The choice in words: "go on to round 3", "ask the oracle: 1 query".
    pub words: String,
    /// Whether it ends the turn. What does not is charged or private, and can come before.
    pub ends_turn: bool,
    /// Who sees the move.
    pub to: Audience,
}

/// Says what is wrong with an argument, if anything is.
pub type Check<T> = Arc<dyn Fn(&T) -> Result<(), String> + Send + Sync>;

/// The arguments that a verb takes here.
#[derive(Clone)]
pub enum Domain {
    /// None: the verb says it all.
    Nothing,
    /// A step from 1 to `most`.
    Step {
        /// The last step.
        most: u32,
        /// Why a step in this range cannot be named after all, if some cannot.
        refuse: Option<Check<Step>>,
    },
    /// A cell that has not been read: of `steps` transcript cells and `inputs` input bits.
    Cell {
        /// How many transcript cells there are.
        steps: u32,
        /// How many input bits there are.
        inputs: u32,
        /// What was read already.
        readings: Readings,
    },
    /// A row of bits of this length.
    Bits {
        /// How many bits.
        len: u32,
        /// Bits that cannot be chosen: (place from 0, value).
        fixed: Vec<(u32, bool)>,
        /// A row to start from, if this seat has one: its own run of the machine.
        start: Option<Bits>,
    },
    /// 0 or 1.
    Bit,
    /// Yes or no.
    YesNo,
    /// Alice or Bob.
    Side,
    /// A whole number.
    Count(RangeInclusive<u64>),
    /// A number from 0 to 1.
    Probability,
    /// A number from 0 up to, but not including, 1.
    Share,
    /// First or second half.
    Half,
    /// Too low, about right or too high.
    Direction,
    /// One of these, by its place from 1.
    Place(Vec<String>),
    /// One of these arguments, with a set of subclaims that suffices.
    Layout(Vec<ArgumentMenu>),
    /// One of these wires, each with what it is called: an input may be read negated.
    Wire(Vec<(Source, String)>),
    /// Text in a shape that the domain checks, with a text to start from.
    Shaped {
        /// What is wrong with a text, if anything.
        check: Check<str>,
        /// A text to start from, if this seat has one.
        start: Option<String>,
        /// The shape in words.
        shape: String,
    },
    /// A step and a later writer of its cell.
    Skip {
        /// The last step.
        most: u32,
    },
}

/// An argument that Alice can lay out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentMenu {
    /// The argument in words.
    pub words: String,
    /// Its subclaims in words; empty where there are too many to list.
    pub subclaims: Vec<String>,
    /// How many subclaims there are.
    pub of: u32,
    /// How many of them must be named; all are named if this is `of..=of`.
    pub named: RangeInclusive<u32>,
}

impl Offer {
    /// An answer that ends the turn, seen by all.
    pub fn answer(verb: Verb, domain: Domain, words: impl Into<String>) -> Self {
        Self { verb, domain, words: words.into(), ends_turn: true, to: Audience::ALL }
    }

    /// Something that can be done before the answer, seen by all.
    pub fn before(verb: Verb, domain: Domain, words: impl Into<String>) -> Self {
        Self { ends_turn: false, ..Self::answer(verb, domain, words) }
    }

    /// The same offer, seen by these seats only.
    pub fn seen_by(self, to: Audience) -> Self {
        Self { to, ..self }
    }
}

impl Domain {
    /// All steps from 1 to `most`.
    pub fn steps(most: usize) -> Self {
        Self::Step { most: most as u32, refuse: None }
    }

    /// The steps from 1 to `most` that `refuse` finds nothing wrong with.
    pub fn some_steps(
        most: usize,
        refuse: impl Fn(&Step) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self::Step { most: most as u32, refuse: Some(Arc::new(refuse)) }
    }
}

impl fmt::Debug for Domain {
    /// In full, so that two prompts can be compared as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Step { most, refuse } => {
                // Small domains are listed, so that prints tell them apart.
                let open = |n: &u32| refuse.as_ref().is_none_or(|r| r(&Step::new(*n)).is_ok());
                let listed: Vec<u32> = (1..=*most).take(1000).filter(open).collect();
                write!(f, "Step({listed:?} of {most})")
            }
            Self::Cell { steps, inputs, readings } => {
                write!(f, "Cell({steps} steps, {inputs} inputs, read {:?})", readings.list())
            }
            Self::Bits { len, fixed, start } => write!(f, "Bits({len}, {fixed:?}, {start:?})"),
            Self::Bit => f.write_str("Bit"),
            Self::YesNo => f.write_str("YesNo"),
            Self::Side => f.write_str("Side"),
            Self::Count(range) => write!(f, "Count({range:?})"),
            Self::Probability => f.write_str("Probability"),
            Self::Share => f.write_str("Share"),
            Self::Half => f.write_str("Half"),
            Self::Direction => f.write_str("Direction"),
            Self::Place(menu) => write!(f, "Place({menu:?})"),
            Self::Layout(menu) => write!(f, "Layout({menu:?})"),
            Self::Wire(wires) => write!(f, "Wire({wires:?})"),
            Self::Shaped { start, shape, .. } => write!(f, "Shaped({shape:?}, {start:?})"),
            Self::Skip { most } => write!(f, "Skip(1..={most})"),
        }
    }
}
