//! How near is near enough, and how often a party may err.

use serde::{Deserialize, Serialize};

/// Why constants were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConstantsError(pub(super) String);

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
        let Self { q, v, .. } = self;
        (q <= v).then_some(()).ok_or_else(|| {
            ConstantsError(format!(
                "q ({q}) must be at most v ({v}): else the theorem does not speak of these constants"
            ))
        })
    }

    pub(super) fn check(&self) -> Result<(), ConstantsError> {
        tolerance("Alice's", self.c)?;
        tolerance("Bob's upper", self.b)?;
        in_order(("c", self.c), ("s", self.s))?;
        in_order(("s", self.s), ("b", self.b))?;
        for (name, value) in [("q", self.q), ("v", self.v)] {
            if !(value > 0.0 && value <= 1.0) {
                let why = "must be between 0 and 1: it is a probability of failing";
                return Err(ConstantsError(format!("{name} = {value} {why}")));
            }
        }
        Ok(())
    }
}

/// A tolerance must be above 0 and at most 1.
pub(super) fn tolerance(whose: &str, tolerance: f64) -> Result<(), ConstantsError> {
    (tolerance > 0.0 && tolerance <= 1.0).then_some(()).ok_or_else(|| {
        ConstantsError(format!("{whose} tolerance {tolerance} must be above 0 and at most 1"))
    })
}

/// One threshold must be below another.
pub(super) fn in_order(
    (low, less): (&str, f64),
    (high, more): (&str, f64),
) -> Result<(), ConstantsError> {
    (less < more).then_some(()).ok_or_else(|| {
        ConstantsError(format!(
            "thresholds out of order: {low} ({less}) must be less than {high} ({more})"
        ))
    })
}
