//! The accuracies and failure probabilities of the Lean file.

use serde::{Deserialize, Serialize};

use super::{ConstantsError, ThresholdKind};

/// The accuracies and failure probabilities from which all other constants follow, named as in the
/// Lean file. They satisfy 0 < c < s < b ≤ 1, and q and v are above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tolerances {
    /// Honest Alice's number is off by at most c, except with probability q.
    pub c: f64,
    /// Honest Bob accepts a number that is off by at most s, except with probability q.
    pub s: f64,
    /// Honest Bob objects to a number that is off by more than b, except with probability q.
    pub b: f64,
    /// The probability that an honest prover errs in a round is at most q.
    pub q: f64,
    /// The probability that the judge errs is at most v.
    pub v: f64,
}

impl Tolerances {
    /// The tolerances of the teaching set.
    pub const TEACHING: Self = Self { c: 0.02, s: 0.04, b: 0.10, q: 0.05, v: 0.05 };

    /// The sample counts of Alice, Bob and the judge by the Lean formulas. They are whole numbers
    /// and may be very large.
    pub fn counts(&self) -> [f64; 3] {
        let Self { c, s, b, q, v } = *self;
        // Hoeffding: a mean of ln(2/failure)/(2 error²) samples is off by `error` or more with
        // probability at most `failure`.
        let hoeffding = |error: f64, failure: f64| (2.0 / failure).ln() / (2.0 * error * error);
        let all = [hoeffding(c, q), hoeffding((b - s) / 2.0, q), hoeffding((s - c) / 2.0, v)];
        all.map(f64::ceil)
    }

    /// The tolerances of the Lean file, with `unit` = 1/(100 K).
    pub(in crate::protocol::stochastic) fn lean(unit: f64, steps: u64) -> Self {
        let q = 1.0 / (100.0 * steps as f64);
        Self { c: unit, s: 2.0 * unit, b: 5.0 * unit, q, v: 0.01 }
    }

    /// Checks 0 < c < s < b, 0 < q ≤ 1 and 0 < v ≤ 1. The Lean theorem `completeness'` needs no more.
    ///
    /// # Errors
    /// Returns the first condition that does not hold as an error.
    pub fn validity(&self) -> Result<(), ConstantsError> {
        if self.c <= 0.0 {
            return Err(ConstantsError::Tolerance { of: ThresholdKind::C, tolerance: self.c });
        }
        in_order((ThresholdKind::C, self.c), (ThresholdKind::S, self.s))?;
        in_order((ThresholdKind::S, self.s), (ThresholdKind::B, self.b))?;
        for (name, value) in [("q", self.q), ("v", self.v)] {
            if !(value > 0.0 && value <= 1.0) {
                return Err(ConstantsError::Failure { name, value });
            }
        }
        Ok(())
    }

    /// Checks q ≤ v, which the Lean theorem `soundness'` needs in addition.
    ///
    /// # Errors
    /// If it does not hold.
    pub fn soundness_validity(&self) -> Result<(), ConstantsError> {
        let &Self { q, v, .. } = self;
        if q <= v { Ok(()) } else { Err(ConstantsError::Failures { q, v }) }
    }

    /// Checks the tolerances of a scenario. They are also at most 1.
    pub(super) fn check(&self) -> Result<(), ConstantsError> {
        tolerance(ThresholdKind::C, self.c)?;
        tolerance(ThresholdKind::B, self.b)?;
        self.validity()
    }
}

pub(super) fn tolerance(of: ThresholdKind, tolerance: f64) -> Result<(), ConstantsError> {
    let fits = tolerance > 0.0 && tolerance <= 1.0;
    if fits { Ok(()) } else { Err(ConstantsError::Tolerance { of, tolerance }) }
}

pub(super) fn in_order(
    low: (ThresholdKind, f64),
    high: (ThresholdKind, f64),
) -> Result<(), ConstantsError> {
    if low.1 < high.1 { Ok(()) } else { Err(ConstantsError::Order { low, high }) }
}
