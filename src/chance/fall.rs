//! What nature's dice show.

use std::fmt;

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
    /// The bit, if it is one.
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

    /// The index, if it is one.
    pub fn index(self) -> Option<u64> {
        if let Self::Index(index) = self { Some(index) } else { None }
    }
}

impl fmt::Display for Fall {
    /// The bare value; the shortest text that reads back as the same number ([`super::Law::read`]).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(bit) => u8::from(*bit).fmt(f),
            Self::Count(n) | Self::Index(n) => n.fmt(f),
            Self::Real(real) => real.fmt(f),
        }
    }
}
