//! Where a value comes from: a step of the computation, or one of its inputs.

use std::fmt;
use std::str::FromStr;

/// A step of a computation, counted from 1 as in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u32);

/// An input bit, counted from 1: x_1 … x_n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input(u32);

macro_rules! counted_from_one {
    ($name:ident, $what:literal) => {
        impl $name {
            #[doc = concat!("The ", $what, " with this number.")]
            ///
            /// # Panics
            /// At 0: numbers start at 1.
            pub const fn new(number: u32) -> Self {
                assert!(number > 0, "numbers start at 1");
                Self(number)
            }

            #[doc = concat!("The ", $what, " at this place, counted from 0.")]
            pub const fn at(index: usize) -> Self {
                Self(index as u32 + 1)
            }

            /// Its number, from 1.
            pub const fn number(self) -> u32 {
                self.0
            }

            /// Its place in an array, from 0.
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

/// A place in a list, counted from 1: a subclaim of an argument, a choice of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);

counted_from_one!(Place, "place");
counted_from_one!(Step, "step");
counted_from_one!(Input, "input");

/// What a step reads: an input or an earlier step. Packed into 32 bits, as a long plan holds many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(u32);

/// A [`Source`], taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// An input bit.
    Input(Input),
    /// The value of an earlier step.
    Step(Step),
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

    /// Input or step?
    pub const fn get(self) -> Origin {
        if self.0 & INPUT == 0 {
            Origin::Step(Step(self.0))
        } else {
            Origin::Input(Input(self.0 & !INPUT))
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Origin::Input(input) => write!(f, "x{input}"),
            Origin::Step(step) => write!(f, "{step}"),
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

/// A count with thousands separators, as it stands in words: `28,877,523`. Where a step is typed or
/// read it has none.
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
