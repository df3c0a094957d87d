//! The command line: subcommands, what they print, and how they end.

/// Runs the command.
pub fn main() {}
