//! The outcomes of random draws.

use std::fmt;
use std::str::FromStr;

/// An outcome of a [`super::Distribution`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum ChanceOutcome {
    /// A random bit.
    Bit(bool),
    /// The number of successes among several trials.
    Count(u64),
    /// A number in [0, 1).
    Real(f64),
    /// One of several things, counted from 0.
    Index(u64),
}

impl ChanceOutcome {
    /// The bit. `None` if the outcome is of another kind.
    pub fn bit(self) -> Option<bool> {
        if let Self::Bit(bit) = self { Some(bit) } else { None }
    }

    /// The count. `None` if the outcome is of another kind.
    pub fn count(self) -> Option<u64> {
        if let Self::Count(count) = self { Some(count) } else { None }
    }

    /// The real number. `None` if the outcome is of another kind.
    pub fn real(self) -> Option<f64> {
        if let Self::Real(real) = self { Some(real) } else { None }
    }

    /// The index. `None` if the outcome is of another kind.
    pub fn index(self) -> Option<u64> {
        if let Self::Index(at) = self { Some(at) } else { None }
    }
}

impl fmt::Display for ChanceOutcome {
    /// Writes the kind, and the shortest text that parses as the same value: `bit 1`, `count 452`, `real 0.41`, `index
    /// 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(bit) => write!(f, "bit {}", u8::from(*bit)),
            Self::Count(n) => write!(f, "count {n}"),
            Self::Real(real) => write!(f, "real {real}"),
            Self::Index(n) => write!(f, "index {n}"),
        }
    }
}

impl FromStr for ChanceOutcome {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let fall = match text.split_once(' ') {
            Some(("bit", "0")) => Some(Self::Bit(false)),
            Some(("bit", "1")) => Some(Self::Bit(true)),
            Some(("count", n)) => n.parse().ok().map(Self::Count),
            Some(("index", n)) => n.parse().ok().map(Self::Index),
            Some(("real", real)) => {
                real.parse().ok().filter(|real| (0.0..1.0).contains(real)).map(Self::Real)
            }
            _ => None,
        };
        fall.ok_or_else(|| {
            format!(
                "`{text}` is not an outcome. Write `bit 1`, `count 452`, `real 0.41` or `index 3`"
            )
        })
    }
}
