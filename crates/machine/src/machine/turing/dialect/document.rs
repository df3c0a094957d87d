//! Finds the place of a machine in the document that contains it.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::read;
use crate::machine::turing::{LineColumn, MachineErrors, Placed, YamlError};

/// If the machine is part of a document, converts the places of errors to places in the document.
pub(super) fn in_document(text: &str, faults: MachineErrors) -> MachineErrors {
    match read::<Document>(text) {
        Ok(Document { source: Some(source), .. }) => {
            shifted(faults, text, &source.value, source.place)
        }
        _ => faults,
    }
}

/// Converts the places in a block of text to places in the outer file.
fn shifted(
    faults: MachineErrors,
    outer: &str,
    inner: &str,
    start: Option<LineColumn>,
) -> MachineErrors {
    let first = inner.lines().next().unwrap_or_default();
    let line_from = start.map_or(0, |place| place.line as usize - 1);
    let found = outer
        .lines()
        .enumerate()
        .skip(line_from)
        .find_map(|(at, line)| line.find(first).map(|indent| (at, indent)));
    let Some((line, indent)) = found else { return faults };
    let move_place = |place: LineColumn| LineColumn {
        line: place.line + line as u32,
        column: place.column + indent as u32,
    };
    let faults = faults.0.into_iter();
    MachineErrors(faults.map(|f| YamlError { place: f.place.map(move_place), ..f }).collect())
}

/// The keys of a document around a machine. A file with only a machine has no `source code`.
#[derive(Deserialize)]
pub(super) struct Document {
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default, rename = "source code", alias = "source")]
    pub(super) source: Option<Placed<String>>,
}

/// The keys that distinguish a machine file from a scenario.
#[derive(Deserialize)]
pub(super) struct Outline {
    #[serde(default)]
    pub(super) elenchus: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) table: Option<IgnoredAny>,
    #[serde(default, rename = "source code", alias = "source")]
    pub(super) source: Option<String>,
}
