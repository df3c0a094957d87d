//! Computes the values of the review and the contradictions among the judge's reads, on another thread.

use super::ReviewScreen;
use crate::review;
use crate::tui::prelude::*;
use crate::tui::screen::panel::PanelParagraph;

/// The largest number of positions of a line that are evaluated.
const MOST: usize = 400;

impl ReviewScreen {
    /// Computes the missing values of the line, one group after the other.
    pub(super) fn search(&mut self, context: &Context) {
        while !self.found.is_working() {
            let debate = (&self.sitting.scenario, self.sitting.game());
            let search = review::next_search(&self.found, &self.judged, debate, MOST);
            let Some(search) = search else { return };
            self.found.begin(context, search);
            if !self.take_found() {
                return;
            }
        }
    }

    /// Takes the results of the search. Returns `true` if there were any.
    pub(super) fn take_found(&mut self) -> bool {
        let taken = self.found.poll();
        if taken {
            self.judge();
        }
        taken
    }

    /// Returns `true` while values of the line are computed.
    pub(super) fn evaluates(&self) -> bool {
        let debate = (&self.sitting.scenario, self.sitting.game());
        self.found.is_working() && !review::to_value(&self.found, debate, MOST).is_empty()
    }

    /// Starts the search for contradictions among all reads of the judge.
    pub(super) fn compare(&mut self, context: &Context) {
        self.misfits = Pending::default();
        if self.judged.outcome.is_some() {
            let position = self.sitting.position();
            self.misfits.begin(context, move |token| position.contradictions(token));
        }
    }

    /// Starts the search for the results of other choices.
    pub(super) fn try_choices(&mut self, context: &Context) {
        self.crossroads = Pending::default();
        let trial = review::Trial::new(&self.sitting.scenario, self.sitting.game());
        self.is_tried = trial.is_some();
        if let Some(trial) = trial {
            self.crossroads.begin(context, move |token| trial.run(token).unwrap_or_default());
        }
    }

    /// A paragraph about the contradictions. `None` if there are none.
    pub(super) fn misread(&self) -> Option<PanelParagraph> {
        let found = self.misfits.join("; ");
        (!found.is_empty())
            .then(|| (format!("The judge's reads contradict each other: {found}."), Role::Bad))
    }

    /// Returns `true` while any search runs.
    pub(super) fn searches(&self) -> bool {
        let honest = self.honest.as_ref().is_some_and(Pending::is_working);
        let searched =
            [self.found.is_working(), self.misfits.is_working(), self.crossroads.is_working()];
        honest || searched.contains(&true)
    }
}
