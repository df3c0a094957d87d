//! A debate is chosen, for everybody or for a table.

use std::sync::Arc;

use crate::list::list;
use crate::scenario::library::Entry;
use crate::session::Class;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::screen::{Context, Screen, Step};
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
}

impl Screen for Picker {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn offers(&self, _context: &Context) -> Vec<Offer> {
        use Action::*;
        vec![
            Offer::new(&[Up, Down], "choose"),
            Offer::new(&[PageUp, PageDown], "a page").quietly(),
            Offer::new(&[Confirm], if self.push { "send everybody there" } else { "open it" }),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back"),
        ]
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        let last = self.entries().len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::PageUp => self.at = self.at.saturating_sub(10),
            Action::PageDown => self.at = (self.at + 10).min(last),
            Action::Confirm => {
                let Some(entry) = self.entries().get(self.at) else { return Step::Pop };
                if self.push {
                    self.class.push(entry);
                } else if let Err(reason) = self.class.add_table(&entry.id) {
                    return context.stay(reason.lines().next().unwrap_or_default());
                }
                return Step::Pop;
            }
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
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
    }
}
