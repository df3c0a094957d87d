//! Signals. They end the program, stop it, continue it, or report a new size of the terminal.

use std::io;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
    SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU,
};
use signal_hook::iterator::Signals;

use super::event_queue::{Event, EventQueue, Waker};
use super::guard;

/// The longest time that the drawing thread may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// The signals that end a program and can be caught.
const ENDS: [i32; 11] = [
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU,
];

impl EventQueue {
    /// Lets only signals fill the queue, from their own thread. Another part of the program reads the keyboard.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started, or signals cannot be caught.
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

/// Ends the process, if possible through the main loop.
fn end(waker: &Waker, code: i32) {
    if waker.send(Event::End(code)) {
        thread::sleep(PATIENCE);
    }
    // The main loop hangs, writes to a terminal that nobody reads, or is gone.
    guard::tear_down();
    std::process::exit(code);
}
