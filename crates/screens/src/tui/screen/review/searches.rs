//! What is looked for on another thread once a debate is over: what was better than each mistake, what
//! lost it where no one move did, what other players of people's seats come to, and what among the reads
//! does not fit together.

use super::Review;
use crate::analysis::review::{Loss, MoveToBetter, better, entries};
use crate::debate::SeatPlan;
use crate::review::Prices;
use crate::scenario::Verdict;
use crate::tui::goal;
use crate::tui::prelude::*;
use crate::tui::screen::side::Paragraph;

impl Review {
    /// Starts to look for what was better than each mistake, once it is known which moves are.
    pub(super) fn look_for_better(&mut self, context: &Context) {
        if self.better.is_working() {
            return;
        }
        let known = |node| self.better.iter().any(|better| better.node == node);
        let asked = MoveToBetter::of(&self.points, &self.people, known);
        if asked.is_empty() {
            return;
        }
        let game = self.sitting.game();
        let line = entries(game);
        let from_start = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest()));
        let Ok(from_start) = from_start else { return };
        let mut found = self.better.clone();
        self.better.begin(context, move |token| {
            found.extend(better(&*from_start, &line, &asked, token));
            found
        });
    }

    /// Starts to look for what lost a debate, once it is known that no one move of a person did.
    pub(super) fn look_for_cause(&mut self, context: &Context) {
        if self.loss.is_working() || self.loss.is_some() || self.losing().is_some() {
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
        self.loss
            .begin(context, move |token| Loss::along(&mut *copy, &line, &points, &people, token));
    }

    /// Starts to price the play of the provers that people played, once the debate is over.
    pub(super) fn look_for_answers(&mut self, context: &Context) {
        let provers = [Seat::Alice, Seat::Bob].into_iter();
        let provers: Vec<Seat> = provers.filter(|seat| self.people.contains(seat)).collect();
        let done = self.outcome.is_none() || provers.is_empty();
        // Of the start alone, and so once for all lines.
        if done || self.answers.is_working() || !self.answers.is_empty() {
            return;
        }
        let game = self.sitting.game();
        let seats = Seat::each(|seat| game.seat_plan(seat));
        let goal = goal::own(&self.sitting).cloned();
        let Ok(from_start) = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest())) else {
            return;
        };
        self.answers
            .begin(context, move |token| Prices::of(&*from_start, &seats, goal.as_ref(), token));
    }

    /// Starts to hold everything that was read against everything else.
    pub(super) fn compare(&mut self, context: &Context) {
        self.misfits = Pending::default();
        if self.outcome.is_some() {
            let position = self.sitting.position();
            self.misfits.begin(context, move |token| position.contradictions(token));
        }
    }

    /// The misfits as a paragraph.
    pub(super) fn misread(&self) -> Option<Paragraph> {
        let found = self.misfits.join("; ");
        (!found.is_empty())
            .then(|| (format!("What the judge read does not fit together: {found}."), Role::Bad))
    }

    /// Takes in what was found.
    pub(super) fn poll_searches(&mut self) {
        self.answers.poll();
        self.better.poll();
        self.misfits.poll();
        self.loss.poll();
        if let Some(honest) = &mut self.honest {
            honest.poll();
        }
    }

    /// Is anything being looked for?
    pub(super) fn searches(&self) -> bool {
        let honest = self.honest.as_ref().is_some_and(Pending::is_working);
        let first = self.values.is_working() || self.better.is_working() || self.loss.is_working();
        honest || first || self.answers.is_working() || self.misfits.is_working()
    }
}
