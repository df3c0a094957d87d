//! What is looked for on another thread: all that the review of the line says, and what among the reads
//! does not fit together.

use super::ReviewScreen;
use crate::review;
use crate::tui::prelude::*;
use crate::tui::screen::panel::PanelParagraph;

/// No more places than this are evaluated of a long line.
const MOST: usize = 400;

impl ReviewScreen {
    /// Looks for what is not known yet of the line, a piece after the other.
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

    /// Takes in what was found; whether something was.
    pub(super) fn take_found(&mut self) -> bool {
        let taken = self.found.poll();
        if taken {
            self.judge();
        }
        taken
    }

    /// Whether values of the line are still computed.
    pub(super) fn evaluates(&self) -> bool {
        let debate = (&self.sitting.scenario, self.sitting.game());
        self.found.is_working() && !review::to_value(&self.found, debate, MOST).is_empty()
    }

    /// Starts to hold everything that was read against everything else.
    pub(super) fn compare(&mut self, context: &Context) {
        self.misfits = Pending::default();
        if self.judged.outcome.is_some() {
            let position = self.sitting.position();
            self.misfits.begin(context, move |token| position.contradictions(token));
        }
    }

    /// The misfits as a paragraph.
    pub(super) fn misread(&self) -> Option<PanelParagraph> {
        let found = self.misfits.join("; ");
        (!found.is_empty())
            .then(|| (format!("What the judge read does not fit together: {found}."), Role::Bad))
    }

    /// Whether anything is looked for.
    pub(super) fn searches(&self) -> bool {
        let honest = self.honest.as_ref().is_some_and(Pending::is_working);
        honest || self.found.is_working() || self.misfits.is_working()
    }
}
