//! Why a move was refused, as a value; [`crate::text`] says it in words.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::argument::Cell;
use super::moves::{Move, Verb};
use super::seat::Actor;
use crate::chance::Law;
use crate::machine::{Source, Step};

/// Why a move was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The verb is not on the menu; these are.
    NotOffered {
        /// The verb that was tried.
        verb: Verb,
        /// What can be done instead.
        offered: SmallVec<[Verb; 4]>,
    },
    /// The argument is of another kind than the verb takes here.
    DoesNotFit(Box<Move>),
    /// It is somebody else's turn.
    NotYourTurn {
        /// Whose turn it is.
        mover: Actor,
        /// Who tried to move.
        actor: Actor,
    },
    /// The debate is over.
    Over,
    /// By the rules the move must be this one.
    MustBe {
        /// The only move there is.
        due: Box<Move>,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// Nature cannot draw this from its law here.
    NotDrawn {
        /// What is drawn from.
        law: Law,
        /// The move that was tried.
        tried: Box<Move>,
    },
    /// There is no such step, input, choice, argument or subclaim.
    OutOfRange {
        /// What was numbered.
        what: Numbered,
        /// The number that was given.
        number: u32,
        /// They go from 1 to this.
        most: u32,
    },
    /// The claim tells this bit.
    KnownFromTheClaim(Step),
    /// The judge has this bit already.
    AlreadyRead(Cell),
    /// A row of bits is too long or too short.
    WrongLength {
        /// How many bits were written.
        written: usize,
        /// How many are needed.
        needed: u32,
    },
    /// The claim fixes a bit.
    FixedByTheClaim {
        /// Which bit, from 1.
        number: u32,
        /// What it must be.
        bit: bool,
    },
    /// A count is not in its range.
    CountOutOfRange {
        /// The count.
        count: u64,
        /// What it may be.
        range: RangeInclusive<u64>,
    },
    /// A share of the coin was 1.
    ShareIsBelowOne,
    /// The gate has other wires.
    NoSuchWire {
        /// The wire that was named.
        wire: Source,
        /// The wires there are.
        wires: SmallVec<[Source; 2]>,
    },
    /// The writer named does not come before the step.
    WriterComesLater,
    /// Too few or too many subclaims were named.
    SubclaimsNamed {
        /// How many.
        count: u32,
        /// How many are needed.
        needed: RangeInclusive<u32>,
    },
    /// The step is a gate, of which nothing can be asked.
    GateCannotBeAsked(Step),
    /// The seat asked about this step already.
    AlreadyAsked(Step),
    /// Only this step is on trial.
    NotOnTrial(Step),
    /// By the claim the last bit is this one.
    EndsWithBit(bool),
    /// By the claim the machine ends in another state than was written.
    EndsInState {
        /// States in which it may end, by their names.
        good: Vec<String>,
        /// The state in which a transcript ends, and its last step.
        written: Option<(Step, String)>,
    },
    /// What was written does not describe what it should; the machine's own words for why.
    Unreadable(String),
}

/// What a number in a move counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
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
