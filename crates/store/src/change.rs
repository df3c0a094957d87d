//! A change to a file that the program keeps. Tests watch each one before it is made.

use std::io;
use std::path::PathBuf;
#[cfg(any(test, feature = "testing"))]
use std::sync::OnceLock;

/// What is about to happen to a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A folder is made.
    CreateFolder(PathBuf),
    /// An empty file is made.
    Create(PathBuf),
    /// Bytes are written into a file.
    Write {
        /// The file.
        file: PathBuf,
        /// Where in it.
        at: u64,
        /// What.
        bytes: Vec<u8>,
    },
    /// Only the beginning of a file is left.
    Cut {
        /// The file.
        file: PathBuf,
        /// How many bytes are left.
        len: u64,
    },
    /// What was written to a file is to reach the disk.
    Sync(PathBuf),
    /// A file gets another name.
    Rename {
        /// Its name.
        from: PathBuf,
        /// Its next name.
        to: PathBuf,
    },
    /// A file is removed.
    Remove(PathBuf),
    /// The names in a folder are to reach the disk.
    SyncFolder(PathBuf),
}

/// Says how many bytes of a change may be made. Tests set it.
#[cfg(any(test, feature = "testing"))]
pub(crate) static WATCHER: OnceLock<fn(Change) -> io::Result<usize>> = OnceLock::new();

/// Asks whoever watches, in tests, how many bytes of a change may be made.
#[inline]
pub(crate) fn about_to(change: impl FnOnce() -> Change) -> io::Result<usize> {
    #[cfg(any(test, feature = "testing"))]
    if let Some(watcher) = WATCHER.get() {
        return watcher(change());
    }
    drop(change);
    Ok(usize::MAX)
}
