//! The processes that a program has started, also those that left its process group. Only Linux can list them.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};

/// The longest time to wait until killed processes have ended.
const FAREWELL: Duration = Duration::from_millis(300);

/// `true` if this process adopts orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Makes this process the parent of all descendants whose own parent has ended, so that it can find and end them. A
/// process may call this if it starts no other processes than programs that play.
pub fn adopt_orphans() {
    ADOPTS.store(set_child_subreaper(Some(getpid())).is_ok(), Ordering::Relaxed);
}

/// Ends all adopted orphans and their descendants. Call this when no program runs.
pub(crate) fn end_orphans() {
    if ADOPTS.load(Ordering::Relaxed) {
        end_all(descendants, getpid());
    }
}

/// Ends a program and its descendants.
pub(crate) fn end_tree(program: u32) {
    if let Some(program) = i32::try_from(program).ok().and_then(Pid::from_raw) {
        let tree = |program: Pid| {
            let mut tree = descendants(program);
            tree.insert(program.as_raw_nonzero().get());
            tree
        };
        end_all(tree, program);
    }
}

/// Ends the processes that `list` finds below `root`. Each one is stopped before the processes are listed again, so that
/// none of them can start another one in the meantime.
fn end_all(list: impl Fn(Pid) -> BTreeSet<i32>, root: Pid) {
    let mut ended = BTreeSet::new();
    loop {
        let found: Vec<i32> = list(root).difference(&ended).copied().collect();
        if found.is_empty() {
            break;
        }
        signal(&found, Signal::STOP);
        ended.extend(found);
    }
    let mut left: Vec<i32> = ended.into_iter().collect();
    signal(&left, Signal::KILL);
    // The system keeps an ended process until its parent has asked for its status. The owner of `root` asks for it.
    left.retain(|&pid| pid != root.as_raw_nonzero().get());
    let until = Instant::now() + FAREWELL;
    while ADOPTS.load(Ordering::Relaxed) && !left.is_empty() && Instant::now() < until {
        left.retain(|&pid| {
            !matches!(waitpid(Pid::from_raw(pid), WaitOptions::NOHANG), Ok(Some(_)))
        });
        thread::sleep(Duration::from_millis(1));
    }
}

fn signal(processes: &[i32], signal: Signal) {
    for pid in processes.iter().copied().filter_map(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

/// The living descendants of a process.
fn descendants(of: Pid) -> BTreeSet<i32> {
    let all: Vec<(i32, i32)> =
        fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(living).collect();
    let mut found = BTreeSet::new();
    let mut parents = vec![of.as_raw_nonzero().get()];
    while let Some(parent) = parents.pop() {
        let children = all.iter().filter(|process| process.1 == parent).map(|process| process.0);
        parents.extend(children.filter(|&child| found.insert(child)));
    }
    found
}

/// A process that has not ended, and its parent.
fn living(entry: fs::DirEntry) -> Option<(i32, i32)> {
    let process = entry.file_name().to_str()?.parse().ok()?;
    let status = fs::read_to_string(entry.path().join("stat")).ok()?;
    // The name of the program is in parentheses and may contain anything.
    let (_, rest) = status.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (state != "Z" && state != "X").then_some((process, parent))
}
