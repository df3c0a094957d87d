//! What other players of a person's seat would have come to against whoever sat opposite.

use super::Review;
use crate::debate::SeatPlan;
use crate::exercise::Prices;
use crate::rules::Seat;
use crate::tui::prelude::*;

impl Review {
    /// Starts to price the play of the provers that people played, once the debate is over.
    pub(super) fn look_for_answers(&mut self, context: &Context) {
        let provers = [Seat::Alice, Seat::Bob].into_iter();
        let provers: Vec<Seat> = provers.filter(|seat| self.people.contains(seat)).collect();
        let done = self.outcome.is_none() || provers.is_empty();
        // Of the start alone, and so once for all lines.
        if done || self.answering.is_some() || !self.answers.is_empty() {
            return;
        }
        let game = self.sitting.game();
        let seats = Seat::each(|seat| game.seat_plan(seat));
        let goal = self.sitting.scenario.own_goal().cloned();
        let Ok(from_start) = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest())) else {
            return;
        };
        self.answering = Some(Job::soon(context, move |token| {
            Prices::of(&*from_start, &seats, goal.as_ref(), token)
        }));
    }
}
