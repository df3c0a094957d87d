//! The argument that follows a strategy's name, as in `lie-at:9` or `shift:0.02`.

use crate::chance::Probability;

/// The kind of argument that a strategy takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrategyParameter {
    /// There is no argument.
    None,
    /// An integer that is at least 1, such as a step. The field is the name of the argument.
    Number(&'static str),
    /// A number. The fields are the name, the lower limit and the upper limit.
    Real(&'static str, f64, f64),
    /// An optional integer. The fields are the name and the default.
    NumberOr(&'static str, u64),
    /// An optional number. The fields are the name, the default, the lower limit and the upper
    /// limit.
    RealOr(&'static str, f64, f64, f64),
    /// A step, and an optional tape cell after a second colon. The fields are the two names.
    StepAndCell(&'static str, &'static str),
    /// The same as `RealOr`, and an optional probability after a second colon. The last field is
    /// the name of the probability.
    RealAndChance(&'static str, f64, f64, f64, &'static str),
    /// An integer, and an optional strategy after a plus sign. The field is the name of the
    /// integer.
    NumberThen(&'static str),
}

/// A parsed argument.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// There is no argument.
    None,
    /// An integer.
    Number(u64),
    /// A number.
    Real(f64),
    /// A step and an optional tape cell.
    StepAndCell(u64, Option<i32>),
    /// A number and an optional probability.
    RealAndChance(f64, Option<Probability>),
    /// An integer and an optional strategy, as the user wrote it.
    NumberThen(u64, Option<String>),
}

impl ParameterValue {
    /// The integer, or 0 if there is none.
    pub fn number(&self) -> u64 {
        match self {
            Self::Number(n) | Self::StepAndCell(n, _) | Self::NumberThen(n, _) => *n,
            _ => 0,
        }
    }

    /// The number, or 0 if there is none.
    pub fn real(&self) -> f64 {
        match self {
            Self::Real(x) | Self::RealAndChance(x, _) => *x,
            Self::Number(n) | Self::StepAndCell(n, _) | Self::NumberThen(n, _) => *n as f64,
            Self::None => 0.0,
        }
    }
}

impl StrategyParameter {
    /// The strategy's name with the form of its argument, such as `lie-at:t`.
    pub fn after(self, name: &str) -> String {
        match self {
            Self::None => name.to_owned(),
            Self::Number(what) | Self::Real(what, ..) => format!("{name}:{what}"),
            Self::NumberOr(what, _) | Self::RealOr(what, ..) => format!("{name}[:{what}]"),
            Self::StepAndCell(step, cell) => format!("{name}:{step}[:{cell}]"),
            Self::RealAndChance(what, .., chance) => format!("{name}[:{what}[:{chance}]]"),
            Self::NumberThen(what) => format!("{name}:{what}[+strategy]"),
        }
    }

    /// Parses an argument.
    ///
    /// # Errors
    /// Returns an error if the argument is missing, unexpected, not a number, or out of range.
    pub fn read(self, text: Option<&str>) -> Result<ParameterValue, String> {
        match (self, text) {
            (Self::None, None) => Ok(ParameterValue::None),
            (Self::None, Some(text)) => Err(format!("takes no argument, so remove `{text}`")),
            (Self::NumberOr(_, otherwise), None) => Ok(ParameterValue::Number(otherwise)),
            (Self::RealOr(_, otherwise, ..), None) => Ok(ParameterValue::Real(otherwise)),
            (Self::RealAndChance(_, otherwise, ..), None) => {
                Ok(ParameterValue::RealAndChance(otherwise, None))
            }
            (Self::RealAndChance(what, _, low, high, chance), Some(text)) => {
                let (number, p) = split_at_mark(text, ':');
                let number = Self::Real(what, low, high).read(Some(number.trim()))?.real();
                let p = p.map(|p| p.parse().map_err(|e| format!("{chance}: {e}"))).transpose()?;
                Ok(ParameterValue::RealAndChance(number, p))
            }
            (Self::NumberThen(what), Some(text)) => {
                let (number, then) = split_at_mark(text, '+');
                let number = Self::Number(what).read(Some(number.trim()))?.number();
                Ok(ParameterValue::NumberThen(number, then.map(|then| then.trim().to_owned())))
            }
            (
                Self::Number(what)
                | Self::NumberThen(what)
                | Self::Real(what, ..)
                | Self::StepAndCell(what, _),
                None,
            ) => Err(format!("write {what} after a colon")),
            (Self::Number(what) | Self::NumberOr(what, _), Some(text)) => {
                match text.replace([',', '_'], "").parse() {
                    Ok(n) if n > 0 => Ok(ParameterValue::Number(n)),
                    _ => Err(format!("{what} must be a whole number, at least 1, not `{text}`")),
                }
            }
            (Self::StepAndCell(what, where_), Some(text)) => {
                let (step, cell) = split_at_mark(text, ':');
                let step = Self::Number(what).read(Some(step.trim()))?.number();
                let parse = |cell: &str| {
                    let cell = cell.trim();
                    cell.parse()
                        .map_err(|_| format!("{where_} must be a whole number, not `{cell}`"))
                };
                Ok(ParameterValue::StepAndCell(step, cell.map(parse).transpose()?))
            }
            (Self::Real(what, low, high) | Self::RealOr(what, _, low, high), Some(text)) => {
                match text.parse() {
                    Ok(x) if (low..=high).contains(&x) => Ok(ParameterValue::Real(x)),
                    _ => Err(format!("{what} must be a number from {low} to {high}, not `{text}`")),
                }
            }
        }
    }
}

/// The text before the separator, and the text after it. `None` if the text has no separator.
pub(super) fn split_at_mark(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, behind)| (before, Some(behind)))
}
