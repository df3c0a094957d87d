//! The origin of a value: a step of the computation, or one of its inputs.

use std::fmt;
use std::str::FromStr;

/// A step of a computation. Steps count from 1, as in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u32);

/// An input bit. Inputs count from 1: x_1 … x_n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input(u32);

macro_rules! counted_from_one {
    ($name:ident, $what:literal) => {
        impl $name {
            #[doc = concat!("The ", $what, " with this number.")]
            ///
            /// # Panics
            /// Panics if `number` is 0, because numbers start at 1.
            pub const fn new(number: u32) -> Self {
                assert!(number > 0, "numbers start at 1");
                Self(number)
            }

            #[doc = concat!("The ", $what, " at this place, counted from 0.")]
            pub const fn at(index: usize) -> Self {
                Self(index as u32 + 1)
            }

            /// Its number, counted from 1.
            pub const fn number(self) -> u32 {
                self.0
            }

            /// Its index in an array, counted from 0.
            pub const fn index(self) -> usize {
                self.0 as usize - 1
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                match text.trim().replace([',', '_'], "").parse() {
                    Ok(number) if number > 0 => Ok(Self(number)),
                    _ => Err(format!("`{text}` is not the number of a {}", $what)),
                }
            }
        }
    };
}

/// A place in a list, counted from 1: a subclaim of an argument, or a choice in a list of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(u32);

counted_from_one!(Ordinal, "place");
counted_from_one!(Step, "step");
counted_from_one!(Input, "input");

/// A source of a step: an input or an earlier step. It takes 32 bits, because a long plan has many sources.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(u32);

/// A bit of a computation. A [`Source`] names it, and a judge can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitRef {
    /// The value of a step, in the plan or in a transcript.
    Step(Step),
    /// An input bit.
    Input(Input),
}

impl BitRef {
    /// The bits of all steps, and then of all inputs, for these numbers of steps and inputs.
    pub fn all(steps: usize, inputs: usize) -> impl Iterator<Item = Self> {
        let steps = (0..steps).map(|at| Self::Step(Step::at(at)));
        steps.chain((0..inputs).map(|at| Self::Input(Input::at(at))))
    }

    /// The step. `None` for an input bit.
    pub const fn step(self) -> Option<Step> {
        if let Self::Step(step) = self { Some(step) } else { None }
    }

    /// The input. `None` for the value of a step.
    pub const fn input(self) -> Option<Input> {
        if let Self::Input(input) = self { Some(input) } else { None }
    }
}

impl fmt::Display for BitRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(step) => write!(f, "step {step}"),
            Self::Input(input) => write!(f, "input {input}"),
        }
    }
}

impl FromStr for BitRef {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(' ') {
            Some(("step", number)) => number.parse().map(Self::Step),
            Some(("input", number)) => number.parse().map(Self::Input),
            _ => Err(format!("`{text}` is not a cell. Write `step 3` or `input 3`")),
        }
    }
}

const INPUT: u32 = 1 << 31;

impl Source {
    /// An input as a source.
    pub const fn input(input: Input) -> Self {
        Self(input.0 | INPUT)
    }

    /// An earlier step as a source.
    pub const fn step(step: Step) -> Self {
        Self(step.0)
    }

    /// The bit that this source names.
    pub const fn get(self) -> BitRef {
        if self.0 & INPUT == 0 {
            BitRef::Step(Step(self.0))
        } else {
            BitRef::Input(Input(self.0 & !INPUT))
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            BitRef::Input(input) => write!(f, "x{input}"),
            BitRef::Step(step) => write!(f, "{step}"),
        }
    }
}

impl FromStr for Source {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().strip_prefix('x') {
            Some(number) => number.parse().map(Self::input),
            None => text.parse().map(Self::step),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A number with thousands separators, for texts: `28,877,523`. Step numbers that users write have no separators.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}
