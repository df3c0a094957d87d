//! Long work: Python's other threads go on meanwhile, progress is reported, and Ctrl-C stops it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use elenchus::work::CancelToken;
use pyo3::prelude::*;

/// The interval at which signals are checked and progress is reported.
const GLANCE: Duration = Duration::from_millis(50);

/// Does work on another thread. `progress` is called with the amount done and the total, which is 0 if it is unknown.
///
/// # Errors
/// Returns the exception of a signal or of `progress`. It has stopped the work.
pub fn long<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&CancelToken) -> T + Send,
) -> PyResult<T> {
    let token = CancelToken::default();
    let theirs = token.clone();
    thread::scope(|scope| {
        let (done, mut result) = channel();
        scope.spawn(move || {
            let found = catch_unwind(AssertUnwindSafe(|| work(&theirs)));
            // The receiver waits for this result, so it is still there.
            let _ = done.send(found);
        });
        let mut stopped = None;
        loop {
            let heard;
            // The receiver moves into the closure and back, because threads cannot share it.
            (result, heard) = py.detach(move || {
                let heard = result.recv_timeout(GLANCE);
                (result, heard)
            });
            match heard {
                Ok(Ok(found)) => return stopped.map_or(Ok(found), Err),
                Ok(Err(panic)) => resume_unwind(panic),
                Err(RecvTimeoutError::Disconnected) => unreachable!("the worker sends its result"),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let report = || match &progress {
                Some(progress) => progress.call1(py, token.progress()).map(|_| ()),
                None => Ok(()),
            };
            if stopped.is_none()
                && let Err(error) = py.check_signals().and_then(|()| report())
            {
                token.stop();
                stopped = Some(error);
            }
        }
    })
}
