//! The text form of seats and actors.

use std::fmt;
use std::str::FromStr;

use super::arguments::one_word;
use crate::rules::{Actor, Seat, Side};

impl Seat {
    /// The name of the seat for a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alice => "Alice",
            Self::Bob => "Bob",
            Self::Judge => "the judge",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Seat {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|seat| seat.word() == text)
            .ok_or_else(|| format!("`{text}` is not a seat. Write alice, bob or judge"))
    }
}

one_word! {
    Side, "is not a prover. Write alice or bob": "alice" => Self::Alice, "bob" => Self::Bob;
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Nature => f.pad("nature"),
            Self::Rules => f.pad("rules"),
        }
    }
}

impl FromStr for Actor {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "nature" => Ok(Self::Nature),
            "rules" => Ok(Self::Rules),
            seat => seat.parse().map(Self::Seat).map_err(|_| {
                format!("`{text}` is not an actor. Write alice, bob, judge, nature or rules")
            }),
        }
    }
}
