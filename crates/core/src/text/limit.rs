//! A bound as people read it: a lower bound is rounded down, and an upper bound up.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::number::{self, trimmed};

/// The relative size of errors in the last digits of a computed number. If a bound differs from a
/// rounded number by less than this, the bound counts as that number. For example, 0.1 + 0.2 counts
/// as at most 0.3.
const NOISE: f64 = 1e-11;

/// A lower or an upper bound on a number. Its text is never on the wrong side of the bound.
///
/// ```
/// use elenchus_core::text::Limit;
/// assert_eq!(Limit::at_least(0.45188807).fixed(4), "0.4518");
/// assert_eq!(Limit::at_most(0.45188807).fixed(4), "0.4519");
/// assert_eq!(format!("{:.2}", Limit::at_least(0.6)), "0.60");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    at_least: bool,
    limit: f64,
}

impl Limit {
    /// A lower bound.
    pub const fn at_least(limit: f64) -> Self {
        Self { at_least: true, limit }
    }

    /// An upper bound.
    pub const fn at_most(limit: f64) -> Self {
        Self { at_least: false, limit }
    }

    /// The exact number.
    pub const fn get(self) -> f64 {
        self.limit
    }

    /// Returns whether it is a lower bound.
    pub const fn is_lower(self) -> bool {
        self.at_least
    }

    /// Its side, in words.
    pub const fn side(self) -> &'static str {
        if self.at_least { "at least" } else { "at most" }
    }

    /// The nearest number with this many decimals that is still a valid bound.
    fn rounded(self, decimals: usize) -> f64 {
        let limit = self.limit;
        let nearest = format!("{limit:.decimals$}").parse().unwrap_or(limit);
        let over = if self.at_least { nearest - limit } else { limit - nearest };
        if over.is_nan() || over <= NOISE * limit.abs().max(1.0) {
            return nearest;
        }
        let unit = 0.1f64.powi(decimals as i32);
        if self.at_least { nearest - unit } else { nearest + unit }
    }

    /// The bound with this many decimals, as [`number::fixed`] writes it.
    pub fn fixed(self, decimals: usize) -> String {
        number::fixed(self.rounded(decimals), decimals)
    }

    /// A bound on a probability, with three decimals, or `0` or `1`.
    pub fn probability(self) -> String {
        match self.rounded(3) {
            low if low <= 0.0 => "0".into(),
            high if high >= 1.0 => "1".into(),
            other => format!("{other:.3}"),
        }
    }

    /// A bound on an amount, as [`number::amount`] writes it.
    pub fn amount(self) -> String {
        let size = self.limit.abs();
        if size >= 1e15 && size.is_finite() {
            let power = size.log10().floor() as i32;
            let front = Self { limit: self.limit / 10f64.powi(power), ..self };
            return number::amount(front.rounded(2) * 10f64.powi(power));
        }
        number::amount(self.rounded(2))
    }

    /// A bound on a number that somebody typed, as [`number::as_typed`] writes it.
    pub fn as_typed(self) -> String {
        number::as_typed(self.rounded(9))
    }
}

/// With the precision of the format, or with at most six decimals.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.precision() {
            Some(decimals) => f.write_str(&self.fixed(decimals)),
            None => f.write_str(trimmed(&self.fixed(6))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_bound_keeps_its_side_in_every_form() {
        let [low, high] = [Limit::at_least(0.325_89), Limit::at_most(0.325_89)];
        assert_eq!([low.fixed(2), high.fixed(2)], ["0.32", "0.33"]);
        assert_eq!([low.probability(), high.probability()], ["0.325", "0.326"]);
        assert_eq!([low.to_string(), high.to_string()], ["0.32589"; 2]);
        assert_eq!(Limit::at_least(-0.325_89).fixed(2), "−0.33");
        assert_eq!(Limit::at_most(0.999_9).probability(), "1");
        assert_eq!(Limit::at_least(0.999_9).probability(), "0.999");
        assert_eq!(Limit::at_least(4e-7).probability(), "0");
        assert_eq!(Limit::at_most(4e-7).probability(), "0.001");
        assert_eq!(Limit::at_most(1234.561).amount(), "1,234.57");
        assert_eq!(Limit::at_least(1234.569).amount(), "1,234.56");
        assert_eq!(Limit::at_most(2.001e20).amount(), "2.01e20");
        assert_eq!(Limit::at_most(f64::INFINITY).fixed(2), "inf");
    }

    #[test]
    fn errors_in_the_last_digits_do_not_move_a_bound() {
        assert_eq!(Limit::at_most(0.1 + 0.2).fixed(6), "0.300000");
        assert_eq!(Limit::at_least(1.0 - 0.1 - 0.1 - 0.1).fixed(6), "0.700000");
        assert_eq!(Limit::at_least(3.0 * 0.3 * 1e6).amount(), "900,000");
    }

    proptest! {
        #[test]
        fn the_text_of_a_bound_is_never_on_its_wrong_side(x in -50.0f64..50.0, decimals in 0usize..9) {
            let number = |text: String| text.replace('−', "-").parse::<f64>().unwrap();
            let (low, high) = (Limit::at_least(x).fixed(decimals), Limit::at_most(x).fixed(decimals));
            let (low, high) = (number(low), number(high));
            prop_assert!(low <= x + 1e-9 && x - 1e-9 <= high, "{low} {x} {high}");
            prop_assert!(high - low <= 1.000_001 * 0.1f64.powi(decimals as i32));
        }
    }
}
