//! The order of the debates, as the library has it, for the screens above it.

use std::sync::Arc;

use super::chapter::about;
use super::lines::Line;
use crate::tui::prelude::*;
use crate::tui::progress::Outcome;

/// What a debate teaches.
pub(super) fn learn(debate: &LibraryEntry) -> &str {
    debate.scenario.as_ref().map_or("", |scenario| &scenario.lesson.learn)
}

/// How a debate ended and what it is called, after something; below, indented alike, what it teaches. That
/// is told when it was played: a debate gives its answer itself.
pub(super) fn told(
    debate: &LibraryEntry,
    before: &str,
    columns: usize,
    context: &Context,
) -> Vec<Line> {
    let result = context.best(debate);
    let title = format!("{before}{}  {}", Outcome::word(result), debate.title());
    let indent = width(before) + 6;
    let told = result.filter(|_| !learn(debate).is_empty());
    let learn = told.map(|_| wrap(learn(debate), columns.saturating_sub(indent + 2)));
    let below = learn.into_iter().flatten().map(|line| " ".repeat(indent) + &line);
    std::iter::once((title, Role::Chosen)).chain(below.map(|line| (line, Role::Text))).collect()
}

/// The debates of the library in order, and which of them to open when it is seen again.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The debates, in the order in which they are taught.
    pub debates: Arc<[LibraryEntry]>,
    /// The debate to open next.
    pub open: Option<String>,
    /// The chapters whose page was shown by itself.
    pub introduced: Vec<String>,
    /// The debate that was played before it.
    pub left: Option<String>,
    /// Is the progress page to open when the library is seen again?
    pub shows_progress: bool,
}

impl Course {
    /// Is something of the course to open when the library is seen again?
    pub fn leads_on(&self) -> bool {
        self.open.is_some() || self.shows_progress
    }

    /// Is there a page on this chapter that was not shown by itself yet?
    pub fn introduces(&self, chapter: &str) -> bool {
        let shown = self.introduced.iter().any(|name| name == chapter);
        !shown && about(chapter).is_some()
    }

    /// Is this the last debate of the shipped course?
    pub fn ends_with(&self, id: &str) -> bool {
        let last = self.debates.last().filter(|last| self.debates.len() > 1 && last.id == id);
        last.is_some_and(|last| about(last.chapter()).is_some())
    }

    /// The debate after the one of this name.
    pub fn after(&self, id: &str) -> Option<&LibraryEntry> {
        let at = self.debates.iter().position(|debate| debate.id == id)?;
        self.debates.get(at + 1)
    }
}
