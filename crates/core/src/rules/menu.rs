//! What a seat may do: a short menu of verbs, each with the domain of its argument.
//!
//! What the menu admits *is* what is legal; there is no second list. No word is in it: how an offer
//! is put to a person is said in [`crate::text`].

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;

use super::argument::Cell;
use super::ledger::Readings;
use super::moves::{Move, Verb};
use super::refusal::{Numbered, Refusal};
use super::seat::Audience;
use crate::machine::{Source, Step};

/// What a seat may do now, the answer that ends the turn first. Empty when nobody is asked.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    /// The offers.
    pub offers: SmallVec<[Offer; 2]>,
}

/// One verb of a menu.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The verb.
    pub verb: Verb,
    /// What may follow it.
    pub domain: Domain,
    /// Whether it ends the turn. What does not is charged or private, and can come before.
    pub ends_turn: bool,
    /// Who sees the move.
    pub to: Audience,
}

/// Says what is wrong with an argument, if anything is.
pub type Check<T> = Arc<dyn Fn(&T) -> Result<(), Refusal> + Send + Sync>;

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
        /// The step that the claim tells, so that it is not read.
        claimed: Option<Step>,
    },
    /// A row of bits of this length.
    Bits {
        /// How many bits.
        len: u32,
        /// A bit that cannot be chosen: (place from 0, value).
        fixed: Option<(u32, bool)>,
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
    /// One of so many, by its place from 1.
    Place(u32),
    /// One of these arguments, with a set of subclaims that suffices.
    Layout(Arc<[ArgumentShape]>),
    /// One of these wires.
    Wire(SmallVec<[Source; 2]>),
    /// Text in a shape that the domain checks.
    Text(Check<str>),
    /// A step and a later writer of its cell.
    Skip {
        /// The last step.
        most: u32,
    },
}

/// How many subclaims an argument has, and how many of them Alice names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentShape {
    /// How many subclaims there are.
    pub of: u32,
    /// How many of them must be named; all are named if this is `of..=of`.
    pub named: RangeInclusive<u32>,
}

impl Menu {
    /// The offer that admits this move.
    ///
    /// # Errors
    /// Why no offer does.
    pub fn admit(&self, mv: &Move) -> Result<&Offer, Refusal> {
        admitting(self.offers.iter(), mv).map(|at| &self.offers[at])
    }

    /// The offer of a verb.
    pub fn offer(&self, verb: Verb) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.verb == verb)
    }
}

impl FromIterator<Offer> for Menu {
    fn from_iter<I: IntoIterator<Item = Offer>>(offers: I) -> Self {
        Self { offers: offers.into_iter().collect() }
    }
}

impl Offer {
    /// An answer that ends the turn, seen by all.
    pub fn answer(verb: Verb, domain: Domain) -> Self {
        Self { verb, domain, ends_turn: true, to: Audience::ALL }
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
        refuse: impl Fn(&Step) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self::Step { most: most as u32, refuse: Some(Arc::new(refuse)) }
    }

    /// Whether a move's argument is in the domain.
    ///
    /// # Errors
    /// Why it is not.
    pub fn admit(&self, mv: &Move) -> Result<(), Refusal> {
        match (self, mv) {
            (Self::Step { most, refuse }, Move::Point(step) | Move::Ask(step)) => {
                in_range(Numbered::Step, step.number(), *most)?;
                refuse.as_ref().map_or(Ok(()), |refuse| refuse(step))
            }
            (Self::Cell { steps, inputs, readings, claimed }, Move::Read(cell)) => {
                match cell {
                    Cell::Step(step) if *claimed == Some(*step) => {
                        return Err(Refusal::KnownFromTheClaim(*step));
                    }
                    Cell::Step(step) => in_range(Numbered::Step, step.number(), *steps)?,
                    Cell::Input(input) => in_range(Numbered::Input, input.number(), *inputs)?,
                }
                only_if(readings.order(*cell).is_none(), || Refusal::AlreadyRead(*cell))
            }
            (Self::Bits { len, fixed }, Move::Write(bits)) => {
                if bits.len() != *len as usize {
                    return Err(Refusal::WrongLength { written: bits.len(), needed: *len });
                }
                match fixed.filter(|&(at, bit)| bits.at(at as usize) != bit) {
                    Some((at, bit)) => Err(Refusal::FixedByTheClaim { number: at + 1, bit }),
                    None => Ok(()),
                }
            }
            (Self::Count(range), Move::Sample(count)) => only_if(range.contains(count), || {
                Refusal::CountOutOfRange { count: *count, range: range.clone() }
            }),
            (Self::Share, Move::Share(share)) if share.get() >= 1.0 => {
                Err(Refusal::ShareIsBelowOne)
            }
            (Self::Place(of), Move::Pick(place)) => in_range(Numbered::Choice, place.number(), *of),
            (Self::Layout(shapes), Move::Argue(layout)) => {
                in_range(Numbered::Argument, layout.argument.number(), shapes.len() as u32)?;
                shapes[layout.argument.index()].admit(layout.named.iter().map(|p| p.number()))
            }
            (Self::Wire(wires), Move::Wire(source)) => only_if(wires.contains(source), || {
                Refusal::NoSuchWire { wire: *source, wires: wires.clone() }
            }),
            (Self::Text(check), Move::Name(text) | Move::Tell(text)) => check(text.as_str()),
            (Self::Skip { most }, Move::Skipped(skip)) => {
                in_range(Numbered::Step, skip.step.number(), *most)?;
                only_if(skip.writer < skip.step, || Refusal::WriterComesLater)
            }
            (Self::Nothing, _)
            | (Self::Bit, Move::Bit(_) | Move::Shows(_))
            | (Self::YesNo, Move::Answer(_) | Move::Claim(_) | Move::Decide(_))
            | (Self::Side, Move::Rule(_))
            | (Self::Probability, Move::State(_) | Move::Estimate(_))
            | (Self::Share, Move::Share(_))
            | (Self::Half, Move::Dispute(_))
            | (Self::Direction, Move::Say(_)) => Ok(()),
            _ => Err(Refusal::DoesNotFit(Box::new(mv.clone()))),
        }
    }
}

