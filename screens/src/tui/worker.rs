//! Work that would hold up the drawing: done on another thread, with progress, and stopped on
//! request.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};

use super::terminal::Waker;
pub use crate::work::Token;

/// One piece of work on its own thread. Dropping it stops the work.
#[derive(Debug)]
pub struct Job<T> {
    result: Receiver<T>,
    token: Token,
}

/// What a job has come to.
#[derive(Debug, PartialEq, Eq)]
pub enum Poll<T> {
    /// Not done yet.
    Running,
    /// Done; said once.
    Done(T),
    /// It ended without a result, or gave it already.
    Over,
}

impl<T: Send + 'static> Job<T> {
    /// Starts the work; `waker` is told when it is done.
    pub fn start(waker: Waker, work: impl FnOnce(&Token) -> T + Send + 'static) -> Self {
        let token = Token::default();
        let theirs = token.clone();
        let (sender, result) = channel();
        let told = waker.clone();
        // Without a thread the sender is dropped, and the job is over before it began.
        let work = move || {
            // Nobody listening means that the job was dropped: the result is not wanted.
            let _ = sender.send(work(&theirs));
            drop(sender);
            told.wake();
        };
        waker.work(&token, Box::new(work));
        Self { result, token }
    }
}

impl<T> Job<T> {
    /// What it has come to.
    pub fn poll(&self) -> Poll<T> {
        match self.result.try_recv() {
            Ok(result) => Poll::Done(result),
            Err(TryRecvError::Empty) => Poll::Running,
            Err(TryRecvError::Disconnected) => Poll::Over,
        }
    }

    /// Waits a moment for it: quick work is then done before the next frame.
    pub fn wait(&self, patience: std::time::Duration) -> Poll<T> {
        match self.result.recv_timeout(patience) {
            Ok(result) => Poll::Done(result),
            Err(RecvTimeoutError::Timeout) => Poll::Running,
            Err(RecvTimeoutError::Disconnected) => Poll::Over,
        }
    }

    /// How far it is.
    pub fn progress(&self) -> (u64, u64) {
        self.token.progress()
    }

    /// Asks it to stop; it may still give what it has.
    pub fn stop(&self) {
        self.token.stop();
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
    use crate::tui::terminal::{Event, Inbox};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn a_job_wakes_the_loop_and_gives_its_result_once() {
        let inbox = Inbox::detached();
        let job = Job::start(inbox.waker(), |token| {
            token.report(3, 4);
            221
        });
        assert!(matches!(inbox.next(Some(Duration::from_secs(10))), Some(Event::Woken)));
        assert_eq!(job.progress(), (3, 4));
        assert_eq!(job.poll(), Poll::Done(221));
        assert_eq!(job.poll(), Poll::Over);
    }

    #[test]
    fn dropping_a_job_stops_it() {
        let inbox = Inbox::detached();
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
}
