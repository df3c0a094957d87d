//! The test "is this sample mean near the stated probability?" as an interval of counts.
//!
//! The rules, the honest players and the solver all ask this one question, so a value can never
//! disagree with a ruling.

use std::ops::RangeInclusive;

/// A run of counts `first..=last`, perhaps empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    first: u64,
    /// One past the last.
    end: u64,
}

impl Counts {
    /// No count at all.
    pub const NONE: Self = Self { first: 0, end: 0 };

    /// Whether this count belongs.
    pub fn contains(self, count: u64) -> bool {
        (self.first..self.end).contains(&count)
    }

    /// Whether no count belongs.
    pub fn is_empty(self) -> bool {
        self.first >= self.end
    }

    /// The first and last count that belong; none if none does.
    pub fn range(self) -> Option<RangeInclusive<u64>> {
        if self.is_empty() { None } else { Some(self.first..=self.end - 1) }
    }
}

/// Whether a mean of `count` in `n` is less than `tolerance` away from `stated` (Fig. 2, step 3).
pub fn is_near(count: u64, n: u64, stated: f64, tolerance: f64) -> bool {
    (count as f64 / n as f64 - stated).abs() < tolerance
}

/// The counts out of `n` samples whose mean is less than `tolerance` away from `stated`:
/// exactly those for which [`is_near`] holds, in floating point too.
pub fn near(n: u64, stated: f64, tolerance: f64) -> Counts {
    let size = n as f64;
    let holds = |count: u64| is_near(count, n, stated, tolerance);
    // A count near the stated probability: if it does not hold, none does.
    let middle = ((stated * size).round().max(0.0) as u64).min(n);
    let Some(inside) = [middle, middle.saturating_sub(1), (middle + 1).min(n)]
        .into_iter()
        .find(|&count| holds(count))
    else {
        return Counts::NONE;
    };
    // The mean grows with the count, so the interval's ends are near where algebra puts them;
    // rounding moves them by a count or two, and the test itself decides.
    let mut first = (((stated - tolerance) * size).floor().max(0.0) as u64).min(inside);
    while !holds(first) {
        first += 1;
    }
    while first > 0 && holds(first - 1) {
        first -= 1;
    }
    let mut last = (((stated + tolerance) * size).ceil().max(0.0) as u64).clamp(inside, n);
    while !holds(last) {
        last -= 1;
    }
    while last < n && holds(last + 1) {
        last += 1;
    }
    Counts { first, end: last + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_edge_itself_is_too_far() {
        // 3 of 4 against 0.5 with tolerance 0.25: exactly the tolerance away, so rejected.
        let counts = near(4, 0.5, 0.25);
        assert_eq!(counts.range(), Some(2..=2));
        assert_eq!(near(4, 0.5, 0.251).range(), Some(1..=3));
    }

    #[test]
    fn nothing_is_near_enough_for_a_tiny_tolerance_between_two_counts() {
        assert!(near(4, 0.6, 0.01).is_empty());
        assert!(!near(4, 0.75, 0.01).is_empty());
    }

    proptest! {
        #[test]
        fn the_interval_is_the_test(n in 1u64..300, stated in 0.0f64..=1.0, tol in 1e-4f64..0.6) {
            let counts = near(n, stated, tol);
            for count in 0..=n {
                prop_assert_eq!(counts.contains(count), is_near(count, n, stated, tol));
            }
        }

        #[test]
        fn the_interval_is_the_test_at_its_ends_for_any_size(
            n in 1u64..100_000_000_000, stated in 0.0f64..=1.0, tol in 1e-5f64..0.2
        ) {
            if let Some(range) = near(n, stated, tol).range() {
                let (first, last) = range.into_inner();
                prop_assert!(is_near(first, n, stated, tol) && is_near(last, n, stated, tol));
                prop_assert!(first == 0 || !is_near(first - 1, n, stated, tol));
                prop_assert!(last == n || !is_near(last + 1, n, stated, tol));
            }
        }
    }
}
