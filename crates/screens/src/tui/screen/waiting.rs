//! The screen while long work is prepared on another thread. It shows the progress and can stop the work.

use std::time::Duration;

use crate::tui::prelude::*;
use crate::tui::worker::{COUNTED, CancelToken};

/// The work that the drawing thread does when the result is ready.
type OnReady = Box<dyn FnOnce(&mut Context) -> Transition + Send>;

/// A screen that waits for a result.
pub struct WaitingScreen {
    what: String,
    job: Job<OnReady>,
}

impl WaitingScreen {
    /// Prepares a result on another thread. Then calls `go_on` with it, or shows the error. `what` names the result,
    /// such as "Find the lie".
    pub fn start<T: Send + 'static>(
        what: impl Into<String>,
        context: &mut Context,
        ready: impl FnOnce(&CancelToken) -> Result<T, String> + Send + 'static,
        go_on: impl FnOnce(T, &mut Context) -> Transition + Send + 'static,
    ) -> Transition {
        let job = Job::spawn_and_wait(context, move |token| -> OnReady {
            let ready = ready(token);
            Box::new(move |context| match ready {
                Ok(ready) => go_on(ready, context),
                Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
            })
        });
        match job.poll() {
            JobStatus::Done(arrival) => arrival(context),
            _ => Transition::push(Self { what: what.into(), job }),
        }
    }
}

impl Screen<Playground> for WaitingScreen {
    fn poll(&mut self, context: &mut Context) -> Transition {
        match self.job.poll() {
            JobStatus::Running => Transition::Stay,
            JobStatus::Done(arrival) => match arrival(context) {
                Transition::Push(screen) | Transition::Replace(screen) => {
                    Transition::Replace(screen)
                }
                Transition::Stay | Transition::Pop => Transition::Pop,
                elsewhere => elsewhere,
            },
            JobStatus::Over => {
                context.notify(format!("{}: an error in Elenchus stopped it", self.what));
                Transition::Pop
            }
        }
    }

    fn clock(&self) -> Option<Duration> {
        Some(COUNTED)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        let words = match self.job.progress() {
            (0, _) => "this takes a moment …".to_owned(),
            (done, 0) => format!("this takes a moment … {} done", count(done)),
            (done, of) => format!("this takes a moment … {} of {}", count(done), count(of)),
        };
        layout::header(canvas, [&self.what, "wait"], &words);
        // Work that does not stop at once ends on its own thread, and its result is dropped.
        let stop = |action| KeyCommand::new(&[action], "stop").leaves();
        vec![stop(Action::Cancel), stop(Action::Back).hidden_from_footer()]
    }
}
