//! What keeps such a debate from being played at all, in words.

use crate::rules::Seat;

/// A number that is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// How near honest Alice is.
    C,
    /// What honest Bob lets pass.
    S,
    /// What honest Bob surely objects to.
    B,
    /// Bob's tolerance, where it is written as such.
    Bob,
    /// The judge's.
    Judge,
}

/// Why constants were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConstantsError {
    /// K must be positive.
    #[error("K = {0} is not a Lipschitz constant: write a number above 0")]
    Lipschitz(f64),
    /// A sample count of 0 or above 2^53.
    #[error("{} cannot draw {samples} samples: write a count from 1 to 2^53", .seat.name())]
    Samples {
        /// Who would draw them.
        seat: Seat,
        /// How many.
        samples: f64,
    },
    /// A tolerance that is not a positive number up to 1.
    #[error("{} tolerance {tolerance} must be above 0 and at most 1", .of.whose())]
    Tolerance {
        /// Which.
        of: Threshold,
        /// What was written.
        tolerance: f64,
    },
    /// Thresholds in the wrong order.
    #[error(
        "thresholds out of order: {} ({}) must be less than {} ({})",
        .low.0.name(), .low.1, .high.0.name(), .high.1
    )]
    Order {
        /// The one that should be smaller, and its value.
        low: (Threshold, f64),
        /// The one that should be larger, and its value.
        high: (Threshold, f64),
    },
    /// The judge errs less often than the debaters, which the proof does not allow.
    #[error("q ({q}) must be at most v ({v}): else the theorem does not speak of these constants")]
    Failures {
        /// The debaters' failure probability.
        q: f64,
        /// The judge's.
        v: f64,
    },
    /// A failure probability outside (0, 1).
    #[error("{name} = {value} must be between 0 and 1: it is a probability of failing")]
    Failure {
        /// `q` or `v`.
        name: &'static str,
        /// What was written.
        value: f64,
    },
}

impl Threshold {
    fn whose(self) -> &'static str {
        match self {
            Self::C => "Alice's",
            Self::S => "Bob's lower",
            Self::B => "Bob's upper",
            Self::Bob => "Bob's",
            Self::Judge => "the judge's",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::S => "s",
            Self::B => "b",
            Self::Bob => "Bob's tolerance",
            Self::Judge => "the judge's tolerance",
        }
    }
}

/// Why no theorem speaks of a debate with a departure.
pub(super) const DEPARTS: &str = "the debate departs from Fig. 2, and no theorem speaks of it";

/// Where the theorem promises an honest Bob nothing, K·b being so much.
pub(super) fn above_the_promise(k_b: f64) -> String {
    format!(
        "K·b = {} is above 2/3: where the output is 0 with probability 2/3, as where a claim must be \
         decided, the theorem promises an honest Bob nothing (Lean `Params`, K·b ≤ w)",
        (k_b * 1e6).round() / 1e6
    )
}
