//! The mean and the mean square of a payment, from which the standard deviation follows.

/// `E[X]` and `E[X²]` of a payment X. Both may be multiplied by the probability of a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// `E[X]`.
    pub mean: f64,
    /// `E[X²]`.
    pub square: f64,
}

impl Moments {
    /// A certain payment.
    pub fn certain(value: f64) -> Self {
        Self { mean: value, square: value * value }
    }

    /// One of two payments: `yes` with probability `chance`, otherwise `no`.
    pub fn either(no: f64, yes: f64, chance: f64) -> Self {
        let mut both = Self::default();
        both.add(1.0 - chance, Self::certain(no));
        both.add(chance, Self::certain(yes));
        both
    }

    /// The sum of two independent payments.
    pub fn and(self, other: Self) -> Self {
        Self {
            mean: self.mean + other.mean,
            square: self.square + 2.0 * self.mean * other.mean + other.square,
        }
    }

    /// Adds a branch with this probability.
    pub fn add(&mut self, weight: f64, branch: Self) {
        self.mean += weight * branch.mean;
        self.square += weight * branch.square;
    }

    /// The standard deviation. 0 if the variance is no larger than the rounding errors of its
    /// computation.
    pub fn sd(self) -> f64 {
        let variance = self.square - self.mean * self.mean;
        if variance <= 16.0 * f64::EPSILON * self.square { 0.0 } else { variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certain_leaf_does_not_vary() {
        let mut paid = Moments::default();
        for _ in 0..3 {
            paid.add(1.0 / 3.0, Moments::certain(686_062.673_574_56));
        }
        assert_eq!(paid.sd(), 0.0);
        assert!((Moments::either(1.0, 1.001, 0.5).sd() - 0.0005).abs() < 1e-9);
    }
}
