//! Everything that can happen, in one queue: keys, mouse, signals, finished work.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use super::pool;
use crate::clock::Instant;
use crate::event::MouseEvent;
use crate::keys::Chord;

/// Something happened.
#[derive(Debug)]
pub enum Event {
    /// A key went down, or repeats.
    Key(Chord),
    /// Text was pasted.
    Paste(String),
    /// The mouse moved or clicked.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resized,
    /// A signal asks to end, and to leave with this exit code (128 and the signal's number).
    End(i32),
    /// A signal asks to go to the shell.
    Stop,
    /// Back from the shell.
    Continue,
    /// Work in another thread has something to show.
    Woken,
    /// No more input will come: the terminal is gone.
    Gone,
}

/// The queue of everything that happens.
pub struct Inbox {
    events: Receiver<Taken>,
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

/// Says whether work is still wanted, and ends it.
pub trait Stop: Send + Sync {
    /// Asks the work to stop.
    fn stop(&self);

    /// Was it asked to stop?
    fn is_stopped(&self) -> bool;
}

/// Work for another thread.
pub struct Work {
    /// What is to be done.
    pub run: Box<dyn FnOnce() + Send>,
    /// Whether it is still wanted.
    pub stop: Arc<dyn Stop>,
}

/// What a queue stands in when its screen is one of many in the program: it is told that something
/// has come in, and has threads for the screen's work.
pub trait House: Send + Sync {
    /// Something is in the queue.
    fn ring(&self);

    /// Does work on a thread of the house, now or later.
    fn work(&self, work: Work) {
        pool::take(work.run);
    }

    /// Asked by work, many times a second: has it had its time?
    fn late(&self) -> fn() -> bool {
        || false
    }
}

/// Puts events into the queue from any thread.
#[derive(Clone)]
pub struct Waker {
    events: Sender<Taken>,
    house: Option<Arc<dyn House>>,
}

impl Waker {
    /// Asks the loop to look at its jobs.
    pub fn wake(&self) {
        self.send(Event::Woken);
    }

    /// Puts an event into the queue. Is anybody still listening?
    pub fn send(&self, event: Event) -> bool {
        self.send_from(Instant::now(), event)
    }

    /// Puts an event that came in earlier into the queue. Is anybody still listening?
    pub(crate) fn send_from(&self, at: Instant, event: Event) -> bool {
        let sent = self.events.send(Taken { event, at }).is_ok();
        if let Some(house) = &self.house {
            house.ring();
        }
        sent
    }

    /// What work asks whether it has had its time.
    pub fn late(&self) -> fn() -> bool {
        self.house.as_ref().map_or(|| false, |house| house.late())
    }

    /// Does work on another thread.
    pub fn work(&self, work: Work) {
        match &self.house {
            Some(house) => house.work(work),
            None => pool::take(work.run),
        }
    }
}

impl Inbox {
    /// A queue that only [`Waker`]s fill: for tests, and for work before the terminal is taken.
    pub fn detached() -> Self {
        Self::of(None)
    }

    /// The queue of one screen of many, in a house that is told what comes in.
    pub fn within(house: Arc<dyn House>) -> Self {
        Self::of(Some(house))
    }

    fn of(house: Option<Arc<dyn House>>) -> Self {
        let (sender, events) = channel();
        Self { events, waker: Waker { events: sender, house } }
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
            Some(Duration::ZERO) => self.events.try_recv().map_err(|nothing| match nothing {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            Some(time) => self.events.recv_timeout(time),
        };
        match taken {
            Ok(taken) => Some(taken),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Taken { event: Event::Gone, at: Instant::now() })
            }
        }
    }
}
