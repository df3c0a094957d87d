//! The long work of a class: many students' on a few threads, a fair share to each, and none for ever.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

use parking_lot::{Condvar, Mutex};

use crate::hall::yield_to_others;
use crate::tui::terminal::{Stop, Work, outlive_panics};

/// As much work is under way at once. Work that is long shares the cores with the rest, which is
/// quick, so there are far more threads than cores; one without work holds next to nothing.
const THREADS: usize = 24;
/// As much of it for one student: what they look at, and one thing more.
const EACH: usize = 2;
/// As much may wait for one student; the oldest is stopped for the next.
const WAITING: usize = 8;
/// Work is asked to stop after so long; what it has by then counts.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Desk {
    waiting: VecDeque<(usize, Work)>,
    /// How much is under way for each student.
    busy: HashMap<usize, usize>,
    /// What is under way, and when it has to end.
    running: Vec<(Instant, Arc<dyn Stop>)>,
}

/// The workers, and what waits for them.
#[derive(Default)]
pub(crate) struct Works {
    desk: Mutex<Desk>,
    news: Condvar,
    /// Something began, so that its end has to be watched.
    begun: Condvar,
}

impl Desk {
    /// The first order of a student who has not their share under way already.
    fn next(&mut self) -> Option<(usize, Work)> {
        let busy = &self.busy;
        let free = |(owner, _): &(usize, Work)| busy.get(owner).is_none_or(|&n| n < EACH);
        let at = self.waiting.iter().position(free)?;
        let (owner, work) = self.waiting.remove(at)?;
        *self.busy.entry(owner).or_default() += 1;
        Some((owner, work))
    }

    /// Stops what has had its time; returns when the next has.
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

impl Works {
    /// Workers that are there as long as the program is.
    ///
    /// # Errors
    /// When a thread cannot be started.
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

    /// Takes work of a student.
    pub(crate) fn take(&self, owner: usize, work: Work) {
        let mut desk = self.desk.lock();
        let own = |(other, _): &(usize, Work)| *other == owner;
        if desk.waiting.iter().filter(|order| own(order)).count() >= WAITING
            && let Some(oldest) = desk.waiting.iter().position(own)
        {
            // Who waits for it hears that it is over: what it holds is dropped.
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
            let Some((owner, Work { run, stop })) = desk.next() else {
                self.news.wait(&mut desk);
                continue;
            };
            desk.running.push((Instant::now() + PATIENCE, Arc::clone(&stop)));
            self.begun.notify_one();
            drop(desk);
            // What it holds tells who waits that nothing will come.
            let _ = catch_unwind(AssertUnwindSafe(run));
            desk = self.desk.lock();
            desk.running.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
            desk.busy.entry(owner).and_modify(|n| *n -= 1);
            // The student's next order may have waited for this one.
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
    use crate::work::Token;
    use std::sync::mpsc::channel;

    #[test]
    fn one_students_endless_work_holds_up_nobody_else() {
        let works = Works::open().unwrap();
        let tokens: Vec<Token> = (0..40).map(|_| Token::default()).collect();
        for token in &tokens {
            let theirs = token.clone();
            let endless = move || {
                while !theirs.is_stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
            };
            works.take(1, work(token, endless));
        }
        let (told, heard) = channel();
        works.take(2, work(&Token::default(), move || told.send(2).unwrap()));
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok(2));
        tokens.iter().for_each(Token::stop);
    }

    #[test]
    fn work_that_panics_is_over_and_its_worker_goes_on() {
        let works = Works::open().unwrap();
        for _ in 0..2 * THREADS {
            works.take(1, work(&Token::default(), || panic!("a fault")));
        }
        let (told, heard) = channel();
        works.take(1, work(&Token::default(), move || told.send(()).unwrap()));
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok(()));
    }

    #[test]
    fn late_work_is_asked_to_stop() {
        let (now, token) = (Instant::now(), Token::default());
        let mut desk = Desk::default();
        desk.running.push((now + PATIENCE, work(&token, || ()).stop));
        assert_eq!(desk.stop_late(now), Some(now + PATIENCE));
        assert!(!token.is_stopped());
        assert_eq!(desk.stop_late(now + PATIENCE), None);
        assert!(token.is_stopped());
    }
}
