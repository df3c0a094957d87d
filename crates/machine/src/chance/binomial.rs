//! The binomial distribution, computed in a window around its mode. The computation starts at the
//! mode and goes outward. It computes each probability from the probability of its neighbour.

use std::ops::RangeInclusive;

use super::Probability;

/// The largest number of trials for which [`Binomial`] can be computed. Its window is about 20 standard deviations
/// wide, so it holds at most 3.2·10^6 counts.
pub const MOST_TRIALS: u64 = 100_000_000_000;

/// The window holds the counts with more than this fraction of the mode's probability. The probabilities of all other
/// counts sum to less than 10^-20.
const NEGLIGIBLE: f64 = 1e-24;

/// The error for more than [`MOST_TRIALS`] trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} samples are too many for exact results (at most 10^11). They can still be drawn")]
pub struct TooManyTrials(pub u64);

/// The distribution Binomial(n, p): the probabilities in the window, and the tails. Each tail is summed from its
/// smallest probability up, so no precision is lost in a subtraction from 1. The error is at most 1e-13 at n = 3·10^7.
#[derive(Clone, Debug)]
pub struct Binomial {
    n: u64,
    first: u64,
    mode: u64,
    points: Vec<f64>,
    /// `at_most[i]` = P[X ≤ first + i].
    at_most: Vec<f64>,
    /// `at_least[i]` = P[X ≥ first + i].
    at_least: Vec<f64>,
}

impl Binomial {
    /// The distribution of the number of ones among `n` independent bits.
    pub fn new(n: u64, p: Probability) -> Result<Self, TooManyTrials> {
        if n > MOST_TRIALS {
            return Err(TooManyTrials(n));
        }
        let mode = match p.as_certain() {
            Some(bit) => u64::from(bit) * n,
            None => (((n + 1) as f64 * p.get()) as u64).min(n),
        };
        // Starts with 1 at the mode and multiplies outward by the ratios P[k+1]/P[k] = (n−k)/(k+1) · p/(1−p).
        let (p_one, p_zero) = (p.get(), 1.0 - p.get());
        let (up, down) = (p_one / p_zero, p_zero / p_one);
        let mut below = Vec::new();
        let (mut k, mut weight) = (mode, 1.0);
        while k > 0 && p_zero > 0.0 {
            weight *= k as f64 / (n - k + 1) as f64 * down;
            if weight < NEGLIGIBLE {
                break;
            }
            below.push(weight);
            k -= 1;
        }
        let first = mode - below.len() as u64;
        let mut points: Vec<f64> = below.into_iter().rev().chain([1.0]).collect();
        let (mut k, mut weight) = (mode, 1.0);
        while k < n && p_one > 0.0 {
            weight *= (n - k) as f64 / (k + 1) as f64 * up;
            if weight < NEGLIGIBLE {
                break;
            }
            points.push(weight);
            k += 1;
        }
        let middle = (mode - first) as usize;
        let total =
            points[..=middle].iter().sum::<f64>() + points[middle + 1..].iter().rev().sum::<f64>();
        points.iter_mut().for_each(|point| *point /= total);
        let running = |sum: &mut f64, point: f64| {
            *sum += point;
            Some(sum.min(1.0))
        };
        let at_most = points.iter().copied().scan(0.0, running).collect();
        let mut at_least: Vec<f64> = points.iter().rev().copied().scan(0.0, running).collect();
        at_least.reverse();
        Ok(Self { n, first, mode, points, at_most, at_least })
    }

    /// The number of trials.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The probabilities of the counts in the window, from [`Binomial::first`] on.
    pub fn window(&self) -> &[f64] {
        &self.points
    }

    /// The count of the window's first point.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The count of the window's last point.
    pub fn last(&self) -> u64 {
        self.first + self.points.len() as u64 - 1
    }

