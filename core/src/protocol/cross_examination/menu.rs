//! What each seat may do.

use std::sync::Arc;

use super::{CrossExamination, Phase};
use crate::machine::Step;
use crate::protocol::trial::run;
use crate::rules::{Audience, Domain, Menu, Offer, Refusal, Seat, Verb};

impl CrossExamination {
    pub(super) fn offered(&self) -> Menu {
        match self.phase {
            Phase::Writing => {
                let len = self.plan().len() as u32;
                let domain = Domain::Bits { len, fixed: Some((len - 1, self.setup().claim)) };
                let write = Offer::answer(Verb::Write, domain).seen_by(Audience::PROVERS);
                self.with_computing(write, Seat::Alice)
            }
            Phase::Pointing => {
                let point = Offer::answer(Verb::Point, Domain::steps(self.plan().len()));
                self.with_computing(point, Seat::Bob)
            }
            Phase::Judging(step) => self.judging(step),
            Phase::Showing(..) => Menu::of(Offer::answer(Verb::Bit, Domain::Bit)),
            Phase::Answering(..) | Phase::Over(..) => Menu::default(),
        }
    }

    /// An answer; and before it, unless the prover ran the plan, running it or asking the oracle
    /// about single steps, all in private.
    fn with_computing(&self, answer: Offer, seat: Seat) -> Menu {
        let menu = Menu::of(answer);
        if self.ran[seat.index()] {
            return menu;
        }
        let menu = menu.and(run(seat));
        let asked = &self.answers[seat.index()];
        if asked.len() as u64 >= self.asks() {
            return menu;
        }
        let (plan, asked) = (self.plan().clone(), Arc::clone(asked));
        let questions = Domain::some_steps(plan.len(), move |step: &Step| {
            if plan.ask(*step).is_none() {
                Err(Refusal::GateCannotBeAsked(*step))
            } else if asked.contains_key(step) {
                Err(Refusal::AlreadyAsked(*step))
            } else {
                Ok(())
            }
        });
        menu.and(Offer::before(Verb::Ask, questions).seen_by(Audience::only(seat)))
    }

    /// The judge rules on the step, and may read and ask before.
    fn judging(&self, step: Step) -> Menu {
        // The output is known from the claim, so all steps but the last can be paid for.
        let (steps, inputs) = (self.plan().len() as u32 - 1, self.plan().inputs().len() as u32);
        let readings = self.ledger.readings();
        let left = readings.list().len() < (steps + inputs) as usize;
        let read = left.then(|| {
            let readings = readings.clone();
            let claimed = Some(self.plan().output());
            Offer::before(Verb::Read, Domain::Cell { steps, inputs, readings, claimed })
        });
        let trial = self.trial(step);
        Menu::of(trial.ruling()).and_perhaps(read).and_perhaps(trial.ask())
    }
}
