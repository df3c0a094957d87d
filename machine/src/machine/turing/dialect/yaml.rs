//! Reading the YAML of a machine file, and where in it things stand.

use serde::Deserialize;

use crate::machine::turing::{Faults, LineColumn};
use crate::yaml;

pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Faults> {
    let fault = |fault: yaml::Fault| Faults::one(fault.place.map(line_column), fault.message);
    yaml::read(text).map_err(fault)
}

pub(super) fn line_column((line, column): (u32, u32)) -> LineColumn {
    LineColumn { line, column }
}
