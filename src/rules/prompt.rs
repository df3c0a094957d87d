//! What a seat is asked: a short menu of verbs, each with the domain of its argument.
//!
//! What the prompt admits *is* what is legal; there is no second list.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::argument::Cell;
use super::ledger::Readings;
use super::moves::{Move, Verb};
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

/// Why a move was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// A refusal for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// The rules do not know this move here.
    pub fn out_of_place(mv: &Move) -> Self {
        Self(format!("`{}` has no place here", mv.verb().word()))
    }
}

impl Prompt {
    /// The offer that admits this move.
    pub fn admit(&self, mv: &Move) -> Result<&Offer, Refusal> {
        let mut reason = None;
        for offer in self.offers.iter().filter(|offer| offer.verb == mv.verb()) {
            match offer.domain.admit(mv) {
                Ok(()) => return Ok(offer),
                Err(why) => reason = Some(why),
            }
        }
        Err(Refusal(reason.unwrap_or_else(|| {
            let verbs: Vec<&str> = self.offers.iter().map(|offer| offer.verb.word()).collect();
            format!("`{}` cannot be played now; what can: {}", mv.verb().word(), verbs.join(", "))
        })))
    }

    /// The offer of a verb.
    pub fn offer(&self, verb: Verb) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.verb == verb)
    }
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

    /// Why a move's argument is not in the domain.
    pub fn admit(&self, mv: &Move) -> Result<(), String> {
        match (self, mv) {
            (Self::Step { most, refuse }, Move::Point(step) | Move::Ask(step)) => {
                in_range("step", step.number(), *most)?;
                refuse.as_ref().map_or(Ok(()), |refuse| refuse(step))
            }
            (Self::Cell { steps, inputs, readings }, Move::Read(cell)) => {
                match cell {
                    Cell::Step(step) => in_range("step", step.number(), *steps)?,
                    Cell::Input(input) => in_range("input", input.number(), *inputs)?,
                }
                match readings.order(*cell) {
                    Some(_) => Err(format!("{cell} was read already; re-reading is free")),
                    None => Ok(()),
                }
            }
            (Self::Bits { len, fixed, .. }, Move::Write(bits)) => {
                if bits.len() != *len as usize {
                    return Err(format!("{} bits were written, {len} are needed", bits.len()));
                }
                match fixed.iter().find(|&&(at, bit)| bits.at(at as usize) != bit) {
                    Some((at, bit)) => {
                        Err(format!("bit {} must be {}, by the claim", at + 1, u8::from(*bit)))
                    }
                    None => Ok(()),
                }
            }
            (Self::Count(range), Move::Sample(count)) => {
                if range.contains(count) {
                    Ok(())
                } else {
                    Err(format!("{count} is not from {} to {}", range.start(), range.end()))
                }
            }
            (Self::Share, Move::Share(share)) if share.get() >= 1.0 => {
                Err("a share of the coin is below 1".into())
            }
            (Self::Place(menu), Move::Pick(place)) => {
                in_range("choice", place.number(), menu.len() as u32)
            }
            (Self::Layout(menu), Move::Argue(layout)) => {
                in_range("argument", layout.argument.number(), menu.len() as u32)?;
                menu[layout.argument.index()].admit(layout.named.iter().map(|p| p.number()))
            }
            (Self::Wire(wires), Move::Wire(source)) => {
                if wires.iter().any(|(wire, _)| wire == source) {
                    return Ok(());
                }
                let wires: Vec<String> = wires.iter().map(|(wire, _)| wire.to_string()).collect();
                Err(format!("{source} is not a wire into this gate: {}", wires.join(", ")))
            }
            (Self::Shaped { check, .. }, Move::Name(text) | Move::Tell(text)) => {
                check(text.as_str())
            }
            (Self::Skip { most }, Move::Skipped(skip)) => {
                in_range("step", skip.step.number(), *most)?;
                if skip.writer < skip.step {
                    Ok(())
                } else {
                    Err("the writer comes before the step that reads the cell".into())
                }
            }
            (Self::Nothing, _)
            | (Self::Bit, Move::Bit(_) | Move::Shows(_))
            | (Self::YesNo, Move::Answer(_) | Move::Claim(_) | Move::Decide(_))
            | (Self::Side, Move::Rule(_))
            | (Self::Probability, Move::State(_) | Move::Estimate(_))
            | (Self::Share, Move::Share(_))
            | (Self::Half, Move::Dispute(_))
            | (Self::Direction, Move::Say(_)) => Ok(()),
            _ => Err(format!("`{mv}` does not fit what is asked")),
        }
    }
}

impl ArgumentMenu {
    fn admit(&self, named: impl ExactSizeIterator<Item = u32>) -> Result<(), String> {
        if named.len() == 0 {
            // Nobody wants to list all of many; naming none stands for naming all.
            return Ok(());
        }
        let count = named.len() as u32;
        for place in named {
            in_range("subclaim", place, self.of)?;
        }
        if self.named.contains(&count) {
            return Ok(());
        }
        let (least, most) = (self.named.start(), self.named.end());
        Err(if least == most {
            format!("{count} subclaims are named, {least} are needed")
        } else {
            format!("{count} subclaims are named, {least} to {most} are needed")
        })
    }
}

fn in_range(what: &str, number: u32, most: u32) -> Result<(), String> {
    match (number, most) {
        (_, 0) => Err(format!("there is no {what} to name")),
        (1.., _) if number <= most => Ok(()),
        _ => Err(format!("there is no {what} {number}: they go from 1 to {most}")),
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
