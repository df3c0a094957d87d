//! The arguments of moves: bits, answers, cells, halves and subclaims.

pub use crate::machine::BitRef;
use crate::machine::{Ordinal, Step};

/// One bit, written 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub bool);

/// An answer, written yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YesNo(pub bool);

/// A step and a later writer of the same tape cell that the step's pointer skipped: `9 written 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkippedWriter {
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

/// Alice's opinion of Bob's number: −1, 0 or +1 in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// c = +1: his number is too low.
    TooLow,
    /// c = 0: his number is about right.
    AboutRight,
    /// c = −1: his number is too high.
    TooHigh,
}

impl Direction {
    /// All three directions.
    pub const ALL: [Self; 3] = [Self::TooLow, Self::AboutRight, Self::TooHigh];

    /// The number c of the papers, in {−1, 0, +1}.
    pub const fn sign(self) -> i8 {
        match self {
            Self::TooLow => 1,
            Self::AboutRight => 0,
            Self::TooHigh => -1,
        }
    }
}

/// One of a claim's arguments, and the subclaims that Alice names as true: `1` (all of them), `2: 1
/// 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArgumentChoice {
    /// The number of the argument, from 1.
    pub argument: Ordinal,
    /// The numbers of the named subclaims, from 1, in ascending order. Empty means all of them.
    pub named: Vec<Ordinal>,
}

/// Text without line breaks or control characters, for example a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SingleLine(pub(crate) std::sync::Arc<str>);

impl SingleLine {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
