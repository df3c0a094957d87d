//! The process group of an external program. All its processes end when Elenchus ends.

use std::process::{Child, Command, Stdio};

/// A shell script that waits for the end of its input. The input ends when Elenchus ends for any reason. The script
/// then kills its group and itself.
const KEEPER: &str = "trap '' HUP INT QUIT TERM; read -r end; kill -s KILL 0";

/// A process group. Its first member is a small shell that starts before the program and kills the group when Elenchus
/// ends.
pub(crate) struct ProcessGroup {
    /// The shell that kills the group. `None` on a machine without a shell. The program then leads its group, and only
    /// Elenchus ends it.
    keeper: Option<Child>,
}

impl ProcessGroup {
    /// Makes a group for the next program.
    pub(crate) fn new() -> Self {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", KEEPER]).env_clear().current_dir("/");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        enter(&mut shell, 0);
        Self { keeper: shell.spawn().ok() }
    }

    /// Puts a program into the group when it starts.
    pub(crate) fn admit(&self, program: &mut Command) {
        enter(program, self.keeper.as_ref().map_or(0, Child::id));
    }

    /// The number of the group, after the program has started.
    pub(crate) fn id(&self, program: &Child) -> u32 {
        self.keeper.as_ref().map_or(program.id(), Child::id)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            kill(keeper.id());
            let _ = keeper.wait();
        }
    }
}

/// Makes the process start in this group, or in a new group if `group` is 0.
#[cfg(unix)]
fn enter(command: &mut Command, group: u32) {
    use std::os::unix::process::CommandExt;
    command.process_group(group.try_into().unwrap_or(0));
}

/// A browser starts no program.
#[cfg(not(unix))]
fn enter(_: &mut Command, _: u32) {}

/// Ends every process of a group.
#[cfg(unix)]
pub(crate) fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Without processes, there is nothing to end.
#[cfg(not(unix))]
pub(crate) fn kill(_: u32) {}
