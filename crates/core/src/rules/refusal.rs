//! The reasons why a move is illegal. The module [`crate::text`] turns them into sentences.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::argument::BitRef;
use super::moves::{Move, Verb};
use super::seat::Actor;
use crate::chance::Distribution;
use crate::machine::{Source, Step};

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The verb is not legal in this position.
    NotOffered {
        /// The verb that was tried.
        verb: Verb,
        /// The verbs that are legal.
        offered: SmallVec<[Verb; 4]>,
    },
    /// The verb is legal, but takes another kind of argument in this position.
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
    /// The rules allow only one move.
    MustBe {
        /// The only legal move.
        due: Box<Move>,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// The random draw cannot have this outcome.
    NotDrawn {
        /// The distribution.
        law: Distribution,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// There is no step, input, choice, argument or subclaim with this number.
    OutOfRange {
        /// The kind of thing to which the number refers.
        what: NumberKind,
        /// The number in the move.
        number: u32,
        /// The largest legal number; the smallest is 1.
        most: u32,
    },
    /// The judge cannot read this step, because its value follows from the claim.
    KnownFromTheClaim(Step),
    /// The judge has already read this bit.
    AlreadyRead(BitRef),
    /// A row of bits is too long or too short.
    WrongLength {
        /// The number of bits in the move.
        written: usize,
        /// The number of bits that are needed.
        needed: u32,
    },
    /// The claim fixes the value of a bit in the row.
    FixedByTheClaim {
        /// The number of the bit, counted from 1.
        number: u32,
        /// The value that the bit must have.
        bit: bool,
    },
    /// The number of answers to draw is outside its range.
    CountOutOfRange {
        /// The number in the move.
        count: u64,
        /// The legal range.
        range: RangeInclusive<u64>,
    },
    /// The share of the coin was not less than 1.
    ShareIsBelowOne,
    /// The gate does not have this wire.
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
    /// Nobody can ask the oracle about this step, because the step is a gate.
    GateCannotBeAsked(Step),
    /// The seat has already asked about this step.
    AlreadyAsked(Step),
    /// The judge may ask only about this step.
    NotOnTrial(Step),
    /// The last bit must have this value, because it follows from the claim.
    EndsWithBit(bool),
    /// The transcript must end in a state that agrees with the claim.
    EndsInState {
        /// The names of the states in which it may end.
        good: Vec<String>,
        /// The last step of the transcript, and the state in which the transcript ends.
        written: Option<(Step, String)>,
    },
    /// The text does not describe a configuration or a transcript. The field is the machine's error
    /// message.
    Unreadable(String),
}

/// The kind of thing to which a number in a move refers.
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
