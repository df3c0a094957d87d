//! The types of the arguments of moves, such as bits, answers and halves.

pub use crate::machine::BitRef;
use crate::machine::{Ordinal, Step};

/// One bit, written as 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub bool);

/// An answer, written as yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YesNo(pub bool);

/// A step with a wrong pointer, and a step that wrote the same tape cell later than the pointer
/// says. In `9 written 4`, the pointer of step 9 skips step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkippedWriter {
    /// The step whose pointer is wrong.
    pub step: Step,
    /// The step that the pointer skipped.
    pub writer: Step,
}

/// One half of an interval of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// The half from the start to the middle.
    First,
    /// The half from the middle to the end.
    Second,
}

/// Alice's opinion of Bob's number. It is the number c of the papers: −1, 0 or +1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Bob's number is too low (c = +1).
    TooLow,
    /// Bob's number is about right (c = 0).
    AboutRight,
    /// Bob's number is too high (c = −1).
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

/// One of a claim's arguments, and the subclaims that Alice calls true. In `2: 1 3`, she chooses
/// argument 2 and its subclaims 1 and 3; in `1`, she chooses argument 1 and all its subclaims.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArgumentChoice {
    /// The number of the argument, counted from 1.
    pub argument: Ordinal,
    /// The numbers of the named subclaims, counted from 1, in ascending order. Empty if all
    /// subclaims are meant.
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
