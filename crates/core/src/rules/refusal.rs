//! The reasons why a move is illegal, as values. [`crate::text`] puts them into words.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::argument::BitRef;
use super::moves::{Move, Verb};
use super::seat::Actor;
use crate::chance::Distribution;
use crate::machine::{Source, Step};

/// The reason why a move is illegal. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The verb is not legal here.
    NotOffered {
        /// The verb that was tried.
        verb: Verb,
        /// The verbs that are legal.
        offered: SmallVec<[Verb; 4]>,
    },
    /// The verb takes another kind of argument here.
    DoesNotFit(Box<Move>),
    /// It is another actor's turn.
    NotYourTurn {
        /// The actor whose turn it is.
        mover: Actor,
        /// The actor that tried to move.
        actor: Actor,
    },
    /// The debate is over.
    Over,
    /// The rules fix the move.
    MustBe {
        /// The only legal move.
        due: Box<Move>,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// Nature's distribution does not contain this outcome.
    NotDrawn {
        /// The distribution.
        law: Distribution,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// There is no step, input, choice, argument or subclaim with this number.
    OutOfRange {
        /// The kind of thing that has a number.
        what: NumberKind,
        /// The number in the move.
        number: u32,
        /// The largest legal number; the smallest is 1.
        most: u32,
    },
    /// The claim gives the value of this bit.
    KnownFromTheClaim(Step),
    /// The judge has read this bit already.
    AlreadyRead(BitRef),
    /// A row of bits is too long or too short.
    WrongLength {
        /// The number of bits in the move.
        written: usize,
        /// The number of bits that are needed.
        needed: u32,
    },
    /// The claim fixes a bit.
    FixedByTheClaim {
        /// The number of the bit, from 1.
        number: u32,
        /// Its fixed value.
        bit: bool,
    },
    /// A count is outside its range.
    CountOutOfRange {
        /// The count.
        count: u64,
        /// The legal range.
        range: RangeInclusive<u64>,
    },
    /// A share of the coin was 1.
    ShareIsBelowOne,
    /// The gate has no such wire.
    NoSuchWire {
        /// The wire in the move.
        wire: Source,
        /// The wires of the gate.
        wires: SmallVec<[Source; 2]>,
    },
    /// The writer does not come before the step.
    WriterComesLater,
    /// The move names too few or too many subclaims.
    SubclaimsNamed {
        /// The number of named subclaims.
        count: u32,
        /// The legal range of this number.
        needed: RangeInclusive<u32>,
    },
    /// The step is a gate. Only an ask has a question for the oracle.
    GateCannotBeAsked(Step),
    /// The seat has already asked about this step.
    AlreadyAsked(Step),
    /// The judge tests only this step.
    NotOnTrial(Step),
    /// The claim fixes the last bit.
    EndsWithBit(bool),
    /// The claim fixes the final states of the machine, and the transcript ends in another state.
    EndsInState {
        /// The names of the states in which it may end.
        good: Vec<String>,
        /// The last step of the transcript, and the state in which it ends.
        written: Option<(Step, String)>,
    },
    /// The text does not describe a configuration or a transcript. Holds the machine's error
    /// message.
    Unreadable(String),
}

/// The kind of thing that a number in a move counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// Steps of the transcript.
    Step,
    /// Input bits.
    Input,
    /// Choices of a list.
    Choice,
    /// Arguments of a claim.
    Argument,
    /// Subclaims of an argument.
    Subclaim,
}
