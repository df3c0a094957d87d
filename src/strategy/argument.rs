//! What can follow a strategy's name: `lie-at:9`, `shift:0.02`.

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
}

/// A checked argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// None.
    None,
    /// A whole number.
    Number(u64),
    /// A number.
    Real(f64),
}

impl Given {
    /// The whole number, 0 if there is none.
    pub fn number(self) -> u64 {
        if let Self::Number(n) = self { n } else { 0 }
    }

    /// The number, 0 if there is none.
    pub fn real(self) -> f64 {
        match self {
            Self::Real(x) => x,
            Self::Number(n) => n as f64,
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
            (Self::Number(what) | Self::Real(what, ..), None) => {
                Err(format!("needs {what} after a colon"))
            }
            (Self::Number(what) | Self::NumberOr(what, _), Some(text)) => {
                match text.replace([',', '_'], "").parse() {
                    Ok(n) if n > 0 => Ok(Given::Number(n)),
                    _ => Err(format!("{what} must be a whole number from 1, not `{text}`")),
                }
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
