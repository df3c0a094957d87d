//! What one program has open, no other has.

use std::fs::TryLockError;
use std::thread;
use std::time::Duration;

use crate::FileError;
use crate::fs::File;

/// Keeps a file for this program alone until it is closed; `false` if another has it.
#[must_use]
pub fn alone(file: &File) -> bool {
    // A process that is just being started holds what its parent had open, and a thread that is drawing
    // holds what it draws, for an instant.
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            // Where files cannot be locked, one has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    false
}

/// Keeps a journal for this program alone, until it is closed.
pub(crate) fn keep_alone(file: &File, name: &str) -> Result<(), FileError> {
    let taken =
        || FileError::whole(name, "another Elenchus has this debate open; leave it there first");
    alone(file).then_some(()).ok_or_else(taken)
}
