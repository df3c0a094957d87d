//! The playground in a terminal.

use std::path::PathBuf;

/// Opens the playground.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(_file: Option<PathBuf>) -> anyhow::Result<()> {
    Ok(())
}
