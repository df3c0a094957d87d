//! The threads on which the screens of a class run: whoever has something to do gets a turn. Those who had
//! much of a processor of late wait for one another, and not the others for them.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

use parking_lot::{Condvar, Mutex};
use rustix::time::{ClockId, clock_gettime};

use crate::tui::terminal::outlive_panics;

/// As many quick screens are looked after at once, beyond one for each core: a turn may wait a moment for
/// quick work.
const MORE: usize = 2;
/// Whoever had a processor for so many seconds of late had much: a debate that is opened now and then is
/// less, a long board that is drawn thirty times a second is more.
const MUCH: f64 = 0.03;
/// What was had so many seconds ago counts for half.
const HALF: f64 = 1.0;

/// Somebody who takes turns.
pub(crate) trait Guest: Send + Sync {
    /// Does what there is to do, for a moment; returns when the next turn is due if nobody calls.
    fn turn(&self) -> Option<Instant>;

    /// A turn ended in a panic.
    fn recover(&self);

    /// A number of one's own.
    fn number(&self) -> usize;
}

/// Which threads give the turns: those of quick screens, or those of screens that had much of late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    Quick,
    Long,
}

/// Who waits for a turn, in order, and who wants one later.
#[derive(Default)]
pub(crate) struct Hall {
    line: Mutex<Queue>,
    /// Rings for each lane.
    news: [Condvar; 2],
}

type Due = (Instant, usize);

#[derive(Default)]
struct Queue {
    /// Who waits for a turn, by lane.
    ready: [VecDeque<Arc<dyn Guest>>; 2],
    /// Where those are kept who do.
    called: HashSet<usize>,
    /// Of how many seconds on a processor each had the use of late, and at the end of which turn that was
    /// counted. A first turn may be long.
    had: HashMap<usize, (f64, Instant)>,
    later: BTreeMap<Due, Arc<dyn Guest>>,
    /// When each of those in `later` is due.
    due: HashMap<usize, Instant>,
}

impl Hall {
    /// A hall whose threads run as long as the program does.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub(crate) fn open() -> io::Result<Arc<Self>> {
        let hall = Arc::new(Self::default());
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let quick = std::iter::repeat_n(Lane::Quick, cores + MORE);
        for lane in quick.chain(std::iter::repeat_n(Lane::Long, cores)) {
            let theirs = Arc::clone(&hall);
            thread::Builder::new().name("class".into()).spawn(move || theirs.run(lane))?;
        }
        Ok(hall)
    }

    /// Gives somebody a turn as soon as those who came before had theirs.
    pub(crate) fn call(&self, guest: Arc<dyn Guest>) {
        let lane = self.line.lock().enter(guest);
        if let Some(lane) = lane {
            self.news[lane as usize].notify_one();
        }
    }

    fn next(&self, lane: Lane) -> Arc<dyn Guest> {
        let mut line = self.line.lock();
        loop {
            for due in line.take_due(Instant::now()) {
                self.news[due as usize].notify_one();
            }
            if let Some(guest) = line.ready[lane as usize].pop_front() {
                line.called.remove(&address(&guest));
                return guest;
            }
            let first = line.later.keys().next().map(|(due, _)| *due);
            let news = &self.news[lane as usize];
            match first {
                Some(due) => _ = news.wait_until(&mut line, due),
                None => news.wait(&mut line),
            }
        }
    }

    fn run(&self, lane: Lane) {
        outlive_panics();
        if lane == Lane::Long {
            yield_to_others();
        }
        loop {
            let guest = self.next(lane);
            let begun = processor_time();
            let turn = catch_unwind(AssertUnwindSafe(|| guest.turn()));
            let mut line = self.line.lock();
            line.took(guest.number(), processor_time().saturating_sub(begun));
            match turn {
                Ok(due) => line.put_off(guest, due),
                Err(_) => {
                    drop(line);
                    guest.recover();
                }
            }
            // Another thread may sleep until later than what was put off just now.
            self.news[Lane::Quick as usize].notify_one();
        }
    }
}

