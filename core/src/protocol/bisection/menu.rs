//! What each seat may do.

use std::sync::Arc;

use super::{Bisection, BisectionInstance, Phase};
use crate::machine::{Computation, Configuration};
use crate::protocol::trial::old::run;
use crate::rules::{Domain, Menu, Offer, Refusal, Seat, Verb};

impl Bisection {
    pub(super) fn offered(&self) -> Menu {
        match &self.phase {
            Phase::Ending => self.naming(self.computation().steps()),
            Phase::Naming(span) => self.naming(span.middle()),
            Phase::Choosing(round) => {
                let dispute = Offer::answer(Verb::Dispute, Domain::Half);
                Menu::of(dispute).and_perhaps(round.own.is_none().then(|| run(Seat::Bob)))
            }
            Phase::Checking(span, answer) => {
                let trial = self.trial(span, *answer);
                Menu::of(trial.ruling()).and_perhaps(trial.ask())
            }
            Phase::Answering(_) | Phase::Over(..) => Menu::default(),
        }
    }

    /// Alice names the configuration after this step, and may run the machine before.
    fn naming(&self, step: u32) -> Menu {
        let setup = Arc::clone(&self.setup);
        let check = move |text: &str| setup.read(text, step).map(drop);
        let name = Offer::answer(Verb::Name, Domain::Text(Arc::new(check)));
        Menu::of(name).and_perhaps((!self.ran).then(|| run(Seat::Alice)))
    }
}

impl BisectionInstance {
    /// The configuration after this step that a text names. After the last step it must have the
    /// output that is claimed.
    pub(super) fn read(&self, text: &str, step: u32) -> Result<Configuration, Refusal> {
        let named = self.computation.read(text, step);
        let named = named.map_err(|e| Refusal::Unreadable(e.to_string()))?;
        if step < self.computation.steps() || self.computation.accepts(&named) == self.claim {
            return Ok(named);
        }
        Err(match &self.computation {
            Computation::Plan(_) => Refusal::EndsWithBit(self.claim),
            Computation::Turing(run) => {
                let good = run.machine().ending_in(self.claim);
                Refusal::EndsInState { good, written: None }
            }
        })
    }
}
