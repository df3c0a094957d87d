//! What ends the programs when this one is killed: a small shell beside them, which waits for the end of
//! its input. That comes however this program ends.

use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::group;

/// Reads `+ GROUP` and `- GROUP`, and at the end kills the groups that are left.
const SCRIPT: &str = r#"trap '' HUP INT QUIT TERM
while read -r sign group; do
  case $sign in
    +) set -- "$@" "$group" ;;
    -) for each do shift; [ "$each" = "$group" ] || set -- "$@" "$each"; done ;;
  esac
done
for each do kill -s KILL -- "-$each"; done"#;

/// Has a group of processes killed when this program ends.
pub(super) fn over(group: u32) {
    tell('+', group);
}

/// Leaves a group alone that was ended.
pub(super) fn no_more(group: u32) {
    tell('-', group);
}

fn tell(sign: char, group: u32) {
    static WATCH: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    // Without a shell one has to do without.
    if let Some(watch) = WATCH.get_or_init(start) {
        let mut to = watch.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = to.write_all(format!("{sign} {group}\n").as_bytes());
    }
}

fn start() -> Option<Mutex<ChildStdin>> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", SCRIPT]).env_clear().current_dir("/");
    group::own(&mut shell);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.spawn().ok()?.stdin.take().map(Mutex::new)
}
