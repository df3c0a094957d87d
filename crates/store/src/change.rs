//! A change to a file that the program keeps. Tests can watch and refuse each change.

use std::io;
use std::path::PathBuf;
#[cfg(any(test, feature = "testing"))]
use std::sync::OnceLock;

/// A change that is about to be made to a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Makes a folder.
    CreateFolder(PathBuf),
    /// Makes an empty file.
    Create(PathBuf),
    /// Writes bytes into a file.
    Write {
        /// The file.
        file: PathBuf,
        /// The offset in bytes.
        at: u64,
        /// The new bytes.
        bytes: Vec<u8>,
    },
    /// Cuts a file off.
    Cut {
        /// The file.
        file: PathBuf,
        /// The number of bytes that stay.
        len: u64,
    },
    /// Waits until a file is on the disk.
    Sync(PathBuf),
    /// Renames a file.
    Rename {
        /// The old name.
        from: PathBuf,
        /// The new name.
        to: PathBuf,
    },
    /// Removes a file.
    Remove(PathBuf),
    /// Waits until the names in a folder are on the disk.
    SyncFolder(PathBuf),
}

/// Tests set this function. Every change calls it first. It returns the number of bytes that the change may write.
#[cfg(any(test, feature = "testing"))]
pub(crate) static WATCHER: OnceLock<fn(Change) -> io::Result<usize>> = OnceLock::new();

/// Asks the watcher of a test for the number of bytes that a change may write.
#[inline]
pub(crate) fn about_to(change: impl FnOnce() -> Change) -> io::Result<usize> {
    #[cfg(any(test, feature = "testing"))]
    if let Some(watcher) = WATCHER.get() {
        return watcher(change());
    }
    drop(change);
    Ok(usize::MAX)
}
