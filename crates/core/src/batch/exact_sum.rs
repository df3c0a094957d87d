//! Exact sums of floats. The result does not depend on the order of the numbers, or on how they
//! were divided among machines.

use num_bigint::{BigInt, BigUint, Sign};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every float is a multiple of 2^-1074 and smaller than 2^1024. So 2,098 bits are enough, and each
/// limb holds 64 of them.
const LIMBS: usize = 34;

/// The lowest bit of the first limb stands for 2^-1074.
const LOWEST: i32 = 1074;

/// An exact sum of floats. Up to 2^62 numbers can be added without a carry between limbs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactSum {
    limbs: [i128; LIMBS],
}

impl Default for ExactSum {
    fn default() -> Self {
        Self { limbs: [0; LIMBS] }
    }
}

impl ExactSum {
    /// Adds a number. Infinity counts as the largest finite number, and −infinity as the smallest.
    pub fn add(&mut self, x: f64) {
        if x == 0.0 || x.is_nan() {
            return;
        }
        let bits = x.clamp(f64::MIN, f64::MAX).to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as usize;
        let fraction = bits & ((1 << 52) - 1);
        // A subnormal number (exponent 0) is scaled like exponent 1, but has no hidden leading bit.
        let (mantissa, shift) = match exponent {
            0 => (fraction, 0),
            e => (fraction | 1 << 52, e - 1),
        };
        let wide = u128::from(mantissa) << (shift % 64);
        let sign = if x < 0.0 { -1 } else { 1 };
        let at = shift / 64;
        self.limbs[at] += sign * i128::from(wide as u64);
        if wide >> 64 != 0 {
            self.limbs[at + 1] += sign * i128::from((wide >> 64) as u64);
        }
    }

    /// Adds the square of a number without rounding.
    pub fn add_square(&mut self, x: f64) {
        let square = x * x;
        self.add(square);
        if square.is_finite() {
            self.add(x.mul_add(x, -square));
        }
    }

    /// Adds another sum.
    pub fn and(&mut self, other: &Self) {
        for (mine, other) in self.limbs.iter_mut().zip(&other.limbs) {
            *mine += other;
        }
    }

    fn total(&self) -> BigInt {
        self.limbs.iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << 64) + BigInt::from(limb))
    }

    /// The float nearest to the sum.
    pub fn value(&self) -> f64 {
        scaled(&self.total(), LOWEST)
    }

    /// The variance Σ (x − mean)² / n of the `n` numbers that were added. `squares` is the sum of
    /// their squares.
    pub fn variance(&self, squares: &Self, n: u64) -> f64 {
        let sum = self.total();
        let spread = ((squares.total() * n) << LOWEST) - &sum * &sum;
        scaled(&spread, 2 * LOWEST).max(0.0) / (n.max(1) as f64).powi(2)
    }
}

/// The variance of `n` integers, from their sum and the sum of their squares.
pub fn variance_of_counts(sum: u128, squares: &BigUint, n: u64) -> f64 {
    let spread = BigInt::from(squares * n) - BigInt::from(sum) * BigInt::from(sum);
    scaled(&spread, 0).max(0.0) / (n.max(1) as f64).powi(2)
}

/// `whole` · 2^-`down`, rounded once.
fn scaled(whole: &BigInt, down: i32) -> f64 {
    let size = whole.magnitude();
    let spare = size.bits().saturating_sub(64);
    let mut top = (size >> spare).iter_u64_digits().next().unwrap_or(0);
    // Set the last bit if a lost bit was set. Otherwise, the number could look like an exact tie
    // when it is rounded.
    if spare > 0 && size.trailing_zeros().is_some_and(|zeros| zeros < spare) {
        top |= 1;
    }
    let mut value = top as f64;
    let mut exponent = spare as i32 - down;
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        exponent -= step;
    }
    if whole.sign() == Sign::Minus { -value } else { value }
}

impl Serialize for ExactSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.total().to_str_radix(16))
    }
}

impl<'de> Deserialize<'de> for ExactSum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let whole = BigInt::parse_bytes(text.as_bytes(), 16)
            .filter(|whole| whole.bits() <= 64 * LIMBS as u64)
            .ok_or_else(|| D::Error::custom("this is not a sum in hexadecimal digits"))?;
        let sign = if whole.sign() == Sign::Minus { -1 } else { 1 };
        let mut sum = Self::default();
        for (limb, digit) in sum.limbs.iter_mut().zip(whole.iter_u64_digits()) {
            *limb = sign * i128::from(digit);
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(of: &[f64]) -> ExactSum {
        let mut sum = ExactSum::default();
        of.iter().for_each(|&x| sum.add(x));
        sum
    }

    #[test]
    fn a_sum_that_cancels_is_zero_and_small_terms_are_kept() {
        assert_eq!(sum(&[1e300, 1.0, -1e300]).value(), 1.0);
        assert_eq!(sum(&[0.1; 10]).value(), 1.0);
        assert_eq!(sum(&[f64::MIN_POSITIVE / 8.0, -0.0]).value(), f64::MIN_POSITIVE / 8.0);
        assert_eq!(sum(&[-3.5, 1.25]).value(), -2.25);
    }

    #[test]
    fn equal_numbers_have_no_variance_and_two_numbers_half_their_distance_squared() {
        let variance = |of: &[f64]| {
            let mut squares = ExactSum::default();
            of.iter().for_each(|&x| squares.add_square(x));
            sum(of).variance(&squares, of.len() as u64)
        };
        assert_eq!(variance(&[0.3; 7]), 0.0);
        assert_eq!(variance(&[1e9 + 1.0, 1e9 - 1.0]), 1.0);
        assert_eq!(variance_of_counts(6, &BigUint::from(20u32), 2), 1.0);
    }

    proptest! {
        #[test]
        fn the_order_and_the_parts_of_a_sum_do_not_matter(
            mut numbers in prop::collection::vec(-1e12f64..1e12, 1..40), at in 0usize..40
        ) {
            let all = sum(&numbers);
            let mut parts = sum(&numbers[..at.min(numbers.len())]);
            let rest = sum(&numbers[at.min(numbers.len())..]);
            let text = serde_json::to_string(&rest).unwrap();
            parts.and(&serde_json::from_str(&text).unwrap());
            prop_assert_eq!(parts.value().to_bits(), all.value().to_bits());
            numbers.reverse();
            prop_assert_eq!(sum(&numbers).value().to_bits(), all.value().to_bits());
        }
    }
}
