//! Notes in a record: names of variations, comments on moves, votes of a class, and predictions.

use serde::{Deserialize, Serialize};

use super::safe_text::SafeText;
use crate::forms::is_default;
use crate::rules::Side;

/// A note at a node of a record. A variation is identified by its last node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The number of the node: 0 is the start, and k is the position after the k-th move of the
    /// record.
    pub at: u32,
    /// The name of the variation that ends at this node.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub name: SafeText,
    /// A comment on the move that leads to this node.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub comment: SafeText,
    /// True if the variation that ends at this node is the main line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub first: bool,
    /// True if the variation that ends at this node is listed after the others.
    #[serde(default, skip_serializing_if = "is_default")]
    pub folded: bool,
    /// True if the variation that ends at this node was deleted from the list. Its moves stay in
    /// the record, because undone moves count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
}

/// The vote of a class before it saw the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClassVote {
    /// The number of the node that the class had seen.
    pub at: u32,
    /// The number of votes for "the claim is true".
    pub yes: u32,
    /// The total number of votes.
    pub of: u32,
}

impl std::str::FromStr for ClassVote {
    type Err = String;

    /// Parses `18 of 25` or `18/25`. The node is the start.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let mut number = || numbers.next()?.parse::<u32>().ok();
        match (number(), number(), number()) {
            (Some(yes), Some(of), None) if yes <= of && of > 0 => Ok(Self { at: 0, yes, of }),
            _ => Err("write the number of yes votes and the number of all votes, such as 18 of 25"
                .into()),
        }
    }
}

/// A question before or after the debate, with its right answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonQuestion {
    /// The question.
    pub ask: SafeText,
    /// The right answer: a number or a text. Upper and lower case and spaces do not matter.
    pub answer: SafeText,
    /// The reason, shown after an answer.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub why: SafeText,
}

impl LessonQuestion {
    /// Returns whether this is the right answer. If both answers are numbers, their values are
    /// compared.
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

/// A person's prediction of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// The number of the node before the move that shows the result.
    pub at: u32,
    /// The predicted result: true for 1 or yes, false for 0 or no.
    pub says: bool,
}

/// A person's prediction before the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpeningPrediction {
    /// The probability that Alice wins, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alice: Option<Percent>,
    /// The predicted number of the judge's queries, from older versions of Elenchus. It is ignored.
    #[serde(default, skip_serializing)]
    queries: Option<u64>,
}

impl OpeningPrediction {
    /// The prediction that this side wins.
    pub fn winner(side: Side) -> Self {
        let alice = Some(Percent(if side == Side::Alice { 100 } else { 0 }));
        Self { alice, queries: None }
    }
}

/// A percentage: an integer from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// A percentage. A number above 100 counts as 100.
    pub fn at_most_all(percent: u8) -> Self {
        Self(percent.min(100))
    }

    /// The percentage as a number from 0 to 100.
    pub fn get(self) -> u8 {
        self.0
    }

    /// The percentage as a number from 0 to 1.
    pub fn part(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        match percent {
            0..=100 => Ok(Self(percent)),
            _ => Err(format!("{percent} percent is out of range. Write a number from 0 to 100")),
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}
