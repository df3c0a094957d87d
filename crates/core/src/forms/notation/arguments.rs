//! The text form of the arguments that follow the verb of a move.

use std::fmt;
use std::str::FromStr;

use crate::machine::Ordinal;
use crate::rules::{ArgumentChoice, Bit, Direction, Half, SingleLine, SkippedWriter, YesNo};

/// Implements conversion from and to text for types with one word for each value. A value may have
/// a second spelling. The first literal is the end of the error message for an unknown word.
macro_rules! one_word {
    ($($type:ty, $other:literal: $($word:literal $(| $or:literal)? => $value:expr),+;)+) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let words = [$(($word, $value)),+];
                f.pad(words.iter().find(|(_, value)| value == self).map_or("", |(word, _)| word))
            }
        }

        impl FromStr for $type {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word $(| $or)? => Ok($value),)+
                    _ => Err(format!("`{text}` {}", $other)),
                }
            }
        }
    )+};
}
pub(super) use one_word;

one_word! {
    Bit, "is not a bit. Write 0 or 1": "0" => Self(false), "1" => Self(true);
    YesNo, "is not an answer. Write yes or no": "yes" => Self(true), "no" => Self(false);
    Half, "is not a half. Write first or second": "first" => Self::First, "second" => Self::Second;
    Direction, "is not a direction. Write too-low, about-right or too-high":
        "too-low" | "too low" => Self::TooLow,
        "about-right" | "about right" => Self::AboutRight,
        "too-high" | "too high" => Self::TooHigh;
}

impl fmt::Display for SkippedWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} written {}", self.step, self.writer)
    }
}

impl FromStr for SkippedWriter {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (step, writer) = text.split_once(" written ").ok_or_else(|| {
            format!(
                "`{text}` is not two steps. Write, for example, `9 written 4` (step 9, written \
                     at 4)"
            )
        })?;
        Ok(Self { step: step.parse()?, writer: writer.parse()? })
    }
}

impl Direction {
    /// The direction as text for a screen.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooLow => "too low",
            Self::AboutRight => "about right",
            Self::TooHigh => "too high",
        }
    }
}

impl fmt::Display for ArgumentChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.argument)?;
        if !self.named.is_empty() {
            f.write_str(":")?;
            self.named.iter().try_for_each(|place| write!(f, " {place}"))?;
        }
        Ok(())
    }
}

impl FromStr for ArgumentChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (argument, named) = text.split_once(':').unwrap_or((text, ""));
        let mut named: Vec<Ordinal> =
            named.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        named.sort_unstable();
        named.dedup();
        Ok(Self { argument: argument.parse()?, named })
    }
}

impl fmt::Display for SingleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SingleLine {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.chars().find(|c| c.is_control()) {
            Some(c) => Err(format!("a move cannot contain `{}`. Remove it", c.escape_default())),
            None if text.is_empty() => Err("this move needs a text after its verb".into()),
            None => Ok(Self(text.into())),
        }
    }
}
