//! A loss that no one move of a person brought about: what did.

use super::Review;
use crate::analysis::review::{Loss, entries};
use crate::debate::SeatPlan;
use crate::scenario::Verdict;
use crate::tui::goal;
use crate::tui::prelude::*;

impl Review {
    /// Starts to look for what lost a debate, once it is known that no one move of a person did.
    pub(super) fn look_for_cause(&mut self, context: &Context) {
        if self.blaming.is_some() || self.loss.is_some() || self.losing().is_some() {
            return;
        }
        let values = |node| self.values.of(node);
        let reached = self.outcome.as_ref().map(|o| goal::reached(&self.sitting, o, &values));
        if self.people.is_empty() || reached != Some(Verdict::Missed) {
            return;
        }
        let game = self.sitting.game();
        let Ok(mut copy) = game.again(game.seed(), &[const { SeatPlan::Human }; 3]) else { return };
        let (line, points, people) = (entries(game), self.points.clone(), self.people.clone());
        self.blaming = Some(Job::soon(context, move |token| {
            Loss::along(&mut *copy, &line, &points, &people, token)
        }));
    }
}
