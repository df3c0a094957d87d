//! The evaluation during a debate. It is off at the start, and another thread computes it.

use crate::analysis::{Evaluation, PayoffUnit};
use crate::debate::NodeId;
use crate::text::number::{change, probability};
use crate::tui::prelude::*;
use crate::tui::terminal::Waker;

/// The value of the current position, if it is computed.
#[derive(Default)]
pub struct EvaluationMeter {
    /// `true` if the evaluation is on.
    pub on: bool,
    node: Option<NodeId>,
    value: Pending<Option<Evaluation>>,
    worth: Option<PayoffUnit>,
}

impl EvaluationMeter {
    /// A meter that is on or off.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Starts to evaluate the position if the meter is on and the position is new.
    pub fn follow(&mut self, sitting: &DebateSession, waker: &Waker) {
        let here = sitting.here();
        if !self.on || self.node == Some(here) {
            return;
        }
        self.node = Some(here);
        self.worth = Some(sitting.game().payoff_unit());
        let work = sitting.game().evaluation(here);
        self.value = Pending::default();
        // The meter drops a job that it stops, so every result that arrives here is complete.
        self.value.start(waker.clone(), |token| work(token).unwrap_or_default());
    }

    /// Takes the value when it is ready.
    pub fn poll(&mut self) {
        self.value.poll();
    }

    /// Switches the meter on or off.
    pub fn turn(&mut self) {
        self.on = !self.on;
        self.node = None;
        self.value.stop();
    }

    /// The title of the card: what the value is. It fits the card on the narrowest screen.
    pub fn title(&self) -> &'static str {
        if self.is_payment() { "Alice's mean pay" } else { "Evaluation" }
    }

    /// Returns `true` if the value is a payment, and `false` if it is a probability.
    fn is_payment(&self) -> bool {
        self.worth == Some(PayoffUnit::Payoff)
    }

    /// One row: a bar and a probability, or a payment. Below 10,000 it has at most 21 columns, which fit the card
    /// on the narrowest screen.
    pub fn words(&self) -> String {
        if !self.on {
            return "evaluation off".into();
        }
        if self.value.is_working() {
            return "evaluation …".into();
        }
        let Some(value) = *self.value else { return "evaluation: not known".into() };
        if self.is_payment() {
            let decimals = if value.honest.abs() < 99.995 { 2 } else { 0 };
            return format!("{} over the draws", change(value.honest, decimals));
        }
        let number = probability(value.honest);
        let full = (value.honest.clamp(0.0, 1.0) * 8.0).round() as usize;
        format!("Alice {}{} {number}", "█".repeat(full), "░".repeat(8 - full))
    }

    /// A second row with the value of best play. `None` if the value is unknown.
    pub fn best(&self) -> Option<String> {
        let value = self.value.filter(|_| self.on && !self.value.is_working())?;
        let best = [("Bob", value.best_bob), ("Alice", value.best_alice)];
        let known = best.into_iter().filter_map(|(who, best)| Some((who, best?)));
        let parts: Vec<_> = known
            .map(|(who, best)| match self.is_payment() {
                true => format!("best {who}: Alice is paid {} over the draws", change(best, 3)),
                false => format!("best {who} {}", probability(best)),
            })
            .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
