//! What keeps such a debate from being played at all, in words.

use std::error::Error;
use std::fmt;

use crate::protocol::stochastic::{ConstantsError, Departures, Threshold};

impl fmt::Display for ConstantsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lipschitz(k) => {
                write!(f, "K = {k} is not a Lipschitz constant: write a number above 0")
            }
            Self::Samples { seat, samples } => {
                let whose = seat.name();
                write!(f, "{whose} cannot draw {samples} samples: write a count from 1 to 2^53")
            }
            Self::Tolerance { of, tolerance } => {
                let whose = match of {
                    Threshold::C => "Alice's",
                    Threshold::S => "Bob's lower",
                    Threshold::B => "Bob's upper",
                    Threshold::Bob => "Bob's",
                    Threshold::Judge => "the judge's",
                };
                write!(f, "{whose} tolerance {tolerance} must be above 0 and at most 1")
            }
            Self::Order { low: (low, less), high: (high, more) } => {
                let name = |threshold: &Threshold| match threshold {
                    Threshold::C => "c",
                    Threshold::S => "s",
                    Threshold::B => "b",
                    Threshold::Bob => "Bob's tolerance",
                    Threshold::Judge => "the judge's tolerance",
                };
                let (low, high) = (name(low), name(high));
                write!(
                    f,
                    "thresholds out of order: {low} ({less}) must be less than {high} ({more})"
                )
            }
            Self::Failures { q, v } => write!(
                f,
                "q ({q}) must be at most v ({v}): else the theorem does not speak of these constants"
            ),
            Self::Failure { name, value } => write!(
                f,
                "{name} = {value} must be between 0 and 1: it is a probability of failing"
            ),
        }
    }
}

impl Error for ConstantsError {}

impl Departures {
    /// Why no theorem speaks of the debate, if one is on: asked wherever one would be promised, tested
    /// or shown.
    pub fn without_theorem(self) -> Option<&'static str> {
        self.any().then_some("the debate departs from Fig. 2, and no theorem speaks of it")
    }
}

/// Why the theorem promises an honest Bob nothing, K·b being so much.
pub(crate) fn above_the_promise(k_b: f64) -> String {
    format!(
        "K·b = {} is above 2/3, which no setting of the theorem allows (Lean `Params`, K·b ≤ w): it \
         promises an honest Bob nothing",
        (k_b * 1e6).round() / 1e6
    )
}
