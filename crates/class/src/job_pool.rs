//! Runs the long work of a class. A few threads share their time fairly among the students, and stop a job after a time
//! limit.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

use parking_lot::{Condvar, Mutex};

use crate::scheduler::yield_to_others;
use crate::tui::terminal::{BackgroundWork, CancelHandle, outlive_panics};

/// The number of threads. Long work shares the cores with quick work, so there are far more threads than cores.
/// An idle thread costs little.
const THREADS: usize = 24;
/// The number of jobs of one student that can run at the same time: one for the current screen, and one more.
const EACH: usize = 2;
/// The number of jobs of one student that can wait. A further job removes the oldest waiting one.
const WAITING: usize = 8;
/// The time after which a job is asked to stop. The results that the job has at that time still count.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct PoolState {
    waiting: VecDeque<(usize, BackgroundWork)>,
    /// The number of running jobs of each student.
    busy: HashMap<usize, usize>,
    /// The running jobs, and the time at which each must stop.
    running: Vec<(Instant, Arc<dyn CancelHandle>)>,
}

#[derive(Default)]
pub(crate) struct JobPool {
    desk: Mutex<PoolState>,
    news: Condvar,
    /// Wakes the clock thread when a job starts.
    begun: Condvar,
}

impl PoolState {
    /// Takes the first waiting job whose student has fewer running jobs than allowed.
    fn next(&mut self) -> Option<(usize, BackgroundWork)> {
        let busy = &self.busy;
        let free = |(owner, _): &(usize, BackgroundWork)| busy.get(owner).is_none_or(|&n| n < EACH);
        let at = self.waiting.iter().position(free)?;
        let (owner, work) = self.waiting.remove(at)?;
        *self.busy.entry(owner).or_default() += 1;
        Some((owner, work))
    }

    /// Stops the jobs that have run out of time. Returns the time at which the next job must stop.
    fn stop_late(&mut self, now: Instant) -> Option<Instant> {
        self.running.retain(|(end, stop)| {
            let late = *end <= now;
            if late {
                stop.stop();
            }
            !late
        });
        self.running.iter().map(|(end, _)| *end).min()
    }
}

impl JobPool {
    /// Starts the workers, which run until the program ends.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn open() -> io::Result<Arc<Self>> {
        let works = Arc::new(Self::default());
        for _ in 0..THREADS {
            let theirs = Arc::clone(&works);
            thread::Builder::new().name("class work".into()).spawn(move || theirs.run())?;
        }
        let theirs = Arc::clone(&works);
        thread::Builder::new().name("class clock".into()).spawn(move || theirs.watch())?;
        Ok(works)
    }

    /// Queues a job of a student.
    pub(crate) fn submit(&self, owner: usize, work: BackgroundWork) {
        let mut desk = self.desk.lock();
        let own = |(other, _): &(usize, BackgroundWork)| *other == owner;
        if desk.waiting.iter().filter(|order| own(order)).count() >= WAITING
            && let Some(oldest) = desk.waiting.iter().position(own)
        {
            // Dropping the job closes its channel, so the screen that waits for the job learns that the job is gone.
            desk.waiting.remove(oldest);
        }
        desk.waiting.push_back((owner, work));
        self.news.notify_one();
    }

    fn run(&self) {
        outlive_panics();
        yield_to_others();
        let mut desk = self.desk.lock();
        loop {
            let Some((owner, BackgroundWork { run, stop })) = desk.next() else {
                self.news.wait(&mut desk);
                continue;
            };
            desk.running.push((Instant::now() + PATIENCE, Arc::clone(&stop)));
            self.begun.notify_one();
            drop(desk);
            // If the job panics, its channel closes, and the waiting screen learns that the job is gone.
            let _ = catch_unwind(AssertUnwindSafe(run));
            desk = self.desk.lock();
            desk.running.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
            desk.busy.entry(owner).and_modify(|n| *n -= 1);
            // The student's next job may have waited for this one.
            self.news.notify_one();
        }
    }

    fn watch(&self) {
        let mut desk = self.desk.lock();
        loop {
            match desk.stop_late(Instant::now()) {
                Some(end) => _ = self.begun.wait_until(&mut desk, end),
                None => self.begun.wait(&mut desk),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::worker::work;
    use crate::work::CancelToken;
    use std::sync::mpsc::channel;

    #[test]
    fn one_students_endless_work_delays_nobody_else() {
        let works = JobPool::open().unwrap();
        let tokens: Vec<CancelToken> = (0..40).map(|_| CancelToken::default()).collect();
        for token in &tokens {
            let theirs = token.clone();
            let endless = move || {
                while !theirs.is_stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
            };
            works.submit(1, work(token, endless));
        }
        let (told, heard) = channel();
        works.submit(2, work(&CancelToken::default(), move || told.send(2).unwrap()));
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok(2));
        tokens.iter().for_each(CancelToken::stop);
    }

    #[test]
    fn work_that_panics_is_over_and_its_worker_goes_on() {
        let works = JobPool::open().unwrap();
        for _ in 0..2 * THREADS {
            works.submit(1, work(&CancelToken::default(), || panic!("a fault")));
        }
        let (told, heard) = channel();
        works.submit(1, work(&CancelToken::default(), move || told.send(()).unwrap()));
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok(()));
    }

    #[test]
    fn late_work_is_asked_to_stop() {
        let (now, token) = (Instant::now(), CancelToken::default());
        let mut desk = PoolState::default();
        desk.running.push((now + PATIENCE, work(&token, || ()).stop));
        assert_eq!(desk.stop_late(now), Some(now + PATIENCE));
        assert!(!token.is_stopped());
        assert_eq!(desk.stop_late(now + PATIENCE), None);
        assert!(token.is_stopped());
    }
}
