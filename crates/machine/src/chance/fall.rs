//! What nature's dice show.

use std::fmt;
use std::str::FromStr;

/// One outcome of a [`super::Law`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Fall {
    /// A coin: `true` is 1.
    Bit(bool),
    /// How many of a number of trials succeeded.
    Count(u64),
    /// A number in [0, 1).
    Real(f64),
    /// One of several things, counted from 0.
    Index(u64),
}

impl Fall {
    /// The coin, if it is one.
    pub fn bit(self) -> Option<bool> {
        if let Self::Bit(bit) = self { Some(bit) } else { None }
    }

    /// The count, if it is one.
    pub fn count(self) -> Option<u64> {
        if let Self::Count(count) = self { Some(count) } else { None }
    }

    /// The real number, if it is one.
    pub fn real(self) -> Option<f64> {
        if let Self::Real(real) = self { Some(real) } else { None }
    }

    /// Which of several things it is, if it is one of them.
    pub fn index(self) -> Option<u64> {
        if let Self::Index(at) = self { Some(at) } else { None }
    }
}

impl fmt::Display for Fall {
    /// The kind and the shortest text that reads back as the same value: `bit 1`, `count 452`,
    /// `real 0.41`, `index 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(bit) => write!(f, "bit {}", u8::from(*bit)),
            Self::Count(n) => write!(f, "count {n}"),
            Self::Real(real) => write!(f, "real {real}"),
            Self::Index(n) => write!(f, "index {n}"),
        }
    }
}

impl FromStr for Fall {
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
            format!("`{text}` did not fall: write `bit 1`, `count 452`, `real 0.41` or `index 3`")
        })
    }
}
