//! What moves say: bits, answers, cells, halves, subclaims. Each reads back as it is written.

use std::fmt;
use std::str::FromStr;

use crate::machine::{Input, Origin, Place, Source, Step};

/// One bit, written 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub bool);

impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "1" } else { "0" })
    }
}

impl FromStr for Bit {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "0" => Ok(Self(false)),
            "1" => Ok(Self(true)),
            _ => Err(format!("`{text}` is not a bit: write 0 or 1")),
        }
    }
}

/// An answer, written yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YesNo(pub bool);

impl fmt::Display for YesNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "yes" } else { "no" })
    }
}

impl FromStr for YesNo {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(Self(true)),
            "no" => Ok(Self(false)),
            _ => Err(format!("`{text}` is not an answer: write yes or no")),
        }
    }
}

/// A cell that the judge can pay to read: a bit of what Alice wrote, or an input bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// The value that Alice's transcript gives to a step.
    Step(Step),
    /// An input bit.
    Input(Input),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(step) => write!(f, "step {step}"),
            Self::Input(input) => write!(f, "input {input}"),
        }
    }
}

impl FromStr for Cell {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(' ') {
            Some(("step", number)) => number.parse().map(Self::Step),
            Some(("input", number)) => number.parse().map(Self::Input),
            _ => Err(format!("`{text}` is not a cell: write `step 3` or `input 3`")),
        }
    }
}

impl From<Source> for Cell {
    fn from(source: Source) -> Self {
        match source.get() {
            Origin::Input(input) => Self::Input(input),
            Origin::Step(step) => Self::Step(step),
        }
    }
}

/// A step and a later writer of the same cell that the step's pointer skipped: `9 after 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skip {
    /// The step whose pointer is wrong.
    pub step: Step,
    /// The later writer.
    pub writer: Step,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} written {}", self.step, self.writer)
    }
}

impl FromStr for Skip {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (step, writer) = text.split_once(" written ").ok_or_else(|| {
            format!("`{text}` is not two steps: write `9 written 4` (step 9, last written at 4)")
        })?;
        Ok(Self { step: step.parse()?, writer: writer.parse()? })
    }
}

/// A half of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// From its start to its middle.
    First,
    /// From its middle to its end.
    Second,
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl FromStr for Half {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "second" => Ok(Self::Second),
            _ => Err(format!("`{text}` is not a half: write first or second")),
        }
    }
}

/// What Alice says of Bob's number: −1, 0 or +1 in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// c = +1: he underestimates.
    TooLow,
    /// c = 0.
    AboutRight,
    /// c = −1: he overestimates.
    TooHigh,
}

impl Direction {
    /// The three of them.
    pub const ALL: [Self; 3] = [Self::TooLow, Self::AboutRight, Self::TooHigh];

    /// c in {−1, 0, +1}.
    pub const fn sign(self) -> i8 {
        match self {
            Self::TooLow => 1,
            Self::AboutRight => 0,
            Self::TooHigh => -1,
        }
    }

    /// As a screen says it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooLow => "too low",
            Self::AboutRight => "about right",
            Self::TooHigh => "too high",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLow => "too-low",
            Self::AboutRight => "about-right",
            Self::TooHigh => "too-high",
        })
    }
}

impl FromStr for Direction {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|d| d.to_string() == text || d.words() == text)
            .ok_or_else(|| format!("`{text}` says nothing: write too-low, about-right or too-high"))
    }
}

/// One of a claim's arguments, and the subclaims named as true: `1` (all of them), `2: 1 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Which argument, from 1.
    pub argument: Place,
    /// The places of the subclaims named, from 1, ascending; empty stands for all of them.
    pub named: Vec<Place>,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.argument)?;
        if !self.named.is_empty() {
            f.write_str(":")?;
            self.named.iter().try_for_each(|place| write!(f, " {place}"))?;
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (argument, named) = text.split_once(':').unwrap_or((text, ""));
        let mut named: Vec<Place> =
            named.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        named.sort_unstable();
        named.dedup();
        Ok(Self { argument: argument.parse()?, named })
    }
}

/// Text without line breaks or control characters, such as a configuration written out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase(std::sync::Arc<str>);

impl Phrase {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Phrase {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.chars().find(|c| c.is_control()) {
            Some(c) => Err(format!("`{}` cannot stand in a move", c.escape_default())),
            None if text.is_empty() => Err("something must be named".into()),
            None => Ok(Self(text.into())),
        }
    }
}
