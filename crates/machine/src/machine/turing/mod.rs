//! Turing machines: deterministic, with one tape, limited in time and space.
//!
//! A file describes a machine in the YAML dialect of turingmachine.io ([`dialect`]). Additional keys give accepting
//! states, a time limit, a space limit, the place of the head, and an oracle state. One check reports all errors of a
//! machine. After this check, a [`TuringMachine`] is always valid.
//!
//! A run has two views: configurations ([`Configuration`], for bisection) and transcript cells ([`TableauCell`], for
//! cross-examination). A [`TuringRun`] keeps checkpoints, so each of 10^7 steps is quick to reach. A lie is a run that
//! deviates from the table (see [`Deviation`]).

mod alphabet;
mod as_plan;
mod build;
mod configuration;
mod cursor;
mod deviation;
pub mod dialect;
mod errors;
mod instruction;
mod machine;
mod neighbourhood;
mod oracle_state;
mod pointed_at;
mod reading;
mod run;
mod setup;
mod space;
mod survey;
mod tableau;
mod words;

pub use alphabet::{Alphabet, MOST_SYMBOLS, Symbol};
pub use as_plan::{MOST_FOLLOWED, NotAPlan};
pub use build::{DEFAULT_STEPS, MOST_STATES};
pub use configuration::{Configuration, MalformedConfiguration};
pub use cursor::Cursor;
pub use deviation::{Deviation, DeviationError, TableChange};
pub use errors::MachineErrors;
pub use instruction::{HeadMove, Instruction, State};
pub use machine::{MOST_TURING_STEPS, TuringMachine};
pub use neighbourhood::{CellError, Neighbourhood, SkipError};
pub use oracle_state::{LONGEST_WORD, OracleState};
pub use pointed_at::PointedAt;
pub use reading::{CellField, TranscriptRead};
pub use run::TuringRun;
pub use setup::{Placed, WrittenInstruction, WrittenMachine, WrittenOracle, WrittenState};
pub use space::{MOST_CELLS, TapeSpace};
pub use survey::RunSurvey;
pub use tableau::{CellBits, TableauCell};

pub use crate::yaml::{LineColumn, YamlError};
