//! Turing machines: one tape, deterministic, bounded in time and space.
//!
//! A machine is written in the YAML dialect of turingmachine.io ([`dialect`]), with a few keys
//! more: accepting states, a time limit, a space bound, where the head starts, and an oracle
//! state. It is checked once, all faults at once, and cannot be wrong afterwards
//! ([`TuringMachine`]). Running it gives two views of one computation: configurations
//! ([`Configuration`], for bisection) and transcript cells ([`TableauCell`], for cross-examination).
//! A [`Run`] keeps checkpoints, so any step of 10^7 is near. A run may deviate from the table;
//! that is how lies are made, and a lie is data: see [`Deviation`].

mod alphabet;
mod as_plan;
mod build;
mod configuration;
mod cursor;
mod deviation;
pub mod dialect;
mod examined;
mod fault;
mod instruction;
mod machine;
mod neighbourhood;
mod oracle_state;
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
pub use configuration::{Configuration, Malformed};
pub use cursor::Cursor;
pub use deviation::{Deviation, DeviationError, TableChange};
pub use examined::PointedAt;
pub use fault::Faults;
pub use instruction::{Instruction, Move, State};
pub use machine::{MOST_TURING_STEPS, TuringMachine};
pub use neighbourhood::{CellError, Neighbourhood, SkipError};
pub use oracle_state::{LONGEST_WORD, OracleState};
pub use reading::{Field, Reading};
pub use run::Run;
pub use setup::{Placed, WrittenInstruction, WrittenMachine, WrittenOracle, WrittenState};
pub use space::{MOST_CELLS, Space};
pub use survey::Survey;
pub use tableau::{CellBits, TableauCell};

pub use crate::yaml::{Fault, LineColumn};
