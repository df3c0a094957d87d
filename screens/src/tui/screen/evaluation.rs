//! The evaluation while playing: off unless switched on, computed off the drawing thread.

use crate::analysis::{Evaluation, Worth};
use crate::debate::NodeId;
use crate::show::number::{change, probability};
use crate::tui::prelude::*;
use crate::tui::sitting::Sitting;
use crate::tui::terminal::Waker;
use crate::work::Stopped;

/// What is known of the value of the place where the debate stands.
#[derive(Default)]
pub struct Meter {
    /// Is it switched on?
    pub on: bool,
    node: Option<NodeId>,
    job: Option<Job<Result<Option<Evaluation>, Stopped>>>,
    value: Option<Evaluation>,
    worth: Option<Worth>,
}

impl Meter {
    /// A meter, switched on or off.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Starts to evaluate where the debate stands, if it is on and stands elsewhere than before.
    pub fn follow(&mut self, sitting: &Sitting, waker: &Waker) {
        let here = sitting.here();
        if !self.on || self.node == Some(here) {
            return;
        }
        self.node = Some(here);
        self.worth = Some(sitting.game().worth());
        let work = sitting.game().evaluation(here);
        self.value = None;
        self.job = Some(Job::start(waker.clone(), work));
    }

    /// Takes a finished value in.
    pub fn poll(&mut self) {
        if let Poll::Done(value) = Job::taken(&mut self.job) {
            // Who stops a job drops it, so that this was not stopped.
            self.value = value.unwrap_or_default();
        }
    }

    /// Switches it on or off.
    pub fn turn(&mut self) {
        self.on = !self.on;
        self.node = None;
        self.job = None;
    }

    /// One row for the side panel: a bar and the value.
    pub fn words(&self) -> String {
        if !self.on {
            return "evaluation off".into();
        }
        if self.job.is_some() {
            return "evaluation …".into();
        }
        let Some(value) = self.value else { return "evaluation: not known".into() };
        let number = match self.worth {
            Some(Worth::Payoff) => return format!("Alice expects {}", change(value.honest, 2)),
            _ => probability(value.honest),
        };
        let full = (value.honest.clamp(0.0, 1.0) * 8.0).round() as usize;
        format!("Alice {}{} {number}", "█".repeat(full), "░".repeat(8 - full))
    }

    /// A second row, where best play is known.
    pub fn best(&self) -> Option<String> {
        let value = self.value.filter(|_| self.on && self.job.is_none())?;
        let mut parts = Vec::new();
        if let Some(best) = value.best_bob {
            parts.push(format!("best Bob {}", probability(best)));
        }
        if let Some(best) = value.best_alice {
            parts.push(format!("best Alice {}", probability(best)));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
