//! Formats numbers for texts: probabilities, counts, changes and rates.

use crate::machine::{self, Step};

/// A count with thousands separators, such as `28,877,523`.
pub fn count(n: u64) -> String {
    machine::grouped(n)
}

/// A probability with three decimals. Only an exact 0 or 1 is written as `0` or `1`; a number close
/// to it is written as `<0.001` or `>0.999`.
///
/// ```
/// use elenchus_core::text::number::probability;
/// assert_eq!(probability(0.3202848), "0.320");
/// assert_eq!(probability(1.0), "1");
/// assert_eq!(probability(0.9999), ">0.999");
/// assert_eq!(probability(4e-7), "<0.001");
/// ```
pub fn probability(p: f64) -> String {
    if p.is_nan() {
        "?".into()
    } else if p <= 0.0 {
        "0".into()
    } else if p >= 1.0 {
        "1".into()
    } else if p < 0.001 {
        "<0.001".into()
    } else if p > 0.999 {
        ">0.999".into()
    } else {
        format!("{p:.3}")
    }
}

/// The number of a step, such as `1,048,576`.
pub fn step(step: Step) -> String {
    count(step.number().into())
}

/// A stated number with all its decimals, but at least two, such as `0.10` or `0.125`.
pub fn as_typed(p: f64) -> String {
    // Round, because sums such as 0.1 + 0.2 have small rounding errors.
    let plain = format!("{}", (p * 1e9).round() / 1e9);
    match plain.split_once('.') {
        Some((_, decimals)) if decimals.len() >= 2 => plain,
        _ => format!("{p:.2}"),
    }
}

/// A number without trailing zeros after the decimal point.
pub fn trimmed(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// A stated or computed number from 0 to 1. A number with at most four decimals stays as typed.
/// Other numbers have four decimals, or three significant figures if they are small: `0.10`,
/// `0.2263`, `0.00167`. The text is `0` or `1` only if the number is exactly 0 or 1, because this
/// can decide a debate: `0.999999`, `1e-320`.
pub fn stated(p: f64) -> String {
    let shown = nearly_stated(p);
    let exact = shown.parse().is_ok_and(|shown: f64| shown == p);
    match shown.parse() {
        Ok(0.0 | 1.0) if !exact && p.abs() < 1e-6 => format!("{p:e}"),
        Ok(0.0 | 1.0) if !exact => p.to_string(),
        _ => shown,
    }
}

fn nearly_stated(p: f64) -> String {
    let typed = as_typed(p);
    if typed.len() <= "0.1234".len() {
        return typed;
    }
    let small = p.abs() < 0.01;
    // The number of zeros between the decimal point and the first digit that is not 0.
    let zeros = if small { -p.abs().log10().floor() as usize - 1 } else { 0 };
    trimmed(&format!("{p:.*}", if small { zeros + 3 } else { 4 })).to_owned()
}

/// The distance of a mean from a number. It has three decimals, or more if the text must show on
/// which side of the tolerance the distance lies: `0.015`, `0.01502`.
pub fn distance(off: f64, tolerance: f64) -> String {
    let text = |decimals: usize| format!("{off:.decimals$}");
    let stands = |decimals: &usize| {
        text(*decimals).parse().is_ok_and(|shown: f64| (shown < tolerance) == (off < tolerance))
    };
    match (3..17).find(stands) {
        Some(3) | None => probability(off),
        Some(decimals) => text(decimals),
    }
}

/// A signed change with this many decimals, `+0.434`, `−0.150`. A change of 0 has no sign.
pub fn change(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    let none = text.chars().all(|c| matches!(c, '0' | '.'));
    if none || x < 0.0 { text } else { format!("+{text}") }
}

/// A number with this many decimals, thousands separators, and a real minus sign, such as `−0.50`
/// or `2,361.78`.
pub fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), count);
    let sign = if x < 0.0 && !zero { "−" } else { "" };
    format!("{sign}{whole}{rest}")
}

/// Returns 0 for a number that rounds to 0 with this many decimals, so that it is not written as
/// `-0.00`. Returns other numbers unchanged.
pub fn without_minus_zero(x: f64, decimals: i32) -> f64 {
    if x.abs() < 0.5 * 10f64.powi(-decimals) { 0.0 } else { x }
}

