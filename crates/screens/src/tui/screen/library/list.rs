//! The list: what the filter lets through, the cursor in it, and the debates left open.

use std::sync::Arc;

use super::unfinished::{self, UnfinishedDebate};
use super::{LibraryScreen, ListLine, preview};
use crate::scenario::journal;
use crate::tui::prelude::*;
use crate::tui::screen::moves::short;
use crate::tui::screen::panel;

impl LibraryScreen {
    /// These debates.
    pub fn new(entries: impl Into<Arc<[LibraryEntry]>>) -> Self {
        Self { entries: entries.into(), ..Self::default() }
    }

    /// With the cursor at this entry, if it has it.
    pub fn begun_at(mut self, id: &str) -> Self {
        self.named = self.entries.iter().position(|entry| entry.id == id);
        self
    }

    /// The entries that the filter lets through.
    pub(super) fn shown(&self) -> Vec<usize> {
        let word = self.filter.text().to_lowercase();
        (0..self.entries.len()).filter(|&i| matches(&self.entries[i], &word)).collect()
    }

    /// The entry under the cursor, if the filter lets any through.
    pub(super) fn entry(&self) -> Option<&LibraryEntry> {
        self.entries.get(self.at).filter(|entry| matches(entry, &self.filter.text().to_lowercase()))
    }

    pub(super) fn lines(&self) -> Vec<ListLine<'_>> {
        let mut lines = Vec::new();
        // A filter hides chapters and does not number the others anew.
        let mut all: Vec<&str> = self.entries.iter().map(LibraryEntry::chapter).collect();
        all.dedup();
        let mut last = None;
        for i in self.shown() {
            let chapter = self.entries[i].chapter();
            let number = all.iter().position(|&name| name == chapter).map_or(0, |at| at + 1);
            if last != Some(number) {
                last = Some(number);
                lines.push(ListLine::Chapter(number, chapter));
            }
            lines.push(ListLine::Entry(i));
        }
        lines
    }

    pub(super) fn body(size: Rect) -> (ScreenLayout, Rect) {
        let a = ScreenLayout::new(size, false);
        (a, Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.board })
    }

    pub(super) fn settle(&mut self, context: &Context) {
        let shown = self.shown();
        if !shown.contains(&self.at) {
            self.at = shown.first().copied().unwrap_or(0);
        }
        let (_, body) = Self::body(context.size);
        let lines = self.lines();
        let here = |line: &ListLine<'_>| matches!(line, ListLine::Entry(i) if *i == self.at);
        let (at, total) = (lines.iter().position(here).unwrap_or(0), lines.len());
        let mut scroll = self.scroll;
        // The heading of the first chapter is kept in view with its first entry.
        scroll.at = if at == 1 { 0 } else { at };
        scroll.settle(total, body.height.into());
        scroll.at = at;
        self.scroll = scroll;
        self.preview_shift = 0;
    }

    /// The entry to begin at: the first after the last one played that was not, else the first that was
    /// not; of a course that nothing or all was played of the first.
    pub(super) fn next_to_play(&self, context: &Context) -> usize {
        let played = |i: &usize| context.best(&self.entries[*i]).is_some();
        let all = || 0..self.entries.len();
        let after = all().rev().find(played).map_or(0, |last| last + 1);
        let new = |i: &usize| !played(i);
        (after..self.entries.len()).find(new).or_else(|| all().find(new)).unwrap_or(0)
    }

    /// What stands beside the list, and where.
    pub(super) fn preview(&self, context: &Context) -> (panel::SidePanel, Rect) {
        let (a, body) = Self::body(context.size);
        let paragraphs = self.entry().map(|entry| {
            preview::paragraphs(entry, context.progress.result(&entry.id, entry.title()))
        });
        let panel = panel::SidePanel(paragraphs.unwrap_or_default());
        (panel, Rect { height: body.height, ..a.side })
    }

    /// A page of what stands beside the list.
    pub(super) fn page_preview(&mut self, action: Action, context: &mut Context) {
        let (panel, area) = self.preview(context);
        let page = if action == Action::ScrollBack { Action::PageUp } else { Action::PageDown };
        self.preview_shift = panel.paged(page, self.preview_shift, area);
    }

    pub(super) fn step(&mut self, action: Action, context: &mut Context) {
        let page = usize::from(Self::body(context.size).1.height).saturating_sub(3);
        let shown = self.shown();
        let here = shown.iter().position(|&i| i == self.at).unwrap_or(0);
        let to = moved(here, action, page, shown.len());
        self.chosen = None;
        self.at = shown.get(to).copied().unwrap_or(0);
        self.settle(context);
    }

    pub(super) fn look_for_unfinished(&mut self, context: &Context) {
        if let Some(data) = context.data.clone() {
            let find = move |token: &CancelToken| unfinished::find(&data, token);
            self.unfinished.start(context.waker.clone(), find);
        }
    }

    /// The open debate that the keys mean: the one chosen, else the one of the scenario under the
    /// cursor, else the newest.
    pub(super) fn left_open(&self) -> Option<&UnfinishedDebate> {
        self.unfinished.get(self.left_open_at())
    }

    pub(super) fn left_open_at(&self) -> usize {
        let same = |u: &UnfinishedDebate| self.entry().is_some_and(|entry| u.is_of(entry));
        self.chosen.or_else(|| self.unfinished.iter().position(same)).unwrap_or(0)
    }

    /// Chooses another of the open debates.
    pub(super) fn choose(&mut self, by: isize) {
        let last = self.unfinished.len().saturating_sub(1);
        self.chosen = Some(self.left_open_at().saturating_add_signed(by).min(last));
    }

    /// Gives up the debate that was asked about: it goes to the bin.
    pub(super) fn give_up(&mut self, context: &mut Context) {
        let Some(debate) = self.giving_up.take() else { return };
        match journal::give_up(&debate.path) {
            Ok(place) => {
                let place = match context.is_owner() {
                    true => format!(": {}", place.display()),
                    false => String::new(),
                };
                self.unfinished.retain(|u| u.path != debate.path);
                self.chosen = None;
                context.notify(format!("{} is in the bin{place}", debate.title));
            }
            Err(e) => context.notify(e.to_string()),
        }
    }
}

/// Does a word occur in what the list and the preview say?
fn matches(entry: &LibraryEntry, word: &str) -> bool {
    if word.is_empty() || entry.id.to_lowercase().contains(word) {
        return true;
    }
    let Ok(s) = &entry.scenario else { return false };
    let texts =
        [&*s.title, &*s.summary, &*s.chapter, s.protocol.value.name(), s.seat.map_or("", short)];
    texts.iter().any(|t| t.to_lowercase().contains(word))
}
