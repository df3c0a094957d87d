//! Threads for work, kept for the next: as many as pieces of work were ever under way at once.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

type Run = Box<dyn FnOnce() + Send>;

/// Who has nothing to do, and hears of it here.
static IDLE: Mutex<Vec<Sender<Run>>> = Mutex::new(Vec::new());

/// Does work on a thread that is idle, or on a new one; without a thread what it holds is dropped, and
/// who waits for it hears of that.
pub(super) fn take(run: Run) {
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    match idle {
        Some(worker) => drop(worker.send(run)),
        None => drop(thread::Builder::new().name("work".into()).spawn(move || serve(run))),
    }
}

/// Does this work and then, for as long as the program runs, what it is sent. Work that breaks takes its
/// thread with it, and what the thread knew; what the work holds tells who waits.
fn serve(mut run: Run) {
    let (own, next) = channel();
    loop {
        run();
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(own.clone());
        let Ok(sent) = next.recv() else { return };
        run = sent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_secs(10);

    /// Waits until so many have nothing to do.
    fn until_idle(workers: usize) {
        while IDLE.lock().unwrap().len() < workers {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_is_done_by_who_is_idle_and_held_up_by_nobody() {
        let (told, heard) = channel();
        let by_whom = || {
            let told = told.clone();
            take(Box::new(move || told.send(thread::current().id()).unwrap()));
            heard.recv_timeout(PATIENCE).unwrap()
        };
        take(Box::new(|| panic!("on purpose")));
        let first = by_whom();
        until_idle(1);
        assert_eq!(by_whom(), first);
        until_idle(1);
        let (end, ended) = channel::<()>();
        take(Box::new(move || ended.recv().unwrap_or_default()));
        assert_ne!(by_whom(), first, "work that does not end has the first");
        drop(end);
        until_idle(2);
    }
}
