//! What people write beside a record: names of lines, comments on moves, and what a class says.

use serde::{Deserialize, Serialize};

use super::words::Words;
use crate::forms::is_default;
use crate::rules::Side;

/// What is noted of a place of a record. A line of play is known by its last place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The place: 0 is the start, k the place after the k-th move of the record.
    pub at: u32,
    /// The name of the line that ends here.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub name: Words,
    /// A comment on the move that leads here.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub comment: Words,
    /// Whether the line that ends here is the first to be shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub first: bool,
    /// Whether the line that ends here comes after the others.
    #[serde(default, skip_serializing_if = "is_default")]
    pub folded: bool,
    /// Whether the line that ends here is listed no more. Its moves stay: what was taken back counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
}

/// How a class voted, before it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// The place that it had seen.
    pub at: u32,
    /// How many said that the claim is true.
    pub yes: u32,
    /// How many voted.
    pub of: u32,
}

impl std::str::FromStr for Vote {
    type Err = String;

    /// Reads `18 of 25` or `18/25`; the place is the start.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let mut number = || numbers.next()?.parse::<u32>().ok();
        match (number(), number(), number()) {
            (Some(yes), Some(of), None) if yes <= of && of > 0 => Ok(Self { at: 0, yes, of }),
            _ => Err("write how many say yes, of how many: 18 of 25".into()),
        }
    }
}

/// A question between debates, whose answer can be checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonQuestion {
    /// What is asked.
    pub ask: Words,
    /// What is right: a number, or words. Case and spaces do not matter.
    pub answer: Words,
    /// Why, shown after an answer.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub why: Words,
}

impl LessonQuestion {
    /// Whether this is the right answer. Numbers are compared as numbers.
    pub fn is_right(&self, said: &str) -> bool {
        let plain = |text: &str| -> String {
            text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect()
        };
        let number = |text: &str| plain(text).replace(',', "").parse::<f64>().ok();
        match (number(&self.answer), number(said)) {
            (Some(right), Some(said)) => (right - said).abs() <= 1e-9 * right.abs().max(1.0),
            _ => plain(&self.answer) == plain(said),
        }
    }
}

/// What a person said before something was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// The place before the person's move that has it shown.
    pub at: u32,
    /// What it will be: 1 or yes is true.
    pub says: bool,
}

/// What a person predicted before the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// How likely it is that Alice wins, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alice: Option<Percent>,
    /// How many queries the judge will make. Older versions asked for it; it is ignored.
    #[serde(default, skip_serializing)]
    queries: Option<u64>,
}

impl Forecast {
    /// The prediction that this side wins.
    pub fn winner(side: Side) -> Self {
        let alice = Some(Percent(if side == Side::Alice { 100 } else { 0 }));
        Self { alice, queries: None }
    }
}

/// A whole number of percent, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// Takes a number up to 100; what is more counts as 100.
    pub fn at_most_all(percent: u8) -> Self {
        Self(percent.min(100))
    }

    /// The number.
    pub fn get(self) -> u8 {
        self.0
    }

    /// The same as a part of 1.
    pub fn part(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        match percent {
            0..=100 => Ok(Self(percent)),
            _ => Err(format!("{percent} percent: write a number from 0 to 100")),
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}
