//! Long work on the one thread of a page: it waits its turn, and has only so much time.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::tui::clock::Instant;
use crate::tui::terminal::{House, Work};

/// Work is asked to stop after so long; what it has by then counts.
const LONGEST: Duration = Duration::from_secs(10);

thread_local! {
    /// Until when the work under way has time.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Was it told that its time is over?
    static LATE: Cell<bool> = const { Cell::new(false) };
}

/// Asked by work, many times a second.
fn is_late() -> bool {
    let late = END.get().is_some_and(|end| Instant::now() > end);
    LATE.set(LATE.get() || late);
    late
}

/// What waits to be done.
#[derive(Default)]
pub(crate) struct Works(Mutex<VecDeque<Work>>);

impl Works {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<Work>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does anything wait?
    pub(crate) fn is_busy(&self) -> bool {
        !self.waiting().is_empty()
    }

    /// Does the next work that somebody still wants; was it stopped because it took too long?
    pub(crate) fn step(&self) -> bool {
        let Some(work) = self.waiting().pop_front() else { return false };
        // Who does not want it any more hears that it is over when it is dropped.
        if work.stop.is_stopped() {
            return false;
        }
        END.set(Some(Instant::now() + LONGEST));
        LATE.set(false);
        (work.run)();
        END.set(None);
        LATE.get()
    }
}

impl House for Works {
    fn ring(&self) {}

    fn work(&self, work: Work) {
        self.waiting().push_back(work);
    }

    fn late(&self) -> fn() -> bool {
        is_late
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::worker::{Token, work};

    #[test]
    fn work_is_done_in_its_order_and_what_nobody_wants_is_not() {
        let works = Works::default();
        let (told, heard) = std::sync::mpsc::channel();
        let [first, dropped, last] = [(); 3].map(|()| Token::until(is_late));
        for (token, word) in [(&first, "first"), (&dropped, "dropped"), (&last, "last")] {
            let told = told.clone();
            works.work(work(token, move || told.send(word).unwrap()));
        }
        dropped.stop();
        while works.is_busy() {
            assert!(!works.step());
        }
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["first", "last"]);
    }

    #[test]
    fn work_that_has_had_its_time_is_told_to_stop_and_that_is_known() {
        let works = Works::default();
        let token = Token::until(is_late);
        let theirs = token.clone();
        // As if it had begun long ago.
        let endless = move || {
            END.set(Some(Instant::now()));
            while !theirs.is_stopped() {}
        };
        works.work(work(&token, endless));
        assert!(works.step() && token.is_stopped() && !Token::until(is_late).is_stopped());
    }
}
