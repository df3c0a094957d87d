//! The meaning of a plain scalar: the core schema of YAML 1.2 (§10.3.2), in which yes, no, y and n
//! are words.

/// The meaning of a scalar without quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlainScalar {
    /// Nothing: an empty value, `~` or `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number, not negative.
    Natural(u64),
    /// A whole number below 0.
    Negative(i64),
    /// Any other number. Also a whole number that is too large for the other variants.
    Real(f64),
    /// Text.
    Text,
}

impl PlainScalar {
    pub(super) fn parse(text: &str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "true" | "True" | "TRUE" => Self::Bool(true),
            "false" | "False" | "FALSE" => Self::Bool(false),
            _ => number(text).unwrap_or(Self::Text),
        }
    }
}

fn number(text: &str) -> Option<PlainScalar> {
    let (sign, size) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    match size {
        ".inf" | ".Inf" | ".INF" => return Some(PlainScalar::Real(sign * f64::INFINITY)),
        ".nan" | ".NaN" | ".NAN" if size.len() == text.len() => {
            return Some(PlainScalar::Real(f64::NAN));
        }
        _ => {}
    }
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        digits.bytes().all(|digit| digit.is_ascii_alphanumeric()).then_some(())?;
        u64::from_str_radix(digits, radix).ok()
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Some(PlainScalar::Natural(number));
    }
    // Rust also parses `inf` and `nan` as numbers. Numbers of YAML begin with a digit or a point.
    if !size.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        return None;
    }
    if size.bytes().all(|digit| digit.is_ascii_digit()) {
        if let Ok(number) = text.parse() {
            return Some(PlainScalar::Natural(number));
        }
        if let Ok(number) = text.parse() {
            return Some(PlainScalar::Negative(number));
        }
    }
    text.parse().ok().map(PlainScalar::Real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_schema_of_yaml() {
        for (text, means) in [
            ("", PlainScalar::Null),
            ("~", PlainScalar::Null),
            ("null", PlainScalar::Null),
            ("True", PlainScalar::Bool(true)),
            ("false", PlainScalar::Bool(false)),
            ("0", PlainScalar::Natural(0)),
            ("-0", PlainScalar::Negative(0)),
            ("+12", PlainScalar::Natural(12)),
            ("007", PlainScalar::Natural(7)),
            ("0x1F", PlainScalar::Natural(31)),
            ("0o17", PlainScalar::Natural(15)),
            ("-12", PlainScalar::Negative(-12)),
            ("18446744073709551615", PlainScalar::Natural(u64::MAX)),
            ("18446744073709551616", PlainScalar::Real(18_446_744_073_709_551_616.0)),
            ("1.", PlainScalar::Real(1.0)),
            (".5", PlainScalar::Real(0.5)),
            ("-2.5e-3", PlainScalar::Real(-0.0025)),
            ("-.INF", PlainScalar::Real(f64::NEG_INFINITY)),
        ] {
            assert_eq!(PlainScalar::parse(text), means, "{text}");
        }
        assert!(matches!(PlainScalar::parse(".nan"), PlainScalar::Real(number) if number.is_nan()));
        for text in [
            "yes", "no", "y", "on", "inf", "nan", "-.nan", "1_000", "0x", "0xg", "0x+1", "1/3",
            "-", "+", ".", "1e", "e5", "tRue",
        ] {
            assert_eq!(PlainScalar::parse(text), PlainScalar::Text, "{text}");
        }
    }
}
