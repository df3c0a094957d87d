//! Work at the command line that may take long: progress on standard error after a second, and
//! Ctrl-C stops it within a tenth of one.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::work::{Stopped, Token};

/// How often the progress is drawn.
const GLANCE: Duration = Duration::from_millis(50);

/// Who was stopped, and works on for so many milliseconds without writing anything, is ended.
const GRACE: i64 = 80;

/// How long work that was stopped may take before it is left behind.
const LEAVE: Duration = Duration::from_millis(20);

/// Work that is done sooner than this shows no progress; who was stopped waits no longer for anything.
const PATIENCE: Duration = Duration::from_secs(1);

/// What Ctrl-C stops: all work at the command line, from the first that takes long on.
static ROOT: OnceLock<Token> = OnceLock::new();

/// How often something was written.
static SPOKEN: AtomicU64 = AtomicU64::new(0);

/// The processor time that was spent, in milliseconds: a busy machine is no reason to end early.
fn spent() -> i64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Whether Ctrl-C was pressed.
pub fn is_stopped() -> bool {
    ROOT.get().is_some_and(Token::is_stopped)
}

/// Says that the work was stopped: rows and lines do not say so themselves.
pub fn tell_stopped() {
    // A closed standard error leaves nobody to tell.
    let _ =
        writeln!(std::io::stderr(), "elenchus: stopped; what was printed, if anything, is partial");
}

/// Something is written now: what was found may be handed over to its end.
pub fn spoken() {
    SPOKEN.fetch_add(1, Ordering::Relaxed);
}

/// A token for whether the claim of one debate is true: a second or two tell it, or nothing does.
pub fn patient() -> Token {
    Token::patient(1_000)
}

/// The token of all work, which Ctrl-C stops once and for all: programs outside end, none is started,
/// and work that does not look up is ended. A second Ctrl-C ends the process at once.
fn root() -> anyhow::Result<Token> {
    if let Some(root) = ROOT.get() {
        return Ok(root.clone());
    }
    let mut pressed = Signals::new([SIGINT])?;
    let root = ROOT.get_or_init(Token::default).clone();
    let stopped = root.clone();
    thread::Builder::new().name("ctrl-c".into()).spawn(move || {
        pressed.forever().next();
        stopped.stop();
        crate::outside::end_all();
        let mut spoken = 0;
        let mut last = (spent(), Instant::now());
        while pressed.pending().next().is_none()
            && spent() - last.0 < GRACE
            && last.1.elapsed() < PATIENCE
        {
            thread::sleep(Duration::from_millis(5));
            let now = SPOKEN.load(Ordering::Relaxed);
            if now != std::mem::replace(&mut spoken, now) {
                last = (spent(), Instant::now());
            }
        }
        tell_stopped();
        std::process::exit(128 + SIGINT);
    })?;
    Ok(root)
}

/// Does the work; `unit` is what its token counts: "debates".
///
/// # Errors
/// If Ctrl-C could not be listened for.
pub fn long<T>(unit: &'static str, work: impl FnOnce(&Token) -> T) -> anyhow::Result<T> {
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
    // The watcher only draws; what it did is of no account here.
    let _ = watcher.join();
    Ok(result)
}

/// As [`long`], for work that may not look up for a while, such as opening a large file: it is left
/// behind where it stands, and nothing has come of it, if it goes on for long after Ctrl-C.
///
/// # Errors
/// As [`long`]; [`Stopped`] if the work was left behind.
pub fn long_or_left<T: Send + 'static>(
    unit: &'static str,
    work: impl FnOnce(&Token) -> T + Send + 'static,
) -> anyhow::Result<T> {
    long(unit, |token| {
        let (done, result) = channel();
        let theirs = token.clone();
        let worker = thread::Builder::new().name("work".into()).spawn(move || {
            // Whoever left the work behind does not listen any more.
            let _ = done.send(work(&theirs));
        })?;
        let mut was_stopped = false;
        loop {
            match result.recv_timeout(LEAVE) {
                Ok(came) => return Ok(came),
                Err(RecvTimeoutError::Timeout) if was_stopped => return Err(Stopped.into()),
                Err(RecvTimeoutError::Timeout) => was_stopped = token.is_stopped(),
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Err(Stopped.into()),
                },
            }
        }
    })?
}

/// How much of the work is done, while it is known how much there is.
const COUNTED: &str = "{elapsed} {bar:40} {human_pos}/{human_len} {msg}, {eta} left";

/// What is worked at, before it is counted and after all that was counted is done.
const UNCOUNTED: &str = "{elapsed} {msg}: working";

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
