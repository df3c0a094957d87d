//! How the library looks.

use super::{LibraryInput, LibraryScreen, ListLine};
use crate::scenario::Scenario;
use crate::tui::prelude::*;
use crate::tui::progress::BestOutcome;
use crate::tui::screen::moves::short;

impl LibraryScreen {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let (a, body) = Self::body(canvas.area());
        let best =
            |so: BestOutcome| self.entries.iter().filter(move |own| context.best(own) == Some(so));
        // What is made to be lost is neither.
        let [won, lost] = [BestOutcome::Won, BestOutcome::Lost].map(|so| best(so).count());
        let mut right = plural(self.entries.len() as u64, "debate", "debates");
        for (n, word) in [(won, "won"), (lost, "lost"), (self.unfinished.len(), "open")] {
            if n > 0 {
                right += &format!(" · {n} {word}");
            }
        }
        layout::title_bar(&mut canvas.part(a.title), "elenchus · library", &right);
        let line = "Two provers argue; a judge who reads almost nothing decides. Pick a debate.";
        canvas.part(a.claim).print(1, 0, line, Role::Text);
        let entry = self.entry();
        let title = entry.map_or("", LibraryEntry::title);
        let headings = ["debates, in teaching order", title];
        layout::split_heading(canvas, (a.top, body), a.side.x, headings, Role::Heading);
        let [find, cancel] = [Action::Filter, Action::Cancel].map(|key| context.keys.label(key));
        let mut list = canvas.part(body);
        let lines = self.lines();
        let window = self.scroll.window(lines.len(), list.height());
        for (y, i) in window.draw(&mut list, (3, 0), Role::Dim) {
            self.draw_line(&mut list, y, &lines[i], context);
        }
        if lines.is_empty() {
            let words = format!("no debate has this word; {cancel} shows all");
            list.print(3, 0, &words, Role::Text);
        }
        let (panel, area) = self.preview(context);
        let keys = [Action::ScrollBack, Action::ScrollOn].map(|a| context.keys.label(a));
        panel.draw_by(&mut canvas.part(area), self.preview_shift, keys.each_ref().map(|k| &**k));
        let heading = match self.unfinished.len() {
            0 => String::new(),
            1 => "left open".to_owned(),
            n => {
                let [left, right] = [Action::Left, Action::Right].map(|a| context.keys.label(a));
                format!("left open: {} of {n}, {left}{right} another", self.left_open_at() + 1)
            }
        };
        let heading = match context.keys.label(Action::Discard) {
            key if !heading.is_empty() && !key.is_empty() => {
                format!("{heading}, {key} gives it up")
            }
            _ => heading,
        };
        Divider::new(&heading)
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(a.ask), Role::Ask);
        let mut below = canvas.part(a.prompt);
        if let Some(debate) = &self.giving_up {
            below.print(1, 0, &format!("Give up {}?", debate.title), Role::Ask);
            below.print(1, 1, "It goes to the bin, the folder `bin` of the journals.", Role::Text);
            return;
        }
        if let Some(open) = self.left_open() {
            let words = open.words(&context.keys.label(Action::Resume));
            // Of a file of one's own its name is said: it may have the title of a shipped one.
            let own = !open.id.is_empty() && !self.entries.iter().any(|entry| open.is_of(entry));
            let file = if own { format!("{}: ", open.id) } else { String::new() };
            below.print(1, 0, &format!("{file}{words}"), Role::Text);
            if let Some(damage) = open.damage() {
                below.print(1, 1, damage.lines().next().unwrap_or_default(), Role::Bad);
            }
        }
        match &self.typing {
            Some(LibraryInput::Open(field)) => {
                let x = below.print(1, 2, "open file: ", Role::Ask);
                let room = below.width().saturating_sub(x + 1);
                field.draw(&mut below, (x, 2), room, true);
            }
            Some(LibraryInput::Filter) => {
                let x = below.print(1, 2, "filter: ", Role::Ask);
                self.filter.draw(&mut below, (x, 2), 60, true);
            }
            None if self.filter.text().is_empty() => {
                let words = format!(
                    "filter: none.  {find} then type a word of the title, protocol, seat or summary."
                );
                below.print(1, 2, &words, Role::Dim);
            }
            None => {
                let words = format!("filter: {}.  {cancel} shows all.", self.filter.text());
                below.print(1, 2, &words, Role::Text);
            }
        }
    }

    fn result(&self, entry: &LibraryEntry, context: &Context) -> String {
        if entry.scenario.is_err() {
            return "fault".into();
        }
        let made_to_be_lost = entry.scenario.as_ref().is_ok_and(Scenario::is_made_to_be_lost);
        let open = self.unfinished.iter().any(|u| u.is_of(entry));
        let best = context.best(entry);
        let word = BestOutcome::word(best).trim();
        match (best, open) {
            (Some(BestOutcome::Lost), _) if made_to_be_lost => "not held".into(),
            (Some(_), true) => format!("{word}/open"),
            (Some(_), false) => word.into(),
            (None, true) => "open".into(),
            (None, false) => "new".into(),
        }
    }

    fn draw_line(&self, list: &mut Canvas<'_>, y: usize, line: &ListLine<'_>, context: &Context) {
        match line {
            ListLine::Chapter(number, title) => {
                let title = if title.is_empty() { "YOURS".into() } else { title.to_uppercase() };
                list.print(0, y, &format!("{number:>2}  {title}"), Role::Heading);
            }
            ListLine::Entry(i) => {
                let entry = &self.entries[*i];
                let here = *i == self.at;
                let role = if here { Role::Cursor } else { Role::Text };
                list.print(1, y, if here { "▸" } else { " " }, Role::Chosen);
                // A wide list has room for the protocol and the paper; a narrow one for the title.
                let wide = list.width() >= 100;
                let room = if wide { 40 } else { list.width().saturating_sub(23) };
                let (title, seat, minutes) = match &entry.scenario {
                    Ok(s) => (
                        s.title.to_string(),
                        s.seat.map_or("watch", short),
                        s.minutes.map(|m| format!("{m} min")).unwrap_or_default(),
                    ),
                    Err(_) => (entry.id.clone(), "", String::new()),
                };
                list.print_within(3, y, &title, list.style(role), room.saturating_sub(3));
                let result = self.result(entry, context);
                let text =
                    format!("{} {} {}", pad(seat, 5), pad_left(&minutes, 6), pad_left(&result, 9));
                let after = list.print(room + 1, y, &text, Role::Text);
                if let (true, Ok(s)) = (wide, &entry.scenario) {
                    let protocol = pad(s.protocol.value.name(), 26);
                    list.print(after + 3, y, &format!("{protocol} {}", &*s.source), Role::Dim);
                }
            }
        }
    }
}
