//! The rows of the list, its cursor, and the interrupted debates.

use std::sync::Arc;

use super::start_here::{minutes, path};
use super::unfinished;
use super::{LibraryScreen, ListRow, Spot, preview};
use crate::rules::Side;
use crate::scenario::journal;
use crate::tui::prelude::*;
use crate::tui::screen::chapter::about;
use crate::tui::screen::moves::short;
use crate::tui::screen::{cards, panel};

/// The number of columns of the preview beside the list.
fn card_columns(total: u16) -> u16 {
    26 + (total.saturating_sub(80) / 4).min(34)
}

/// The areas of the library: the list, the preview beside it, and the input row.
pub(super) struct Parts {
    pub list: Rect,
    pub card: Rect,
    pub typed: Rect,
}

impl LibraryScreen {
    /// A library of these debates.
    pub fn new(entries: impl Into<Arc<[LibraryEntry]>>) -> Self {
        Self { entries: entries.into(), ..Self::default() }
    }

    /// Puts the cursor on the debate with this name if the library has it.
    pub fn begun_at(mut self, id: &str) -> Self {
        self.named = self.entries.iter().position(|entry| entry.id == id);
        self
    }

    /// The chapters in order.
    pub(super) fn chapters(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.entries.iter().map(LibraryEntry::chapter).collect();
        all.dedup();
        all
    }

    /// The debates of a chapter.
    pub(super) fn of_chapter(&self, number: usize) -> Vec<usize> {
        let name = self.chapters().get(number).copied().unwrap_or_default();
        let own = |at: &usize| self.entries[*at].chapter() == name;
        (0..self.entries.len()).filter(own).collect()
    }

    /// The chapter of a debate.
    pub(super) fn chapter_of(&self, at: usize) -> usize {
        let name = self.entries[at].chapter();
        self.chapters().iter().position(|own| *own == name).unwrap_or_default()
    }

    fn filters(&self) -> bool {
        !self.filter.text().is_empty() || matches!(self.typing, Some(super::LibraryInput::Filter))
    }

    /// The rows of the list as it is now.
    pub(super) fn rows(&self, columns: usize) -> Vec<ListRow> {
        let heading = |text: String| ListRow::Heading(text);
        let blank = || ListRow::Text(String::new());
        let debate = |at: usize| ListRow::Spot(Spot::Debate(at));
        if self.filters() {
            let word = self.filter.text().to_lowercase();
            let all: Vec<usize> = (0..self.entries.len()).collect();
            return self.by_chapters(all.into_iter().filter(|&i| matches(&self.entries[i], &word)));
        }
        if let Some(chapter) = self.chapter {
            let words = about(self.chapters()[chapter]).map_or("", |about| about.words);
            let mut rows: Vec<ListRow> =
                wrap(words, columns.saturating_sub(5)).into_iter().map(ListRow::Text).collect();
            rows.retain(|row| !matches!(row, ListRow::Text(text) if text.is_empty()));
            rows.extend((!rows.is_empty()).then(blank));
            rows.extend(self.of_chapter(chapter).into_iter().map(debate));
            return rows;
        }
        let mut rows = Vec::new();
        if !self.unfinished.is_empty() {
            rows.push(heading("GO ON".into()));
            rows.extend((0..self.unfinished.len()).map(|at| ListRow::Spot(Spot::Interrupted(at))));
            rows.push(blank());
        }
        let path = path(&self.entries);
        if path.is_empty() {
            rows.extend(self.by_chapters(0..self.entries.len()));
            return rows;
        }
        let debates = plural(path.len() as u64, "debate", "debates");
        let takes = minutes(&self.entries, &path);
        rows.push(heading(format!("START HERE · {debates}, {takes} minutes")));
        rows.extend(path.into_iter().map(debate));
        rows.extend([blank(), heading("ALL DEBATES".into())]);
        rows.extend((0..self.chapters().len()).map(|at| ListRow::Spot(Spot::Chapter(at))));
        rows
    }

    /// These debates under the headings of their chapters. The chapters keep their numbers.
    fn by_chapters(&self, debates: impl IntoIterator<Item = usize>) -> Vec<ListRow> {
        let (mut rows, mut last) = (Vec::new(), None);
        for at in debates {
            let chapter = self.chapter_of(at);
            if last != Some(chapter) {
                last = Some(chapter);
                let title = self.chapter_title(chapter).to_uppercase();
                rows.push(ListRow::Heading(format!("{}  {title}", chapter + 1)));
            }
            rows.push(ListRow::Spot(Spot::Debate(at)));
        }
        rows
    }

    pub(super) fn chapter_title(&self, at: usize) -> &str {
        self.chapters().get(at).copied().filter(|title| !title.is_empty()).unwrap_or("Yours")
    }

    /// The rows that the cursor can select.
    fn spots(&self) -> Vec<Spot> {
        let spot = |row| if let ListRow::Spot(spot) = row { Some(spot) } else { None };
        self.rows(0).into_iter().filter_map(spot).collect()
    }

