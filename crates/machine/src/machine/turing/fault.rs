//! What is wrong with a machine, and where.

use std::fmt;

use crate::yaml::{Fault, LineColumn};

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

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(Fault::to_string).collect();
        f.write_str(&all.join("\n"))
    }
}

impl std::error::Error for Faults {}
