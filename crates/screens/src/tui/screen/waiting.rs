//! While something long is made ready on another thread: how far it is, and a way to leave it.

use std::time::Duration;

use crate::tui::prelude::*;
use crate::tui::worker::{COUNTED, Token};

/// What is done with what was made ready, back on the thread that draws.
type Arrival = Box<dyn FnOnce(&mut Context) -> Step + Send>;

/// Something is being made ready.
pub struct Waiting {
    what: String,
    job: Job<Arrival>,
}

impl Waiting {
    /// Makes something ready on another thread and then goes on with it, or says why it could not be;
    /// `what` names it: "Find the lie".
    pub fn on<T: Send + 'static>(
        what: impl Into<String>,
        context: &mut Context,
        ready: impl FnOnce(&Token) -> Result<T, String> + Send + 'static,
        go_on: impl FnOnce(T, &mut Context) -> Step + Send + 'static,
    ) -> Step {
        let job = Job::soon(context, move |token| -> Arrival {
            let ready = ready(token);
            Box::new(move |context| match ready {
                Ok(ready) => go_on(ready, context),
                Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
            })
        });
        match job.poll() {
            Poll::Done(arrival) => arrival(context),
            _ => Step::push(Self { what: what.into(), job }),
        }
    }
}

impl Screen<Playground> for Waiting {
    fn poll(&mut self, context: &mut Context) -> Step {
        match self.job.poll() {
            Poll::Running => Step::Stay,
            Poll::Done(arrival) => match arrival(context) {
                Step::Push(screen) | Step::Replace(screen) => Step::Replace(screen),
                Step::Stay | Step::Pop => Step::Pop,
                elsewhere => elsewhere,
            },
            Poll::Over => {
                context.say(format!("{}: a fault of the program stopped it", self.what));
                Step::Pop
            }
        }
    }

    fn clock(&self) -> Option<Duration> {
        Some(COUNTED)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        let a = Anatomy::of(canvas.area(), false);
        layout::title_bar(&mut canvas.part(a.title), &self.what, "wait");
        let words = match self.job.progress() {
            (0, _) => "this takes a moment …".to_owned(),
            (done, 0) => format!("this takes a moment … {} done", count(done)),
            (done, of) => format!("this takes a moment … {} of {}", count(done), count(of)),
        };
        canvas.part(a.claim).say(1, 0, &words, Role::Text);
        // What cannot be stopped at once ends unheard, on its own thread.
        let stop = |action| Offer::new(&[action], "stop").leaves();
        vec![stop(Action::Cancel), stop(Action::Back).quietly()]
    }
}
