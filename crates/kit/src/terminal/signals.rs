//! Signals: end in good order, stop and come back, another size.

use std::io;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
    SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU,
};
use signal_hook::iterator::Signals;

use super::guard;
use super::input::{Event, Inbox, Waker};

/// How long the drawing thread may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// Signals that end a program and can be caught.
const ENDS: [i32; 11] = [
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU,
];

impl Inbox {
    /// Lets signals alone fill it, from a thread of its own: what is typed is read by somebody else.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listen_to_signals(&self) -> io::Result<()> {
        let waker = self.waker();
        let mut signals = Signals::new(ENDS.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]))?;
        thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    SIGWINCH => Event::Resized,
                    SIGTSTP => Event::Stop,
                    SIGCONT => Event::Continue,
                    number => {
                        end(&waker, 128 + number);
                        return;
                    }
                };
                waker.send(event);
            }
        })?;
        Ok(())
    }
}

/// Ends the process, by the loop if it can.
fn end(waker: &Waker, code: i32) {
    if waker.send(Event::End(code)) {
        thread::sleep(PATIENCE);
    }
    // Still here: the loop hangs, or writes to a terminal that nobody reads, or is gone.
    guard::tear_down();
    std::process::exit(code);
}
