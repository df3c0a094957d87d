//! A number type that holds only probabilities.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A probability: a finite number in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Probability(f64);

/// Why a number is not a probability.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a probability. Write a number from 0 to 1")]
pub struct NotAProbability(pub f64);

impl Probability {
    /// The probability 0.
    pub const ZERO: Self = Self(0.0);
    /// The probability 1.
    pub const ONE: Self = Self(1.0);
    /// The probability 1/2.
    pub const HALF: Self = Self(0.5);

    /// Checks that a number is in [0, 1]. Refuses NaN.
    pub fn new(value: f64) -> Result<Self, NotAProbability> {
        if (0.0..=1.0).contains(&value) {
            // `+ 0.0` turns -0 into 0, so that equal probabilities have the same text.
            Ok(Self(value + 0.0))
        } else {
            Err(NotAProbability(value))
        }
    }

    /// The nearest probability. NaN becomes 0.
    pub fn clamped(value: f64) -> Self {
        Self(if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) + 0.0 })
    }

    /// 1 for true, 0 for false.
    pub fn certain(bit: bool) -> Self {
        if bit { Self::ONE } else { Self::ZERO }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The probability of the opposite event.
    pub fn complement(self) -> Self {
        Self(1.0 - self.0)
    }

    /// The bit, if its probability is 0 or 1. `None` otherwise.
    pub fn as_certain(self) -> Option<bool> {
        match self.0 {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        }
    }
}

impl TryFrom<f64> for Probability {
    type Error = NotAProbability;
    fn try_from(value: f64) -> Result<Self, NotAProbability> {
        Self::new(value)
    }
}

impl From<Probability> for f64 {
    fn from(p: Probability) -> f64 {
        p.0
    }
}

impl FromStr for Probability {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let value: f64 =
            text.trim().parse().map_err(|_| format!("`{text}` is not a number from 0 to 1"))?;
        Self::new(value).map_err(|e| e.to_string())
    }
}

impl fmt::Display for Probability {
    /// Writes the shortest text that parses as the same number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
