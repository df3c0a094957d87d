//! The test "is this sample mean near the stated probability?" as an interval of counts.
//!
//! The rules, the honest players and the solver all ask this one question, so a value can never
//! disagree with a ruling.

use std::ops::RangeInclusive;

use num_bigint::{BigInt, BigUint, Sign};

/// Whether a mean of `count` in `n` is less than `tolerance` away from `stated` (Fig. 2, step 3).
pub fn is_near(count: u64, n: u64, stated: f64, tolerance: f64) -> bool {
    near(n, stated, tolerance).is_some_and(|counts| counts.contains(&count))
}

/// The counts out of `n` samples whose mean is less than `tolerance` away from `stated`, none if
/// none is; a mean that is off by exactly the tolerance is too far.
///
/// Both numbers mean the decimals that write them: the shortest that read back as the same float,
/// which is what files and records hold. With these the answer is exact: 45 and 55 of 100 are
/// both at the tolerance 0.05 of 0.5.
pub fn near(n: u64, stated: f64, tolerance: f64) -> Option<RangeInclusive<u64>> {
    let first = match Edge::new(n, stated, -tolerance) {
        edge if edge.is_negative() => 0,
        edge => edge.floor() + 1,
    };
    // Zero is no less than a negative edge or zero itself.
    let end = Edge::new(n, stated, tolerance).ceil().min(n + 1);
    (first < end).then(|| first..=end - 1)
}

/// n · (stated + off), a number of samples that need not be whole.
struct Edge {
    n: u64,
    stated: f64,
    off: f64,
    /// The same in floating point, and how far that may be off.
    about: f64,
    error: f64,
}

impl Edge {
    fn new(n: u64, stated: f64, off: f64) -> Self {
        let size = n as f64;
        // Reading two decimals, adding and multiplying: under four roundings of 2^-53 each.
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

    /// The largest whole number up to the edge, which is not negative.
    fn floor(&self) -> u64 {
        if (self.about - self.about.round()).abs() > self.error {
            return self.about.floor() as u64;
        }
        let (above, below) = self.exact();
        whole(&(above.magnitude() / below.magnitude()))
    }

    /// The least whole number from the edge up, which is not negative.
    fn ceil(&self) -> u64 {
        if (self.about - self.about.round()).abs() > self.error {
            return self.about.ceil() as u64;
        }
        let (above, below) = self.exact();
        whole(&((above.magnitude() + below.magnitude() - 1u32) / below.magnitude()))
    }

    /// The edge as a fraction of whole numbers.
    fn exact(&self) -> (BigInt, BigInt) {
        let ((a, scale_a), (b, scale_b)) = (decimal(self.stated), decimal(self.off));
        let scale = scale_a.max(scale_b);
        let ten = |power: u32| BigInt::from(10).pow(power);
        let sum = a * ten(scale - scale_a) + b * ten(scale - scale_b);
        (sum * self.n, ten(scale))
    }
}

fn whole(number: &BigUint) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The shortest decimal that reads back as a number of at most 1: digits, and how many of them
/// stand behind the point.
fn decimal(number: f64) -> (BigInt, u32) {
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len() as i32);
    let scale = behind - exponent.parse::<i32>().unwrap_or_default();
    let digits: BigInt = digits.replace('.', "").parse().unwrap_or_default();
    match u32::try_from(scale) {
        Ok(scale) => (digits, scale),
        Err(_) => (digits * BigInt::from(10).pow(scale.unsigned_abs()), 0),
    }
}

/// The number half way between two, by their decimals: between 0.1 and 0.2 lies 0.15.
pub(super) fn half_way(a: f64, b: f64) -> f64 {
    let ((x, scale_x), (y, scale_y)) = (decimal(a), decimal(b));
    let scale = scale_x.max(scale_y);
    let ten = |power: u32| BigInt::from(10).pow(power);
    let twice = x * ten(scale - scale_x) + y * ten(scale - scale_y);
    format!("{}e-{}", twice * 5, scale + 1).parse().unwrap_or((a + b) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_edge_itself_is_too_far() {
        // 3 of 4 against 0.5 with tolerance 0.25: exactly the tolerance away, so rejected.
        assert_eq!(near(4, 0.5, 0.25), Some(2..=2));
        assert_eq!(near(4, 0.5, 0.251), Some(1..=3));
    }

    #[test]
    fn nothing_is_near_enough_for_a_tiny_tolerance_between_two_counts() {
        assert_eq!(near(4, 0.6, 0.01), None);
        assert_eq!(near(4, 0.75, 0.01), Some(3..=3));
    }

    #[test]
    fn both_edges_of_a_decimal_tolerance_are_too_far() {
        // In floating point 0.5 - 0.45 is less than 0.05 and 0.55 - 0.5 is more.
        assert_eq!(near(100, 0.5, 0.05), Some(46..=54));
        assert!(!is_near(45, 100, 0.5, 0.05) && !is_near(55, 100, 0.5, 0.05));
        assert_eq!(near(10, 0.3, 0.3), Some(1..=5));
        assert_eq!(near(1000, 0.1, 0.02), Some(81..=119));
        assert_eq!(near(10, 0.0, 0.1), Some(0..=0));
        assert_eq!(near(10, 1.0, 0.1), Some(10..=10));
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
            if let Some(range) = near(n, stated, tol) {
                let (first, last) = range.into_inner();
                prop_assert!(off(first) < tol + 1e-15 && off(last) < tol + 1e-15);
                prop_assert!(first == 0 || off(first - 1) > tol - 1e-15);
                prop_assert!(last == n || off(last + 1) > tol - 1e-15);
            }
        }
    }
}