/// An amount with two decimals, or without decimals if it is an integer, such as `6,677.16` or
/// `−3`. A very large amount is in scientific notation.
pub fn amount(x: f64) -> String {
    if x.abs() >= 1e15 {
        return format!("{x:.2e}").replace('-', "−");
    }
    let text = fixed(x, 2);
    text.strip_suffix(".00").map_or_else(|| text.clone(), str::to_owned)
}

/// An amount that a player receives, such as `+1.50`, or pays, such as `−0.50`.
pub fn payment(x: f64) -> String {
    let text = amount(x);
    if text.starts_with('−') || text == "0" { text } else { format!("+{text}") }
}

/// A rate, such as `72/400 = 0.180`. It is `0/0` if `whole` is 0.
pub fn rate(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0/0".into();
    }
    format!("{}/{} = {:.3}", count(part), count(whole), part as f64 / whole as f64)
}

/// An ordinal number, such as `1st`, `2nd`, `3rd` or `11th`.
pub fn ordinal(n: u64) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", count(n))
}

/// A number in subscript digits, such as `₁₂`, for the order of reads.
pub fn low_digits(n: u64) -> String {
    n.to_string()
        .bytes()
        .map(|d| char::from_u32(0x2080 + u32::from(d - b'0')).unwrap_or('?'))
        .collect()
}

/// A count with its noun, such as `1 bit` or `1,024 bits`.
pub fn plural(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// A list as text, such as `1, 2 and 3`.
pub fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_in_threes() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1,000");
        assert_eq!(count(28_877_523), "28,877,523");
    }

    #[test]
    fn certainty_is_written_only_when_it_is_certain() {
        assert_eq!(probability(0.0), "0");
        assert_eq!(probability(0.001), "0.001");
        assert_eq!(probability(0.99951), ">0.999");
        assert_eq!(probability(f64::NAN), "?");
    }

    #[test]
    fn stated_numbers_stay_as_typed() {
        assert_eq!(as_typed(0.1), "0.10");
        assert_eq!(as_typed(0.75), "0.75");
        assert_eq!(as_typed(0.123456), "0.123456");
        assert_eq!(stated(0.1), "0.10");
        assert_eq!(stated(0.226_000_000_000_1), "0.226");
        assert_eq!(stated(0.123456), "0.1235");
        assert_eq!(stated(1.0 / 600.0), "0.00167");
        assert_eq!(stated(1.0 / 60_000.0), "0.0000167");
        assert_eq!(stated(0.999_999), "0.999999");
        assert_eq!(stated(1.0 - 1e-12), "0.999999999999");
        assert_eq!([stated(1e-320), stated(0.0), stated(1.0)], ["1e-320", "0.00", "1.00"]);
        assert_eq!(as_typed(1.0), "1.00");
        assert_eq!(as_typed(0.649_999_999_999_9), "0.65");
    }

    #[test]
    fn a_distance_that_decides_stays_on_its_side() {
        assert_eq!(distance(0.0149, 0.03), "0.015");
        assert_eq!(distance(0.014_98, 0.015), "0.01498");
        assert_eq!(distance(0.015_02, 0.015), "0.015");
        assert_eq!(distance(0.03, 0.03), "0.030");
        assert_eq!(distance(0.029_999_99, 0.03), "0.02999999");
    }

    #[test]
    fn changes_carry_their_sign_unless_they_round_to_nothing() {
        assert_eq!(change(0.434, 3), "+0.434");
        assert_eq!(change(-0.15, 2), "−0.15");
        assert_eq!(change(-1e-9, 3), "0.000");
        assert_eq!(fixed(-2.5, 2), "−2.50");
        assert_eq!(fixed(-0.001, 2), "0.00");
    }

    #[test]
    fn amounts_have_decimals_where_they_are_not_whole() {
        assert_eq!(amount(3.0), "3");
        assert_eq!(amount(-6677.159), "−6,677.16");
        assert_eq!(amount(2e20), "2.00e20");
        assert_eq!(payment(1.5), "+1.50");
        assert_eq!(payment(-0.5), "−0.50");
        assert_eq!(payment(-1e-9), "0");
    }

    #[test]
    fn rates_and_places() {
        assert_eq!(rate(72, 400), "72/400 = 0.180");
        assert_eq!(rate(0, 0), "0/0");
        assert_eq!(
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"].map(String::from),
            [1, 2, 3, 4, 11, 12, 21].map(ordinal)
        );
        assert_eq!(low_digits(12), "₁₂");
    }
}
