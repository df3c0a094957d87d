//! The YAML dialect of turingmachine.io, read with the place of everything in it.
//!
//! ```yaml
//! input: '1011'            # may be missing: an empty tape
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
//!   done:                  # no row: it halts. A missing symbol halts too
//! ```
//!
//! A whole document that the site exports, with the machine as text under `source code:`, opens as
//! well. Further keys, which the site does not have: `accept`, `reject` (a state or a list),
//! `time limit`, `space: {from, to}`, `head`, `oracle: {state, reads, question, answers, yes, no}`,
//! `witness`.

mod document;
mod file;
mod forms;
mod parse;
mod resolve;

use serde::Deserialize;

use super::Faults;

pub use file::Machine;
pub use parse::{ignored_keys, is_machine, parse, read_machine};

fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Faults> {
    crate::yaml::read(text).map_err(|fault| Faults(vec![fault]))
}
