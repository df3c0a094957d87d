//! Tests whether a sample mean is near a stated probability. The test is an interval of counts.
//!
//! The rules, the honest players and the solver all use this test, so the computed values always agree with the
//! rulings.

use std::ops::RangeInclusive;

use num_bigint::{BigInt, BigUint, Sign};

/// Returns true if `count / n` is less than `tolerance` away from `stated` (Fig. 2, step 3).
pub fn is_near(count: u64, n: u64, stated: f64, tolerance: f64) -> bool {
    counts_within(n, stated, tolerance).is_some_and(|counts| counts.contains(&count))
}

/// The counts out of `n` samples whose mean is less than `tolerance` away from `stated`. `None` if
/// there are no such counts. A mean that is off by exactly `tolerance` is too far away.
///
/// `stated` and `tolerance` each stand for the shortest decimal that parses to the same float,
/// because files and records contain decimals. For decimals the answer is exact: 45 and 55 of 100
/// are exactly 0.05 away from 0.5.
pub fn counts_within(n: u64, stated: f64, tolerance: f64) -> Option<RangeInclusive<u64>> {
    let first = match Edge::new(n, stated, -tolerance) {
        edge if edge.is_negative() => 0,
        edge => edge.floor() + 1,
    };
    // If the edge is 0 or less, no count is below it.
    let end = Edge::new(n, stated, tolerance).ceil().min(n + 1);
    (first < end).then(|| first..=end - 1)
}

/// n · (stated + off), which is not always a whole number of samples.
struct Edge {
    n: u64,
    stated: f64,
    off: f64,
    /// The edge as a float (`about`), and an upper bound on its rounding error (`error`).
    about: f64,
    error: f64,
}

impl Edge {
    fn new(n: u64, stated: f64, off: f64) -> Self {
        let size = n as f64;
        // Two decimals, a sum and a product have at most four rounding errors of 2^-53 each.
        let error = (size * (stated + off.abs()) + 1.0) * f64::EPSILON * 4.0;
        Self { n, stated, off, about: size * (stated + off), error }
    }

    fn is_negative(&self) -> bool {
        if self.about.abs() > self.error {
            self.about < 0.0
        } else {
            self.exact().0.sign() == Sign::Minus
        }
    }

    /// The largest whole number that is not above the edge. The edge is not negative.
    fn floor(&self) -> u64 {
        if (self.about - self.about.round()).abs() > self.error {
            return self.about.floor() as u64;
        }
        let (above, below) = self.exact();
        to_u64(&(above.magnitude() / below.magnitude()))
    }

    /// The smallest whole number that is not below the edge. The edge is not negative.
    fn ceil(&self) -> u64 {
        if (self.about - self.about.round()).abs() > self.error {
            return self.about.ceil() as u64;
        }
        let (above, below) = self.exact();
        to_u64(&((above.magnitude() + below.magnitude() - 1u32) / below.magnitude()))
    }

    fn exact(&self) -> (BigInt, BigInt) {
        let ((a, scale_a), (b, scale_b)) = (decimal(self.stated), decimal(self.off));
        let scale = scale_a.max(scale_b);
        let sum = a * ten(scale - scale_a) + b * ten(scale - scale_b);
        (sum * self.n, ten(scale))
    }
}

fn ten(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

fn to_u64(number: &BigUint) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The shortest decimal that parses to this number: its digits as a whole number, and the number of
/// digits after the decimal point. The number is at most 1.
fn decimal(number: f64) -> (BigInt, u32) {
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len() as i32);
    let scale = behind - exponent.parse::<i32>().unwrap_or_default();
    let digits: BigInt = digits.replace('.', "").parse().unwrap_or_default();
    match u32::try_from(scale) {
        Ok(scale) => (digits, scale),
        Err(_) => (digits * ten(scale.unsigned_abs()), 0),
    }
}

/// The decimal half way between two decimals: 0.15 for 0.1 and 0.2.
pub(super) fn half_way(a: f64, b: f64) -> f64 {
    let ((x, scale_x), (y, scale_y)) = (decimal(a), decimal(b));
    let scale = scale_x.max(scale_y);
    let twice = x * ten(scale - scale_x) + y * ten(scale - scale_y);
    format!("{}e-{}", twice * 5, scale + 1).parse().unwrap_or((a + b) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_edge_itself_is_too_far() {
        // 3 of 4 is exactly 0.25 away from 0.5.
        assert_eq!(counts_within(4, 0.5, 0.25), Some(2..=2));
        assert_eq!(counts_within(4, 0.5, 0.251), Some(1..=3));
    }

    #[test]
    fn nothing_is_near_enough_for_a_tiny_tolerance_between_two_counts() {
        assert_eq!(counts_within(4, 0.6, 0.01), None);
        assert_eq!(counts_within(4, 0.75, 0.01), Some(3..=3));
    }

    #[test]
    fn both_edges_of_a_decimal_tolerance_are_too_far() {
        // As floats, 0.5 - 0.45 is less than 0.05, and 0.55 - 0.5 is more.
        assert_eq!(counts_within(100, 0.5, 0.05), Some(46..=54));
        assert!(!is_near(45, 100, 0.5, 0.05) && !is_near(55, 100, 0.5, 0.05));
        assert_eq!(counts_within(10, 0.3, 0.3), Some(1..=5));
        assert_eq!(counts_within(1000, 0.1, 0.02), Some(81..=119));
        assert_eq!(counts_within(10, 0.0, 0.1), Some(0..=0));
        assert_eq!(counts_within(10, 1.0, 0.1), Some(10..=10));
    }

    #[test]
    fn half_way_between_decimals_is_a_decimal() {
        assert_eq!(half_way(0.1, 0.2), 0.15);
        assert_eq!(half_way(0.02, 0.04), 0.03);
        assert_eq!(half_way(1e-7, 0.5), 0.250_000_05);
        assert_eq!(half_way(1.0, 1.0), 1.0);
    }

    proptest! {
        #[test]
        fn whole_numbers_agree_with_decimals(
            n in 1u64..3000, stated in 0u64..=1000, tol in 1u64..=1000
        ) {
            // |count/n − stated/1000| < tol/1000, in whole numbers.
            let [p, tolerance] = [stated, tol].map(|thousandths| thousandths as f64 / 1000.0);
            for count in 0..=n {
                let inside = (1000 * count).abs_diff(n * stated) < n * tol;
                prop_assert_eq!(is_near(count, n, p, tolerance), inside, "{} of {}", count, n);
            }
        }

        #[test]
        fn the_interval_is_where_algebra_puts_it(
            n in 1u64..100_000_000_000, stated in 0.0f64..=1.0, tol in 1e-5f64..0.2
        ) {
            let off = |count: u64| (count as f64 / n as f64 - stated).abs();
            if let Some(range) = counts_within(n, stated, tol) {
                let (first, last) = range.into_inner();
                prop_assert!(off(first) < tol + 1e-15 && off(last) < tol + 1e-15);
                prop_assert!(first == 0 || off(first - 1) > tol - 1e-15);
                prop_assert!(last == n || off(last + 1) > tol - 1e-15);
            }
        }
    }
}
