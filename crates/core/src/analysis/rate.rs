//! Rates of counted events, with their confidence intervals.

use crate::chance::Z;

/// Half the width of a normal confidence interval, in standard errors. The width is chosen so that
/// `many` such intervals are all correct with probability 95 % (Bonferroni).
pub(crate) fn half_of(many: usize) -> f64 {
    if many <= 1 { Z } else { -normal_quantile(0.025 / many as f64) }
}

/// The probability that a standard normal number is at most `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// The number that a standard normal number exceeds with probability 1 − `share`. At most 40 from 0.
pub(crate) fn normal_quantile(share: f64) -> f64 {
    if share > 0.5 {
        // Small probabilities are exact where those near 1 are rounded.
        return -normal_quantile(1.0 - share);
    }
    let (mut low, mut high) = (-40.0, 0.0);
    // The larger `middle` is, the larger is its probability. So bisection finds the right `middle`.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        match normal_cdf(middle) < share {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// A rate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The measured rate.
    pub rate: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
    /// The standard error of the rate.
    pub se: f64,
}

impl Rate {
    /// The share of `hits` in `all`, with Wilson's 95 % interval.
    pub fn from_counts(hits: u64, all: u64) -> Self {
        Self::interval(hits as f64 / all.max(1) as f64, all, Z)
    }

    /// A rate over groups of debates that depend on each other, such as debates with the same seed.
    /// The interval counts each group as one debate. So it is wide enough even if all debates of a
    /// group end in the same way.
    pub fn of_groups(rate: f64, groups: u64) -> Self {
        Self::interval(rate, groups, Z)
    }

    /// The share of `hits` in `all`, with one of `many` intervals that are all correct with
    /// probability 95 % (Bonferroni).
    pub fn among(hits: u64, all: u64, many: usize) -> Self {
        Self::interval(hits as f64 / all.max(1) as f64, all, half_of(many))
    }

    fn interval(rate: f64, all: u64, z: f64) -> Self {
        let n = all.max(1) as f64;
        let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let spread = rate * (1.0 - rate) / n + z * z / (4.0 * n * n);
        let half = z / (1.0 + z * z / n) * spread.sqrt();
        // If no debate or every debate is a hit, rounding could put the rate just outside its
        // interval.
        Self {
            rate,
            low: (middle - half).clamp(0.0, rate),
            high: (middle + half).clamp(rate, 1.0),
            se: (rate * (1.0 - rate) / n).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_rate_is_wilsons_as_published() {
        // Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3.
        let published = [
            ((81, 263), (0.2553, 0.3662)),
            ((15, 148), (0.0624, 0.1605)),
            ((0, 20), (0.0000, 0.1611)),
            ((1, 29), (0.0061, 0.1718)),
        ];
        for ((hits, all), (low, high)) in published {
            let rate = Rate::from_counts(hits, all);
            let near = |found: f64, wanted: f64| (found - wanted).abs() < 0.000_05 + 1e-9;
            assert!(near(rate.low, low) && near(rate.high, high), "{hits} of {all}: {rate:?}");
            // The interval for the misses mirrors the interval for the hits.
            let misses = Rate::from_counts(all - hits, all);
            assert!((misses.low + rate.high - 1.0).abs() < 1e-12, "{misses:?}");
        }
    }
}
