//! What is wrong with a machine, and where.

use std::fmt;

/// A place in a file: line and column, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// One thing that is wrong with a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, if the machine came from a file.
    pub place: Option<LineColumn>,
    /// What, and what was expected instead.
    pub message: String,
}

/// Everything that is wrong with a machine, in the order of the file; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub(super) Vec<Fault>);

impl Faults {
    /// A single fault.
    pub fn one(place: Option<LineColumn>, message: impl Into<String>) -> Self {
        Self(vec![Fault { place, message: message.into() }])
    }

    /// The faults, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Fault> {
        self.0.iter()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(LineColumn { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
impl std::error::Error for Faults {}
