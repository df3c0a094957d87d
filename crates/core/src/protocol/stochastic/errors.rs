//! The reasons why constants are refused, and why no theorem covers a debate.

use crate::rules::Seat;

/// The name of a threshold in error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThresholdKind {
    whose: &'static str,
    name: &'static str,
}

impl ThresholdKind {
    /// The threshold c: honest Alice's number is off by at most this much.
    pub const C: Self = Self { whose: "Alice's", name: "c" };
    /// The threshold s: honest Bob accepts a number that is off by at most this much.
    pub const S: Self = Self { whose: "Bob's lower", name: "s" };
    /// The threshold b: honest Bob rejects a number that is off by more than this.
    pub const B: Self = Self { whose: "Bob's upper", name: "b" };
    /// Bob's tolerance. Some files give this number directly.
    pub const BOB: Self = Self { whose: "Bob's", name: "Bob's tolerance" };
    /// The judge's tolerance. Some files give this number directly.
    pub const JUDGE: Self = Self { whose: "the judge's", name: "the judge's tolerance" };
}

/// The reason why constants were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConstantsError {
    /// K is not positive.
    #[error("K = {0} is not a Lipschitz constant. Write a number above 0")]
    Lipschitz(f64),
    /// A sample count is 0 or above 2^53.
    #[error("{} cannot draw {samples} samples: write a count from 1 to 2^53", .seat.name())]
    Samples {
        /// The seat that draws.
        seat: Seat,
        /// The count.
        samples: f64,
    },
    /// A tolerance is out of range. It must be above 0 and at most 1.
    #[error("{} tolerance {tolerance} must be above 0 and at most 1", .of.whose)]
    Tolerance {
        /// The threshold.
        of: ThresholdKind,
        /// The number in the file.
        tolerance: f64,
    },
    /// Two thresholds are in the wrong order.
    #[error(
        "thresholds out of order: {} ({}) must be less than {} ({})",
        .low.0.name, .low.1, .high.0.name, .high.1
    )]
    Order {
        /// The threshold that should be smaller, and its value.
        low: (ThresholdKind, f64),
        /// The threshold that should be larger, and its value.
        high: (ThresholdKind, f64),
    },
    /// The allowed failure probability of the judge is smaller than that of the provers. The proof
    /// of soundness does not cover this.
    #[error("q ({q}) must be at most v ({v}), or no theorem promises an honest Bob anything")]
    Failures {
        /// The debaters' failure probability.
        q: f64,
        /// The judge's failure probability.
        v: f64,
    },
    /// A failure probability is out of range. It must be above 0 and at most 1.
    #[error("{name} = {value} is a probability of failing, so it must be between 0 and 1")]
    Failure {
        /// `q` or `v`.
        name: &'static str,
        /// The number in the file.
        value: f64,
    },
}

/// The reason why no theorem covers a debate with a departure.
pub(super) const DEPARTS: &str = "the debate departs from Fig. 2, so no theorem covers it";

/// The reason why no theorem covers some constants: they do not follow from any tolerances.
pub(super) const UNCOVERED: &str =
    "no c, s, b, q and v with c < s < b and q ≤ v give these counts and tolerances";

/// The warning that the theorem promises nothing to an honest Bob, because K·b is too large. `k_b`
/// is K·b.
pub(super) fn above_the_promise(k_b: f64) -> String {
    format!(
        "K·b = {} is above 2/3. If the output is 0 with probability 2/3, the theorem promises nothing \
         to an honest Bob (Lean `Params`, K·b ≤ w)",
        (k_b * 1e6).round() / 1e6
    )
}
