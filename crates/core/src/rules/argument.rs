//! What moves say: bits, answers, cells, halves, subclaims.

pub use crate::machine::Cell;
use crate::machine::{Place, Step};

/// One bit, written 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub bool);

/// An answer, written yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YesNo(pub bool);

/// A step and a later writer of the same cell that the step's pointer skipped: `9 after 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skip {
    /// The step whose pointer is wrong.
    pub step: Step,
    /// The later writer.
    pub writer: Step,
}

/// A half of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// From its start to its middle.
    First,
    /// From its middle to its end.
    Second,
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
}

/// One of a claim's arguments, and the subclaims named as true: `1` (all of them), `2: 1 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Which argument, from 1.
    pub argument: Place,
    /// The places of the subclaims named, from 1, ascending; empty stands for all of them.
    pub named: Vec<Place>,
}

/// Text without line breaks or control characters, such as a configuration written out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase(pub(crate) std::sync::Arc<str>);

impl Phrase {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
