//! Everything that can happen, in one queue: keys, mouse, signals, finished work.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, KeyEvent, KeyEventKind, MouseEvent};

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
    events: Receiver<Event>,
    waker: Waker,
}

/// Puts events into the queue from any thread.
#[derive(Clone, Debug)]
pub struct Waker(Sender<Event>);

impl Waker {
    /// Asks the loop to look at its jobs.
    pub fn wake(&self) {
        self.send(Event::Woken);
    }

    /// Is anybody still listening?
    pub(super) fn send(&self, event: Event) -> bool {
        self.0.send(event).is_ok()
    }
}

impl Inbox {
    /// A queue that only [`Waker`]s fill: for tests, and for work before the terminal is taken.
    pub fn detached() -> Self {
        let (sender, events) = channel();
        Self { events, waker: Waker(sender) }
    }

    /// A queue filled by the keyboard, the mouse and signals, each from a thread of its own.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listening() -> io::Result<Self> {
        let inbox = Self::detached();
        signals::listen(inbox.waker())?;
        let waker = inbox.waker();
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let event = match event::read() {
                    // Windows reports releases as well.
                    Ok(event::Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
                    Ok(event::Event::Key(key)) => Event::Key(key),
                    Ok(event::Event::Paste(text)) => Event::Paste(text),
                    Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
                    Ok(event::Event::Resize(..)) => Event::Resized,
                    Ok(_) => continue,
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => {
                        waker.send(Event::Gone);
                        return;
                    }
                };
                if !waker.send(event) {
                    return;
                }
            }
        })?;
        Ok(inbox)
    }

    /// A handle that fills the queue.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// The next event; none if nothing happened for that long.
    pub fn next(&self, patience: Option<Duration>) -> Option<Event> {
        match patience {
            None => Some(self.events.recv().unwrap_or(Event::Gone)),
            Some(time) => match self.events.recv_timeout(time) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Gone),
            },
        }
    }
}