/// The time for which this thread has had a processor.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Puts this thread below the quick ones in the system's order of threads.
pub(crate) fn yield_to_others() {
    /// By so much.
    #[cfg(target_os = "linux")]
    const NICE: i32 = 5;
    // On other systems this would slow the whole program down.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

/// Whoever waits is told from all others by where they are kept: a number is given again to whoever comes
/// back.
fn address(guest: &Arc<dyn Guest>) -> usize {
    Arc::as_ptr(guest).addr()
}

impl Queue {
    /// Puts somebody at the end of their lane, and says which it is; not who waits already.
    fn enter(&mut self, guest: Arc<dyn Guest>) -> Option<Lane> {
        if !self.called.insert(address(&guest)) {
            return None;
        }
        let had = self.had_of_late(guest.number(), Instant::now());
        let lane = if had.is_some_and(|had| had < MUCH) { Lane::Quick } else { Lane::Long };
        self.ready[lane as usize].push_back(guest);
        Some(lane)
    }

    /// Of how many seconds on a processor somebody had the use of late; none who had no turn yet.
    fn had_of_late(&self, number: usize, now: Instant) -> Option<f64> {
        let &(had, then) = self.had.get(&number)?;
        Some(had * (-now.duration_since(then).as_secs_f64() / HALF).exp2())
    }

    /// Notes what a turn took.
    fn took(&mut self, number: usize, time: Duration) {
        let now = Instant::now();
        let before = self.had_of_late(number, now).unwrap_or_default();
        self.had.insert(number, (before + time.as_secs_f64(), now));
    }

    /// Calls those who wanted a turn by now; says which lanes they wait in.
    fn take_due(&mut self, now: Instant) -> Vec<Lane> {
        let mut lanes = Vec::new();
        while let Some(entry) = self.later.first_entry() {
            if entry.key().0 > now {
                break;
            }
            let guest = entry.remove();
            self.due.remove(&guest.number());
            lanes.extend(self.enter(guest));
        }
        lanes
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
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    struct Counter {
        turns: AtomicUsize,
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

        fn number(&self) -> usize {
            7
        }
    }

    #[test]
    fn a_turn_that_is_due_comes_by_itself_and_one_that_fails_ends_nothing() {
        let hall = Hall::open().unwrap();
        let (told, heard) = channel();
        let guest: Arc<dyn Guest> = Arc::new(Counter { turns: AtomicUsize::new(0), told });
        let next = || heard.recv_timeout(Duration::from_secs(20)).unwrap();
        hall.call(Arc::clone(&guest));
        assert_eq!([next(), next(), next()], [0, 1, 100]);
        hall.call(guest);
        assert_eq!(next(), 2);
    }

    /// Its turns keep a processor busy.
    struct Busy {
        number: usize,
        over: Arc<AtomicBool>,
        turns: Arc<AtomicUsize>,
        hall: Arc<Hall>,
        me: std::sync::Weak<Self>,
    }

    impl Guest for Busy {
        fn turn(&self) -> Option<Instant> {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(30) {
                std::hint::spin_loop();
            }
            self.turns.fetch_add(1, Ordering::SeqCst);
            if !self.over.load(Ordering::SeqCst)
                && let Some(me) = self.me.upgrade()
            {
                self.hall.call(me);
            }
            None
        }

        fn recover(&self) {}

        fn number(&self) -> usize {
            self.number
        }
    }

    #[test]
    fn who_takes_long_turns_without_end_holds_up_nobody_else() {
        const BUSY: usize = 40;
        let (hall, over, all) = (Hall::open().unwrap(), Arc::default(), Arc::default());
        for number in 100..100 + BUSY {
            hall.call(Arc::new_cyclic(|me: &std::sync::Weak<Busy>| Busy {
                number,
                over: Arc::clone(&over),
                turns: Arc::clone(&all),
                hall: Arc::clone(&hall),
                me: me.clone(),
            }));
        }
        // Each has had its first turn, by which it is known.
        let begun = Instant::now();
        while hall.line.lock().had.len() < BUSY {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", hall.line.lock().had.len());
            thread::sleep(Duration::from_millis(10));
        }
        let (told, heard) = channel();
        hall.line.lock().took(7, Duration::ZERO);
        let before = all.load(Ordering::SeqCst);
        hall.call(Arc::new(Counter { turns: AtomicUsize::new(10), told }));
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok(10));
        // In one line, all of them would have come first.
        let first = all.load(Ordering::SeqCst) - before;
        assert!(first < BUSY / 2, "{first} came first");
        over.store(true, Ordering::SeqCst);
    }
}
