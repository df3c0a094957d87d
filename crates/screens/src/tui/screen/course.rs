//! The debates of the library as lines, each with its result and its lesson.

use super::panel::PanelParagraph;
use crate::tui::prelude::*;
use crate::tui::progress::BestOutcome;

/// The lesson of a debate.
pub(super) fn learn(debate: &LibraryEntry) -> &str {
    debate.scenario.as_ref().map_or("", |scenario| &scenario.lesson.learn)
}

/// The result and title of a debate, after the text `before`. If the debate was played, its lesson follows below.
/// Earlier, the lesson would reveal the answer.
pub(super) fn result_lines(
    debate: &LibraryEntry,
    before: &str,
    columns: usize,
    context: &Context,
) -> Vec<PanelParagraph> {
    let result = context.best(debate);
    let title = format!("{before}{}  {}", BestOutcome::word(result), debate.title());
    let indent = width(before) + 6;
    let told = result.filter(|_| !learn(debate).is_empty());
    let learn = told.map(|_| wrap(learn(debate), columns.saturating_sub(indent + 2)));
    let below = learn.into_iter().flatten().map(|line| " ".repeat(indent) + &line);
    std::iter::once((title, Role::Chosen)).chain(below.map(|line| (line, Role::Text))).collect()
}
