//! Work at the command line that may take long: progress on standard error after a second, and
//! Ctrl-C stops it within a tenth of one.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;

use crate::work::{Stopped, Token};

/// How often the watcher looks.
const GLANCE: Duration = Duration::from_millis(50);

/// How long work that was stopped may take to hand over what it has.
const GRACE: Duration = Duration::from_millis(20);

/// Work that is done sooner than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does the work; `unit` is what its token counts: "debates".
///
/// # Errors
/// If Ctrl-C could not be listened for.
pub fn long<T>(unit: &'static str, work: impl FnOnce(&Token) -> T) -> anyhow::Result<T> {
    let token = Token::default();
    let interrupted = Arc::new(AtomicBool::new(false));
    // A second Ctrl-C ends the process as ever, should the work not listen.
    let hard = signal_hook::flag::register_conditional_shutdown(
        SIGINT,
        128 + SIGINT,
        Arc::clone(&interrupted),
    )?;
    let soft = signal_hook::flag::register(SIGINT, Arc::clone(&interrupted))?;
    let (done, ended) = channel::<()>();
    let watched = token.clone();
    let watcher = thread::Builder::new().name("progress".into()).spawn(move || {
        let started = Instant::now();
        let mut bar: Option<ProgressBar> = None;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(GLANCE) {
            if interrupted.load(Ordering::Relaxed) {
                watched.stop();
            }
            if started.elapsed() >= PATIENCE && std::io::stderr().is_terminal() {
                let bar = bar.get_or_insert_with(|| progress_bar(unit));
                let (done, of) = watched.progress();
                if of > 0 {
                    bar.set_length(of);
                }
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
    signal_hook::low_level::unregister(soft);
    signal_hook::low_level::unregister(hard);
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
            match result.recv_timeout(GRACE) {
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

fn progress_bar(unit: &str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    let template =
        format!("{{elapsed}} {{bar:40}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
