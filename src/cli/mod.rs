//! The command line: commands, their options, their output and their exit codes.
//!
//! Results go to standard output, and everything else to standard error. The exit codes are:
//!
//! - 0: the command finished;
//! - 1: the file or record that it checked is wrong;
//! - 2: the command could not run;
//! - 124: the time limit stopped it;
//! - 130: Ctrl-C stopped it.
//!
//! A command that is stopped prints the results so far, and says that they are partial.

mod appearance;
mod archive;
mod attack;
mod batch_args;
pub mod calls;
mod chart;
mod check;
#[cfg(feature = "class")]
mod class;
mod command;
mod completions;
mod constants;
mod convert;
mod debates;
mod dqc;
mod eval;
mod export;
mod figures;
mod grade;
mod headline;
mod list;
mod merge;
mod number;
mod output;
mod page_export;
mod player_args;
mod plot;
mod power;
mod prepared;
mod progress;
#[doc(hidden)]
pub mod readers;
mod redaction;
mod retired;
mod roster;
mod run;
mod scenario_args;
mod simulate;
mod solve;
mod sweep;
mod table;

pub use command::main;
pub use output::CommandResult;
use player_args::PlayerArgs;
