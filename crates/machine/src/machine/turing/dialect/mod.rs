//! Reads the YAML dialect of turingmachine.io, with the places of all values.
//!
//! ```yaml
//! input: '1011'            # optional: an empty tape
//! blank: ' '
//! start state: right
//! synonyms: {finish: {L: done}}
//! table:
//!   right:
//!     [1, 0]: R            # several symbols; R, L, N alone: move, stay in this state
//!     ' ': {L: carry}      # move and enter a state
//!   carry:
//!     1: {write: 0, L}     # write and move
//!     [0, ' ']: {write: 1, L: done}
//!   done:                  # no row: the machine halts, as it does on a missing symbol
//! ```
//!
//! A whole document of the site also opens, with the machine as text under `source code:`. These
//! keys are new here: `accept`, `reject` (a state or a list), `time limit`, `space: {from, to}`,
//! `head`, `oracle: {state, reads, question, answers, yes, no}`, `witness`.

mod document;
mod file;
mod forms;
mod parse;
mod resolve;

use serde::Deserialize;

use super::MachineErrors;

pub use file::TuringFile;
pub use parse::{ignored_keys, is_machine, parse, read_machine};

fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, MachineErrors> {
    crate::yaml::read(text).map_err(|fault| MachineErrors(vec![fault]))
}
