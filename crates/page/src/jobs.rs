//! Long work on the single thread of a page. Each piece waits for its turn and has a time limit.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::tui::clock::Instant;
use crate::tui::terminal::{BackgroundWork, QueueHost};

/// The time limit of a piece of work. Its results so far count.
const LONGEST: Duration = Duration::from_secs(10);

thread_local! {
    /// The end of the time of the running work.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    /// `true` if the time is over.
    static LATE: Cell<bool> = const { Cell::new(false) };
}

/// Called by the running work many times a second.
fn is_late() -> bool {
    let late = END.get().is_some_and(|end| Instant::now() > end);
    LATE.set(LATE.get() || late);
    late
}

/// The waiting work.
#[derive(Default)]
pub(crate) struct PageJobs(Mutex<VecDeque<BackgroundWork>>);

impl PageJobs {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<BackgroundWork>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if work waits.
    pub(crate) fn is_busy(&self) -> bool {
        !self.waiting().is_empty()
    }

    /// Does the next piece of work that is still wanted. Returns `true` if it was stopped because it took too
    /// long.
    pub(crate) fn step(&self) -> bool {
        let Some(work) = self.waiting().pop_front() else { return false };
        // Dropping unwanted work tells its owner that it is over.
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

impl QueueHost for PageJobs {
    fn wake(&self) {}

    fn work(&self, work: BackgroundWork) {
        self.waiting().push_back(work);
    }

    fn late(&self) -> fn() -> bool {
        is_late
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::worker::{CancelToken, work};

    #[test]
    fn work_is_done_in_order_and_unwanted_work_is_not() {
        let works = PageJobs::default();
        let (told, heard) = std::sync::mpsc::channel();
        let [first, dropped, last] = [(); 3].map(|()| CancelToken::until(is_late));
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
    fn work_that_runs_over_its_time_is_cancelled_and_reports_it() {
        let works = PageJobs::default();
        let token = CancelToken::until(is_late);
        let theirs = token.clone();
        // The start lies in the past, as if the work had run for long.
        let endless = move || {
            END.set(Some(Instant::now()));
            while !theirs.is_stopped() {}
        };
        works.work(work(&token, endless));
        assert!(works.step() && token.is_stopped() && !CancelToken::until(is_late).is_stopped());
    }
}
