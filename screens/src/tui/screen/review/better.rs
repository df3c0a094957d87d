//! The search for what was better than the mistakes of people, off the drawing thread.

use super::Review;
use crate::analysis::review::{Asked, better, entries};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::tui::prelude::*;

impl Review {
    /// Starts to look for what was better than each mistake, once it is known which moves are.
    pub(super) fn look_for_better(&mut self, context: &Context) {
        if self.bettering.is_some() {
            return;
        }
        let known = |node| self.better.iter().any(|better| better.node == node);
        let asked = Asked::of(&self.points, &self.people, known);
        if asked.is_empty() {
            return;
        }
        let game = self.sitting.game();
        let line = entries(game);
        let from_start = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest()));
        let Ok(from_start) = from_start else { return };
        self.bettering =
            Some(Job::soon(context, move |token| better(&*from_start, &line, &asked, token)));
    }
}