impl ArgumentShape {
    fn admit(&self, named: impl ExactSizeIterator<Item = u32>) -> Result<(), Refusal> {
        if named.len() == 0 {
            // Nobody wants to list all of many; naming none stands for naming all.
            return Ok(());
        }
        let count = named.len() as u32;
        for place in named {
            in_range(Numbered::Subclaim, place, self.of)?;
        }
        only_if(self.named.contains(&count), || Refusal::SubclaimsNamed {
            count,
            needed: self.named.clone(),
        })
    }
}

/// Which of these offers admits a move.
///
/// # Errors
/// Why none does.
pub(super) fn admitting<'a>(
    offers: impl Iterator<Item = &'a Offer> + Clone,
    mv: &Move,
) -> Result<usize, Refusal> {
    let mut reason = None;
    for (at, offer) in offers.clone().enumerate().filter(|(_, offer)| offer.verb == mv.verb()) {
        match offer.domain.admit(mv) {
            Ok(()) => return Ok(at),
            Err(why) => reason = Some(why),
        }
    }
    Err(reason.unwrap_or_else(|| Refusal::NotOffered {
        verb: mv.verb(),
        offered: offers.map(|offer| offer.verb).collect(),
    }))
}

fn in_range(what: Numbered, number: u32, most: u32) -> Result<(), Refusal> {
    only_if((1..=most).contains(&number), || Refusal::OutOfRange { what, number, most })
}

fn only_if(admitted: bool, otherwise: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if admitted { Ok(()) } else { Err(otherwise()) }
}

impl fmt::Debug for Domain {
    /// In full, so that two menus can be compared as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Step { most, refuse } => {
                // Small domains are listed, so that prints tell them apart.
                let open = |n: &u32| refuse.as_ref().is_none_or(|r| r(&Step::new(*n)).is_ok());
                let listed: Vec<u32> = (1..=*most).take(1000).filter(open).collect();
                f.debug_struct("Step").field("open", &listed).field("most", most).finish()
            }
            Self::Cell { steps, inputs, readings, claimed: _ } => f
                .debug_struct("Cell")
                .field("steps", steps)
                .field("inputs", inputs)
                .field("read", &readings.list())
                .finish(),
            Self::Bits { len, fixed } => f.debug_tuple("Bits").field(len).field(fixed).finish(),
            Self::Bit => f.write_str("Bit"),
            Self::YesNo => f.write_str("YesNo"),
            Self::Side => f.write_str("Side"),
            Self::Count(range) => f.debug_tuple("Count").field(range).finish(),
            Self::Probability => f.write_str("Probability"),
            Self::Share => f.write_str("Share"),
            Self::Half => f.write_str("Half"),
            Self::Direction => f.write_str("Direction"),
            Self::Place(of) => f.debug_tuple("Place").field(of).finish(),
            Self::Layout(shapes) => f.debug_tuple("Layout").field(shapes).finish(),
            Self::Wire(wires) => f.debug_tuple("Wire").field(wires).finish(),
            Self::Text(_) => f.write_str("Text"),
            Self::Skip { most } => f.debug_tuple("Skip").field(most).finish(),
        }
    }
}
