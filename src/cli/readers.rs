//! The readers of files that only commands read. The fuzzer in `fuzz/` calls them.

use std::path::Path;

/// Reads a roster.
///
/// # Errors
/// Returns an error if the file is no roster.
pub fn roster(path: &Path) -> anyhow::Result<()> {
    super::roster::Roster::read(path).map(drop).map_err(Into::into)
}

/// Reads a study, and then a log of it. Starts no program.
///
/// # Errors
/// Returns an error if the first file is no study, or the second one is no log of it.
pub fn study(path: &str, log: &Path) -> anyhow::Result<()> {
    super::eval::read(path, log)
}