    pub(super) fn entry(&self) -> Option<&LibraryEntry> {
        self.debate().map(|at| &self.entries[at])
    }

    /// The index in the library of the debate under the cursor.
    pub(super) fn debate(&self) -> Option<usize> {
        if let Some(Spot::Debate(at)) = self.at { Some(at) } else { None }
    }

    pub(super) fn parts(&self, size: Rect) -> Parts {
        let card = card_columns(size.width).min(size.width);
        let body = cards::body(size);
        let typed = u16::from(self.typing.is_some() || !self.filter.text().is_empty());
        let left = size.width - card;
        let below = Rect { y: body.bottom().saturating_sub(typed), height: typed, ..body };
        Parts {
            list: Rect { width: left, height: body.height.saturating_sub(typed), ..body },
            card: Rect {
                x: size.x + left,
                width: card,
                height: body.height.saturating_sub(typed),
                ..body
            },
            typed: below,
        }
    }

    /// If the cursor is on no listed row, moves it to one. Keeps the cursor in view.
    pub(super) fn settle(&mut self, context: &Context) {
        let spots = self.spots();
        if !self.at.is_some_and(|at| spots.contains(&at)) {
            self.at = spots.first().copied();
        }
        let list = self.parts(context.size).list;
        let rows = self.rows(list.width.into());
        let here = |row: &ListRow| matches!(row, ListRow::Spot(spot) if Some(*spot) == self.at);
        let at = rows.iter().position(here).unwrap_or(0);
        self.scroll.at = at;
        // The first rows offer to continue a debate. They stay in view as long as the cursor is in view too. Before the
        // first frame, the size of the screen is unknown.
        let height = usize::from(list.height);
        if height == 0 || at + 2 <= height {
            self.scroll.show_from(0);
        }
        if height > 0 {
            self.scroll.settle(rows.len(), height);
        }
        self.preview_shift = 0;
    }

    /// The debate to suggest: the first unplayed debate after the last played one of the short path. If the short path
    /// is finished, the same rule picks from the whole library.
    pub(super) fn next_to_play(&self, context: &Context) -> Option<usize> {
        let is_new = |at: &usize| context.best(&self.entries[*at]).is_none();
        let next = |of: &[usize]| {
            let after = of.iter().rposition(|at| !is_new(at)).map_or(0, |last| last + 1);
            of[after..].iter().copied().find(is_new).or_else(|| of.iter().copied().find(is_new))
        };
        let all: Vec<usize> = (0..self.entries.len()).collect();
        next(&path(&self.entries)).or_else(|| next(&all)).or(all.first().copied())
    }

    /// Puts the cursor on a debate. If the main list does not show the debate, opens its chapter.
    pub(super) fn go_to(&mut self, debate: usize) {
        (self.at, self.chapter) = (Some(Spot::Debate(debate)), None);
        self.filter.set("");
        if !self.spots().contains(&Spot::Debate(debate)) {
            self.chapter = Some(self.chapter_of(debate));
        }
    }

    /// The title, the text and the area of the preview beside the list.
    pub(super) fn preview(&self, context: &Context) -> (String, panel::SidePanel, Rect) {
        let card = self.parts(context.size).card;
        let below = self.card_end(context).len() as u16;
        let inside = cards::inside_panel(card);
        let area = Rect { height: inside.height.saturating_sub(below), ..inside };
        let text = |words: String| (words, Role::Text);
        let (mut title, mut paragraphs) = match self.at {
            None => (String::new(), Vec::new()),
            Some(Spot::Debate(at)) => {
                let entry = &self.entries[at];
                let result = context.progress.result(&entry.id, entry.title());
                (entry.title().to_owned(), preview::paragraphs(entry, result))
            }
            Some(Spot::Chapter(at)) => {
                let words = about(self.chapters()[at]).map(|about| text(about.words.into()));
                (self.chapter_title(at).to_owned(), words.into_iter().collect())
            }
            Some(Spot::Interrupted(at)) => match self.unfinished.get(at) {
                Some(open) => (open.title.clone(), open.paragraphs()),
                None => (String::new(), Vec::new()),
            },
        };
        // A title that is too long for the frame is the first paragraph.
        if width(&title) + 6 > card.width.into() {
            paragraphs.insert(0, (std::mem::take(&mut title), Role::Heading));
        }
        (title, panel::SidePanel(paragraphs), area)
    }

    /// The last rows of the preview: the prediction, and what Enter does.
    pub(super) fn card_end(&self, context: &Context) -> Vec<(String, Role)> {
        let enter = context.keys.label(Action::Confirm);
        let does = |words: &str| vec![(format!("{enter}  {words}"), Role::Chosen)];
        match self.at {
            None => Vec::new(),
            Some(Spot::Chapter(_)) => does("open"),
            Some(Spot::Interrupted(_)) => {
                let give_up = context.keys.label(Action::Discard);
                let mut rows = does("go on");
                rows.push((format!("{give_up}  give it up"), Role::Text));
                rows
            }
            Some(Spot::Debate(at)) => {
                let mut rows: Vec<(String, Role)> = self.prediction(at);
                rows.extend(does("play"));
                rows
            }
        }
    }

