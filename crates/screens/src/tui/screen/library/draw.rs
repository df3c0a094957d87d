//! Draws the library.

use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::{LibraryInput, LibraryScreen, ListRow, Spot};
use crate::scenario::Scenario;
use crate::tui::prelude::*;
use crate::tui::progress::BestOutcome;
use crate::tui::screen::cards;
use crate::tui::screen::moves::short;

/// The list shows the protocol and the source from this width on.
const WIDE: usize = 100;

impl LibraryScreen {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let size = canvas.area();
        let p = self.parts(size);
        let (left, right) = match self.chapter {
            Some(at) => {
                let all = self.of_chapter(at);
                let title = format!("{}  {}", at + 1, self.chapter_title(at));
                (title, format!("{} of {} played", self.played(&all, context), all.len()))
            }
            None => ("Elenchus".to_owned(), plural(self.entries.len() as u64, "debate", "debates")),
        };
        let about = match self.chapter {
            Some(_) => "",
            None => "Two provers argue. A judge, who can read almost nothing of it, decides.",
        };
        cards::header(canvas, [&left, &right], about);
        let mut list = canvas.part(p.list);
        let rows = self.rows(list.width());
        let window = self.scroll.window(rows.len(), list.height());
        for (y, at) in window.draw(&mut list, (3, 0), Role::Dim) {
            match &rows[at] {
                ListRow::Heading(words) => _ = list.print(1, y, words, Role::Heading),
                ListRow::Text(words) => _ = list.print(1, y, words, Role::Text),
                ListRow::Spot(spot) => self.draw_spot(&mut list, y, *spot, context),
            }
        }
        if rows.is_empty() {
            let cancel = context.keys.label(Action::Cancel);
            list.print(3, 0, &format!("no debate has this word; {cancel} shows all"), Role::Text);
        }
        self.draw_card(canvas, p.card, context);
        let mut typed = canvas.part(p.typed);
        let room = typed.width().saturating_sub(14);
        match &self.typing {
            Some(LibraryInput::Open(field)) => {
                let x = typed.print(1, 0, "open file: ", Role::Ask);
                field.draw(&mut typed, (x, 0), room, true);
            }
            Some(LibraryInput::Filter) => {
                let x = typed.print(1, 0, "filter: ", Role::Ask);
                self.filter.draw(&mut typed, (x, 0), room, true);
            }
            None => {
                let cancel = context.keys.label(Action::Cancel);
                let words = format!("filter: {}.  {cancel} shows all.", self.filter.text());
                typed.print(1, 0, &words, Role::Text);
            }
        }
    }

    /// Draws the preview of the row under the cursor, or asks whether to give up a debate.
    fn draw_card(&self, canvas: &mut Canvas<'_>, area: Rect, context: &Context) {
        if let Some(debate) = &self.giving_up {
            let inside = cards::frame(canvas, area, "Give it up?", true);
            let words = format!(
                "Give up {}? It goes to the bin, the folder `bin` of the journals.",
                debate.title
            );
            let style = canvas.style(Role::Text);
            let lines = wrap(&words, inside.width.into()).into_iter().map(Line::from);
            Paragraph::new(lines.collect::<Vec<_>>()).style(style).render(inside, canvas.buffer());
            return;
        }
        let (title, panel, part) = self.preview(context);
        let inside = cards::frame(canvas, area, &title, false);
        let keys = [Action::ScrollBack, Action::ScrollOn].map(|a| context.keys.label(a));
        panel.draw_by(&mut canvas.part(part), self.preview_shift, keys.each_ref().map(|k| &**k));
        let end = self.card_end(context);
        let from = inside.bottom().saturating_sub(end.len() as u16);
        for (y, (words, role)) in (from..).zip(end) {
            canvas.part(Rect { y, height: 1, ..inside }).print(0, 0, &words, role);
        }
    }

    /// The number of these debates that were played.
    fn played(&self, of: &[usize], context: &Context) -> usize {
        of.iter().filter(|&&at| context.best(&self.entries[at]).is_some()).count()
    }

    fn draw_spot(&self, list: &mut Canvas<'_>, y: usize, spot: Spot, context: &Context) {
        let here = self.at == Some(spot);
        let role = if here { Role::Cursor } else { Role::Text };
        // The columns up to the seat and the minutes. The protocol and the source may follow.
        let columns = list.width().min(if list.width() >= WIDE { 64 } else { usize::MAX });
        let right = columns.saturating_sub(17);
        let room = right.saturating_sub(6);
        let (mark, title, tail) = match spot {
            Spot::Interrupted(at) => {
                let Some(open) = self.unfinished.get(at) else { return };
                ("·", open.label(&self.entries), String::new())
            }
            Spot::Chapter(at) => {
                let all = self.of_chapter(at);
                let played = format!("{} of {}", self.played(&all, context), all.len());
                (" ", format!("{} {}", at + 1, self.chapter_title(at)), pad_left(&played, 15))
            }
            Spot::Debate(at) => {
                let entry = &self.entries[at];
                let (seat, minutes) = match &entry.scenario {
                    Ok(s) => (
                        s.seat.map_or("watch", short),
                        s.minutes.map(|m| format!("{m} min")).unwrap_or_default(),
                    ),
                    Err(_) => ("error", String::new()),
                };
                let tail = format!("{} {}", pad(seat, 7), pad_left(&minutes, 7));
                (self.mark(entry, context), entry.title().to_owned(), tail)
            }
        };
        list.print(1, y, if here { "▸" } else { " " }, Role::Chosen);
        list.print(3, y, mark, Role::Text);
        let room = if tail.is_empty() { columns.saturating_sub(6) } else { room };
        list.print_within(5, y, &title, list.style(role), room);
        let after = list.print(right, y, &tail, Role::Text);
        if let Spot::Debate(at) = spot
            && let Ok(s) = &self.entries[at].scenario
            && list.width() >= WIDE
        {
            let protocol = pad(s.protocol.value.name(), 20);
            list.print(after + 3, y, &format!("{protocol} {}", &*s.source), Role::Dim);
        }
    }

    /// The sign for the best result of a debate.
    fn mark(&self, entry: &LibraryEntry, context: &Context) -> &'static str {
        if entry.scenario.is_err() {
            return "!";
        }
        let is_lost = entry.scenario.as_ref().is_ok_and(Scenario::is_made_to_be_lost);
        match context.best(entry) {
            Some(BestOutcome::Won | BestOutcome::Held) => "✓",
            // A debate that you cannot win counts as done once you have played it.
            Some(_) if is_lost => "✓",
            Some(BestOutcome::Guessed) => "≈",
            Some(BestOutcome::Undecided) => "?",
            Some(BestOutcome::Lost) => "✗",
            None => "·",
        }
    }
}
