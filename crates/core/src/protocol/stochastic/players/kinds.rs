//! The players that the solver knows. How they are written, the roster beside says.

use std::fmt;

use crate::chance::Probability;
use crate::machine::Step;
use crate::protocol::stochastic::{Constants, Samples};

/// How Alice chooses the probabilities that she states. At gates every one of them is honest,
/// unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alice {
    /// States the mean of the samples that she draws.
    Honest,
    /// Knows the probabilities and states them exactly.
    Exact,
    /// Overstates every ask by this much (understates it, if negative).
    Shift(f64),
    /// Overstates every ask by an equal part of this much.
    Drift(f64),
    /// Exact but for one step, where she states for certain (0 or 1) the bit that serves her
    /// better; at a gate too.
    LateLie(Step),
    /// States this number, whatever she is asked; at no gate.
    Given(f64),
    /// Does what is best against an honest Bob, whoever she meets.
    Optimal,
    /// Does her best against the Bob she meets.
    BestResponse,
}

impl Alice {
    /// Whether she may state a wrong bit at a gate.
    pub fn may_lie_at_gates(self) -> bool {
        match self {
            Self::LateLie(_) | Self::BestResponse => true,
            Self::Honest
            | Self::Exact
            | Self::Shift(_)
            | Self::Drift(_)
            | Self::Given(_)
            | Self::Optimal => false,
        }
    }
}

/// A probability and what is added to it, as the decimals that write them add up: 0.3 and 0.03 are 0.33, so
/// that a mean at a tolerance of it is not put on either side by rounding. Within 0 and 1.
pub fn shifted(p: Probability, by: f64) -> f64 {
    const PLACES: f64 = 1e15;
    (((p.get() + by) * PLACES).round() / PLACES).clamp(0.0, 1.0)
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Players {
    /// Alice.
    pub alice: Alice,
    /// Bob.
    pub bob: Bob,
}

impl Players {
    /// Both honest.
    pub const HONEST: Self = Self { alice: Alice::Honest, bob: Bob::Honest };
    /// An honest Alice whom nobody doubts: the output by her oracle decides.
    pub const UNDOUBTED: Self = Self { alice: Alice::Honest, bob: Bob::Never };
    /// Whom an optimal Alice looks ahead to.
    pub const BEST_ALICE: Self = Self { alice: Alice::BestResponse, bob: Bob::Honest };
    /// Whom an optimal Bob looks ahead to.
    pub const BEST_BOB: Self = Self { alice: Alice::Honest, bob: Bob::BestResponse };
    /// Both at their best against each other: Alice leads with her number, Bob follows. What this
    /// comes to is the value of the debate game (2024 paper, Appendix C).
    pub const BEST: Self = Self { alice: Alice::BestResponse, bob: Bob::BestResponse };
}

/// How Bob decides whether to abort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bob {
    /// Aborts where the mean of the samples that he draws is too far off, or a gate is wrong.
    Honest,
    /// Never aborts.
    Never,
    /// Aborts at this step, whatever happened.
    AbortAt(Step),
    /// Aborts as soon as the bits so far make the output 1 at least this likely: he blames the
    /// coins on Alice.
    WhenLosing(f64),
    /// Honest, on this fraction of the samples (rounded up; at least one).
    Lazy(f64),
    /// Takes Alice for honest from the next round on, whoever she is, and aborts where the judge's
    /// acceptance of her number is less likely than her winning from there.
    Optimal,
    /// Does his best against the Alice he meets: aborts where the judge's acceptance of her number
    /// is less likely than her winning from there.
    BestResponse,
}

/// The level at which `when-losing` gives up, unless it says another: the claim's own.
pub const DEFAULT_LEVEL: f64 = 2.0 / 3.0;

impl Bob {
    /// The samples that he draws in a round that asks; none if he draws none.
    pub fn samples(self, constants: &Constants) -> Option<Samples> {
        match self {
            Self::Honest => Some(constants.bob),
            Self::Lazy(fraction) => Some(Samples {
                count: ((constants.bob.count as f64 * fraction).ceil() as u64).max(1),
                ..constants.bob
            }),
            Self::Never
            | Self::AbortAt(_)
            | Self::WhenLosing(_)
            | Self::Optimal
            | Self::BestResponse => None,
        }
    }
}

impl fmt::Display for Alice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Honest => f.write_str("honest"),
            Self::Exact => f.write_str("exact"),
            Self::Shift(by) => write!(f, "shift:{by}"),
            Self::Drift(by) => write!(f, "drift:{by}"),
            Self::LateLie(step) => write!(f, "late-lie:{step}"),
            Self::Given(number) => write!(f, "state {number}"),
            Self::Optimal => f.write_str("optimal"),
            Self::BestResponse => f.write_str("best-response"),
        }
    }
}

impl fmt::Display for Bob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Honest => f.write_str("honest"),
            Self::Never => f.write_str("never"),
            Self::AbortAt(step) => write!(f, "abort-at:{step}"),
            Self::WhenLosing(level) if *level == DEFAULT_LEVEL => f.write_str("when-losing"),
            Self::WhenLosing(level) => write!(f, "when-losing:{level}"),
            Self::Lazy(fraction) => write!(f, "lazy:{fraction}"),
            Self::Optimal => f.write_str("optimal"),
            Self::BestResponse => f.write_str("best-response"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::stochastic::is_near;

    /// 0.3 + 0.03 in binary lies below 0.33: a mean of 0.36 would be within 0.03 of it, and is not.
    #[test]
    fn a_shifted_number_is_the_decimal_that_it_says() {
        for (p, by, sum) in [(0.3, 0.03, 0.33), (0.1, 0.2, 0.3), (0.7, 0.1, 0.8), (0.6, -0.2, 0.4)]
        {
            let p = Probability::new(p).expect("a probability");
            assert_eq!(shifted(p, by), sum, "{p} and {by}");
        }
        let stated = shifted(Probability::new(0.3).expect("a probability"), 0.03);
        for (count, tolerance) in [(36, 0.03), (30, 0.03)] {
            assert!(!is_near(count, 100, stated, tolerance), "{count}");
        }
        assert!(is_near(35, 100, stated, 0.03) && is_near(31, 100, stated, 0.03));
        assert_eq!(shifted(Probability::ONE, 0.5), 1.0);
    }
}
