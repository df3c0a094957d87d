//! What can follow a strategy's name: `lie-at:9`, `shift:0.02`.

use crate::chance::Probability;

/// The kind of argument that a strategy takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument {
    /// None.
    None,
    /// A whole number, 1 or more, such as a step; with its name.
    Number(&'static str),
    /// A number; with its name and the range it must be in.
    Real(&'static str, f64, f64),
    /// A whole number, or nothing for the one given here.
    NumberOr(&'static str, u64),
    /// A number, or nothing for the one given here.
    RealOr(&'static str, f64, f64, f64),
    /// A step, and after another colon a cell of a tape, which may be left out.
    StepAndCell(&'static str, &'static str),
    /// As `RealOr`, and after another colon a probability, which may be left out.
    RealAndChance(&'static str, f64, f64, f64, &'static str),
    /// A whole number, and after a plus sign a strategy, which may be left out.
    NumberThen(&'static str),
}

/// A checked argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// None.
    None,
    /// A whole number.
    Number(u64),
    /// A number.
    Real(f64),
    /// A step, and a cell of a tape if one was named.
    StepAndCell(u64, Option<i32>),
    /// A number, and a probability if one was named.
    RealAndChance(f64, Option<Probability>),
    /// A whole number, and a strategy as it is written if one was named.
    NumberThen(u64, Option<String>),
}

impl Given {
    /// The whole number, 0 if there is none.
    pub fn number(&self) -> u64 {
        match self {
            Self::Number(n) | Self::StepAndCell(n, _) | Self::NumberThen(n, _) => *n,
            _ => 0,
        }
    }

    /// The number, 0 if there is none.
    pub fn real(&self) -> f64 {
        match self {
            Self::Real(x) | Self::RealAndChance(x, _) => *x,
            Self::Number(n) | Self::StepAndCell(n, _) | Self::NumberThen(n, _) => *n as f64,
            Self::None => 0.0,
        }
    }
}

impl Argument {
    /// The strategy's name with what follows it: `lie-at:t`.
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

    /// Reads an argument.
    ///
    /// # Errors
    /// If it is missing, superfluous, not a number, or out of range.
    pub fn read(self, text: Option<&str>) -> Result<Given, String> {
        match (self, text) {
            (Self::None, None) => Ok(Given::None),
            (Self::None, Some(text)) => {
                Err(format!("takes nothing after it, but `{text}` follows"))
            }
            (Self::NumberOr(_, otherwise), None) => Ok(Given::Number(otherwise)),
            (Self::RealOr(_, otherwise, ..), None) => Ok(Given::Real(otherwise)),
            (Self::RealAndChance(_, otherwise, ..), None) => {
                Ok(Given::RealAndChance(otherwise, None))
            }
            (Self::RealAndChance(what, _, low, high, chance), Some(text)) => {
                let (number, p) = parted(text, ':');
                let number = Self::Real(what, low, high).read(Some(number.trim()))?.real();
                let p = p.map(|p| p.parse().map_err(|e| format!("{chance}: {e}"))).transpose()?;
                Ok(Given::RealAndChance(number, p))
            }
            (Self::NumberThen(what), Some(text)) => {
                let (number, then) = parted(text, '+');
                let number = Self::Number(what).read(Some(number.trim()))?.number();
                Ok(Given::NumberThen(number, then.map(|then| then.trim().to_owned())))
            }
            (
                Self::Number(what)
                | Self::NumberThen(what)
                | Self::Real(what, ..)
                | Self::StepAndCell(what, _),
                None,
            ) => Err(format!("needs {what} after a colon")),
            (Self::Number(what) | Self::NumberOr(what, _), Some(text)) => {
                match text.replace([',', '_'], "").parse() {
                    Ok(n) if n > 0 => Ok(Given::Number(n)),
                    _ => Err(format!("{what} must be a whole number from 1, not `{text}`")),
                }
            }
            (Self::StepAndCell(what, where_), Some(text)) => {
                let (step, cell) = parted(text, ':');
                let step = Self::Number(what).read(Some(step.trim()))?.number();
                let parse = |cell: &str| {
                    let cell = cell.trim();
                    cell.parse()
                        .map_err(|_| format!("{where_} must be a whole number, not `{cell}`"))
                };
                Ok(Given::StepAndCell(step, cell.map(parse).transpose()?))
            }
            (Self::Real(what, low, high) | Self::RealOr(what, _, low, high), Some(text)) => {
                match text.parse() {
                    Ok(x) if (low..=high).contains(&x) => Ok(Given::Real(x)),
                    _ => Err(format!("{what} must be a number from {low} to {high}, not `{text}`")),
                }
            }
        }
    }
}

/// What stands before a mark, and what stands behind it where the mark is there.
pub(super) fn parted(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, behind)| (before, Some(behind)))
}
