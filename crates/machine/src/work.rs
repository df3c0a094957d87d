//! Long work, which reports its progress and can be cancelled.
//!
//! Everything that can take long takes a token: evaluating, solving, simulating, sweeping, reading. The caller keeps a
//! clone of the token, and can cancel the work with it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

/// The memory limit of a piece of work, in bytes, unless its token sets another limit. A file cannot raise it.
pub const MEMORY: u64 = 1 << 30;

/// Work for immediate display is cancelled after this many checks. They take less than a tenth of a second.
const AT_HAND: u64 = 64;

/// The interval at which a waiting thread checks again.
const GLANCE: Duration = Duration::from_millis(5);

/// Small pieces of work: the number of pieces from one check for cancellation to the next.
const EVERY: usize = 4096;

/// Tiny pieces of work, of some nanoseconds each: the number of pieces from one check for
/// cancellation to the next.
const MANY: usize = 1 << 16;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// The amount of long work that this thread has done. One unit is the work between two checks for cancellation, some
/// tens of microseconds to a millisecond. The thread that draws the screen should do almost no long work.
pub fn work_on_thread() -> u64 {
    DONE.get()
}

/// Adds units of long work that checks no token.
pub fn count(pieces: u64) {
    DONE.set(DONE.get() + pieces);
}

/// The error of cancelled work. Its results are partial or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Cancelled;

/// The link between long work and its caller. All clones are the same token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    /// The number of checks that are left. `None` if there is no limit.
    questions: Option<AtomicU64>,
    /// Returns whether the time is up, for programs with only one thread.
    late: Option<fn() -> bool>,
    /// True if the work waits for the same work on other threads, although its checks are limited.
    waits: bool,
    /// The memory limit in bytes. `None` for [`MEMORY`].
    memory: Option<u64>,
    done: AtomicU64,
    of: AtomicU64,
}

impl CancelToken {
    /// A token that cancels its work after this many checks. Work checks at regular intervals, so the limit is the
    /// same on every machine and needs no clock.
    pub fn limited(questions: u64) -> Self {
        let questions = Some(AtomicU64::new(questions));
        Self(Arc::new(Shared { questions, ..Shared::default() }))
    }

    /// Like [`CancelToken::limited`], but the work waits for the same work on other threads. So its result does not
    /// depend on them.
    pub fn waiting(questions: u64) -> Self {
        let questions = Some(AtomicU64::new(questions));
        Self(Arc::new(Shared { questions, waits: true, ..Shared::default() }))
    }

    /// A token that cancels its work when `late` returns true. A program with only one thread has no other way to
    /// cancel work.
    pub fn until(late: fn() -> bool) -> Self {
        Self(Arc::new(Shared { late: Some(late), ..Shared::default() }))
    }

    /// A token for immediate display. Work with it takes less than a tenth of a second, and does
    /// not wait for the same work on other threads.
    pub fn for_frame() -> Self {
        Self::limited(AT_HAND)
    }

    /// A token for work with this memory limit in bytes, in place of [`MEMORY`].
    pub fn with_memory(memory: u64) -> Self {
        Self(Arc::new(Shared { memory: Some(memory), ..Shared::default() }))
    }

    /// The memory limit of the work, in bytes. Work that would need more fails before it takes the
    /// memory.
    pub fn memory(&self) -> u64 {
        self.0.memory.unwrap_or(MEMORY)
    }

    /// Does work that cannot be cancelled.
    pub fn unstopped<T>(work: impl FnOnce(&Self) -> Result<T, Cancelled>) -> T {
        match work(&Self::default()) {
            Ok(done) => done,
            Err(Cancelled) => unreachable!("nobody else has this token"),
        }
    }

