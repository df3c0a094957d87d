//! Locks. If a program has locked a file, other programs cannot lock it.

use std::fs::TryLockError;
use std::thread;
use std::time::Duration;

use crate::FileError;
use crate::fs::File;

/// Locks a file until it is closed. Returns `false` if another program holds the lock.
#[must_use]
pub fn lock_exclusive(file: &File) -> bool {
    // Tries again for a moment, because two things can hold a file briefly. A process that is just starting holds the
    // files of its parent. A drawing thread holds the file that it draws.
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
        let holder =
            crate::fs::lock_holder(file).map_or(String::new(), |id| format!(" (process {id})"));
        let message =
            format!("another Elenchus{holder} has this debate open. Close it there first");
        FileError::whole_file(name, message)
    };
    lock_exclusive(file).then_some(()).ok_or_else(taken)
}
