//! A running program: lines to it, lines from it, and its end.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use elenchus_core::scenario::printable;

use crate::group::{Group, kill};

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
    #[error("the program has ended{}", said(.0))]
    Ended(String),
    /// It wrote a line that answers no question.
    #[error(
        "`{0}` answers no question: a program says one line when it is asked, and nothing else"
    )]
    Unasked(String),
    /// It wrote without an end to the line.
    #[error("the program wrote a line of more than {LONGEST} bytes")]
    Flooded,
}

/// What a program wrote last on its standard error, if anything.
fn said(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; it wrote `{last}`") }
}

/// A line that a program said, and whether it had said more at once.
struct SaidLine {
    text: String,
    more: bool,
}

/// A program under way. When it is dropped the program ends, and all that it started.
pub struct Process {
    child: Child,
    group: Group,
    to: Option<Sender<String>>,
    from: Receiver<Result<SaidLine, Failed>>,
    /// What it wrote last on its standard error.
    complaint: Arc<Mutex<String>>,
    complaining: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program from words that are parted by spaces, and kept together by quotes. No
    /// shell takes part. What it writes on its standard error goes to ours if it is `loud`.
    ///
    /// # Errors
    /// If it cannot be started, or [`end_all`] was called.
    pub fn start(command: &str, loud: bool) -> Result<Self, Failed> {
        let failed = |why: String| Failed::Started(command.to_owned(), why);
        let words = words(command).ok_or_else(|| failed("a quote has no end".into()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("no program is named".into()))?;
        let mut ready = Command::new(program);
        ready.args(arguments);
        ready.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, group) = {
            let mut all = under_way();
            let Some(groups) = all.as_mut() else { return Err(failed("this program ends".into())) };
            let group = Group::new();
            group.admit(&mut ready);
            let child = ready.spawn().map_err(|e| failed(e.to_string()))?;
            groups.insert(group.id(&child));
            (child, group)
        };
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let complaint = Arc::<Mutex<String>>::default();
        let last = Arc::clone(&complaint);
        let complaining = child
            .stderr
            .take()
            .map(|stderr| thread::spawn(move || complains(BufReader::new(stderr), loud, &last)));
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
        Ok(Self { child, group, to: Some(to), from, complaint, complaining })
    }

    /// Says a line to it.
    pub fn say(&self, line: String) {
        if let Some(to) = &self.to {
            // Who no longer listens will not answer either, which is noticed then.
            let _ = to.send(line + "\n");
        }
    }

    /// Asks it something, to which the next line that it says is the answer.
    ///
    /// # Errors
    /// If it said something before it was asked.
    pub fn ask(&self, line: String) -> Result<(), Failed> {
        if let Ok(Ok(line)) = self.from.try_recv() {
            return Err(Failed::Unasked(short(&line.text)));
        }
        self.say(line);
        Ok(())
    }

    /// The next line that it says.
    ///
    /// # Errors
    /// If there is none in time, or more than one.
    pub fn hear(&self, within: Duration) -> Result<String, Failed> {
        match self.from.recv_timeout(within) {
            Ok(Ok(SaidLine { text, more: false })) => Ok(text),
            Ok(Ok(_)) => Err(match self.from.recv_timeout(within) {
                Ok(Ok(line)) => Failed::Unasked(short(&line.text)),
                _ => Failed::Ended(self.complaint()),
            }),
            Ok(Err(failed)) => Err(failed),
            Err(RecvTimeoutError::Timeout) => Err(Failed::Silent(within)),
            Err(RecvTimeoutError::Disconnected) => Err(Failed::Ended(self.complaint())),
        }
    }

    /// What it wrote last on its standard error, now that it has ended.
    fn complaint(&self) -> String {
        let until = Instant::now() + FAREWELL;
        let heard = || self.complaining.as_ref().is_none_or(JoinHandle::is_finished);
        while !heard() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        short(&self.complaint.lock().unwrap_or_else(PoisonError::into_inner))
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
        let group = self.group.id(&self.child);
        kill(group);
        if let Some(groups) = under_way().as_mut() {
            groups.remove(&group);
        }
        let _ = self.child.wait();
    }
}

/// The groups of all programs that were started and have not been ended; none when no more may start.
fn under_way() -> MutexGuard<'static, Option<BTreeSet<u32>>> {
    static UNDER_WAY: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs at once, wherever they are held, and starts none from now on: this program is
/// about to end.
pub fn end_all() {
    for group in under_way().take().into_iter().flatten() {
        kill(group);
    }
}

/// Drops what holds programs on another thread: each has a moment to end by itself, and nobody has
/// to wait for it.
pub fn let_go(held: impl Send + 'static) {
    // Without a thread they are dropped here.
    let _ = thread::Builder::new().name("farewell".into()).spawn(move || drop(held));
}

fn listen(mut from: BufReader<ChildStdout>, heard: &SyncSender<Result<SaidLine, Failed>>) {
    while let Some(read) = line(&mut from) {
        let flooded = read.is_err();
        let said = read.map(|text| SaidLine { text, more: !from.buffer().trim_ascii().is_empty() });
        if heard.send(said).is_err() || flooded {
            return;
        }
    }
}

/// Reads the standard error of a program, so that it never waits for us, and keeps the last line.
fn complains(mut from: BufReader<ChildStderr>, loud: bool, last: &Mutex<String>) {
    while let Some(read) = line(&mut from) {
        let Ok(text) = read else { continue };
        if loud {
            // A closed standard error leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "{}", printable(&text));
        }
        if !text.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}

/// The next line, none at the end.
fn line(from: &mut impl BufRead) -> Option<Result<String, Failed>> {
    let mut line = Vec::new();
    match from.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 >= LONGEST => {
            Some(Err(Failed::Flooded))
        }
        Ok(_) => Some(Ok(String::from_utf8_lossy(&line).trim().to_owned())),
    }
}

/// The beginning of a line, for people.
pub(crate) fn short(line: &str) -> String {
    printable(line).chars().take(80).collect()
}

/// The words of a command; none if a quote has no end.
pub(crate) fn words(command: &str) -> Option<Vec<String>> {
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
