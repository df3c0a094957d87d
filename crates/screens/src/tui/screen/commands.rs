//! The list of all commands of a screen, with a filter.

use super::Transition;
use crate::tui::keys::Scope as _;
use crate::tui::prelude::*;
use elenchus_kit::card::Card;
use elenchus_kit::screen::Command;

/// The commands of the screen below, each with its key.
pub struct Commands {
    place: KeyScope,
    all: Vec<Command<Action>>,
    filter: TextLine,
    at: usize,
}

/// The first column of the words.
const WORDS: usize = 12;

impl Commands {
    /// The commands of a screen.
    pub fn new(place: KeyScope, all: Vec<Command<Action>>) -> Self {
        Self { place, all, filter: TextLine::default(), at: 0 }
    }

    /// The commands whose words or names contain every word of the filter.
    fn found(&self) -> Vec<&Command<Action>> {
        use crate::tui::keys::Table as _;
        let words = self.filter.text().to_lowercase();
        let has = |command: &&Command<Action>| {
            let text = format!("{} {}", command.words, command.action.name()).to_lowercase();
            words.split_whitespace().all(|word| text.contains(word))
        };
        self.all.iter().filter(has).collect()
    }

    fn lead(&mut self, action: Action, context: &mut Context) {
        let page = usize::from(context.size.height).saturating_sub(6);
        self.at = moved(self.at, action, page, self.found().len());
    }

    /// Runs the command under the cursor on the screen below.
    fn act(&mut self) -> Transition {
        match self.found().get(self.at) {
            Some(command) => Transition::Act(command.action),
            None => Transition::Stay,
        }
    }

    fn rows(size: Rect) -> Rect {
        Rect { y: size.y + 3, height: size.height.saturating_sub(5), ..size }
    }
}

impl Screen<Playground> for Commands {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn name(&self) -> &'static str {
        "all commands"
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        !matches!(edit, Edit::Home | Edit::End)
    }

    fn edit(&mut self, edit: Edit, _: &mut Context) {
        self.filter.edit(edit, 60);
        self.at = 0;
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let rows = Card::inner(Self::rows(context.size));
        let found = self.found().len();
        let window =
            elenchus_kit::scroll::Scroll::at(self.at).plain_window(found, rows.height.into());
        let Some(row) = at.y.checked_sub(rows.y).filter(|_| rows.contains(at)) else {
            return Transition::Stay;
        };
        let place = window.first + usize::from(row);
        if place >= found {
            return Transition::Stay;
        }
        self.at = place;
        self.act()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _: &Context) -> Vec<Offer> {
        let size = canvas.area();
        layout::title_bar(canvas, "all commands", self.place.title());
        let after = canvas.print(1, 1, "Filter: ", Role::Dim);
        let room = canvas.width().saturating_sub(after + 2);
        self.filter.draw(canvas, (after, 1), room, true);
        let found = self.found();
        let area = Self::rows(size);
        let title = plural(found.len() as u64, "command", "commands");
        let inner = Card::new(&title).focused(true).draw(canvas, area);
        let scroll = elenchus_kit::scroll::Scroll::at(self.at);
        let window = scroll.plain_window(found.len(), inner.height.into());
        let mut part = canvas.part(inner);
        let in_view = found.iter().enumerate().skip(window.first).take(window.count);
        for (y, (at, command)) in in_view.enumerate() {
            let here = at == self.at;
            part.print(0, y, if here { "▸" } else { " " }, Role::Chosen);
            part.print(2, y, &command.key, Role::Chosen);
            part.print(WORDS, y, &command.words, if here { Role::Cursor } else { Role::Text });
        }
        if found.is_empty() {
            part.print(2, 0, "No command has these words.", Role::Dim);
        }
        let mut offers = vec![Offer::typing("type", "to filter")];
        if found.len() > 1 {
            offers.extend(Offer::rows("choose", Self::lead));
        }
        if !found.is_empty() {
            offers.push(Offer::new(&[Action::Confirm], "do it").does(Self::act));
        }
        offers.push(Offer::new(&[Action::Cancel], "close").leaves());
        offers.push(Offer::new(&[Action::Back], "close").hidden_from_footer().leaves());
        offers
    }
}
