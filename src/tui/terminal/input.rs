//! Everything that can happen, in one queue: keys, mouse, signals, finished work.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use super::keyboard;
use super::signals::{self, Signal};

/// Something happened.
#[derive(Debug)]
pub enum Event {
    /// A key went down, or repeats.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The mouse moved or clicked.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resized,
    /// A signal came.
    Signal(Signal),
    /// Work in another thread has something to show.
    Woken,
    /// No more input will come: the terminal is gone.
    Gone,
}

/// The queue of everything that happens.
#[derive(Debug)]
pub struct Inbox {
    events: Receiver<(Instant, Event)>,
    waker: Waker,
}

/// An event taken from the queue.
#[derive(Debug)]
pub struct Taken {
    /// What happened.
    pub event: Event,
    /// When it came in.
    pub at: Instant,
}

/// Puts events into the queue from any thread.
#[derive(Clone, Debug)]
pub struct Waker(Sender<(Instant, Event)>);

impl Waker {
    /// Asks the loop to look at its jobs.
    pub fn wake(&self) {
        self.send(Event::Woken);
    }

    /// Is anybody still listening?
    pub(super) fn send(&self, event: Event) -> bool {
        self.0.send((Instant::now(), event)).is_ok()
    }
}

impl Inbox {
    /// A queue that only [`Waker`]s fill: for tests, and for work before the terminal is taken.
    pub fn detached() -> Self {
        let (sender, events) = channel();
        Self { events, waker: Waker(sender) }
    }

    /// Lets the keyboard, the mouse and signals fill it, each from a thread of its own. The terminal
    /// is taken already: what is typed before belongs to the shell.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listen(&self) -> io::Result<()> {
        signals::listen(self.waker())?;
        keyboard::listen(self.waker())
    }

    /// A handle that fills the queue.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// The next event; none if nothing happened for that long.
    pub fn next(&self, patience: Option<Duration>) -> Option<Event> {
        self.take(patience).map(|taken| taken.event)
    }

    /// The next event and when it came in; none if nothing happened for that long.
    pub fn take(&self, patience: Option<Duration>) -> Option<Taken> {
        let taken = match patience {
            None => self.events.recv().map_err(RecvTimeoutError::from),
            Some(time) => self.events.recv_timeout(time),
        };
        match taken {
            Ok((at, event)) => Some(Taken { event, at }),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Taken { event: Event::Gone, at: Instant::now() })
            }
        }
    }
}
