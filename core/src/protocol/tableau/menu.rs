//! What each seat may do.

use std::sync::Arc;

use super::{Phase, Tableau};
use crate::machine::turing::Field;
use crate::protocol::trial::run;
use crate::rules::{Audience, Domain, Menu, Offer, Seat, Verb};

impl Tableau {
    pub(super) fn offered(&self) -> Menu {
        match &self.phase {
            Phase::Writing => {
                let start = self.clone();
                let check = move |text: &str| Self::read(start.setup(), text).map(drop);
                let write = Offer::answer(Verb::Tell, Domain::Text(Arc::new(check)));
                Menu::of(write.seen_by(Audience::PROVERS)).and_perhaps(self.run_by(Seat::Alice))
            }
            Phase::Pointing => {
                let most = self.setup().run.steps();
                let point = Offer::answer(Verb::Point, Domain::steps(most as usize));
                let skip = || Offer::answer(Verb::Skipped, Domain::Skip { most });
                Menu::of(point)
                    .and_perhaps((most > 1).then(skip))
                    .and_perhaps(self.run_by(Seat::Bob))
            }
            Phase::Judging(point, neighbours, answer) => {
                let trial = self.trial(*point, neighbours, *answer);
                Menu::of(trial.ruling()).and_perhaps(trial.ask())
            }
            Phase::Showing(..) => {
                self.asked_afresh().map(|at| self.saying(at)).into_iter().collect()
            }
            Phase::Answering(..) | Phase::Over(..) => Menu::default(),
        }
    }

    /// Alice says one field of a step afresh.
    fn saying(&self, (step, field): (u32, Field)) -> Offer {
        let now = self.clone();
        let check = move |text: &str| now.said(step, field, text).map(drop);
        Offer::answer(Verb::Name, Domain::Text(Arc::new(check)))
    }

    fn run_by(&self, seat: Seat) -> Option<Offer> {
        (!self.ran[seat.index()]).then(|| run(seat))
    }
}
