//! Draws the library.

use super::{LibraryInput, LibraryScreen, ListRow, Spot};
use crate::scenario::Scenario;
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::progress::BestOutcome;
use crate::tui::screen::cards;
use crate::tui::screen::moves::short;
use crate::tui::theme::Theme;
use elenchus_kit::card::Card;

/// From this width on, the list shows the protocol and the source.
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
            None => "Two provers argue. A judge decides, but can read almost nothing.",
        };
        cards::header(canvas, [&left, &right], about);
        let (rows, theme) = (self.rows(p.list.width.into()), canvas.theme);
        let columns = usize::from(p.list.width);
        let row = |at: usize| match &rows[at] {
            ListRow::Heading(words) => theme.line(words, Role::Heading),
            ListRow::Text(words) => theme.line(words, Role::Text),
            ListRow::Spot(spot) => self.spot_line(*spot, columns, context, theme),
        };
        let cursor = (!rows.is_empty()).then_some(Role::Cursor);
        // A blank column separates the bar from the card.
        let list = Rect { width: p.list.width.saturating_sub(1), ..p.list };
        list::draw(canvas, list, (rows.len(), self.scroll), cursor, row);
        if rows.is_empty() {
            let cancel = context.keys.label(Action::Cancel);
            let words = format!("   no debate has this word; {cancel} shows all");
            canvas.lines(p.list, [theme.line(words, Role::Text)]);
        }
        self.draw_card(canvas, p.card, context);
        let (label, field) = match &self.typing {
            Some(LibraryInput::Open(field)) => (" open file: ", field),
            _ => (" filter: ", &self.filter),
        };
        if self.typing.is_some() {
            canvas.lines(p.typed, [theme.line(label, Role::Ask)]);
            let mut typed = canvas.part(p.typed);
            let room = typed.width().saturating_sub(14);
            field.draw(&mut typed, (width(label), 0), room, true);
            return;
        }
        let cancel = context.keys.label(Action::Cancel);
        let words = format!(" filter: {}.  {cancel} shows all.", self.filter.text());
        canvas.lines(p.typed, [theme.line(words, Role::Text)]);
    }

    /// Draws the preview of the row under the cursor, or the question about giving up a debate.
    fn draw_card(&self, canvas: &mut Canvas<'_>, area: Rect, context: &Context) {
        if let Some(debate) = &self.giving_up {
            let words = format!(
                "Give up {}? It goes to the bin, the folder `bin` of the journals.",
                debate.title
            );
            let words = (&*words, Role::Text);
            Card::new("Give it up?").focused(true).paragraph(canvas, area, words, 0);
            return;
        }
        let (title, panel, _) = self.preview(context);
        let keys = [Action::ScrollBack, Action::ScrollOn].map(|a| context.keys.label(a));
        let shift = (self.preview_shift, keys.each_ref().map(|key| &**key));
        panel.draw(canvas, area, &title, shift, &self.card_end(context));
    }

    /// The number of played debates among the debates `of`.
    fn played(&self, of: &[usize], context: &Context) -> usize {
        of.iter().filter(|&&at| context.best(&self.entries[at]).is_some()).count()
    }

    /// A row of the list: the result, the title, and what follows on the right.
    fn spot_line(
        &self,
        spot: Spot,
        columns: usize,
        context: &Context,
        theme: &Theme,
    ) -> Line<'static> {
        let is_wide = columns >= WIDE;
        // The columns up to the seat and the minutes. The protocol and the source may follow.
        let right = columns.min(if is_wide { 60 } else { columns }).saturating_sub(20);
        let (mark, title, tail) = match spot {
            Spot::Interrupted(at) => {
                let Some(open) = self.unfinished.get(at) else { return Line::default() };
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
        let room = right.saturating_sub(2);
        let title = if tail.is_empty() { title } else { pad(&title, room.saturating_sub(1)) + " " };
        let mut spans = vec![
            theme.span(format!("{mark} "), Role::Text),
            theme.span(title, Role::Text),
            theme.span(tail, Role::Text),
        ];
        if let Spot::Debate(at) = spot
            && let Ok(s) = &self.entries[at].scenario
            && is_wide
        {
            let protocol = pad(s.protocol.value.name(), 18);
            spans.push(theme.span(format!("   {protocol} {}", &*s.source), Role::Dim));
        }
        spans.into()
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
