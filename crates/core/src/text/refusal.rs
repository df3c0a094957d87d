//! The error messages for illegal moves: the mistake, and what to do instead.

use std::fmt;
use std::ops::RangeInclusive;

use super::narrate::name;
use super::number::{self, count};
use crate::rules::Refusal;
use crate::rules::refusal::NumberKind;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered { verb, offered } => {
                let verbs: Vec<&str> = offered.iter().map(|verb| verb.word()).collect();
                write!(
                    f,
                    "`{}` is not possible now. You can play: {}",
                    verb.word(),
                    verbs.join(", ")
                )
            }
            Self::DoesNotFit(mv) => write!(
                f,
                "`{mv}` has the wrong kind of argument here. Read the prompt and try again"
            ),
            Self::NotYourTurn { mover, actor } => {
                write!(f, "it is the turn of {}, not of {actor}", name(*mover))
            }
            Self::Over => f.write_str("the debate is over"),
            Self::MustBe { due, tried } => {
                write!(f, "the rules allow only `{due}` here, not `{tried}`")
            }
            Self::NotDrawn { law, tried } => {
                write!(f, "`{tried}` is not a possible draw here. Nature draws {}", law.domain())
            }
            Self::OutOfRange { what, number, most } => {
                let what = match what {
                    NumberKind::Step => "step",
                    NumberKind::Input => "input",
                    NumberKind::Choice => "choice",
                    NumberKind::Argument => "argument",
                    NumberKind::Subclaim => "subclaim",
                };
                match number {
                    0 => write!(f, "there is no {what} 0. Numbers start at 1"),
                    _ => write!(f, "there is no {what} {number}. Write a number from 1 to {most}"),
                }
            }
            Self::KnownFromTheClaim(step) => {
                write!(f, "step {} is known from the claim", number::step(*step))
            }
            Self::AlreadyRead(cell) => {
                write!(f, "the judge has read {cell} already")
            }
            Self::WrongLength { written, needed } => {
                write!(f, "the move has {written} bits. Write exactly {needed}")
            }
            Self::FixedByTheClaim { number, bit } => {
                write!(f, "the claim says that bit {number} is {}. Change this bit", u8::from(*bit))
            }
            Self::CountOutOfRange { count: given, range } => {
                write!(
                    f,
                    "{given} is out of range. Write a number from {} to {}",
                    range.start(),
                    range.end()
                )
            }
            Self::ShareIsBelowOne => f.write_str("a share of the coin must be below 1"),
            Self::NoSuchWire { wire, wires } => {
                let wires: Vec<String> = wires.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{wire} is not a wire into this gate. Choose one of these: {}",
                    wires.join(", ")
                )
            }
            Self::WriterComesLater => f.write_str(
                "the second step must come before the first. Write the earlier step second",
            ),
            Self::SubclaimsNamed { count, needed } => {
                write!(f, "the move names {count} subclaims. Name {}", between(needed))
            }
            Self::GateCannotBeAsked(step) => {
                write!(
                    f,
                    "step {} is a gate, so it has no question for the oracle",
                    number::step(*step)
                )
            }
            Self::AlreadyAsked(step) => {
                write!(
                    f,
                    "the oracle has answered the question of step {} already",
                    number::step(*step)
                )
            }
            Self::NotOnTrial(step) => {
                write!(f, "only step {} is disputed. Ask about that step", number::step(*step))
            }
            Self::EndsWithBit(bit) => {
                write!(f, "the claim says that the last bit is {}", u8::from(*bit))
            }
            Self::EndsInState { good, written: None } => {
                let good = good.join(" or ");
                write!(f, "the claim says that the last configuration is in state {good}")
            }
            Self::EndsInState { good, written: Some((step, state)) } => write!(
                f,
                "the claim says that step {} leaves the machine in state {}, but this transcript says \
                 {state}. To change that, add a last entry `{step} slips …`",
                count(u64::from(step.number())),
                good.join(" or "),
            ),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

/// The text for a range, such as "2" or "2 to 5".
fn between(range: &RangeInclusive<u32>) -> String {
    let number = |n: &u32| count(u64::from(*n));
    if range.start() == range.end() {
        number(range.start())
    } else {
        format!("{} to {}", number(range.start()), number(range.end()))
    }
}
