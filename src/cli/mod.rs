//! The command line: subcommands, what they print, and how they end.
//!
//! Results go to standard output, everything else to standard error. A command ends with 0 when it
//! is done, 1 when the thing it was asked about is wrong, 2 when it could not run, and 130 when Ctrl-C
//! stopped it: what it had computed is then printed, and says that it is partial.

mod archive;
mod attack;
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
mod long;
mod looks;
mod many;
mod merge;
mod number;
mod output;
mod playable;
mod players;
mod plot;
mod question;
mod retired;
mod run;
mod seated;
mod sight;
mod simulate;
mod solve;
mod sweep;
mod table;

pub use command::main;
pub use output::Ended;
use players::Players;
