//! The queue of all events: keys, mouse, signals, finished work.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use super::pool;
use crate::clock::Instant;
use crate::event::MouseEvent;
use crate::keys::Chord;

/// An event.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed, or repeats.
    Key(Chord),
    /// Text was pasted.
    Paste(String),
    /// The mouse was clicked, or its wheel turned.
    Mouse(MouseEvent),
    /// The size of the terminal changed.
    Resized,
    /// A signal asks the program to end with this exit code: 128 plus the number of the signal.
    End(i32),
    /// A signal asks the program to stop, so that the shell gets the terminal.
    Stop,
    /// The shell continued the program.
    Continue,
    /// Work on another thread has a result or news.
    Woken,
    /// The terminal is gone, so no more input will come.
    Gone,
}

impl Event {
    /// Returns `true` for a key, a paste or the mouse.
    pub fn is_input(&self) -> bool {
        matches!(self, Self::Key(_) | Self::Paste(_) | Self::Mouse(_))
    }
}

/// The queue of all events.
pub struct EventQueue {
    events: Receiver<QueuedEvent>,
    /// The events that were taken out of the channel before their turn, each with `true` if its key is urgent.
    ahead: RefCell<VecDeque<(QueuedEvent, bool)>>,
    waker: Waker,
}

/// An event from the queue, with its time.
#[derive(Debug)]
pub struct QueuedEvent {
    /// The event.
    pub event: Event,
    /// The time at which the event arrived.
    pub at: Instant,
}

/// A flag that stops work.
pub trait CancelHandle: Send + Sync {
    /// Asks the work to stop.
    fn stop(&self);

    /// Returns `true` if the work was asked to stop.
    fn is_stopped(&self) -> bool;
}

/// Work for another thread.
pub struct BackgroundWork {
    /// The work.
    pub run: Box<dyn FnOnce() + Send>,
    /// The flag that stops the work.
    pub stop: Arc<dyn CancelHandle>,
}

/// The host of many event queues. Each event in a queue wakes it, and it runs the work of the screens on its threads.
pub trait QueueHost: Send + Sync {
    /// Called when an event enters the queue.
    fn wake(&self);

    /// Runs work on a thread of the host, now or later.
    fn work(&self, work: BackgroundWork) {
        pool::spawn(work.run);
    }

    /// Returns a function that a piece of work calls many times a second. The function returns `true` when the time of
    /// the work is over.
    fn late(&self) -> fn() -> bool {
        || false
    }
}

/// Puts events into the queue from any thread.
#[derive(Clone)]
pub struct Waker {
    events: Sender<QueuedEvent>,
    house: Option<Arc<dyn QueueHost>>,
}

impl Waker {
    /// Asks the main loop to look at its jobs.
    pub fn wake(&self) {
        self.send(Event::Woken);
    }

    /// Puts an event into the queue. Returns `false` if nobody reads the queue any more.
    pub fn send(&self, event: Event) -> bool {
        self.send_from(Instant::now(), event)
    }

    /// Puts an event that arrived at this time into the queue. Returns `false` if nobody reads the queue any
    /// more.
    pub(crate) fn send_from(&self, at: Instant, event: Event) -> bool {
        let sent = self.events.send(QueuedEvent { event, at }).is_ok();
        if let Some(house) = &self.house {
            house.wake();
        }
        sent
    }

    /// Returns a function that returns `true` when the time of the current work is over.
    pub fn late(&self) -> fn() -> bool {
        self.house.as_ref().map_or(|| false, |house| house.late())
    }

    /// Runs work on another thread.
    pub fn work(&self, work: BackgroundWork) {
        match &self.house {
            Some(house) => house.work(work),
            None => pool::spawn(work.run),
        }
    }
}

impl EventQueue {
    /// A queue that only [`Waker`]s fill: for tests, and for work before the terminal is taken.
    pub fn detached() -> Self {
        Self::with_host(None)
    }

    /// A queue with a host. Each event wakes the host.
    pub fn in_host(house: Arc<dyn QueueHost>) -> Self {
        Self::with_host(Some(house))
    }

    fn with_host(house: Option<Arc<dyn QueueHost>>) -> Self {
        let (sender, events) = channel();
        Self { events, ahead: RefCell::default(), waker: Waker { events: sender, house } }
    }

    /// A handle that fills the queue.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// Takes the first urgent key if it has waited for at least `patience`, and drops the input before it. So a long
    /// paste of single keys does not delay the key that ends the program.
    pub fn overdue(
        &self,
        is_urgent: impl Fn(Chord) -> bool,
        patience: Duration,
    ) -> Option<QueuedEvent> {
        let mut ahead = self.ahead.borrow_mut();
        ahead.extend(self.events.try_iter().map(|taken| {
            let is_urgent = matches!(taken.event, Event::Key(chord) if is_urgent(chord));
            (taken, is_urgent)
        }));
        let is_due =
            |(taken, is_urgent): &(QueuedEvent, bool)| *is_urgent && taken.at.elapsed() >= patience;
        let place = ahead.iter().position(is_due)?;
        let urgent = ahead.remove(place).map(|(taken, _)| taken);
        let mut left = 0..place;
        ahead.retain(|(taken, _)| left.next().is_none() || !taken.event.is_input());
        urgent
    }

    /// Waits for the next event. `None` if no event comes within `patience`.
    pub fn next(&self, patience: Option<Duration>) -> Option<Event> {
        self.wait(patience).map(|taken| taken.event)
    }

    /// Waits for the next event. Returns it with its time, or `None` if no event comes within `patience`.
    pub fn wait(&self, patience: Option<Duration>) -> Option<QueuedEvent> {
        if let Some((taken, _)) = self.ahead.borrow_mut().pop_front() {
            return Some(taken);
        }
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
                Some(QueuedEvent { event: Event::Gone, at: Instant::now() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_urgent_key_that_has_waited_overtakes_the_input_before_it_and_nothing_else() {
        let inbox = EventQueue::detached();
        let waker = inbox.waker();
        let quit: Chord = "ctrl-c".parse().unwrap();
        let send = |key: &str| waker.send(Event::Key(key.parse().unwrap()));
        for key in ["a", "b"] {
            send(key);
        }
        waker.wake();
        for key in ["ctrl-c", "d"] {
            send(key);
        }
        let overdue = |patience| inbox.overdue(|chord| chord == quit, patience);
        assert!(overdue(Duration::from_secs(60)).is_none(), "it has not waited so long");
        assert!(matches!(overdue(Duration::ZERO).unwrap().event, Event::Key(key) if key == quit));
        assert!(matches!(inbox.next(None), Some(Event::Woken)));
        assert!(matches!(inbox.next(None), Some(Event::Key(key)) if key.to_string() == "d"));
        assert!(overdue(Duration::ZERO).is_none());
    }
}