    /// Locks data that another thread may be using. A token with limited checks does not wait,
    /// unless it is [`CancelToken::waiting`].
    ///
    /// # Errors
    /// Returns an error if the work should stop.
    pub fn lock<'a, T>(&self, mutex: &'a Mutex<T>) -> Result<MutexGuard<'a, T>, Cancelled> {
        loop {
            match mutex.try_lock() {
                Ok(guard) => return Ok(guard),
                // The data is complete at any time, so a panic elsewhere did not damage it.
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if self.0.waits => {}
                Err(TryLockError::WouldBlock) if self.0.questions.is_some() => {
                    return Err(Cancelled);
                }
                Err(TryLockError::WouldBlock) => self.check()?,
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Cancels the work.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// True if the work should stop. The work calls this method many times a second.
    pub fn is_stopped(&self) -> bool {
        count(1);
        if let Some(questions) = &self.0.questions
            && questions
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_err()
        {
            self.stop();
        }
        if self.0.late.is_some_and(|is_late| is_late()) {
            self.stop();
        }
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Like [`CancelToken::check`], for one of many small pieces of work. Such a piece takes some tens of nanoseconds,
    /// so only a few calls really check.
    ///
    /// # Errors
    /// Returns an error if the work should stop.
    #[inline]
    pub fn check_at(&self, piece: usize) -> Result<(), Cancelled> {
        if piece.is_multiple_of(EVERY) { self.check() } else { Ok(()) }
    }

    /// Like [`CancelToken::check`], before `pieces` small pieces of work. `done` counts the pieces since the last real
    /// check.
    ///
    /// # Errors
    /// Returns an error if the work should stop.
    pub fn check_after(&self, done: &mut usize, pieces: usize) -> Result<(), Cancelled> {
        if *done == 0 || *done > MANY {
            *done = 0;
            self.check()?;
        }
        *done += pieces;
        Ok(())
    }

    /// Returns an error if the work should stop.
    ///
    /// # Errors
    /// Returns an error if the work should stop.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_stopped() { Err(Cancelled) } else { Ok(()) }
    }

    /// Reports the progress: the amount done, and the total (0 if unknown).
    pub fn report(&self, done: u64, of: u64) {
        self.0.of.store(of, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
    }

    /// Adds to the reported amount of work.
    pub fn advance(&self, more: u64) {
        self.0.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The progress: the amount done, and the total (0 if unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.of.load(Ordering::Relaxed))
    }
}

/// A value that takes long to compute. The first caller computes it, and the result is kept. Meanwhile other callers
/// wait, and their wait can be cancelled.
#[derive(Debug)]
pub struct LazyValue<T> {
    value: OnceLock<T>,
    working: Mutex<()>,
}

impl<T> Default for LazyValue<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), working: Mutex::new(()) }
    }
}

impl<T> LazyValue<T> {
    /// The value, computed now if necessary. Nothing is kept if the work fails or is cancelled.
    ///
    /// # Errors
    /// Returns the error of `make`, or [`Cancelled`]. The wait for another thread can also be cancelled.
    pub fn get_or<E: From<Cancelled>>(
        &self,
        token: &CancelToken,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&T, E> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let _working = match rayon::current_thread_index() {
            None => Some(token.lock(&self.working)?),
            // The computing thread may need this worker thread, so a worker does not wait.
            Some(_) => self.working.try_lock().ok(),
        };
        // Another thread may have stored the value before this thread got the lock.
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let made = make()?;
        Ok(self.value.get_or_init(|| made))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_token_allows_a_fixed_number_of_checks() {
        let token = CancelToken::limited(3);
        assert_eq!([0; 5].map(|_| token.check().is_ok()), [true, true, true, false, false]);
    }

    #[test]
    fn stopped_work_keeps_nothing_and_can_be_done_again() {
        let kept = LazyValue::default();
        assert_eq!(
            kept.get_or(&CancelToken::default(), || Err::<u8, _>(Cancelled)),
            Err(Cancelled)
        );
        assert_eq!(kept.get_or(&CancelToken::default(), || Ok::<_, Cancelled>(1)), Ok(&1));
        assert_eq!(kept.get_or(&CancelToken::default(), || Ok::<_, Cancelled>(2)), Ok(&1));
    }

    #[test]
    fn a_wait_for_the_work_of_another_can_be_stopped() {
        let kept = Arc::new(LazyValue::default());
        let (begun, heard) = std::sync::mpsc::channel();
        let working = CancelToken::default();
        let (theirs, token) = (Arc::clone(&kept), working.clone());
        let worker = std::thread::spawn(move || {
            theirs
                .get_or(&token.clone(), || {
                    begun.send(()).unwrap();
                    loop {
                        token.check()?;
                        std::thread::yield_now();
                    }
                })
                .copied()
        });
        heard.recv().unwrap();
        let stopped = CancelToken::default();
        stopped.stop();
        assert_eq!(kept.get_or(&stopped, || Ok(1)), Err(Cancelled));
        assert_eq!(
            kept.get_or(&CancelToken::for_frame(), || Ok(1)),
            Err(Cancelled),
            "it does not wait"
        );
        std::thread::scope(|threads| {
            let patient =
                threads.spawn(|| kept.get_or(&CancelToken::waiting(1), || Ok::<_, Cancelled>(1)));
            working.stop();
            assert_eq!(patient.join().unwrap(), Ok(&1), "it waits, and then works");
        });
        assert_eq!(worker.join().unwrap(), Err(Cancelled));
        assert_eq!(kept.get_or(&CancelToken::default(), || Ok::<_, Cancelled>(1)), Ok(&1));
    }
}
