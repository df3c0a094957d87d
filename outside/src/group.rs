//! The group of processes that a program and all that it starts are in.

use std::process::Command;

#[cfg(unix)]
pub(crate) use of_unix::{kill, own};

#[cfg(unix)]
mod of_unix {
    use super::Command;
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::os::unix::process::CommandExt;

    /// The program gets a group of its own.
    pub(crate) fn own(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends all that is in a group.
    pub(crate) fn kill(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// A browser starts no program, and says so.
#[cfg(not(unix))]
pub(crate) fn own(_: &mut Command) {}

/// There is nothing to end.
#[cfg(not(unix))]
pub(crate) fn kill(_: u32) {}
