//! A running program: lines to it, lines from it, and its end.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// The longest line that is read from a program.
const LONGEST: u64 = 1 << 20;

/// So many lines that nobody asked for are kept before the program has to wait.
const UNASKED: usize = 64;

/// How long a program may take to end once it is told nothing more.
const FAREWELL: Duration = Duration::from_millis(300);

/// Why nothing more is heard from a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// It is not there, or cannot be run.
    #[error("`{0}` could not be started: {1}")]
    Started(String, String),
    /// It said nothing in time.
    #[error("the program said nothing for {0:?}")]
    Silent(Duration),
    /// It closed its output, or ended.
    #[error("the program has ended")]
    Ended,
    /// It wrote without an end to the line.
    #[error("the program wrote a line of more than {LONGEST} bytes")]
    Flooded,
}

/// A program under way. When it is dropped the program ends, and all that it started.
pub struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Result<String, Failed>>,
}

impl Process {
    /// Starts a program from words that are parted by spaces, and kept together by quotes. No
    /// shell takes part.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str) -> Result<Self, Failed> {
        let failed = |why: String| Failed::Started(command.to_owned(), why);
        let words = words(command).ok_or_else(|| failed("a quote has no end".into()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("no program is named".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|e| failed(e.to_string()))?;
        under_way().insert(child.id());
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to, lines) = channel::<String>();
        let (heard, from) = sync_channel(UNASKED);
        if let (Some(mut stdin), Some(stdout)) = (stdin, stdout) {
            // A program that reads nothing must not stop us: its time runs all the same.
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
            thread::spawn(move || listen(BufReader::new(stdout), &heard));
        }
        Ok(Self { child, to: Some(to), from })
    }

    /// Says a line to it.
    pub fn say(&self, line: String) {
        if let Some(to) = &self.to {
            // Who no longer listens will not answer either, which is noticed then.
            let _ = to.send(line + "\n");
        }
    }

    /// The next line that it says.
    ///
    /// # Errors
    /// If there is none in time.
    pub fn hear(&self, within: Duration) -> Result<String, Failed> {
        match self.from.recv_timeout(within) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Failed::Silent(within)),
            Err(RecvTimeoutError::Disconnected) => Err(Failed::Ended),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its input closes; a program that minds ends by itself.
        self.to = None;
        let until = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        // What it started is in its group, also when it has ended itself.
        kill(self.child.id());
        under_way().remove(&self.child.id());
        let _ = self.child.wait();
    }
}

/// The groups of all programs that were started and have not been ended.
fn under_way() -> MutexGuard<'static, BTreeSet<u32>> {
    static UNDER_WAY: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kill(group: u32) {
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Ends all programs at once, wherever they are held: this program is about to end.
pub fn end_all() {
    for &group in under_way().iter() {
        kill(group);
    }
}

/// Drops what holds programs on another thread: each has a moment to end by itself, and nobody has
/// to wait for it.
pub fn let_go(held: impl Send + 'static) {
    // Without a thread they are dropped here.
    let _ = thread::Builder::new().name("farewell".into()).spawn(move || drop(held));
}

fn listen(mut from: impl BufRead, heard: &SyncSender<Result<String, Failed>>) {
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 >= LONGEST => {
                let _ = heard.send(Err(Failed::Flooded));
                return;
            }
            Ok(_) => String::from_utf8_lossy(&line).trim().to_owned(),
        };
        if heard.send(Ok(line)).is_err() {
            return;
        }
    }
}

/// The words of a command; none if a quote has no end.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_parted_at_spaces_outside_quotes() {
        let all = ["python3", "my player.py", "-x", ""].map(str::to_owned).to_vec();
        assert_eq!(words("python3 'my player.py'  -x \"\""), Some(all));
        assert_eq!(words("a 'b"), None);
        assert_eq!(words("  "), Some(vec![]));
    }
}
