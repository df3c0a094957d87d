//! How near is near enough, and how often a party may err.

use serde::{Deserialize, Serialize};

use super::{ConstantsError, Threshold};

/// The accuracies and failure probabilities that everything else follows from, in the names of
/// the Lean file: 0 < c < s < b ≤ 1, q and v above 0 and up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tolerances {
    /// How near honest Alice's number is, but with probability `q`.
    pub c: f64,
    /// How far off a number may be for honest Bob to let it pass.
    pub s: f64,
    /// How far off a number must be for honest Bob to surely object.
    pub b: f64,
    /// The probability that an honest debater errs in one round.
    pub q: f64,
    /// The probability that the judge errs.
    pub v: f64,
}

impl Tolerances {
    /// Those of the teaching set.
    pub const TEACHING: Self = Self { c: 0.02, s: 0.04, b: 0.10, q: 0.05, v: 0.05 };

    /// How many samples Alice, Bob and the judge draw in a round that asks, by the Lean formulas:
    /// whole numbers, however large.
    pub fn counts(&self) -> [f64; 3] {
        let Self { c, s, b, q, v } = *self;
        // Hoeffding: a mean of ln(2/failure)/(2 error²) samples is off by `error` or more with
        // probability at most `failure`.
        let hoeffding = |error: f64, failure: f64| (2.0 / failure).ln() / (2.0 * error * error);
        let all = [hoeffding(c, q), hoeffding((b - s) / 2.0, q), hoeffding((s - c) / 2.0, v)];
        all.map(f64::ceil)
    }

    /// Those of the Lean file, with `unit` = 1/(100 K).
    pub(in crate::protocol::stochastic) fn lean(unit: f64, steps: u64) -> Self {
        let q = 1.0 / (100.0 * steps as f64);
        Self { c: unit, s: 2.0 * unit, b: 5.0 * unit, q, v: 0.01 }
    }

    /// Whether the theorem speaks of them: 0 < c < s < b ≤ 1 and 0 < q ≤ v ≤ 1.
    ///
    /// # Errors
    /// Which of these does not hold.
    pub fn validity(&self) -> Result<(), ConstantsError> {
        self.check()?;
        if self.q <= self.v {
            Ok(())
        } else {
            Err(ConstantsError::Failures { q: self.q, v: self.v })
        }
    }

    pub(super) fn check(&self) -> Result<(), ConstantsError> {
        tolerance(Threshold::C, self.c)?;
        tolerance(Threshold::B, self.b)?;
        in_order((Threshold::C, self.c), (Threshold::S, self.s))?;
        in_order((Threshold::S, self.s), (Threshold::B, self.b))?;
        for (name, value) in [("q", self.q), ("v", self.v)] {
            if !(value > 0.0 && value <= 1.0) {
                return Err(ConstantsError::Failure { name, value });
            }
        }
        Ok(())
    }
}

pub(super) fn tolerance(of: Threshold, tolerance: f64) -> Result<(), ConstantsError> {
    if tolerance > 0.0 && tolerance <= 1.0 {
        Ok(())
    } else {
        Err(ConstantsError::Tolerance { of, tolerance })
    }
}

pub(super) fn in_order(
    low: (Threshold, f64),
    high: (Threshold, f64),
) -> Result<(), ConstantsError> {
    if low.1 < high.1 { Ok(()) } else { Err(ConstantsError::Order { low, high }) }
}
