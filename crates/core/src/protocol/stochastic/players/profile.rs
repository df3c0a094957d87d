//! The players that the solver knows. `registry.rs` says how files and commands name them.

use std::fmt;

use crate::chance::Probability;
use crate::machine::Step;
use crate::protocol::stochastic::{Constants, SampleRule};

/// How Alice chooses her numbers, and the bits and coins that a protocol variant leaves to her.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AliceStrategy {
    /// States the mean of the samples that she draws.
    Honest,
    /// Knows the probabilities and states them exactly.
    Exact,
    /// Adds this much to the true probability at every step that asks. A negative number makes her
    /// understate.
    Shift(f64),
    /// Overstates by this much in total. Every step that asks gets an equal share.
    Drift(f64),
    /// Plays exactly, except at one step. There, she states 0 or 1, whichever is better for her.
    LateLie(Step),
    /// States this number at every step that asks.
    Given(f64),
    /// Plays exactly, except that she adds this much to the number of every gate.
    ShiftGates(f64),
    /// Plays exactly. If she sets the bits herself, she sets the last one to 1.
    OwnBits,
    /// Plays exactly, but chooses her share of the coin so that she gets the bit that is better for her. She sees Bob's
    /// share, or expects this one.
    Rig(f64),
    /// Plays the best response to an honest Bob, even if the real Bob is not honest.
    Optimal,
    /// Plays the best response to the real Bob.
    BestResponse,
}

/// How Bob chooses between going on and aborting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BobStrategy {
    /// Aborts if the mean of his samples is too far off, or if a gate is wrong.
    Honest,
    /// Never aborts.
    Never,
    /// Aborts at this step.
    AbortAt(Step),
    /// Aborts when the bits so far make the output 1 with at least this probability. He blames
    /// Alice for unlucky coins.
    WhenLosing(f64),
    /// Plays honestly with this fraction of the samples, rounded up to at least one.
    Lazy(f64),
    /// Compares two probabilities: that the judge accepts Alice's number, and that Alice wins if Bob goes on. Aborts if
    /// the first one is smaller. He assumes that Alice is honest from the next round on.
    Optimal,
    /// Like `Optimal`, but he knows how the real Alice plays from the next round on.
    BestResponse,
}

/// The level of `when-losing` if no argument is given. Alice claims that the output is 1 with at
/// least this probability.
pub const DEFAULT_LEVEL: f64 = 2.0 / 3.0;

/// A pair of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategyProfile {
    /// Alice.
    pub alice: AliceStrategy,
    /// Bob.
    pub bob: BobStrategy,
}

impl StrategyProfile {
    /// Both players are honest.
    pub const HONEST: Self = Self { alice: AliceStrategy::Honest, bob: BobStrategy::Honest };
    /// An honest Alice and a Bob who never aborts. Her oracle alone decides the output.
    pub const UNDOUBTED: Self = Self { alice: AliceStrategy::Honest, bob: BobStrategy::Never };
    /// The best Alice against an honest Bob.
    pub const BEST_ALICE: Self =
        Self { alice: AliceStrategy::BestResponse, bob: BobStrategy::Honest };
    /// The best Bob against an honest Alice.
    pub const BEST_BOB: Self =
        Self { alice: AliceStrategy::Honest, bob: BobStrategy::BestResponse };
    /// Both play best: Alice states her number, and Bob responds to it. The value of this pair is
    /// the value of the debate game (2024 paper, Appendix C).
    pub const BEST: Self =
        Self { alice: AliceStrategy::BestResponse, bob: BobStrategy::BestResponse };
}

impl From<AliceStrategy> for StrategyProfile {
    fn from(alice: AliceStrategy) -> Self {
        Self { alice, ..Self::HONEST }
    }
}

impl From<BobStrategy> for StrategyProfile {
    fn from(bob: BobStrategy) -> Self {
        Self { bob, ..Self::HONEST }
    }
}

impl AliceStrategy {
    /// Returns true if she may state a wrong bit at a gate by the rules of Fig. 2.
    pub fn may_lie_at_gates(self) -> bool {
        matches!(self, Self::LateLie(_) | Self::BestResponse)
    }

    /// The amount that she adds to every probability. `None` if her number is not a probability
    /// plus a fixed amount.
    pub fn overstates(self, asks: impl FnOnce() -> usize) -> Option<f64> {
        match self {
            Self::Exact | Self::ShiftGates(_) | Self::OwnBits | Self::Rig(_) => Some(0.0),
            Self::Shift(by) => Some(by),
            Self::Drift(by) => Some(by / asks() as f64),
            _ => None,
        }
    }
}

impl BobStrategy {
    /// The number of samples that he draws in a round with a question, with his tolerance. `None`
    /// if he draws none.
    pub fn samples(self, constants: &Constants) -> Option<SampleRule> {
        match self {
            Self::Honest => Some(constants.bob),
            Self::Lazy(fraction) => Some(SampleRule {
                count: ((constants.bob.count as f64 * fraction).ceil() as u64).max(1),
                ..constants.bob
            }),
            _ => None,
        }
    }
}

/// Adds `by` to a probability, and keeps the sum in [0, 1]. The sum is computed in decimals: 0.3
/// and 0.03 give 0.33. Otherwise, rounding errors of floats could move a mean that lies exactly at
/// a tolerance to the other side.
pub fn shifted(p: Probability, by: f64) -> f64 {
    const PLACES: f64 = 1e15;
    (((p.get() + by) * PLACES).round() / PLACES).clamp(0.0, 1.0)
}

impl fmt::Display for AliceStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Honest => f.write_str("honest"),
            Self::Exact => f.write_str("exact"),
            Self::Shift(by) => write!(f, "shift:{by}"),
            Self::Drift(by) => write!(f, "drift:{by}"),
            Self::LateLie(step) => write!(f, "late-lie:{step}"),
            Self::Given(number) => write!(f, "state {number}"),
            Self::ShiftGates(by) => write!(f, "shift-gates:{by}"),
            Self::OwnBits => f.write_str("own-bits"),
            Self::Rig(expected) => write!(f, "rig:{expected}"),
            Self::Optimal => f.write_str("optimal"),
            Self::BestResponse => f.write_str("best-response"),
        }
    }
}

impl fmt::Display for BobStrategy {
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

    /// As floats, 0.3 + 0.03 is less than 0.33, so a mean of 0.36 would be less than 0.03 away.
    #[test]
    fn a_shifted_number_is_the_decimal_that_it_says() {
        let p = |p: f64| Probability::new(p).expect("a probability");
        for (of, by, sum) in [(0.3, 0.03, 0.33), (0.1, 0.2, 0.3), (0.7, 0.1, 0.8), (0.6, -0.2, 0.4)]
        {
            assert_eq!(shifted(p(of), by), sum, "{of} and {by}");
        }
        let stated = shifted(p(0.3), 0.03);
        assert!(!is_near(36, 100, stated, 0.03) && !is_near(30, 100, stated, 0.03));
        assert!(is_near(35, 100, stated, 0.03) && is_near(31, 100, stated, 0.03));
        assert_eq!(shifted(Probability::ONE, 0.5), 1.0);
    }
}
