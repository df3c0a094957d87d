//! A debate just played goes to the archive, and its result is noted.

use super::Review;
use crate::scenario::{GoalKind, Verdict};
use crate::tui::prelude::*;
use crate::tui::screen::table::Options;
use crate::tui::{clock, goal, progress};

impl Review {
    /// The review of a debate just played; it goes to the archive, and its result is noted.
    pub fn of_played(sitting: Sitting, options: Options, context: &mut Context) -> Self {
        let mut review = Self::new(sitting, options, context);
        (review.at, review.opens) = (review.points.len().saturating_sub(1), true);
        review.show(context);
        review.open_on_the_loss(context);
        review.finish(context);
        let named = !review.sitting.attempt().names.is_empty();
        if review.people.len() > 1 && review.sitting.is_archived() && !named {
            review.ask_names(None);
        }
        review
    }

    /// It opens on the move that lost it, as soon as that is known, if it still stands at the end.
    pub(super) fn open_on_the_loss(&mut self, context: &Context) {
        let lost = self.losing().map(|point| point.node).filter(|_| self.opens);
        let at = lost.and_then(|node| self.points.iter().position(|p| p.node == node));
        if let Some(at) = at.filter(|_| self.at + 1 == self.points.len()) {
            self.at = at;
            self.show(context);
        }
        self.opens = self.opens && self.values.is_working();
    }

    /// Keeps the debate just played in the archive and notes its result, as soon as it is known
    /// whether its goal was reached.
    pub(super) fn finish(&mut self, context: &mut Context) {
        let known = &self.values;
        let sitting = &mut self.sitting;
        let played = sitting.outcome().filter(|_| !sitting.people().is_empty());
        let Some(outcome) = played else { return };
        let (verdict, doubt) = goal::judged(sitting, &outcome, &|node| known.of(node));
        self.doubt = doubt;
        let data = context.data.clone();
        if let Some(Err(e)) = data.map(|data| sitting.archive(&data, verdict, &clock::now())) {
            let stays = match sitting.journal() {
                Some(_) => "but its journal stays",
                None => "and has no journal",
            };
            context.say(format!("this debate is not in the archive, {stays}: {e}"));
        }
        self.unfinished = verdict == Verdict::Undecided && self.values.is_working();
        if self.unfinished {
            return;
        }
        let lost = goal::own(sitting).is_some_and(|goal| goal.kind() == GoalKind::Lost);
        let result = match verdict {
            Verdict::Reached if lost => progress::Outcome::Held,
            Verdict::Reached if !self.guesses.is_empty() => progress::Outcome::Guessed,
            Verdict::Reached => progress::Outcome::Won,
            Verdict::Undecided => progress::Outcome::Undecided,
            Verdict::Missed => progress::Outcome::Lost,
        };
        let attempt = sitting.attempt();
        let title = &sitting.scenario.title;
        let help = (attempt.hints, attempt.retries);
        let noted = context.progress.note((&sitting.id, title), result, help);
        if let Err(e) = noted {
            context.say(format!("the result could not be kept: {e}"));
        }
    }

    pub(super) fn leave(&mut self) -> Step {
        let kept = self.sitting.is_archived() || self.sitting.people().is_empty();
        if kept && self.outcome.is_some() {
            // All of it is in the archive; a journal that stays does no harm.
            let _ = self.sitting.forget();
        }
        Step::Pop
    }
}
