//! Locks: a file that one program has open for writing is closed to the others.

use std::fs::TryLockError;
use std::thread;
use std::time::Duration;

use crate::FileError;
use crate::fs::File;

/// Locks a file until it is closed. Returns `false` if another program holds the lock.
#[must_use]
pub fn lock_exclusive(file: &File) -> bool {
    // A process that is just starting briefly holds the files of its parent, and a thread that draws briefly
    // holds the file that it draws.
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    false
}

/// Locks a journal until it is closed.
pub(crate) fn keep_alone(file: &File, name: &str) -> Result<(), FileError> {
    let taken = || {
        FileError::whole_file(name, "another Elenchus has this debate open; close it there first")
    };
    lock_exclusive(file).then_some(()).ok_or_else(taken)
}
