//! The errors of a machine, with their places.

use std::fmt;

use crate::yaml::{LineColumn, YamlError};

/// All errors of a machine, in the order of the file. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineErrors(pub(super) Vec<YamlError>);

impl MachineErrors {
    /// A single error.
    pub fn single(place: Option<LineColumn>, message: impl Into<String>) -> Self {
        Self(vec![YamlError { place, message: message.into() }])
    }

    /// The errors, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &YamlError> {
        self.0.iter()
    }
}

impl fmt::Display for MachineErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(YamlError::to_string).collect();
        f.write_str(&all.join("\n"))
    }
}

impl std::error::Error for MachineErrors {}
