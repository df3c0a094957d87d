//! The payments from Bob to Alice in prover-estimator debate (2025 paper, Fig. 2).

use super::RatioError;
use crate::rules::Direction;

/// Errors that differ by less than this count as equal. Without this rule, rounding could make the difference between
/// 0.9 and 1 larger than 0.1.
pub const SAME_ERROR: f64 = 1e-12;

/// Returns `true` if an error is larger than another one, and not only because of rounding.
pub fn is_larger(error: f64, than: f64) -> bool {
    error > than + SAME_ERROR
}

/// The statement about `stated` if the right probability is `right` and errors of at most `slack` are tolerated.
pub fn direction(stated: f64, right: f64, slack: f64) -> Direction {
    let off = right - stated;
    match is_larger(off.abs(), slack) {
        false => Direction::AboutRight,
        true if off > 0.0 => Direction::TooLow,
        true => Direction::TooHigh,
    }
}

/// Replaces a direction that Alice may not name by "about right". The first flag is true if she may name "too low", and
/// the second if she may name "too high".
pub fn if_named(said: Direction, [low, high]: [bool; 2]) -> Direction {
    match said {
        Direction::TooLow if !low => Direction::AboutRight,
        Direction::TooHigh if !high => Direction::AboutRight,
        said => said,
    }
}

/// r, the factor by which rewards grow from round to round: finite and above 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct RewardRatio(f64);

impl RewardRatio {
    /// Creates a ratio from a number above 0 and at most 10^6.
    pub fn new(ratio: f64) -> Result<Self, RatioError> {
        if ratio > 0.0 && ratio <= 1e6 { Ok(Self(ratio)) } else { Err(RatioError(ratio)) }
    }

    /// The value of r.
    pub fn get(self) -> f64 {
        self.0
    }

    /// r^{k+1}, the payment for one unit of error in round k.
    pub fn stake(self, round: usize) -> f64 {
        self.0.powi(round as i32 + 1)
    }

    /// r^{k+1} · c · (outcome − p), Alice's payment in round k.
    pub fn reward(self, round: usize, said: Direction, outcome: bool, stated: f64) -> f64 {
        // `+ 0.0` turns −0 into 0.
        self.stake(round) * f64::from(said.sign()) * (f64::from(outcome) - stated) + 0.0
    }

    /// 1 + r + … + r^{d+1}, an upper bound on Alice's payment in a debate on a tree of depth d.
    pub fn max_payment(self, depth: usize) -> f64 {
        1.0 + (0..=depth).map(|round| self.stake(round)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_call_is_paid_by_the_error_it_names() {
        let three = RewardRatio::new(3.0).unwrap();
        assert_eq!(three.reward(0, Direction::TooLow, true, 0.25), 2.25);
        assert_eq!(three.reward(1, Direction::TooHigh, false, 0.75), 6.75);
        assert_eq!(three.reward(1, Direction::TooHigh, true, 0.75), -2.25);
        assert_eq!(three.reward(1, Direction::AboutRight, true, 0.0), 0.0);
        assert_eq!(three.max_payment(1), 13.0);
    }

    #[test]
    fn errors_up_to_the_slack_are_let_pass() {
        assert_eq!(direction(0.9, 1.0, 0.1), Direction::AboutRight);
        assert_eq!(direction(0.89, 1.0, 0.1), Direction::TooLow);
        assert_eq!(direction(0.11, 0.0, 0.1), Direction::TooHigh);
    }

    #[test]
    fn senseless_ratios_are_refused() {
        for wrong in [0.0, -3.0, f64::NAN, f64::INFINITY, 1e7] {
            assert!(RewardRatio::new(wrong).is_err());
        }
    }
}
