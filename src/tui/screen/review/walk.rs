//! From move to move.

use std::time::Instant;

use super::Review;
use super::draw;
use super::state::Upper;
use crate::analysis::review::{Point, losing_move};
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Eye, Seat};
use crate::tui::screen::Context;
use crate::tui::sitting::Sitting;

impl Review {
    pub(super) fn losing(&self) -> Option<&Point> {
        losing_move(self.sitting.as_ref()?.game(), &self.points)
    }

    pub(super) fn node(&self) -> NodeId {
        self.points.get(self.at).map_or(NodeId::START, |p| p.node)
    }

    /// Takes in the move shown.
    pub(super) fn show(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        self.position = sitting.game().at(self.node());
        let covers = self.covers();
        let parts = draw::Parts::of(context.size, covers || self.upper == Upper::Board);
        self.scroll.at = self.at;
        self.scroll.settle(self.points.len(), parts.table.height.into());
        let mut state = std::mem::take(&mut self.board);
        let eye = if covers { Eye::Seat(Seat::Judge) } else { Eye::All };
        state.adopt(&self.position.board(eye), parts.upper);
        self.board = state;
    }

    pub(super) fn step(&mut self, by: isize, context: &Context) {
        let last = self.points.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
        self.show(context);
    }

    /// Starts to play the moves one by one, from the start if the end is shown; or stops.
    pub(super) fn play(&mut self, context: &Context) {
        if self.playing.take().is_some() {
            return;
        }
        if self.at + 1 >= self.points.len() {
            self.at = 0;
        }
        self.playing = Some(Instant::now());
        self.show(context);
    }

    pub(super) fn next_mine(&mut self, context: &mut Context) {
        let mine = |p: &Point| match p.played.as_ref().map(|p| p.actor) {
            Some(Actor::Seat(seat)) => self.people.contains(&seat),
            _ => false,
        };
        let n = self.points.len();
        let next = (1..=n).map(|i| (self.at + i) % n).find(|&i| mine(&self.points[i]));
        match next {
            Some(i) => {
                self.at = i;
                self.show(context);
            }
            None => context.say("no move of this line is yours"),
        }
    }
}

/// Is a seat a person's?
pub(super) fn is_person(sitting: &Sitting, actor: Actor) -> bool {
    match actor {
        Actor::Seat(seat) => sitting.game().seat_plan(seat) == SeatPlan::Human,
        _ => false,
    }
}
