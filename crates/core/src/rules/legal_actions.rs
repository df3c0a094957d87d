//! The legal actions of a seat: a short list of verbs, each with the set of its legal arguments.
//!
//! A move is legal if and only if this list admits it. The module [`crate::text`] has the texts for
//! actions.

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

/// The legal actions of the seat whose turn it is. The answer that ends the turn comes first. Empty
/// if no player must move.
#[derive(Clone, Debug, Default)]
pub struct LegalActions {
    /// The actions.
    pub offers: SmallVec<[LegalAction; 2]>,
}

/// A legal action: a verb with the set of its legal arguments.
#[derive(Clone, Debug)]
pub struct LegalAction {
    /// The verb.
    pub verb: Verb,
    /// The legal arguments.
    pub domain: Domain,
    /// True if the action ends the turn. Actions that do not end the turn, such as reads, can be
    /// made before the answer.
    pub ends_turn: bool,
    /// The seats that see the move.
    pub to: Visibility,
}

/// A function that returns an error if an argument is illegal.
pub type ArgumentCheck<T> = Arc<dyn Fn(&T) -> Result<(), Refusal> + Send + Sync>;

/// The set of legal arguments of a verb.
#[derive(Clone)]
pub enum Domain {
    /// The verb takes no argument.
    Nothing,
    /// A step from 1 to `most`.
    Step {
        /// The number of the last step.
        most: u32,
        /// A check that returns an error for a step that is illegal. `None` if all steps from 1 to
        /// `most` are legal.
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
        /// A step that nobody needs to read, because its value follows from the claim.
        claimed: Option<Step>,
    },
    /// A row of bits of this length.
    Bits {
        /// The number of bits.
        len: u32,
        /// A bit with a fixed value: its index, counted from 0, and the value.
        fixed: Option<(u32, bool)>,
    },
    /// 0 or 1.
    Bit,
    /// Yes or no.
    YesNo,
    /// Alice or Bob.
    Side,
    /// An integer in this range.
    Count(RangeInclusive<u64>),
    /// A number from 0 to 1.
    Probability,
    /// A number that is at least 0 and less than 1.
    Share,
    /// The first or the second half of an interval.
    Half,
    /// Too low, about right or too high.
    Direction,
    /// The number of a choice, from 1 to this number.
    Place(u32),
    /// One of a claim's arguments, with a set of subclaims that is enough for the argument.
    Layout(Arc<[ArgumentShape]>),
    /// One of these wires of a gate.
    Wire(SmallVec<[Source; 2]>),
    /// Text that passes a check.
    Text(ArgumentCheck<str>),
    /// A step with a wrong pointer, and a step that wrote the same tape cell later than the pointer
    /// says.
    Skip {
        /// The number of the last step.
        most: u32,
    },
}

/// The number of subclaims of an argument, and how many of them Alice must name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentShape {
    /// The number of subclaims.
    pub of: u32,
    /// The allowed numbers of named subclaims. It is `of..=of` if Alice must name all.
    pub named: RangeInclusive<u32>,
}

impl LegalActions {
    /// The action that admits this move.
    ///
    /// # Errors
    /// Returns the reason if no action admits the move.
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
    /// An action that ends the turn and that everybody sees.
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
    /// Returns the reason if the argument is not in the domain.
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
            // An empty list means all subclaims, so that nobody must write a long list.
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

/// Returns the index of the action that admits a move.
///
/// # Errors
/// Returns the reason if no action admits the move.
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
    /// Writes the complete domain, so that tests can compare domains as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Step { most, refuse } => {
                // Lists the legal steps, so that different checks give different texts.
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
