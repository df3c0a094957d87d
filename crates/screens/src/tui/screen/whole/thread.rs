//! One false claim, debated in every chapter.

use super::screen::Taught;
use crate::tui::prelude::*;
use crate::tui::screen::course::told;
use crate::tui::screen::lines::Line;

/// Its debates, one in each chapter, in the order of the course.
pub(super) const THREAD: [&str; 6] = [
    "pull-request",
    "pull-request-raters",
    "pull-request-run",
    "pull-request-sum",
    "pull-request-obfuscated",
    "pull-request-estimated",
];

const ABOUT: &str = "One false claim goes through all six chapters: that a pull request mends a time-out \
                     and breaks nothing. Six protocols debate it. What each of them showed stands here \
                     when it was played.";

/// Those of them that these chapters have.
pub(super) fn debates(chapters: &[Taught]) -> impl Iterator<Item = &LibraryEntry> {
    let all = || chapters.iter().flat_map(|taught| &taught.debates);
    THREAD.iter().filter_map(move |id| all().find(|debate| debate.id == *id))
}

/// Are all of them there, as in the shipped course?
pub(super) fn is_whole(chapters: &[Taught]) -> bool {
    debates(chapters).count() == THREAD.len()
}

/// The first of them that was not played.
pub(super) fn next(chapters: &[Taught], context: &Context) -> Option<String> {
    let mut left = debates(chapters).filter(|debate| context.best(debate).is_none());
    left.next().map(|debate| debate.id.clone())
}

/// What each of them showed.
pub(super) fn lines(chapters: &[Taught], columns: usize, context: &Context) -> Vec<Line> {
    let about = wrap(ABOUT, columns.saturating_sub(2));
    let mut lines: Vec<Line> = about.into_iter().map(|line| (line, Role::Text)).collect();
    for (i, debate) in debates(chapters).enumerate() {
        lines.extend(told(debate, &format!("{}  ", i + 1), columns, context));
    }
    lines
}
