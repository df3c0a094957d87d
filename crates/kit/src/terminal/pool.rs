//! A pool of worker threads. It grows to the largest number of tasks that ever ran together.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

type Run = Box<dyn FnOnce() + Send>;

/// The idle workers. Each gets its next task through its channel.
static IDLE: Mutex<Vec<Sender<Run>>> = Mutex::new(Vec::new());

/// Runs a task on an idle thread or a new one. If no thread can be started, the task is dropped. Its channel then
/// closes, so that the waiting thread learns that the task is gone.
pub(super) fn spawn(run: Run) {
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    match idle {
        Some(worker) => drop(worker.send(run)),
        None => drop(thread::Builder::new().name("work".into()).spawn(move || serve(run))),
    }
}

/// Runs a task, then each task that its channel brings, until the program ends. A panic ends the thread and closes the
/// channel of the task, so that the waiting thread learns that the task is gone.
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

    /// Waits until at least this many workers are idle.
    fn until_idle(workers: usize) {
        while IDLE.lock().unwrap().len() < workers {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn an_idle_worker_takes_the_work_and_nothing_delays_it() {
        let (told, heard) = channel();
        let by_whom = || {
            let told = told.clone();
            spawn(Box::new(move || told.send(thread::current().id()).unwrap()));
            heard.recv_timeout(PATIENCE).unwrap()
        };
        spawn(Box::new(|| panic!("on purpose")));
        let first = by_whom();
        until_idle(1);
        assert_eq!(by_whom(), first);
        until_idle(1);
        let (end, ended) = channel::<()>();
        spawn(Box::new(move || ended.recv().unwrap_or_default()));
        assert_ne!(by_whom(), first, "unfinished work still has the first thread");
        drop(end);
        until_idle(2);
    }
}
