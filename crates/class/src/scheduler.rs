//! Runs the screens of a class on a few threads. Screens that used much processor time recently wait for each other,
//! and do not slow down the other screens.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

use parking_lot::{Condvar, Mutex};
use rustix::time::{ClockId, clock_gettime};

use crate::tui::terminal::outlive_panics;

/// The number of threads for quick screens, in addition to one for each core. One turn can then wait for a moment while
/// other turns go on.
const MORE: usize = 2;
/// If a screen used more processor time than this recently, in seconds, it counts as slow. Opening a debate now and
/// then uses less. Drawing a long board thirty times a second uses more.
const MUCH: f64 = 0.03;
/// The half-life of recent processor time, in seconds.
const HALF: f64 = 1.0;

/// Work that gets turns on the threads of the scheduler.
pub(crate) trait Task: Send + Sync {
    /// Works for a moment. Returns the time of the next turn, unless somebody calls the task earlier.
    fn turn(&self) -> Option<Instant>;

    /// Called after a turn that panicked.
    fn recover(&self);

    /// The number under which the processor time of the task is counted.
    fn number(&self) -> usize;
}

/// The two groups of threads: for quick screens, and for screens that used much processor time recently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    Quick,
    Long,
}

/// The queues of tasks that wait for a turn, or want one later.
#[derive(Default)]
pub(crate) struct Scheduler {
    line: Mutex<Queue>,
    /// Wakes the threads of each lane.
    news: [Condvar; 2],
}

type Due = (Instant, usize);

#[derive(Default)]
struct Queue {
    /// The tasks that wait for a turn, by lane.
    ready: [VecDeque<Arc<dyn Task>>; 2],
    /// The memory addresses of the waiting tasks.
    called: HashSet<usize>,
    /// The recent processor time of each task in seconds, and the time at which it was last counted. A task without an
    /// entry has had no turn, and its first turn may be long.
    had: HashMap<usize, (f64, Instant)>,
    later: BTreeMap<Due, Arc<dyn Task>>,
    /// The due time of each task in `later`.
    due: HashMap<usize, Instant>,
}

impl Scheduler {
    /// Starts the scheduler. Its threads run until the program ends.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
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

    /// Gives a task a turn, after the tasks that already wait.
    pub(crate) fn call(&self, guest: Arc<dyn Task>) {
        let lane = self.line.lock().enter(guest);
        if let Some(lane) = lane {
            self.news[lane as usize].notify_one();
        }
    }

    fn next(&self, lane: Lane) -> Arc<dyn Task> {
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
                Ok(due) => line.schedule(guest, due),
                Err(_) => {
                    drop(line);
                    guest.recover();
                }
            }
            // Another thread may be asleep until a later time than the new due time, so wake it.
            self.news[Lane::Quick as usize].notify_one();
        }
    }
}

/// The processor time that this thread has used.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Lowers the priority of this thread below that of the threads for quick screens.
pub(crate) fn yield_to_others() {
    /// The nice value of a thread for slow screens.
    #[cfg(target_os = "linux")]
    const NICE: i32 = 5;
    // On other systems, the nice value would slow down the whole program.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

/// The memory address that identifies a task. A number cannot identify it, because a student who comes back gets the
/// same number.
fn address(guest: &Arc<dyn Task>) -> usize {
    Arc::as_ptr(guest).addr()
}

impl Queue {
    /// Puts a task at the end of its lane and returns the lane. `None` if the task already waits.
    fn enter(&mut self, guest: Arc<dyn Task>) -> Option<Lane> {
        if !self.called.insert(address(&guest)) {
            return None;
        }
        let had = self.had_of_late(guest.number(), Instant::now());
        let lane = if had.is_some_and(|had| had < MUCH) { Lane::Quick } else { Lane::Long };
        self.ready[lane as usize].push_back(guest);
        Some(lane)
    }

    /// The recent processor time of a task in seconds. `None` if the task has had no turn.
    fn had_of_late(&self, number: usize, now: Instant) -> Option<f64> {
        let &(had, then) = self.had.get(&number)?;
        Some(had * (-now.duration_since(then).as_secs_f64() / HALF).exp2())
    }

    /// Adds the processor time of a turn.
    fn took(&mut self, number: usize, time: Duration) {
        let now = Instant::now();
        let before = self.had_of_late(number, now).unwrap_or_default();
        self.had.insert(number, (before + time.as_secs_f64(), now));
    }

    /// Moves the tasks that are due into their lanes. Returns these lanes.
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

    /// Notes the time at which a task wants its next turn. This replaces an earlier note.
    fn schedule(&mut self, guest: Arc<dyn Task>, due: Option<Instant>) {
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

    impl Task for Counter {
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
    fn a_due_turn_runs_without_a_key_and_a_failed_one_ends_nothing() {
        let hall = Scheduler::open().unwrap();
        let (told, heard) = channel();
        let guest: Arc<dyn Task> = Arc::new(Counter { turns: AtomicUsize::new(0), told });
        let next = || heard.recv_timeout(Duration::from_secs(20)).unwrap();
        hall.call(Arc::clone(&guest));
        assert_eq!([next(), next(), next()], [0, 1, 100]);
        hall.call(guest);
        assert_eq!(next(), 2);
    }

    /// A task with turns that keep a processor busy.
    struct Busy {
        number: usize,
        over: Arc<AtomicBool>,
        turns: Arc<AtomicUsize>,
        hall: Arc<Scheduler>,
        me: std::sync::Weak<Self>,
    }

    impl Task for Busy {
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
    fn rooms_with_endless_long_turns_hold_up_no_other() {
        const BUSY: usize = 40;
        let (hall, over, all) = (Scheduler::open().unwrap(), Arc::default(), Arc::default());
        for number in 100..100 + BUSY {
            hall.call(Arc::new_cyclic(|me: &std::sync::Weak<Busy>| Busy {
                number,
                over: Arc::clone(&over),
                turns: Arc::clone(&all),
                hall: Arc::clone(&hall),
                me: me.clone(),
            }));
        }
        // Wait until each task has had its first turn and counts as slow.
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
        // If there were a single lane, all the busy turns would come first.
        let first = all.load(Ordering::SeqCst) - before;
        assert!(first < BUSY / 2, "{first} came first");
        over.store(true, Ordering::SeqCst);
    }
}
