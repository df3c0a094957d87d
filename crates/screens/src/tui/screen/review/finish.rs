//! A debate just played goes to the archive, and its result is noted.

use super::ReviewScreen;
use crate::scenario::{GoalKind, Verdict};
use crate::tui::prelude::*;
use crate::tui::screen::table::TableOptions;
use crate::tui::{clock, progress};

impl ReviewScreen {
    /// The review of a debate just played; it goes to the archive, and its result is noted.
    pub fn of_played(sitting: DebateSession, options: TableOptions, context: &mut Context) -> Self {
        let mut review = Self::new(sitting, options, context);
        (review.at, review.opens) = (review.judged.moves.len().saturating_sub(1), true);
        review.show(context);
        review.open_on_the_loss(context);
        review.finish(context);
        let named = !review.sitting.attempt().names.is_empty();
        if review.judged.people.len() > 1 && review.sitting.is_archived() && !named {
            review.ask_names(None);
        }
        review
    }

    /// It opens on the move that lost it, as soon as that is known, if it still stands at the end.
    pub(super) fn open_on_the_loss(&mut self, context: &Context) {
        let lost = self.judged.losing.filter(|_| self.opens);
        if let Some(at) = lost.filter(|_| self.at + 1 == self.judged.moves.len()) {
            self.at = at;
            self.show(context);
        }
        self.opens = self.opens && self.evaluates();
    }

    /// Keeps the debate just played in the archive and notes its result, as soon as it is known
    /// whether its goal was reached.
    pub(super) fn finish(&mut self, context: &mut Context) {
        let evaluates = self.evaluates();
        let sitting = &mut self.sitting;
        let goal = self.judged.goal.as_ref().filter(|_| !sitting.people().is_empty());
        let Some(goal) = goal else { return };
        let verdict = goal.verdict;
        let data = context.data.clone();
        if let Some(Err(e)) = data.map(|data| sitting.archive(&data, verdict, &clock::now())) {
            let stays = match sitting.journal() {
                Some(_) => "but its journal stays",
                None => "and has no journal",
            };
            context.notify(format!("this debate is not in the archive, {stays}: {e}"));
        }
        self.unfinished = verdict == Verdict::Undecided && evaluates;
        if self.unfinished {
            return;
        }
        let result = match verdict {
            Verdict::Reached if goal.kind == GoalKind::Lost => progress::BestOutcome::Held,
            Verdict::Reached if goal.guessed => progress::BestOutcome::Guessed,
            Verdict::Reached => progress::BestOutcome::Won,
            Verdict::Undecided => progress::BestOutcome::Undecided,
            Verdict::Missed => progress::BestOutcome::Lost,
        };
        let attempt = sitting.attempt();
        let title = &sitting.scenario.title;
        let help = (attempt.hints, attempt.retries);
        let noted = context.progress.note((&sitting.id, title), result, help);
        if let Err(e) = noted {
            context.notify(format!("the result could not be kept: {e}"));
        }
    }

    pub(super) fn leave(&mut self) -> Transition {
        let kept = self.sitting.is_archived() || self.sitting.people().is_empty();
        if kept && self.judged.outcome.is_some() {
            // All of it is in the archive; a journal that stays does no harm.
            let _ = self.sitting.remove_journal();
        }
        Transition::Pop
    }
}
