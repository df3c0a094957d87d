//! Refusals in words: what is wrong with a move, and what would be right.

use std::fmt;
use std::ops::RangeInclusive;

use super::narrate::name;
use super::number::{self, count};
use crate::rules::Refusal;
use crate::rules::refusal::Numbered;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered { verb, offered } => {
                let verbs: Vec<&str> = offered.iter().map(|verb| verb.word()).collect();
                write!(f, "`{}` cannot be played now; what can: {}", verb.word(), verbs.join(", "))
            }
            Self::DoesNotFit(mv) => write!(f, "`{mv}` does not fit what is asked"),
            Self::NotYourTurn { mover, actor } => {
                write!(f, "it is the turn of {}, not of {actor}", name(*mover))
            }
            Self::Over => f.write_str("the debate is over"),
            Self::MustBe { due, tried } => {
                write!(f, "by the rules this must be `{due}`, not `{tried}`")
            }
            Self::NotDrawn { law, tried } => {
                write!(f, "`{tried}` is not what nature draws here: {}", law.domain())
            }
            Self::OutOfRange { what, number, most } => {
                let what = match what {
                    Numbered::Step => "step",
                    Numbered::Input => "input",
                    Numbered::Choice => "choice",
                    Numbered::Argument => "argument",
                    Numbered::Subclaim => "subclaim",
                };
                match number {
                    0 => write!(f, "there is no {what} to name"),
                    _ => write!(f, "there is no {what} {number}: they go from 1 to {most}"),
                }
            }
            Self::KnownFromTheClaim(step) => {
                write!(f, "step {} is known from the claim: it is not read", number::step(*step))
            }
            Self::AlreadyRead(cell) => {
                write!(f, "{cell} was read already")
            }
            Self::WrongLength { written, needed } => {
                write!(f, "{written} bits were written, {needed} are needed")
            }
            Self::FixedByTheClaim { number, bit } => {
                write!(f, "bit {number} must be {}, by the claim", u8::from(*bit))
            }
            Self::CountOutOfRange { count: given, range } => {
                write!(f, "{given} is not from {} to {}", range.start(), range.end())
            }
            Self::ShareIsBelowOne => f.write_str("a share of the coin is below 1"),
            Self::NoSuchWire { wire, wires } => {
                let wires: Vec<String> = wires.iter().map(ToString::to_string).collect();
                write!(f, "{wire} is not a wire into this gate: {}", wires.join(", "))
            }
            Self::WriterComesLater => {
                f.write_str("the writer comes before the step that reads the cell")
            }
            Self::SubclaimsNamed { count, needed } => {
                write!(f, "{count} subclaims are named, {} are needed", between(needed))
            }
            Self::GateCannotBeAsked(step) => {
                write!(f, "step {} is a gate: there is nothing to ask", number::step(*step))
            }
            Self::AlreadyAsked(step) => {
                write!(f, "step {} was asked about already", number::step(*step))
            }
            Self::NotOnTrial(step) => write!(f, "only step {} is on trial", number::step(*step)),
            Self::EndsWithBit(bit) => write!(f, "by the claim the last bit is {}", u8::from(*bit)),
            Self::EndsInState { good, written: None } => {
                let good = good.join(" or ");
                write!(f, "by the claim the last configuration is in state {good}")
            }
            Self::EndsInState { good, written: Some((step, state)) } => write!(
                f,
                "by the claim step {} leaves the machine in state {}, but this transcript says \
                 {state}; a last entry `{step} slips …` can change that",
                count(u64::from(step.number())),
                good.join(" or "),
            ),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

/// "2", "2 to 5".
fn between(range: &RangeInclusive<u32>) -> String {
    let number = |n: &u32| count(u64::from(*n));
    if range.start() == range.end() {
        number(range.start())
    } else {
        format!("{} to {}", number(range.start()), number(range.end()))
    }
}