    /// The question about the winner, and the player's prediction.
    fn prediction(&self, at: usize) -> Vec<(String, Role)> {
        let Some(pays) = self.may_predict(at) else { return Vec::new() };
        let (question, sides) = match pays {
            true => ("Is Alice paid over 0?", ["yes", "no"]),
            false => ("Who will win?", ["Alice", "Bob"]),
        };
        let said = self.predicted.filter(|&(debate, _)| debate == at).map(|(_, side)| side);
        let answer = match said {
            None => format!("‹ {} · {} ›", sides[0], sides[1]),
            Some(Side::Alice) => format!("You say: {}", sides[0]),
            Some(Side::Bob) => format!("You say: {}", sides[1]),
        };
        let role = if said.is_some() { Role::Chosen } else { Role::Text };
        vec![(question.into(), Role::Text), (answer, role)]
    }

    /// `None` if the player cannot predict a winner. Otherwise, `true` if the prediction is about payments. A series of
    /// rulings has no winner, and an exercise may forbid predictions.
    pub(super) fn may_predict(&self, at: usize) -> Option<bool> {
        use crate::scenario::{Forbidden, ProtocolFile};
        let scenario = self.entries.get(at)?.scenario.as_ref().ok()?;
        let protocol = &scenario.protocol.value;
        let has_winner = !matches!(protocol, ProtocolFile::Twins(_)) && scenario.moves.is_none();
        (has_winner && !scenario.forbids(Forbidden::Forecast))
            .then_some(matches!(protocol, ProtocolFile::ProverEstimator(_)))
    }

    /// Predicts the winner of the debate under the cursor. The same key again removes the
    /// prediction.
    pub(super) fn predict(&mut self, action: Action, _: &mut Context) {
        let Some(at) = self.debate().filter(|&at| self.may_predict(at).is_some()) else { return };
        let side = if action == Action::Left { Side::Alice } else { Side::Bob };
        let said = Some((at, side));
        self.predicted = if self.predicted == said { None } else { said };
    }

    /// Turns a page of the preview beside the list.
    pub(super) fn page_preview(&mut self, action: Action, context: &mut Context) {
        let (_, panel, area) = self.preview(context);
        let page = if action == Action::ScrollBack { Action::PageUp } else { Action::PageDown };
        self.preview_shift = panel.paged(page, self.preview_shift, area);
    }

    pub(super) fn step(&mut self, action: Action, context: &mut Context) {
        let page = usize::from(self.parts(context.size).list.height).saturating_sub(3);
        let spots = self.spots();
        let here = spots.iter().position(|&spot| Some(spot) == self.at).unwrap_or(0);
        self.at = spots.get(moved(here, action, page, spots.len())).copied();
        self.settle(context);
    }

    pub(super) fn look_for_unfinished(&mut self, context: &Context) {
        if let Some(data) = context.data.clone() {
            let find = move |token: &CancelToken| unfinished::find(&data, token);
            self.unfinished.start(context.waker.clone(), find);
        }
    }

    /// The interrupted debate that the keys apply to. If the cursor is on an interrupted debate, it is that
    /// debate. If the cursor is on a debate of the library, it is the interrupted game of this debate. Otherwise,
    /// it is the newest interrupted debate.
    pub(super) fn left_open(&self) -> Option<&unfinished::UnfinishedDebate> {
        let of_entry =
            || self.entry().and_then(|entry| self.unfinished.iter().find(|u| u.is_of(entry)));
        match self.at {
            Some(Spot::Interrupted(at)) => self.unfinished.get(at),
            _ => of_entry().or_else(|| self.unfinished.first()),
        }
    }

    /// Moves the journal of the debate to the bin after the player gave the debate up.
    pub(super) fn give_up(&mut self, context: &mut Context) {
        let Some(debate) = self.giving_up.take() else { return };
        match journal::give_up(&debate.path) {
            Ok(place) => {
                let place = match context.is_owner() {
                    true => format!(": {}", place.display()),
                    false => String::new(),
                };
                self.unfinished.retain(|u| u.path != debate.path);
                self.settle(context);
                context.notify(format!("{} is in the bin{place}", debate.title));
            }
            Err(e) => context.notify(e.to_string()),
        }
    }
}

/// Returns `true` if the texts of this entry contain the word.
fn matches(entry: &LibraryEntry, word: &str) -> bool {
    if word.is_empty() || entry.id.to_lowercase().contains(word) {
        return true;
    }
    let Ok(s) = &entry.scenario else { return false };
    let texts =
        [&*s.title, &*s.summary, &*s.chapter, s.protocol.value.name(), s.seat.map_or("", short)];
    texts.iter().any(|t| t.to_lowercase().contains(word))
}
