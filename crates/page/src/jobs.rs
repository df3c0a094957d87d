//! Runs long work on the single thread of a page. Each job waits for its turn and has a time limit.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::tui::clock::Instant;
use crate::tui::terminal::{BackgroundWork, QueueHost};

/// The time limit of a job. The results that the job has by then still count.
const LONGEST: Duration = Duration::from_secs(10);

thread_local! {
    /// The time at which the running job must end.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    /// `true` if the running job has used up its time.
    static LATE: Cell<bool> = const { Cell::new(false) };
}

/// The running job calls this function many times a second.
fn is_late() -> bool {
    let late = END.get().is_some_and(|end| Instant::now() > end);
    LATE.set(LATE.get() || late);
    late
}

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

    /// Runs the next job that is still wanted. Returns `true` if the job was stopped because it took too long.
    pub(crate) fn step(&self) -> bool {
        let Some(work) = self.waiting().pop_front() else { return false };
        // Dropping an unwanted job tells its owner that the job is over.
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
        // The start time is in the past, as if the job had already run for long.
        let endless = move || {
            END.set(Some(Instant::now()));
            while !theirs.is_stopped() {}
        };
        works.work(work(&token, endless));
        assert!(works.step() && token.is_stopped() && !CancelToken::until(is_late).is_stopped());
    }
}
