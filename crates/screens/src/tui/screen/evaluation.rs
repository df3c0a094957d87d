//! The evaluation while playing: off unless switched on, computed off the drawing thread.

use crate::analysis::{Evaluation, PayoffUnit};
use crate::debate::NodeId;
use crate::text::number::{change, probability};
use crate::tui::prelude::*;
use crate::tui::terminal::Waker;

/// What is known of the value of the place where the debate stands.
#[derive(Default)]
pub struct EvaluationMeter {
    /// Is it switched on?
    pub on: bool,
    node: Option<NodeId>,
    value: Pending<Option<Evaluation>>,
    worth: Option<PayoffUnit>,
}

impl EvaluationMeter {
    /// A meter, switched on or off.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Starts to evaluate where the debate stands, if it is on and stands elsewhere than before.
    pub fn follow(&mut self, sitting: &DebateSession, waker: &Waker) {
        let here = sitting.here();
        if !self.on || self.node == Some(here) {
            return;
        }
        self.node = Some(here);
        self.worth = Some(sitting.game().payoff_unit());
        let work = sitting.game().evaluation(here);
        self.value = Pending::default();
        // Who stops it drops it, so that what is taken in was not stopped.
        self.value.start(waker.clone(), |token| work(token).unwrap_or_default());
    }

    /// Takes a finished value in.
    pub fn poll(&mut self) {
        self.value.poll();
    }

    /// Switches it on or off.
    pub fn turn(&mut self) {
        self.on = !self.on;
        self.node = None;
        self.value.stop();
    }

    /// One row for the side panel: a bar and the value.
    pub fn words(&self) -> String {
        if !self.on {
            return "evaluation off".into();
        }
        if self.value.is_working() {
            return "evaluation …".into();
        }
        let Some(value) = *self.value else { return "evaluation: not known".into() };
        let number = match self.worth {
            Some(PayoffUnit::Payoff) => {
                return format!("Alice: {} on average", change(value.honest, 2));
            }
            _ => probability(value.honest),
        };
        let full = (value.honest.clamp(0.0, 1.0) * 8.0).round() as usize;
        format!("Alice {}{} {number}", "█".repeat(full), "░".repeat(8 - full))
    }

    /// A second row, where best play is known.
    pub fn best(&self) -> Option<String> {
        let value = self.value.filter(|_| self.on && !self.value.is_working())?;
        let best = [("Bob", value.best_bob), ("Alice", value.best_alice)];
        let told =
            |(who, best): (_, Option<f64>)| Some(format!("best {who} {}", probability(best?)));
        let parts: Vec<_> = best.into_iter().filter_map(told).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
