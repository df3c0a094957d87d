//! Reading YAML, with faults that say where they are.

use serde::Deserialize;
use serde_saphyr::Location;

use crate::machine::turing::{Faults, LineColumn};

pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Faults> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let at = error.location().and_then(place);
        let message = error.without_snippet().to_string();
        let message = match message.rsplit_once(" at line ") {
            Some((message, _)) => message.to_owned(),
            None => message,
        };
        Faults::one(at, message)
    })
}

pub(super) fn place(at: Location) -> Option<LineColumn> {
    let known = at != Location::UNKNOWN;
    known.then(|| LineColumn { line: at.line() as u32, column: at.column() as u32 })
}
