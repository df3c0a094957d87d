//! A debate is chosen, for everybody or for a table.

use std::sync::Arc;

use crate::scenario::library::Entry;
use crate::session::Class;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::list::list;
use crate::tui::offer::Offer;
use crate::tui::screen::{Context, Screen, Step};
use crate::tui::scroll::moved;
use crate::tui::theme::Role;

/// The screen on which one is chosen.
pub(crate) struct Picker {
    class: Arc<Class>,
    push: bool,
    at: usize,
}

impl Picker {
    /// A choice of where everybody goes, if they are pushed; of a debate for a new table if not.
    pub(crate) fn new(class: Arc<Class>, push: bool) -> Self {
        Self { class, push, at: 0 }
    }

    fn entries(&self) -> &[Entry] {
        &self.class.entries
    }

    fn choose(&mut self, context: &mut Context) -> Step {
        let Some(entry) = self.entries().get(self.at) else { return Step::Pop };
        if self.push {
            self.class.push(entry);
        } else if let Err(reason) = self.class.add_table(&entry.id) {
            return context.stay(reason.lines().next().unwrap_or_default());
        }
        Step::Pop
    }
}

impl Screen for Picker {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        let a = Anatomy::of(canvas.area(), false);
        let what = if self.push { "where everybody goes" } else { "a table for three" };
        layout::title_bar(&mut canvas.part(a.title), what, "choose a debate");
        Divider::default().draw(&mut canvas.part(a.top), Role::Heading);
        let title = |entry: &Entry| match &entry.scenario {
            Ok(scenario) => scenario.title.to_string(),
            Err(_) => entry.id.clone(),
        };
        let texts: Vec<_> = self.entries().iter().map(|e| (title(e), Role::Text)).collect();
        list(canvas, 0, &texts, self.at, "there are no debates");
        let row = |picker: &mut Self, action, _: &mut Context| {
            picker.at = moved(picker.at, action, 10, picker.entries().len());
        };
        let confirm = if self.push { "send everybody there" } else { "open it" };
        vec![
            Offer::new(&[Up, Down], "choose").does(row),
            Offer::new(&[PageUp, PageDown], "a page").quietly().does(row),
            Offer::new(&[Confirm], confirm).does(Self::choose),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back").leaves(),
        ]
    }
}
