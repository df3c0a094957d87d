//! A journal is played in one window.

use std::fs::TryLockError;
use std::time::Duration;

use crate::FileError;
use crate::fs::File;

/// Keeps a journal for this program alone, until it is closed.
pub(super) fn lock(file: &File, name: &str) -> Result<(), FileError> {
    // A process that is just being started holds what its parent had open, for an instant.
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            // Where files cannot be locked, one has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(FileError::whole(name, "another Elenchus has this debate open; leave it there first"))
}
