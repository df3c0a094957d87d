//! The list of all commands of a screen, with a filter.

use super::Transition;
use crate::tui::keys::Scope as _;
use crate::tui::list;
use crate::tui::prelude::*;
use elenchus_kit::card::Card;
use elenchus_kit::screen::Command;

/// The commands of the previous screen, each with its key.
pub struct Commands {
    place: KeyScope,
    all: Vec<Command<Action>>,
    filter: TextLine,
    at: usize,
}

/// The columns of a key.
const KEYS: usize = 10;

impl Commands {
    pub fn new(place: KeyScope, all: Vec<Command<Action>>) -> Self {
        Self { place, all, filter: TextLine::default(), at: 0 }
    }

    /// The commands that match: their words or names contain every word of the filter.
    fn found(&self) -> Vec<&Command<Action>> {
        use crate::tui::keys::ActionNames as _;
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

    /// Runs the command under the cursor on the previous screen.
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
        let list = (self.found().len(), Scroll::at(self.at));
        let Some(place) = list::hit(Card::list_area(Self::rows(context.size)), list, at) else {
            return Transition::Stay;
        };
        self.at = place;
        self.act()
    }

    fn view(&self, canvas: &mut Canvas<'_>, _: &Context) -> Vec<KeyCommand> {
        let size = canvas.area();
        layout::title_bar(canvas, "all commands", self.place.title());
        let filter = canvas.line(" Filter:", Role::Dim);
        canvas.lines(Rect { y: size.y + 1, height: 1, ..size }, [filter]);
        self.filter.draw(canvas, (9, 1), canvas.width().saturating_sub(11), true);
        let found = self.found();
        let title = plural(found.len() as u64, "command", "commands");
        let inner = Card::new(&title).focused(true).draw(canvas, Self::rows(size));
        if found.is_empty() {
            let words = canvas.line("  No command has these words.", Role::Dim);
            canvas.lines(inner, [words]);
        }
        let theme = canvas.theme;
        let row = |at: usize| {
            let keys = theme.span(pad(&found[at].key, KEYS), Role::Chosen);
            Line::from(vec![keys, theme.span(&*found[at].words, Role::Text)])
        };
        let scroll = Scroll::at(self.at);
        let area = Card::list_area(Self::rows(size));
        list::draw(canvas, area, (found.len(), scroll), Some(Role::Cursor), row);
        let mut offers = vec![KeyCommand::typing("type", "to filter")];
        if found.len() > 1 {
            offers.extend(KeyCommand::rows("choose", Self::lead));
        }
        if !found.is_empty() {
            offers.push(KeyCommand::new(&[Action::Confirm], "do it").does(Self::act));
        }
        offers.push(KeyCommand::new(&[Action::Cancel], "close").leaves());
        offers.push(KeyCommand::hidden(&[Action::Back], "close").leaves());
        offers
    }
}
