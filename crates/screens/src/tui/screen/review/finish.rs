//! Moves a finished debate to the archive and records its result.

use super::ReviewScreen;
use crate::scenario::{GoalKind, Verdict};
use crate::tui::prelude::*;
use crate::tui::screen::table::TableOptions;
use crate::tui::{clock, progress};

impl ReviewScreen {
    /// The review of a debate that has just ended. The debate goes to the archive, and its result is recorded.
    pub fn of_played(sitting: DebateSession, options: TableOptions, context: &mut Context) -> Self {
        let mut review = Self::new(sitting, options, context);
        // Whoever played the debate knows how it ended.
        review.covered = false;
        review.at = review.judged.moves.len().saturating_sub(1);
        review.show(context);
        review.finish(context);
        let named = !review.sitting.attempt().names.is_empty();
        if review.judged.people.len() > 1 && review.sitting.is_archived() && !named {
            review.ask_names(None);
        }
        review
    }

    /// Archives the debate that has just ended. Records its result as soon as the review knows if the goal was reached.
    pub(super) fn finish(&mut self, context: &mut Context) {
        let evaluates = self.evaluates();
        let sitting = &mut self.sitting;
        let goal = self.judged.goal.as_ref().filter(|_| !sitting.people().is_empty());
        let Some(goal) = goal else { return };
        let verdict = goal.verdict;
        let data = context.data.clone();
        if let Some(Err(e)) = data.map(|data| sitting.archive(&data, verdict, &clock::now())) {
            let stays = match sitting.journal() {
                Some(_) => "but its journal is kept",
                None => "and has no journal",
            };
            context.notify(format!("this debate could not be archived, {stays}: {e}"));
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
            context.notify(format!("your result could not be saved: {e}"));
        }
    }

    pub(super) fn leave(&mut self) -> Transition {
        let kept = self.sitting.is_archived() || self.sitting.people().is_empty();
        if kept && self.judged.outcome.is_some() {
            // The archive has the whole debate, so a journal that cannot be removed does no harm.
            let _ = self.sitting.remove_journal();
        }
        Transition::Pop
    }
}
