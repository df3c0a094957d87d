//! Long work: it says how far it is, and it stops when it is asked to.
//!
//! One token goes through everything that can take longer than a moment: evaluation, solving,
//! simulating, sweeping, reading. Who asked for the work holds a clone and may stop it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

/// What one piece of work may keep in memory unless it is told otherwise, in bytes. A file cannot ask
/// for more.
pub const MEMORY: u64 = 1 << 30;

/// How often who only looks at what is at hand may ask whether to go on: less than a tenth of a second
/// of work.
const AT_HAND: u64 = 64;

/// How often who waits for another's work looks again.
const GLANCE: Duration = Duration::from_millis(5);

/// Of small pieces of work, every so many ask whether to go on.
const EVERY: usize = 4096;

/// Of pieces that take some nanoseconds, so many are done before they ask.
const MANY: usize = 1 << 16;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// How much long work this thread has done: in pieces after which work asks whether to go on, some
/// tens of microseconds to a millisecond each. A thread that draws must do next to none.
pub fn done_here() -> u64 {
    DONE.get()
}

/// Counts pieces of long work that asks no token.
pub fn count(pieces: u64) {
    DONE.set(DONE.get() + pieces);
}

/// The work was stopped; what it had is partial, or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Seen by the work and by who asked for it. Clones are one token.
#[derive(Clone, Debug, Default)]
pub struct Token(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    /// How often it may still be asked, where that is limited.
    questions: Option<AtomicU64>,
    /// Says whether the work has had its time, where nobody else can.
    late: Option<fn() -> bool>,
    /// Whether it waits for others who do the same work, though its questions are limited.
    waits: bool,
    /// What the work may keep in memory, in bytes, where it is not [`MEMORY`].
    memory: Option<u64>,
    done: AtomicU64,
    of: AtomicU64,
}

impl Token {
    /// A token that stops by itself once it has been asked so many times whether to go on. Work asks
    /// at even distances, so this bounds it by a count, the same on every machine, and by no clock.
    pub fn limited(questions: u64) -> Self {
        let questions = Some(AtomicU64::new(questions));
        Self(Arc::new(Shared { questions, ..Shared::default() }))
    }

    /// As [`Token::limited`], and what another works out meanwhile is waited for: what is found does not
    /// depend on who else looks for it.
    pub fn patient(questions: u64) -> Self {
        let questions = Some(AtomicU64::new(questions));
        Self(Arc::new(Shared { questions, waits: true, ..Shared::default() }))
    }

    /// A token that stops by itself once `late` says so: where there is one thread alone, nobody else
    /// can stop the work.
    pub fn until(late: fn() -> bool) -> Self {
        Self(Arc::new(Shared { late: Some(late), ..Shared::default() }))
    }

    /// A token for who shows something meanwhile: work under it lasts less than a tenth of a second, and
    /// does not wait for others who do the same work.
    pub fn at_hand() -> Self {
        Self::limited(AT_HAND)
    }

    /// A token of work that may keep so many bytes in memory, rather than [`MEMORY`].
    pub fn within(memory: u64) -> Self {
        Self(Arc::new(Shared { memory: Some(memory), ..Shared::default() }))
    }

    /// What the work may keep in memory, in bytes. Work that would need more says so and gives up
    /// before it takes it.
    pub fn memory(&self) -> u64 {
        self.0.memory.unwrap_or(MEMORY)
    }

    /// Does work that nobody will stop.
    pub fn unstopped<T>(work: impl FnOnce(&Self) -> Result<T, Stopped>) -> T {
        match work(&Self::default()) {
            Ok(done) => done,
            Err(Stopped) => unreachable!("nobody else has this token"),
        }
    }

