//! What a plain scalar stands for: the core schema of YAML 1.2 (§10.3.2), in which yes, no, y and n
//! are words.

/// What a scalar without quotes is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Plain {
    /// Nothing: an empty value, `~` or `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number, not negative.
    Natural(u64),
    /// A whole number below 0.
    Negative(i64),
    /// Any other number, and whole ones that are larger than can be counted.
    Real(f64),
    /// Text.
    Text,
}

impl Plain {
    pub(super) fn of(text: &str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "true" | "True" | "TRUE" => Self::Bool(true),
            "false" | "False" | "FALSE" => Self::Bool(false),
            _ => number(text).unwrap_or(Self::Text),
        }
    }
}

fn number(text: &str) -> Option<Plain> {
    let (sign, size) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    match size {
        ".inf" | ".Inf" | ".INF" => return Some(Plain::Real(sign * f64::INFINITY)),
        ".nan" | ".NaN" | ".NAN" if size.len() == text.len() => return Some(Plain::Real(f64::NAN)),
        _ => {}
    }
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        digits.bytes().all(|digit| digit.is_ascii_alphanumeric()).then_some(())?;
        u64::from_str_radix(digits, radix).ok()
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Some(Plain::Natural(number));
    }
    // Rust's own numbers also know `inf` and `nan`; those of YAML begin with a digit or a point.
    if !size.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        return None;
    }
    if size.bytes().all(|digit| digit.is_ascii_digit()) {
        if let Ok(number) = text.parse() {
            return Some(Plain::Natural(number));
        }
        if let Ok(number) = text.parse() {
            return Some(Plain::Negative(number));
        }
    }
    text.parse().ok().map(Plain::Real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_schema_of_yaml() {
        for (text, means) in [
            ("", Plain::Null),
            ("~", Plain::Null),
            ("null", Plain::Null),
            ("True", Plain::Bool(true)),
            ("false", Plain::Bool(false)),
            ("0", Plain::Natural(0)),
            ("-0", Plain::Negative(0)),
            ("+12", Plain::Natural(12)),
            ("007", Plain::Natural(7)),
            ("0x1F", Plain::Natural(31)),
            ("0o17", Plain::Natural(15)),
            ("-12", Plain::Negative(-12)),
            ("18446744073709551615", Plain::Natural(u64::MAX)),
            ("18446744073709551616", Plain::Real(18_446_744_073_709_551_616.0)),
            ("1.", Plain::Real(1.0)),
            (".5", Plain::Real(0.5)),
            ("-2.5e-3", Plain::Real(-0.0025)),
            ("-.INF", Plain::Real(f64::NEG_INFINITY)),
        ] {
            assert_eq!(Plain::of(text), means, "{text}");
        }
        assert!(matches!(Plain::of(".nan"), Plain::Real(number) if number.is_nan()));
        for text in [
            "yes", "no", "y", "on", "inf", "nan", "-.nan", "1_000", "0x", "0xg", "0x+1", "1/3",
            "-", "+", ".", "1e", "e5", "tRue",
        ] {
            assert_eq!(Plain::of(text), Plain::Text, "{text}");
        }
    }
}
