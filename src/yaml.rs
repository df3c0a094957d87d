//! Reading YAML, and JSON with it: the one door between the reader of the language and the formats
//! of files.
//!
//! The formats are read through a reader of which the compiler does not know the type: compiled for
//! the reader itself, each would bring its own copy of it, and all of them a quarter of the program.

use std::fmt;

use serde::Deserialize;
use serde::de::Error as _;
use serde_saphyr::{Error, Location, Options, budget};

/// No longer file is read, in bytes.
pub const LARGEST_FILE: usize = 64 << 20;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, from 1, if it is at a place.
    pub place: Option<(u32, u32)>,
    /// What is wrong, in one line.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

/// Reads one document.
///
/// # Errors
/// The first thing that is not YAML, or not of the form that is wanted.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Fault> {
    serde_saphyr::with_deserializer_from_str_with_options(text, options(), |reader| {
        let mut erased = <dyn erased_serde::Deserializer<'de>>::erase(reader);
        erased_serde::deserialize(&mut erased).map_err(Error::custom)
    })
    .map_err(|error| fault(&error))
}

/// Line and column, if something was found at a place. No file that is read has 2^32 of either.
pub fn place(found: Location) -> Option<(u32, u32)> {
    let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    (found.line() > 0).then(|| (number(found.line()), number(found.column())))
}

/// A file of 10^6 listed steps is read; anchors and aliases, which could multiply, are not needed.
fn options() -> Options {
    serde_saphyr::options! {
        budget: budget! {
            max_reader_input_bytes: Some(LARGEST_FILE),
            max_events: 60_000_000,
            max_nodes: 40_000_000,
            max_total_scalar_bytes: LARGEST_FILE,
            max_aliases: 10_000,
            max_depth: 64,
            max_documents: 1,
        },
        with_snippet: false,
        // As YAML 1.2 has it: yes and no are words, as are the symbols y and n of a machine.
        strict_booleans: true,
    }
}

/// An error on its way out of nested values has its place written at its end, once for each value
/// that it left; the first is the innermost.
fn fault(error: &Error) -> Fault {
    let error = error.without_snippet();
    let text = error.to_string();
    let mut message = text.lines().next().unwrap_or_default();
    let mut at = error.location().and_then(place);
    while let Some((before, found)) = message.rsplit_once(" at line ").and_then(|(before, rest)| {
        let (line, column) = rest.split_once(", column ")?;
        Some((before, (line.parse().ok()?, column.parse().ok()?)))
    }) {
        (message, at) = (before, Some(found));
    }
    Fault { place: at, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Nested = BTreeMap<String, Vec<BTreeMap<String, u8>>>;

    #[test]
    fn a_fault_is_where_the_innermost_value_stands() {
        let fault = read::<Nested>("a:\n- b: 1\n- c: many\n").unwrap_err();
        assert_eq!(fault.place, Some((3, 6)), "{fault}");
        assert!(!fault.message.contains("line"), "{fault}");
        let fault = read::<Nested>("a: [").unwrap_err();
        assert!(fault.place.is_some() && !fault.message.contains("line"), "{fault}");
    }

    #[test]
    fn json_is_read_too_and_two_documents_are_not_one() {
        let read_it = read::<Nested>(r#"{"a": [{"b": 2}]}"#).unwrap();
        assert_eq!(read_it["a"][0]["b"], 2);
        assert!(read::<Nested>("a: []\n---\na: []\n").is_err());
    }
}