    /// Locks what another may be working on. Who may ask only so often does not wait for it, unless the
    /// token is [`Token::patient`].
    ///
    /// # Errors
    /// If the work should stop.
    pub fn lock<'a, T>(&self, mutex: &'a Mutex<T>) -> Result<MutexGuard<'a, T>, Stopped> {
        loop {
            match mutex.try_lock() {
                Ok(guard) => return Ok(guard),
                // What is kept is whole at any time: who panicked did not change it.
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if self.0.waits => {}
                Err(TryLockError::WouldBlock) if self.0.questions.is_some() => return Err(Stopped),
                Err(TryLockError::WouldBlock) => self.check()?,
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Asks the work to stop.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Should the work stop? Asked by the work, many times a second.
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

    /// As [`Token::check`], asked for one piece of many: looks up only now and then, as pieces of
    /// some tens of nanoseconds allow.
    ///
    /// # Errors
    /// If the work should stop.
    #[inline]
    pub fn check_at(&self, piece: usize) -> Result<(), Stopped> {
        if piece.is_multiple_of(EVERY) { self.check() } else { Ok(()) }
    }

    /// As [`Token::check`], asked before so many small pieces; `done` counts those done since it
    /// last looked up.
    ///
    /// # Errors
    /// If the work should stop.
    pub fn check_after(&self, done: &mut usize, pieces: usize) -> Result<(), Stopped> {
        if *done == 0 || *done > MANY {
            *done = 0;
            self.check()?;
        }
        *done += pieces;
        Ok(())
    }

    /// Goes on, unless the work should stop.
    ///
    /// # Errors
    /// If it should.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Says how far the work is: done, and of how much (0 when unknown).
    pub fn report(&self, done: u64, of: u64) {
        self.0.of.store(of, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
    }

    /// Says that so much more is done.
    pub fn advance(&self, more: u64) {
        self.0.done.fetch_add(more, Ordering::Relaxed);
    }

    /// How far the work is: done, and of how much (0 when unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.of.load(Ordering::Relaxed))
    }
}

/// A value that takes long to work out: whoever asks first does, and it is kept. Who asks meanwhile
/// waits for it, and can be stopped doing so.
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
    /// The value, worked out now if it has not been. Nothing is kept of work that fails or is
    /// stopped.
    ///
    /// # Errors
    /// What `make` fails with; [`Stopped`] also while another works.
    pub fn get_or<E: From<Stopped>>(
        &self,
        token: &Token,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&T, E> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let _working = match rayon::current_thread_index() {
            None => Some(token.lock(&self.working)?),
            // A thread that works for others may be the one to wait for: it does not wait.
            Some(_) => self.working.try_lock().ok(),
        };
        // It may have been kept between the look and the lock.
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
    fn a_limited_token_lets_so_much_be_asked_and_no_more() {
        let token = Token::limited(3);
        assert_eq!([0; 5].map(|_| token.check().is_ok()), [true, true, true, false, false]);
    }

    #[test]
    fn stopped_work_keeps_nothing_and_can_be_done_again() {
        let kept = LazyValue::default();
        assert_eq!(kept.get_or(&Token::default(), || Err::<u8, _>(Stopped)), Err(Stopped));
        assert_eq!(kept.get_or(&Token::default(), || Ok::<_, Stopped>(1)), Ok(&1));
        assert_eq!(kept.get_or(&Token::default(), || Ok::<_, Stopped>(2)), Ok(&1));
    }

    #[test]
    fn who_waits_for_anothers_work_can_be_stopped() {
        let kept = Arc::new(LazyValue::default());
        let (begun, heard) = std::sync::mpsc::channel();
        let working = Token::default();
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
        let stopped = Token::default();
        stopped.stop();
        assert_eq!(kept.get_or(&stopped, || Ok(1)), Err(Stopped));
        assert_eq!(kept.get_or(&Token::at_hand(), || Ok(1)), Err(Stopped), "it does not wait");
        std::thread::scope(|threads| {
            let patient = threads.spawn(|| kept.get_or(&Token::patient(1), || Ok::<_, Stopped>(1)));
            working.stop();
            assert_eq!(patient.join().unwrap(), Ok(&1), "it waits, and then works");
        });
        assert_eq!(worker.join().unwrap(), Err(Stopped));
        assert_eq!(kept.get_or(&Token::default(), || Ok::<_, Stopped>(1)), Ok(&1));
    }
}
