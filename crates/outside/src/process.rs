//! A running external program: its input, its output and its end.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use elenchus_core::scenario::printable;

use crate::orphans::{end_orphans, end_tree};
use crate::process_group::{ProcessGroup, kill};

/// The longest line that is read from a program, in bytes.
const LONGEST: u64 = 1 << 20;

/// The number of lines without a question that are buffered before the program has to wait.
const UNASKED: usize = 64;

/// The time that a program has to end after its input closes.
const FAREWELL: Duration = Duration::from_millis(300);

/// The reason why a program gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFailure {
    /// The program does not exist or cannot run.
    #[error("`{0}` could not be started: {1}")]
    Started(String, String),
    /// No answer within the time limit.
    #[error("the program gave no answer within {0:?}")]
    Silent(Duration),
    /// The program closed its output, or ended.
    #[error("the program has ended{}", last_error_line(.0))]
    Ended(String),
    /// The program wrote a line without a question.
    #[error(
        "`{0}` came without a question: a program writes one line after each question, and nothing else"
    )]
    Unasked(String),
    /// The program wrote a line that is too long.
    #[error("the program wrote a line of more than {LONGEST} bytes")]
    Flooded,
}

/// The last line that a program wrote to its standard error. Empty if there is none.
fn last_error_line(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; it wrote `{last}`") }
}

/// A line from a program, and `true` if more output followed at once.
struct OutputLine {
    text: String,
    more: bool,
}

/// A running program. Dropping this value ends the program and everything that the program started.
pub struct Process {
    child: Child,
    group: ProcessGroup,
    to: Option<Sender<String>>,
    from: Receiver<Result<OutputLine, ProgramFailure>>,
    /// The last line that the program wrote to standard error.
    complaint: Arc<Mutex<String>>,
    complaining: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program from a command: words separated by spaces, with quotes around words that contain spaces. No
    /// shell is involved. If `loud` is true, the standard error of the program is copied to ours.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, or if [`end_all`] was called before.
    pub fn start(command: &str, loud: bool) -> Result<Self, ProgramFailure> {
        let failed = |why: String| ProgramFailure::Started(command.to_owned(), why);
        let words = words(command).ok_or_else(|| failed("a quote has no end".into()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("the command is empty".into()))?;
        let mut ready = Command::new(program);
        ready.args(arguments);
        ready.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, group) = {
            let mut all = under_way();
            let Some(groups) = all.as_mut() else {
                return Err(failed("Elenchus is about to end".into()));
            };
            let group = ProcessGroup::new();
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
            // Another thread writes, because a program that never reads would block this thread. The time limit runs
            // meanwhile.
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

    /// Sends a line to the program.
    pub fn send_line(&self, line: String) {
        if let Some(to) = &self.to {
            // A program that no longer reads will not answer either. The missing answer is reported.
            let _ = to.send(line + "\n");
        }
    }

    /// Asks the program a question. Its next line is the answer.
    ///
    /// # Errors
    /// Returns an error if the program wrote something before the question.
    pub fn ask(&self, line: String) -> Result<(), ProgramFailure> {
        if let Ok(Ok(line)) = self.from.try_recv() {
            return Err(ProgramFailure::Unasked(short(&line.text)));
        }
        self.send_line(line);
        Ok(())
    }

    /// Returns the next line from the program.
    ///
    /// # Errors
    /// Returns an error if no line comes in time, or if more than one line comes.
    pub fn hear(&self, within: Duration) -> Result<String, ProgramFailure> {
        match self.from.recv_timeout(within) {
            Ok(Ok(OutputLine { text, more: false })) => Ok(text),
            Ok(Ok(_)) => Err(match self.from.recv_timeout(within) {
                Ok(Ok(line)) => ProgramFailure::Unasked(short(&line.text)),
                _ => ProgramFailure::Ended(self.complaint()),
            }),
            Ok(Err(failed)) => Err(failed),
            Err(RecvTimeoutError::Timeout) => Err(ProgramFailure::Silent(within)),
            Err(RecvTimeoutError::Disconnected) => Err(ProgramFailure::Ended(self.complaint())),
        }
    }

    /// The last line that a program wrote to standard error before it ended.
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
        // Closing the input ends a well-behaved program.
        self.to = None;
        let until = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let group = self.group.id(&self.child);
        if matches!(self.child.try_wait(), Ok(None)) {
            end_tree(self.child.id());
        }
        kill(group);
        if let Some(groups) = under_way().as_mut() {
            groups.remove(&group);
            // While other programs run, an orphan may belong to one of them.
            if groups.is_empty() {
                end_orphans();
            }
        }
        let _ = self.child.wait();
    }
}

/// The groups of all running programs. `None` when no more programs may start.
fn under_way() -> MutexGuard<'static, Option<BTreeSet<u32>>> {
    static UNDER_WAY: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs at once, and starts no more, because Elenchus is about to end.
pub fn end_all() {
    // Nobody else goes on, and so the process does not end, before everything has ended.
    let mut all = under_way();
    let groups = all.take().unwrap_or_default();
    groups.iter().for_each(|&group| kill(group));
    // If no program runs, the last one that ran has taken its orphans along.
    if !groups.is_empty() {
        end_orphans();
    }
}

/// Drops programs on another thread. Each program then has a moment to end, and nobody waits for it.
pub fn let_go(held: impl Send + 'static) {
    // If no thread can start, the programs are dropped here.
    let _ = thread::Builder::new().name("farewell".into()).spawn(move || drop(held));
}

fn listen(
    mut from: BufReader<ChildStdout>,
    heard: &SyncSender<Result<OutputLine, ProgramFailure>>,
) {
    while let Some(read) = line(&mut from) {
        let flooded = read.is_err();
        let said =
            read.map(|text| OutputLine { text, more: !from.buffer().trim_ascii().is_empty() });
        if heard.send(said).is_err() || flooded {
            return;
        }
    }
}

/// Reads the standard error of a program and keeps its last line, so that the program never waits for a reader.
fn complains(mut from: BufReader<ChildStderr>, loud: bool, last: &Mutex<String>) {
    while let Some(read) = line(&mut from) {
        let Ok(text) = read else { continue };
        if loud {
            // If our standard error is closed, the error cannot be reported anywhere.
            let _ = writeln!(std::io::stderr(), "{}", printable(&text));
        }
        if !text.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}

/// Reads the next line. `None` at the end of the output.
fn line(from: &mut impl BufRead) -> Option<Result<String, ProgramFailure>> {
    let mut line = Vec::new();
    match from.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 >= LONGEST => {
            Some(Err(ProgramFailure::Flooded))
        }
        Ok(_) => Some(Ok(String::from_utf8_lossy(&line).trim().to_owned())),
    }
}

/// The beginning of a line, for an error message.
pub(crate) fn short(line: &str) -> String {
    printable(line).chars().take(80).collect()
}

/// Splits a command into words. `None` if a quote has no end.
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
