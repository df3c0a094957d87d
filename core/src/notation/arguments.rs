//! What follows the verb of a move.

use std::fmt;
use std::str::FromStr;

use crate::machine::Place;
use crate::rules::{Bit, Cell, Direction, Half, Layout, Phrase, Skip, YesNo};

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

impl Direction {
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
