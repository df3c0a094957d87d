//! The threads on which the screens of a class run: whoever has something to do gets a turn.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{io, thread};

use crate::tui::terminal::outlive_panics;

/// As many screens are looked after at once. A turn may wait a moment for quick work, so there are
/// more of them than cores.
const THREADS: usize = 6;

/// Somebody who takes turns.
pub(crate) trait Guest: Send + Sync {
    /// Does what there is to do, for a moment; returns when the next turn is due if nobody calls.
    fn turn(&self) -> Option<Instant>;

    /// A turn ended in a panic.
    fn recover(&self);

    /// Set while waiting for a turn.
    fn called(&self) -> &AtomicBool;

    /// A number of one's own.
    fn number(&self) -> usize;
}

/// Who waits for a turn, in order, and who wants one later.
#[derive(Default)]
pub(crate) struct Hall {
    line: Mutex<Line>,
    news: Condvar,
}

type Due = (Instant, usize);

#[derive(Default)]
struct Line {
    ready: VecDeque<Arc<dyn Guest>>,
    later: BTreeMap<Due, Arc<dyn Guest>>,
    /// When each of those in `later` is due.
    due: HashMap<usize, Instant>,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hall").finish_non_exhaustive()
    }
}

impl Hall {
    /// A hall whose threads run as long as the program does.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub(crate) fn open() -> io::Result<Arc<Self>> {
        let hall = Arc::new(Self::default());
        for _ in 0..THREADS {
            let theirs = Arc::clone(&hall);
            thread::Builder::new().name("class".into()).spawn(move || theirs.run())?;
        }
        Ok(hall)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives somebody a turn as soon as those who came before had theirs.
    pub(crate) fn call(&self, guest: Arc<dyn Guest>) {
        if !guest.called().swap(true, Ordering::SeqCst) {
            self.line().ready.push_back(guest);
            self.news.notify_one();
        }
    }

    fn next(&self) -> Arc<dyn Guest> {
        let mut line = self.line();
        loop {
            line.take_due(Instant::now());
            if let Some(guest) = line.ready.pop_front() {
                return guest;
            }
            let first = line.later.keys().next().map(|(due, _)| *due);
            line = match first {
                Some(due) => {
                    let patience = due.saturating_duration_since(Instant::now());
                    let waited = self.news.wait_timeout(line, patience);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.news.wait(line).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn run(&self) {
        outlive_panics();
        loop {
            let guest = self.next();
            guest.called().store(false, Ordering::SeqCst);
            match catch_unwind(AssertUnwindSafe(|| guest.turn())) {
                Ok(due) => self.line().put_off(guest, due),
                Err(_) => guest.recover(),
            }
            // Another thread may sleep until later than what was put off just now.
            self.news.notify_one();
        }
    }
}

impl Line {
    fn take_due(&mut self, now: Instant) {
        while let Some(entry) = self.later.first_entry() {
            if entry.key().0 > now {
                return;
            }
            let guest = entry.remove();
            self.due.remove(&guest.number());
            if !guest.called().swap(true, Ordering::SeqCst) {
                self.ready.push_back(guest);
            }
        }
    }

    /// Notes when somebody wants a turn by themselves, in place of what was noted before.
    fn put_off(&mut self, guest: Arc<dyn Guest>, due: Option<Instant>) {
        let number = guest.number();
        if let Some(before) = self.due.remove(&number) {
            self.later.remove(&(before, number));
        }
        if let Some(due) = due {
            self.due.insert(number, due);
            self.later.insert((due, number), guest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    struct Counter {
        turns: AtomicUsize,
        called: AtomicBool,
        told: Sender<usize>,
    }

    impl Guest for Counter {
        fn turn(&self) -> Option<Instant> {
            let turn = self.turns.fetch_add(1, Ordering::SeqCst);
            let _ = self.told.send(turn);
            match turn {
                0 => Some(Instant::now()),
                1 => panic!("this turn fails"),
                _ => None,
            }
        }

        fn recover(&self) {
            let _ = self.told.send(100);
        }

        fn called(&self) -> &AtomicBool {
            &self.called
        }

        fn number(&self) -> usize {
            7
        }
    }

    #[test]
    fn a_turn_that_is_due_comes_by_itself_and_one_that_fails_ends_nothing() {
        let hall = Hall::open().unwrap();
        let (told, heard) = channel();
        let (turns, called) = (AtomicUsize::new(0), AtomicBool::new(false));
        let guest: Arc<dyn Guest> = Arc::new(Counter { turns, called, told });
        let next = || heard.recv_timeout(Duration::from_secs(20)).unwrap();
        hall.call(Arc::clone(&guest));
        assert_eq!([next(), next(), next()], [0, 1, 100]);
        hall.call(guest);
        assert_eq!(next(), 2);
    }
}
