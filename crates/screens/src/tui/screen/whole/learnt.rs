//! What was learnt, chapter by chapter, and whether the course is over.

use super::screen::{Taught, Whole};
use super::thread;
use crate::tui::prelude::*;
use crate::tui::progress::Outcome;
use crate::tui::screen::chapter;
use crate::tui::screen::lines::Line;

/// Was the last debate of a chapter played?
pub(super) fn has_ended(taught: &Taught, context: &Context) -> bool {
    taught.debates.last().is_some_and(|last| context.best(last).is_some())
}

impl Whole {
    /// Where the course stands: over, or what is left.
    fn standing(&self, context: &Context) -> String {
        let unanswered = self.unanswered();
        let chapters_left =
            self.chapters.iter().filter(|taught| !has_ended(taught, context)).count();
        let questions = plural(unanswered as u64, "question", "questions");
        match (chapters_left, unanswered) {
            (0, 0) => {
                "The course is over: every chapter was played to its end, and you answered its six \
                   questions in your own words. This is what was learnt."
                    .into()
            }
            (0, _) => {
                format!("Every chapter was played to its end. {questions} of the course are left.")
            }
            (left, _) => {
                let left = plural(left as u64, "chapter", "chapters");
                format!("{left} and {questions} are left. The last debate of a chapter ends it.")
            }
        }
    }

    /// Every chapter with how many of its debates were won and played, and what was learnt in those that
    /// were played to their end.
    pub(super) fn learnt(&self, columns: usize, context: &Context) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        if thread::is_whole(&self.chapters) {
            let standing = wrap(&self.standing(context), columns.saturating_sub(2));
            lines.extend(standing.into_iter().map(|line| (line, Role::Notice)));
        }
        let room = columns.saturating_sub(7);
        for (i, taught) in self.chapters.iter().enumerate() {
            let results = taught.debates.iter().filter_map(|debate| context.best(debate));
            let won = results.clone().filter(|&best| best == Outcome::Won).count();
            let (played, of) = (results.count(), taught.debates.len());
            let count = format!("{played} of {of} played, {won} won");
            lines.push((format!("{}  {}: {count}", i + 1, taught.name), Role::Heading));
            let about = chapter::about(&taught.name).filter(|_| has_ended(taught, context));
            let learnt = about.map(|about| wrap(about.learnt, room)).unwrap_or_default();
            lines.extend(learnt.into_iter().map(|line| (format!("   {line}"), Role::Text)));
        }
        lines
    }
}
