//! A debate is chosen, for everybody or for a table.

use std::sync::Arc;

use elenchus_core::show::number::plural;

use crate::scenario::library::LibraryEntry;
use crate::session::Class;
use crate::tui::list::list;
use crate::tui::prelude::*;

/// The screen on which one is chosen.
pub(crate) struct Picker {
    class: Arc<Class>,
    what: Purpose,
    at: usize,
}

/// What a debate is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Everybody goes there.
    Push,
    /// A table is opened, its seats free.
    Table,
    /// Those who are here play it by threes.
    Trios,
}

impl Picker {
    /// A choice for this purpose, with the cursor at one of the class's debates.
    pub(crate) fn new(class: Arc<Class>, what: Purpose, at: usize) -> Self {
        Self { class, what, at }
    }

    fn entries(&self) -> &[LibraryEntry] {
        &self.class.entries
    }

    fn choose(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entries().get(self.at) else { return Step::Pop };
        let done = match self.what {
            Purpose::Push => {
                self.class.push(entry);
                Ok(())
            }
            Purpose::Table => self.class.add_table(&entry.id),
            Purpose::Trios => self.class.seat_trios(&entry.id).map(|tables| {
                let tables = plural(tables as u64, "table", "tables");
                context.say(format!("{tables}; in the seats that are left sit programs"));
            }),
        };
        match done {
            Ok(()) => Step::Pop,
            Err(reason) => context.stay(reason.lines().next().unwrap_or_default()),
        }
    }
}

impl Screen<Playground> for Picker {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        let (what, confirm) = match self.what {
            Purpose::Push => ("where everybody goes", "send everybody there"),
            Purpose::Table => ("a table for three", "open it"),
            Purpose::Trios => ("the next round of the trios", "seat everybody"),
        };
        layout::title_bar(&mut canvas.part(a.title), what, "choose a debate");
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let texts: Vec<_> =
            self.entries().iter().map(|entry| (entry.title().to_owned(), Role::Text)).collect();
        list(canvas, 0, &texts, self.at, "there are no debates");
        let row = |picker: &mut Self, action, _: &mut Context| {
            picker.at = moved(picker.at, action, 10, picker.entries().len());
        };
        vec![
            Offer::new(&[Up, Down], "choose").does(row),
            Offer::new(&[PageUp, PageDown], "a page").quietly().does(row),
            Offer::new(&[Confirm], confirm).does(Self::choose),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back").leaves(),
        ]
    }
}
