//! Mean and mean square of a payment: what a mean and a standard deviation need.

/// `E[X]` and `E[X²]`, possibly scaled by the probability of a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// `E[X]`.
    pub mean: f64,
    /// `E[X²]`.
    pub square: f64,
}

impl Moments {
    /// A payment that is certain.
    pub fn of(value: f64) -> Self {
        Self { mean: value, square: value * value }
    }

    /// One of two payments: the second with probability `chance`.
    pub fn either(no: f64, yes: f64, chance: f64) -> Self {
        let mut both = Self::default();
        both.add(1.0 - chance, Self::of(no));
        both.add(chance, Self::of(yes));
        both
    }

    /// The sum of two independent payments.
    pub fn and(self, other: Self) -> Self {
        Self {
            mean: self.mean + other.mean,
            square: self.square + 2.0 * self.mean * other.mean + other.square,
        }
    }

    /// Adds a branch of this probability.
    pub fn add(&mut self, weight: f64, branch: Self) {
        self.mean += weight * branch.mean;
        self.square += weight * branch.square;
    }

    /// The standard deviation; 0 where the difference is no more than the two terms are rounded by.
    pub fn sd(self) -> f64 {
        let variance = self.square - self.mean * self.mean;
        if variance <= 16.0 * f64::EPSILON * self.square { 0.0 } else { variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_does_not_vary() {
        let mut paid = Moments::default();
        for _ in 0..3 {
            paid.add(1.0 / 3.0, Moments::of(686_062.673_574_56));
        }
        assert_eq!(paid.sd(), 0.0);
        assert!((Moments::either(1.0, 1.001, 0.5).sd() - 0.0005).abs() < 1e-9);
    }
}