    /// The counts with their probabilities, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, f64)> + DoubleEndedIterator + '_ {
        let first = self.first;
        self.points.iter().enumerate().map(move |(i, w)| (first + i as u64, *w))
    }

    /// P[X = k].
    pub fn probability(&self, k: u64) -> f64 {
        let at = k.checked_sub(self.first).and_then(|i| usize::try_from(i).ok());
        at.and_then(|i| self.points.get(i)).copied().unwrap_or(0.0)
    }

    /// P[X ≤ k].
    pub fn at_most(&self, k: u64) -> f64 {
        if k < self.first {
            0.0
        } else if k >= self.last() {
            1.0
        } else {
            self.at_most[(k - self.first) as usize]
        }
    }

    /// P[X ≥ k].
    pub fn at_least(&self, k: u64) -> f64 {
        if k <= self.first {
            1.0
        } else if k > self.last() {
            0.0
        } else {
            self.at_least[(k - self.first) as usize]
        }
    }

    /// P[a ≤ X ≤ b] for a ≤ b. 0 if the range is empty.
    pub fn probability_within(&self, counts: RangeInclusive<u64>) -> f64 {
        let (a, b) = counts.into_inner();
        if a > b {
            return 0.0;
        }
        // A difference of small sums is more precise than a difference of large sums.
        let inside = if b < self.mode {
            self.at_most(b) - if a == 0 { 0.0 } else { self.at_most(a - 1) }
        } else if a > self.mode {
            self.at_least(a) - self.at_least(b.saturating_add(1))
        } else {
            1.0 - self.probability_outside(a..=b)
        };
        inside.clamp(0.0, 1.0)
    }

    /// P[X < a or X > b]. This is 1 − [`Binomial::probability_within`], computed so that it is precise even if it is
    /// small.
    pub fn probability_outside(&self, counts: RangeInclusive<u64>) -> f64 {
        let (a, b) = counts.into_inner();
        if a > b {
            return 1.0;
        }
        let low = if a == 0 { 0.0 } else { self.at_most(a - 1) };
        (low + self.at_least(b.saturating_add(1))).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{ln_at_least, ln_probability};
    use proptest::prelude::*;

    fn law(n: u64, p: f64) -> Binomial {
        Binomial::new(n, Probability::new(p).unwrap()).unwrap()
    }

    #[test]
    fn small_cases_match_counting() {
        let five = law(5, 0.3);
        for (k, expected) in [0.16807, 0.36015, 0.3087, 0.1323, 0.02835, 0.00243].iter().enumerate()
        {
            assert!((five.probability(k as u64) - expected).abs() < 1e-15);
        }
        assert!((five.probability_within(1..=3) - 0.80115).abs() < 1e-15);
        assert!((five.probability_outside(1..=3) - 0.19885).abs() < 1e-15);
        assert_eq!(five.probability_within(std::ops::RangeInclusive::new(3, 2)), 0.0);
    }

    #[test]
    fn certain_coins_leave_one_point() {
        assert_eq!(law(7, 0.0).window(), [1.0]);
        assert_eq!(law(7, 1.0).first(), 7);
        assert_eq!(law(7, 1.0).probability_within(0..=6), 0.0);
        assert_eq!(law(0, 0.4).probability(0), 1.0);
    }

    #[test]
    fn both_tails_are_exact_at_thirty_million() {
        // Reference values from 40-digit arithmetic (regularised incomplete beta function).
        let wide = law(30_000_000, 0.3);
        for (k, expected) in [
            (9_000_000u64, 0.500_068_875_043_459),
            (9_002_510, 0.158_701_536_970_211_7),
            (9_012_550, 2.878_379_339_635_095_6e-7),
        ] {
            let tail = wide.at_least(k);
            assert!((tail / expected - 1.0).abs() < 1e-10, "{k}: {tail:e} not {expected:e}");
            assert!((wide.at_most(k - 1) + tail - 1.0).abs() < 1e-13);
        }
    }

    proptest! {
        #[test]
        fn the_window_agrees_with_the_saddle_point(
            n in 1u64..3_000_000, p in 0.001f64..0.999, z in -6.0f64..6.0
        ) {
            let it = law(n, p);
            let mean = n as f64 * p;
            let k = (mean + z * (mean * (1.0 - p)).sqrt()).clamp(0.0, n as f64) as u64;
            let chance = Probability::new(p).unwrap();
            let point = ln_probability(n, chance, k).exp();
            prop_assert!((it.probability(k) - point).abs() <= 1e-12 + 1e-9 * point);
            let tail = ln_at_least(n, chance, k).exp();
            prop_assert!((it.at_least(k) - tail).abs() <= 1e-11);
            let (a, b) = (k / 2, k);
            prop_assert!((it.probability_within(a..=b) + it.probability_outside(a..=b) - 1.0).abs() < 1e-12);
        }
    }
}
