//! The order of the debates, as the library has it, for the screens above it.

use super::chapter::about;
use super::lines::Line;
use crate::scenario::library::LibraryEntry;
use crate::tui::prelude::*;
use crate::tui::progress::Outcome;

/// A debate of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The library's name for it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its chapter; empty if it has none.
    pub chapter: String,
    /// What it teaches.
    pub learn: String,
}

impl Listed {
    /// An entry as the screens above the library know it.
    pub fn of(entry: &LibraryEntry) -> Self {
        let learn = entry.scenario.as_ref().map(|scenario| scenario.lesson.learn.to_string());
        let [title, chapter] = [entry.title(), entry.chapter()].map(str::to_owned);
        Self { id: entry.id.clone(), title, chapter, learn: learn.unwrap_or_default() }
    }

    /// How it came out at its best; none if it was not played.
    pub fn best(&self, context: &Context) -> Option<Outcome> {
        context.progress.of(&self.id, &self.title).map(|result| result.best)
    }

    /// How it ended and what it is called, after something; below, indented alike, what it teaches. That is
    /// told when it was played: a debate gives its answer itself.
    pub(super) fn lines(&self, before: &str, columns: usize, context: &Context) -> Vec<Line> {
        let result = self.best(context);
        let title = format!("{before}{}  {}", Outcome::word(result), self.title);
        let indent = width(before) + 6;
        let told = result.filter(|_| !self.learn.is_empty());
        let learn = told.map(|_| wrap(&self.learn, columns.saturating_sub(indent + 2)));
        let below = learn.into_iter().flatten().map(|line| " ".repeat(indent) + &line);
        std::iter::once((title, Role::Chosen)).chain(below.map(|line| (line, Role::Text))).collect()
    }
}

/// The debates of the library in order, and which of them to open when it is seen again.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The debates, in the order in which they are taught.
    pub debates: Vec<Listed>,
    /// The debate to open next.
    pub open: Option<String>,
    /// The chapters whose page was shown by itself.
    pub introduced: Vec<String>,
    /// The debate that was played before it.
    pub left: Option<String>,
    /// Is the page of the whole course to open when the library is seen again?
    pub whole: bool,
}

impl Course {
    /// A debate of this name.
    pub fn debate(&self, id: &str) -> Option<&Listed> {
        self.debates.iter().find(|listed| listed.id == id)
    }

    /// Is something of the course to open when the library is seen again?
    pub fn leads_on(&self) -> bool {
        self.open.is_some() || self.whole
    }

    /// Is there a page on this chapter that was not shown by itself yet?
    pub fn introduces(&self, chapter: &str) -> bool {
        let shown = self.introduced.iter().any(|name| name == chapter);
        !shown && about(chapter).is_some()
    }

    /// Is this the last debate of the shipped course?
    pub fn ends_with(&self, id: &str) -> bool {
        let last = self.debates.last().filter(|last| self.debates.len() > 1 && last.id == id);
        last.is_some_and(|last| about(&last.chapter).is_some())
    }

    /// The debate after the one of this name.
    pub fn after(&self, id: &str) -> Option<&Listed> {
        let at = self.debates.iter().position(|listed| listed.id == id)?;
        self.debates.get(at + 1)
    }
}
