//! Slow work on another thread, with progress and cancellation, so that drawing never waits.

use super::clock::Instant;
use super::screen::Context;
use super::terminal::{BackgroundWork, CancelHandle, Waker};
pub use crate::work::CancelToken;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

/// A cancel token in the form that the kit needs.
struct ThreadCancelToken(CancelToken);

impl CancelHandle for ThreadCancelToken {
    fn stop(&self) {
        self.0.stop();
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Makes a job for a background thread. The token stops the job.
pub fn work(token: &CancelToken, run: impl FnOnce() + Send + 'static) -> BackgroundWork {
    BackgroundWork { run: Box::new(run), stop: Arc::new(ThreadCancelToken(token.clone())) }
}

/// The time between two drawings of a count that is running.
pub const COUNTED: Duration = Duration::from_millis(200);

/// Sends a result and wakes the receiver. Also wakes the receiver if the work panicked or never began.
struct ResultSender<T> {
    result: Option<Sender<T>>,
    waker: Waker,
}

impl<T> Drop for ResultSender<T> {
    fn drop(&mut self) {
        self.result = None;
        self.waker.wake();
    }
}

/// Work on another thread. Dropping the job stops the work.
pub struct Job<T> {
    result: Receiver<T>,
    /// The result, if it was ready at once and nobody has taken it yet.
    early: Cell<Option<T>>,
    token: CancelToken,
}

/// The state of a job.
#[derive(Debug, PartialEq, Eq)]
pub enum JobStatus<T> {
    /// The work is not done yet.
    Running,
    /// The result. A job returns it once.
    Done(T),
    /// The job ended without a result, or returned it before.
    Over,
}

impl<T: Send + 'static> Job<T> {
    /// Starts the work. The waker wakes the main loop when the work is done.
    pub fn start(waker: Waker, work: impl FnOnce(&CancelToken) -> T + Send + 'static) -> Self {
        let token = CancelToken::until(waker.late());
        let theirs = token.clone();
        let (sender, result) = channel();
        let telling = ResultSender { result: Some(sender), waker: waker.clone() };
        let work = move || {
            let result = work(&theirs);
            if let Some(listener) = &telling.result {
                // If nobody receives the result, the job was dropped.
                let _ = listener.send(result);
            }
        };
        waker.work(self::work(&token, work));
        Self { result, early: Cell::new(None), token }
    }

    /// The same as [`Self::start`], but waits a moment for the result. Quick work is done before the next frame, so
    /// nothing flickers.
    pub fn spawn_and_wait(
        context: &Context,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Self {
        let job = Self::start(context.waker.clone(), work);
        let patience = context.due.saturating_duration_since(Instant::now());
        // A browser has no second thread, so waiting would not help.
        job.early.set(match cfg!(unix) {
            true => job.result.recv_timeout(patience).ok(),
            false => job.result.try_recv().ok(),
        });
        job
    }
}

impl<T> Job<T> {
    /// The state of the job.
    pub fn poll(&self) -> JobStatus<T> {
        if let Some(result) = self.early.take() {
            return JobStatus::Done(result);
        }
        match self.result.try_recv() {
            Ok(result) => JobStatus::Done(result),
            Err(TryRecvError::Empty) => JobStatus::Running,
            Err(TryRecvError::Disconnected) => JobStatus::Over,
        }
    }

    /// The state of the job in `place`. A job that is over is removed.
    pub fn poll_slot(place: &mut Option<Self>) -> JobStatus<T> {
        let poll = place.as_ref().map_or(JobStatus::Running, Self::poll);
        if !matches!(poll, JobStatus::Running) {
            *place = None;
        }
        poll
    }

    /// The progress as steps done and steps in all.
    pub fn progress(&self) -> (u64, u64) {
        self.token.progress()
    }

    /// Asks the job to stop. It may still return a partial result.
    pub fn stop(&self) {
        self.token.stop();
    }
}

/// A value and the job that computes the next one.
#[derive(Default)]
pub struct Pending<T> {
    known: T,
    job: Option<Job<T>>,
}

impl<T: Send + 'static> Pending<T> {
    /// Stops the running job and starts to compute a new value. The old value stays until the new one is ready.
    pub fn begin(
        &mut self,
        context: &Context,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) {
        self.job = Some(Job::spawn_and_wait(context, work));
    }

    /// The same as [`Self::begin`], but does not wait for the value.
    pub fn start(&mut self, waker: Waker, work: impl FnOnce(&CancelToken) -> T + Send + 'static) {
        self.job = Some(Job::start(waker, work));
    }

    /// Takes a finished value. Returns `true` if there was one.
    pub fn poll(&mut self) -> bool {
        let JobStatus::Done(known) = Job::poll_slot(&mut self.job) else { return false };
        self.known = known;
        true
    }

    /// Stops the job, if one runs.
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// Returns `true` if a job runs.
    pub fn is_working(&self) -> bool {
        self.job.is_some()
    }

    /// The progress of the job, if one runs.
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.job.as_ref().map(Job::progress)
    }
}

impl<T> Deref for Pending<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.known
    }
}

impl<T> DerefMut for Pending<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.known
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::terminal::{Event, EventQueue};
    use std::thread;

    #[test]
    fn a_job_wakes_the_loop_and_gives_its_result_once() {
        let inbox = EventQueue::detached();
        let job = Job::start(inbox.waker(), |token| {
            token.report(3, 4);
            221
        });
        assert!(matches!(inbox.next(Some(Duration::from_secs(10))), Some(Event::Woken)));
        assert_eq!(job.progress(), (3, 4));
        assert_eq!(job.poll(), JobStatus::Done(221));
        assert_eq!(job.poll(), JobStatus::Over);
    }

    #[test]
    fn dropping_a_job_stops_it() {
        let inbox = EventQueue::detached();
        let (ended, heard) = channel();
        let job = Job::start(inbox.waker(), move |token| {
            while !token.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            ended.send(()).unwrap();
        });
        drop(job);
        assert!(heard.recv_timeout(Duration::from_secs(10)).is_ok());
    }

    #[test]
    fn a_waiter_hears_of_work_that_broke_or_was_never_begun() {
        let inbox = EventQueue::detached();
        let broken = Job::start(inbox.waker(), |_| -> () { panic!("on purpose") });
        assert!(matches!(inbox.next(Some(Duration::from_secs(10))), Some(Event::Woken)));
        assert_eq!(broken.poll(), JobStatus::Over);
        drop(ResultSender::<u32> { result: None, waker: inbox.waker() });
        assert!(matches!(inbox.next(Some(Duration::ZERO)), Some(Event::Woken)));
    }
}
