//! What moves say: bits, answers, cells, halves, subclaims.

use crate::machine::{Input, Origin, Place, Source, Step};

/// One bit, written 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub bool);

/// An answer, written yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YesNo(pub bool);

/// A cell that the judge can pay to read: a bit of what Alice wrote, or an input bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// The value that Alice's transcript gives to a step.
    Step(Step),
    /// An input bit.
    Input(Input),
}

impl Cell {
    /// The cells of so many steps, and then those of so many inputs.
    pub fn all(steps: usize, inputs: usize) -> impl Iterator<Item = Self> {
        let steps = (0..steps).map(|at| Self::Step(Step::at(at)));
        steps.chain((0..inputs).map(|at| Self::Input(Input::at(at))))
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
