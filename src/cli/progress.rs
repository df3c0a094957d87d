//! Long work on the command line. It shows its progress on standard error after a second. Ctrl-C and a time limit stop
//! it within a tenth of a second.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use super::number::seconds;
use crate::work::{CancelToken, Cancelled};

/// The interval at which the progress is drawn.
const GLANCE: Duration = Duration::from_millis(50);

/// After Ctrl-C, a command that writes nothing ends when it has used this much processor time, in milliseconds.
const GRACE: i64 = 80;

/// After a time limit, a command that writes nothing ends when it has used this much processor time, in milliseconds.
/// Nobody waits at the keyboard, so the command gets more time to print its results.
const LATE_GRACE: i64 = 1_000;

/// If stopped work does not end within this time, [`with_progress_detached`] leaves it behind.
const LEAVE: Duration = Duration::from_millis(20);

/// Work that takes less time than this shows no progress. After Ctrl-C, a command waits for nothing longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The exit code after a time limit. The command `timeout` uses the same code.
const LATE_CODE: u8 = 124;

/// The token of all long work. Ctrl-C and the time limit stop it.
static ROOT: OnceLock<CancelToken> = OnceLock::new();

/// True after Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The number of writes so far.
static SPOKEN: AtomicU64 = AtomicU64::new(0);

/// A limit on the time of a command.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct TimeLimit {
    /// Stop after this many seconds and print the results so far.
    ///
    /// The default is no limit. If the limit stops the command, its output says that it is partial,
    /// and the exit code is 124. Example: --time-limit 60
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<f64>,
}

impl TimeLimit {
    /// Starts the clock, if there is a limit.
    ///
    /// # Errors
    /// Returns an error if the system provides no thread or no signals.
    pub fn start(self) -> anyhow::Result<()> {
        let Some(limit) = self.time_limit else { return Ok(()) };
        let root = root()?;
        thread::Builder::new().name("time limit".into()).spawn(move || {
            thread::sleep(Duration::from_secs_f64(limit));
            // A reader of the output may pause for long, so only processor time counts here.
            end(&root, LATE_GRACE, Duration::MAX, || false);
        })?;
        Ok(())
    }
}

/// The processor time of this process, in milliseconds. It does not grow while other programs keep
/// the machine busy.
fn spent() -> i64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// True if Ctrl-C or a time limit stopped the work.
pub fn is_stopped() -> bool {
    ROOT.get().is_some_and(CancelToken::is_stopped)
}

/// True after Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Warns on standard error that the output is partial, because CSV and JSON lines cannot say so. Returns the exit code.
pub fn warn_cancelled() -> u8 {
    let (why, code) = match is_interrupted() {
        true => ("stopped by Ctrl-C", 128 + SIGINT as u8),
        false => ("stopped by the time limit", LATE_CODE),
    };
    // If standard error is closed, nobody can read this.
    let _ = writeln!(std::io::stderr(), "elenchus: {why}. If there is output, it is partial.");
    code
}

/// Notes that something was written, so that a stopped command may finish its output.
pub fn begin_output() {
    SPOKEN.fetch_add(1, Ordering::Relaxed);
}

/// A token for computing the truth of the claim of one debate. It allows a second or two of work.
pub fn short_token() -> CancelToken {
    CancelToken::waiting(1_000)
}

/// The token of all long work. After Ctrl-C, external programs end, no new program starts, and work that does not check
/// the token is ended. A second Ctrl-C ends the process at once.
fn root() -> anyhow::Result<CancelToken> {
    if let Some(root) = ROOT.get() {
        return Ok(root.clone());
    }
    let mut pressed = Signals::new([SIGINT])?;
    let root = ROOT.get_or_init(CancelToken::default).clone();
    let stopped = root.clone();
    thread::Builder::new().name("ctrl-c".into()).spawn(move || {
        pressed.forever().next();
        INTERRUPTED.store(true, Ordering::Relaxed);
        end(&stopped, GRACE, PATIENCE, || pressed.pending().next().is_some());
    })?;
    Ok(root)
}

/// Stops all work. Then ends the process in three cases: the work writes nothing for `grace` milliseconds of processor
/// time; the work writes nothing for the time `patience`; `at_once` returns true.
fn end(root: &CancelToken, grace: i64, patience: Duration, mut at_once: impl FnMut() -> bool) {
    root.stop();
    crate::outside::end_all();
    let mut spoken = 0;
    let mut last = (spent(), Instant::now());
    while !at_once() && spent() - last.0 < grace && last.1.elapsed() < patience {
        thread::sleep(Duration::from_millis(5));
        let now = SPOKEN.load(Ordering::Relaxed);
        if now != std::mem::replace(&mut spoken, now) {
            last = (spent(), Instant::now());
        }
    }
    std::process::exit(warn_cancelled().into());
}

/// Does work with a token that can stop it. `unit` names the things that the token counts, such as "debates".
///
/// # Errors
/// Returns an error if the system provides no thread or no signals.
pub fn with_progress<T>(
    unit: &'static str,
    work: impl FnOnce(&CancelToken) -> T,
) -> anyhow::Result<T> {
    let token = root()?;
    token.report(0, 0);
    let (done, ended) = channel::<()>();
    let watched = token.clone();
    let watcher = thread::Builder::new().name("progress".into()).spawn(move || {
        let started = Instant::now();
        let mut bar: Option<ProgressBar> = None;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(GLANCE) {
            if started.elapsed() >= PATIENCE && std::io::stderr().is_terminal() {
                let bar = bar.get_or_insert_with(|| ProgressBar::no_length().with_message(unit));
                let (done, of) = watched.progress();
                bar.set_style(style(if done < of { COUNTED } else { UNCOUNTED }));
                bar.set_length(of);
                bar.set_position(done);
                bar.tick();
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    })?;
    let result = work(&token);
    drop(done);
    // The watcher only draws, so its failure does not matter.
    let _ = watcher.join();
    Ok(result)
}

/// The same as [`with_progress`], but for work that may not check its token for a while, such as opening a large file.
/// If such work goes on after a stop, it is left behind and its result is lost.
///
/// # Errors
/// Returns the same errors as [`with_progress`], and [`Cancelled`] if the work was left behind.
pub fn with_progress_detached<T: Send + 'static>(
    unit: &'static str,
    work: impl FnOnce(&CancelToken) -> T + Send + 'static,
) -> anyhow::Result<T> {
    with_progress(unit, |token| {
        let (done, result) = channel();
        let theirs = token.clone();
        let worker = thread::Builder::new().name("work".into()).spawn(move || {
            // If the work was left behind, nobody receives its result.
            let _ = done.send(work(&theirs));
        })?;
        let mut was_stopped = false;
        loop {
            match result.recv_timeout(LEAVE) {
                Ok(came) => return Ok(came),
                Err(RecvTimeoutError::Timeout) if was_stopped => return Err(Cancelled.into()),
                Err(RecvTimeoutError::Timeout) => was_stopped = token.is_stopped(),
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Err(Cancelled.into()),
                },
            }
        }
    })?
}

/// The progress line with a total.
const COUNTED: &str = "{elapsed} {bar:40} {human_pos}/{human_len} {msg}, {eta} left";

/// The progress line for work without a total, and for work that has done everything it counts.
const UNCOUNTED: &str = "{elapsed} {msg}: working";

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
