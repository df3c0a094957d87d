//! What Alice is paid, and Bob pays, in prover-estimator debate (Brown-Cohen et al. 2025, Fig. 2).

use std::fmt;
use std::str::FromStr;

/// What Alice says of the probability that Bob gave the claim under discussion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    /// Overestimated: c = −1.
    TooHigh,
    /// About right: c = 0, and nothing is paid in this round.
    AboutRight,
    /// Underestimated: c = +1.
    TooLow,
}

impl Call {
    /// All three, from low to high.
    pub const ALL: [Self; 3] = [Self::TooLow, Self::AboutRight, Self::TooHigh];

    /// c, the factor of the round's payment.
    pub fn sign(self) -> f64 {
        match self {
            Self::TooHigh => -1.0,
            Self::AboutRight => 0.0,
            Self::TooLow => 1.0,
        }
    }

    /// What to say of `stated` if the probability should be `right` and errors up to `slack` are
    /// let pass. A sliver of 1e-12 more is let pass, so that 0.9 is not 0.1 off by rounding.
    pub fn on(stated: f64, right: f64, slack: f64) -> Self {
        let off = right - stated;
        if off.abs() <= slack + 1e-12 {
            Self::AboutRight
        } else if off > 0.0 {
            Self::TooLow
        } else {
            Self::TooHigh
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooHigh => "too-high",
            Self::AboutRight => "about-right",
            Self::TooLow => "too-low",
        })
    }
}

impl FromStr for Call {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|call| call.to_string() == text)
            .ok_or_else(|| format!("`{text}` is not a call: say too-low, about-right or too-high"))
    }
}

/// r, the factor by which rewards grow from round to round: finite and above 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Ratio(f64);

/// Why a number is not a reward ratio.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the reward ratio {0} makes no sense: write a number above 0 and up to 1,000,000")]
pub struct NotARatio(pub f64);

impl Ratio {
    /// Takes a number above 0 and up to 10^6.
    pub fn new(ratio: f64) -> Result<Self, NotARatio> {
        if ratio > 0.0 && ratio <= 1e6 { Ok(Self(ratio)) } else { Err(NotARatio(ratio)) }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// r^{k+1}, what a unit of error is worth in round k.
    pub fn stake(self, round: usize) -> f64 {
        self.0.powi(round as i32 + 1)
    }

    /// r^{k+1} · c · (outcome − p), what Alice is paid in round k.
    pub fn reward(self, round: usize, call: Call, outcome: bool, stated: f64) -> f64 {
        // `+ 0.0` turns −0 into 0.
        self.stake(round) * call.sign() * (f64::from(u8::from(outcome)) - stated) + 0.0
    }

    /// 1 + r + … + r^{d+1}, the most Alice can be paid over a tree of this depth.
    pub fn most(self, depth: usize) -> f64 {
        1.0 + (0..=depth).map(|round| self.stake(round)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_call_is_paid_by_the_error_it_names() {
        let three = Ratio::new(3.0).unwrap();
        assert_eq!(three.reward(0, Call::TooLow, true, 0.25), 2.25);
        assert_eq!(three.reward(1, Call::TooHigh, false, 0.75), 6.75);
        assert_eq!(three.reward(1, Call::TooHigh, true, 0.75), -2.25);
        assert_eq!(three.reward(1, Call::AboutRight, true, 0.0), 0.0);
        assert_eq!(three.most(1), 13.0);
    }

    #[test]
    fn errors_up_to_the_slack_are_let_pass() {
        assert_eq!(Call::on(0.9, 1.0, 0.1), Call::AboutRight);
        assert_eq!(Call::on(0.89, 1.0, 0.1), Call::TooLow);
        assert_eq!(Call::on(0.11, 0.0, 0.1), Call::TooHigh);
    }

    #[test]
    fn calls_read_back_and_senseless_ratios_do_not() {
        for call in Call::ALL {
            assert_eq!(call.to_string().parse(), Ok(call));
        }
        assert!("+1".parse::<Call>().is_err());
        for wrong in [0.0, -3.0, f64::NAN, f64::INFINITY, 1e7] {
            assert!(Ratio::new(wrong).is_err());
        }
    }
}
