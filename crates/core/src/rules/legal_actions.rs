//! The actions of a seat: a short list of verbs, each with the domain of its argument.
//!
//! This list alone decides what is legal. It contains no text: [`crate::text`] has the words for
//! each action.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;

use super::argument::BitRef;
use super::ledger::BitsRead;
use super::moves::{Move, Verb};
use super::refusal::{NumberKind, Refusal};
use super::seat::Visibility;
use crate::machine::{Source, Step};

/// The actions of a seat now, the answer that ends the turn first. Empty if it is no seat's turn.
#[derive(Clone, Debug, Default)]
pub struct LegalActions {
    /// The actions.
    pub offers: SmallVec<[LegalAction; 2]>,
}

/// One verb of the list.
#[derive(Clone, Debug)]
pub struct LegalAction {
    /// The verb.
    pub verb: Verb,
    /// The arguments that it takes.
    pub domain: Domain,
    /// True if it ends the turn. Other actions cost something or are private, and come before the
    /// answer.
    pub ends_turn: bool,
    /// The seats that see the move.
    pub to: Visibility,
}

/// Returns the mistake in an argument, if there is one.
pub type ArgumentCheck<T> = Arc<dyn Fn(&T) -> Result<(), Refusal> + Send + Sync>;

/// The arguments that a verb takes here.
#[derive(Clone)]
pub enum Domain {
    /// No argument: the verb is complete.
    Nothing,
    /// A step from 1 to `most`.
    Step {
        /// The last step.
        most: u32,
        /// Returns the reason why a step in this range is illegal. `None` if all steps are legal.
        refuse: Option<ArgumentCheck<Step>>,
    },
    /// A cell that the judge has not read, among `steps` transcript cells and `inputs` input bits.
    Cell {
        /// The number of transcript cells.
        steps: u32,
        /// The number of input bits.
        inputs: u32,
        /// The bits that the judge has read.
        readings: BitsRead,
        /// The step whose value is known from the claim, so that nobody needs to read it.
        claimed: Option<Step>,
    },
    /// A row of bits of this length.
    Bits {
        /// The number of bits.
        len: u32,
        /// A bit with a fixed value: (index from 0, value).
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
    /// One of this many choices, by its number from 1.
    Place(u32),
    /// One of these arguments, with a sufficient set of subclaims.
    Layout(Arc<[ArgumentShape]>),
    /// One of these wires.
    Wire(SmallVec<[Source; 2]>),
    /// Text that passes a check.
    Text(ArgumentCheck<str>),
    /// A step and a later writer of its tape cell.
    Skip {
        /// The last step.
        most: u32,
    },
}

/// The number of subclaims of an argument, and the number that Alice names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentShape {
    /// The number of subclaims.
    pub of: u32,
    /// The range of the number of named subclaims. It is `of..=of` if all are named.
    pub named: RangeInclusive<u32>,
}

impl LegalActions {
    /// The action that admits this move.
    ///
    /// # Errors
    /// The reason why no action does.
    pub fn admit(&self, mv: &Move) -> Result<&LegalAction, Refusal> {
        admitting(self.offers.iter(), mv).map(|at| &self.offers[at])
    }

    /// The action with this verb.
    pub fn offer(&self, verb: Verb) -> Option<&LegalAction> {
        self.offers.iter().find(|offer| offer.verb == verb)
    }
}

impl FromIterator<LegalAction> for LegalActions {
    fn from_iter<I: IntoIterator<Item = LegalAction>>(offers: I) -> Self {
        Self { offers: offers.into_iter().collect() }
    }
}

impl LegalAction {
    /// An answer that ends the turn, seen by all.
    pub fn answer(verb: Verb, domain: Domain) -> Self {
        Self { verb, domain, ends_turn: true, to: Visibility::ALL }
    }
}

impl Domain {
    /// All steps from 1 to `most`.
    pub fn steps(most: usize) -> Self {
        Self::Step { most: most as u32, refuse: None }
    }

    /// The steps from 1 to `most` without those that `refuse` rejects.
    pub fn some_steps(
        most: usize,
        refuse: impl Fn(&Step) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self::Step { most: most as u32, refuse: Some(Arc::new(refuse)) }
    }

    /// Checks that a move's argument is in the domain.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn admit(&self, mv: &Move) -> Result<(), Refusal> {
        match (self, mv) {
            (Self::Step { most, refuse }, Move::Point(step) | Move::Ask(step)) => {
                in_range(NumberKind::Step, step.number(), *most)?;
                refuse.as_ref().map_or(Ok(()), |refuse| refuse(step))
            }
            (Self::Cell { steps, inputs, readings, claimed }, Move::Read(cell)) => {
                match cell {
                    BitRef::Step(step) if *claimed == Some(*step) => {
                        return Err(Refusal::KnownFromTheClaim(*step));
                    }
                    BitRef::Step(step) => in_range(NumberKind::Step, step.number(), *steps)?,
                    BitRef::Input(input) => in_range(NumberKind::Input, input.number(), *inputs)?,
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
            (Self::Place(of), Move::Pick(place)) => {
                in_range(NumberKind::Choice, place.number(), *of)
            }
            (Self::Layout(shapes), Move::Argue(layout)) => {
                in_range(NumberKind::Argument, layout.argument.number(), shapes.len() as u32)?;
                shapes[layout.argument.index()].admit(layout.named.iter().map(|p| p.number()))
            }
            (Self::Wire(wires), Move::Wire(source)) => only_if(wires.contains(source), || {
                Refusal::NoSuchWire { wire: *source, wires: wires.clone() }
            }),
            (Self::Text(check), Move::Name(text) | Move::Tell(text)) => check(text.as_str()),
            (Self::Skip { most }, Move::Skipped(skip)) => {
                in_range(NumberKind::Step, skip.step.number(), *most)?;
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
            // A long list of all subclaims is tedious to write. An empty list means all of them.
            return Ok(());
        }
        let count = named.len() as u32;
        for place in named {
            in_range(NumberKind::Subclaim, place, self.of)?;
        }
        only_if(self.named.contains(&count), || Refusal::SubclaimsNamed {
            count,
            needed: self.named.clone(),
        })
    }
}

/// The index of the action that admits a move.
///
/// # Errors
/// The reason why no action does.
pub(super) fn admitting<'a>(
    offers: impl Iterator<Item = &'a LegalAction> + Clone,
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

fn in_range(what: NumberKind, number: u32, most: u32) -> Result<(), Refusal> {
    only_if((1..=most).contains(&number), || Refusal::OutOfRange { what, number, most })
}

fn only_if(admitted: bool, otherwise: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if admitted { Ok(()) } else { Err(otherwise()) }
}

impl fmt::Debug for Domain {
    /// Writes the domain in full, so that tests can compare two lists as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Step { most, refuse } => {
                // Small domains are listed, so that their output differs.
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
