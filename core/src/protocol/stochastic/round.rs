//! One round: what was stated, drawn and tossed in it.

use crate::chance::Probability;

/// Votes that a party drew on one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// How often it drew.
    pub draws: u32,
    /// How many votes in all.
    pub all: u64,
    /// How many said yes.
    pub yes: u64,
}

impl Votes {
    /// The share of yes; none before the first vote.
    pub fn mean(&self) -> Option<f64> {
        (self.all > 0).then(|| self.yes as f64 / self.all as f64)
    }
}

/// A prover's share of the coin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// Left to nature, which has yet to draw it.
    Fair,
    /// This number in [0, 1): chosen by hand or drawn.
    Is(f64),
}

impl Share {
    /// The number, once it is there.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Is(z) => Some(z),
            Self::Fair => None,
        }
    }
}

/// A round, as far as it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// What Alice stated.
    pub stated: Option<Probability>,
    /// What Alice and Bob drew for themselves.
    pub votes: [Votes; 2],
    /// Alice's and Bob's shares of the coin; none where no coin was needed.
    pub shares: [Option<Share>; 2],
    /// Where the coin fell, in [0, 1).
    pub coin: Option<f64>,
    /// What the coin says, where Alice sets the bit herself.
    pub due: Option<bool>,
    /// The bit that became of it.
    pub bit: Option<bool>,
}

/// Where the coin falls: the sum of the shares, less 1 if that is 1 or more. If one share is
/// uniform and the other does not depend on it, the coin is uniform.
pub fn coin(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // Rounding may carry a sum just below 1 to 1 itself, which is 0 on the circle.
    if sum >= 1.0 { sum - 1.0 } else { sum }
}

/// The shares at which the bit changes, the other share being `other`.
pub(super) fn cuts(other: f64, stated: f64) -> [f64; 3] {
    [1.0 - other, stated - other, 1.0 + stated - other]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Law;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_fair_share_makes_the_bit_as_likely_as_stated(
            other in 0.0f64..1.0, stated in 0.0f64..=1.0
        ) {
            let law = Law::uniform(cuts(other, stated));
            let ones: f64 = law
                .outcomes()
                .unwrap()
                .into_iter()
                .filter(|(fall, _)| coin(fall.real().unwrap(), other) < stated)
                .map(|(_, weight)| weight)
                .sum();
            prop_assert!((ones - stated).abs() < 1e-12);
        }
    }
}
