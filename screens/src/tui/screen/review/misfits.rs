//! What does not fit among everything that the judge read, though only a part of it was on trial.

use super::Review;
use crate::tui::prelude::*;
use crate::tui::screen::side::Paragraph;

impl Review {
    /// Starts to hold everything that was read against everything else.
    pub(super) fn compare(&mut self, context: &Context) {
        self.misfits.clear();
        self.comparing = None;
        if self.outcome.is_some() {
            let position = self.sitting.position();
            self.comparing = Some(Job::soon(context, move |token| position.contradictions(token)));
        }
    }

    /// The misfits as a paragraph.
    pub(super) fn misread(&self) -> Option<Paragraph> {
        let found = self.misfits.join("; ");
        (!found.is_empty())
            .then(|| (format!("What the judge read does not fit together: {found}."), Role::Bad))
    }
}
